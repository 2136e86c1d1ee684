package document

import "conelab/core/data/strictjson"

// The forms of an equivalent network, and the regularisers, times beta, of their costs.
const (
	FormCubic = "cubic"
	FormDecay = "weight-decay"
	FormWide  = "wide"

	RegulariserL1    = "sum |alpha|, |u| = 1"
	RegulariserCubic = "(1/c) sum |alpha|^3 + |u|^3, c = 2^(1/3) + 2^(-2/3)"
	RegulariserDecay = "(1/c) sum |alpha|^2 + |u|^2, c = 2^(1/3) + 2^(-2/3)"
)

// Equivalents holds networks with the same function as a solution's network. Sections 4, 5 and 6 of the paper say what each of them must
// cost.
type Equivalents struct {
	Format string `json:"format" words:"conelab/equivalents/1"`
	// Pass says that all Differences are rounding errors.
	Pass bool `json:"pass"`
	// Objective is the cost of the solution's own network by a forward pass. TwoThirds is its cost with sum |alpha|^(2/3) instead of sum
	// |alpha|, for networks with quadratic activation.
	Objective float64      `json:"objective"`
	TwoThirds *float64     `json:"two_thirds,omitempty"`
	Networks  []Equivalent `json:"networks"`
}

// Equivalent is a network of the same function in another form.
type Equivalent struct {
	Form        string `json:"form"`
	Regulariser string `json:"regulariser"`
	// Objective is the network's cost by a forward pass with that regulariser. Expected is what it must be, the solution's Objective or
	// TwoThirds, and Difference is the relative difference. Outputs is the largest change of an output, relative to the largest output.
	Objective  float64  `json:"objective"`
	Expected   float64  `json:"expected"`
	Difference float64  `json:"difference"`
	Outputs    float64  `json:"outputs"`
	Neurons    []Neuron `json:"neurons"`
}

// JSON returns the document with one neuron per line, or nil if a number is not finite.
func (e *Equivalents) JSON() []byte { return strictjson.Lines(e) }
