package document

import "conelab/core/data/strictjson"

// Hardness is the paper's reduction of subset sum to training with weight decay (section 6), with its solution.
type Hardness struct {
	Format string  `json:"format" words:"conelab/hardness/1"`
	Set    []int64 `json:"set"`
	Target int64   `json:"target"`
	// X and Y are the training data of a network with quadratic activation.
	X [][]float64 `json:"x"`
	Y []float64   `json:"y"`
	// Exists says whether some subset has the target sum. If so, Subset holds its indices and Elements its integers, Witness is the neuron u
	// that fits the data alone, Residual is its error in double precision, and Exact says that it fits the data exactly in integers.
	Exists   bool      `json:"exists"`
	Subset   []int     `json:"subset,omitempty"`
	Elements []int64   `json:"elements,omitempty"`
	Witness  []float64 `json:"witness,omitempty"`
	Residual *float64  `json:"residual,omitempty"`
	Exact    bool      `json:"exact"`
	// TwoThirds is the optimal value of the hard problem: 1 if a subset exists, and otherwise an upper bound; nil if none is known.
	TwoThirds  *float64   `json:"two_thirds,omitempty"`
	Relaxation Relaxation `json:"relaxation"`
}

// Relaxation is the convex program on the same data: sum |alpha| instead of sum |alpha|^(2/3).
type Relaxation struct {
	// Value is its optimal value if Attained, and otherwise a proved lower bound above 1, which shows that no subset exists.
	Value    float64 `json:"value"`
	Attained bool    `json:"attained"`
	// Least and Most are the bounds of the last label for the value to be 1.
	Least float64 `json:"least"`
	Most  float64 `json:"most"`
}

// JSON returns the document with one entry per line, or nil if a number is not finite.
func (h *Hardness) JSON() []byte { return strictjson.Lines(h) }
