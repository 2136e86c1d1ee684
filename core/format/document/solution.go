package document

import (
	"conelab/core/data/strictjson"
	"conelab/core/network/certify"
	"conelab/core/network/neural"
)

// SolutionFormat is the format of a solution document.
const SolutionFormat = "conelab/solution/1"

// Solution is a network with the numbers that prove its quality.
type Solution struct {
	Format string `json:"format" words:"conelab/solution/1"`
	// Message explains the status if it is not optimal.
	Status  string `json:"status" words:"optimal|inaccurate|stopped|failed"`
	Message string `json:"message,omitempty"`
	// Objective is the network's cost, LowerBound is the bound that Dual proves, and Gap is their relative difference.
	Objective  float64 `json:"objective"`
	LowerBound float64 `json:"lower_bound"`
	Gap        float64 `json:"gap"`
	Network    Network `json:"network"`
	Z          []Block `json:"z"`
	// Dual has one row for each sample.
	Dual       [][]float64 `json:"dual"`
	Iterations int         `json:"iterations"`
	Seconds    float64     `json:"seconds"`
	// Scope says what the certificates of a stack prove. Layers holds the layers, lowest first. Objective, LowerBound, Gap, Network, Z and
	// Dual are those of the last layer; Iterations and Seconds are sums over all layers.
	Scope  string  `json:"scope,omitempty"`
	Layers []Layer `json:"layers,omitempty"`
	// Model describes the network so that it can be used without the problem; nil in documents from before it was introduced.
	Model *Model `json:"model,omitempty"`
}

// Network is a list of hidden units.
type Network struct {
	Neurons []Neuron `json:"neurons"`
}

// Neuron is the hidden unit Alpha sigma(x'U), |U| = 1, of one block and output.
type Neuron = neural.Neuron

// Block holds the matrices Z and Z' of one block and output.
type Block = certify.Matrices

// ParseSolution reads a solution document. It does not check whether its parts fit each other and a problem; a check does. Errors are
// InputErrors.
func ParseSolution(data []byte) (*Solution, error) {
	s := &Solution{}
	if err := strictjson.Read(data, s); err != nil {
		return nil, err
	}
	return s, nil
}

// JSON returns the document with one neuron per line, or nil if a number is not finite.
func (s *Solution) JSON() []byte { return strictjson.Lines(s) }
