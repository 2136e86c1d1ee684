package document

import (
	"errors"

	"conelab/core/data/fault"
	"conelab/core/data/strictjson"
	"conelab/core/network/certify"
	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
	"conelab/core/numeric/loss"
)

// SolutionFormat is the format of a solution document.
const SolutionFormat = "conelab/solution/1"

// Proof is a network with the numbers that prove its quality.
type Proof struct {
	// Message explains the status if it is not optimal.
	Status  certify.Status `json:"status" words:"optimal|inaccurate|stopped|failed"`
	Message string         `json:"message,omitempty"`
	// Objective is the network's cost, LowerBound is the bound that Dual proves, and Gap is their relative difference.
	Objective  float64 `json:"objective"`
	LowerBound float64 `json:"lower_bound"`
	Gap        float64 `json:"gap"`
	Network    Network `json:"network"`
	// Dual has one row for each sample: at the optimum, minus the derivative of the loss with respect to each output.
	Dual       [][]float64 `json:"dual,omitzero"`
	Iterations int         `json:"iterations"`
	Seconds    float64     `json:"seconds" range:"from 0"`
}

// Claim returns what is claimed of the network.
func (p *Proof) Claim() certify.Claim {
	return certify.Claim{Objective: p.Objective, Lower: p.LowerBound, Gap: p.Gap, Neurons: p.Network.Neurons, Dual: p.Dual}
}

// Solution is the network of a problem with its proof.
type Solution struct {
	Format string `json:"format" words:"conelab/solution/1"`
	Proof
	// Z is missing where the activation is piecewise linear.
	Z []Block `json:"z,omitzero"`
	// Sums says that the network was trained on sums, for which its certificate holds: then there is no dual vector but 2 (y - f).
	Sums bool `json:"sums,omitempty"`
	// Scope says what the certificates of a stack prove. Layers holds the layers, lowest first. The proof is that of the last layer, but for
	// Iterations and Seconds, which are sums over all layers.
	Scope  string  `json:"scope,omitempty"`
	Layers []Layer `json:"layers,omitempty"`
	// Model describes the network so that it can be used without the problem; nil in documents from before it was introduced.
	Model *Model `json:"model,omitempty"`
	// Score is that on points held out, nil if there were none; a check does not verify it.
	Score *loss.Score `json:"score,omitempty"`
}

// Network is a list of hidden units.
type Network struct {
	Neurons []Neuron `json:"neurons"`
}

// Neuron is the hidden unit Alpha sigma(x'U), |U| = 1, of one block and output, which are 0 if they are left out.
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
	if s.Dual == nil && !s.Sums {
		return nil, fault.New("dual", "is missing, expected an array of arrays of numbers")
	}
	if s.Z == nil && s.Status != certify.Failed && (s.Model == nil || !s.Model.Activation.IsPiecewise()) {
		return nil, fault.New("z", "is missing, expected an array of objects")
	}
	return s, nil
}

// JSON returns the document with one neuron per line, or nil if a number is not finite.
func (s *Solution) JSON() []byte {
	if s.Dual == nil && !s.Sums {
		other := *s
		other.Dual = [][]float64{}
		s = &other
	}
	return strictjson.Lines(s)
}

// ParseNetwork reads the neurons of a network without proof: an object {"neurons": [..]}, or a solution document, whose other
// fields are ignored. It does not check whether the neurons fit a problem. Errors are InputErrors.
func ParseNetwork(data []byte) ([]Neuron, error) {
	var s struct {
		Neurons []Neuron `json:"neurons,omitzero"`
		Network struct {
			Neurons []Neuron `json:"neurons,omitzero"`
			Others  struct{} `json:"*"`
		} `json:"network,omitempty"`
		Others struct{} `json:"*"`
	}
	if err := strictjson.Read(data, &s); err != nil {
		return nil, err
	}
	if s.Neurons == nil {
		s.Neurons = s.Network.Neurons
	}
	if s.Neurons == nil {
		return nil, fault.New("neurons", "is missing, expected an array of objects with u and alpha")
	}
	return s.Neurons, nil
}

// SolutionOf returns the solution for the result of p, which took the given time. The matrices are reassembled from the neurons, so
// that they are exactly those of the network.
//
// Infinity and NaN cannot be written: a network without a finite cost is replaced by the network without neurons, and a bound that is not
// finite by zero, which is a lower bound for every problem.
func SolutionOf(p *Problem, r *certify.Result, seconds float64) *Solution {
	problem := p.withoutX()
	s := &Solution{Format: SolutionFormat, Proof: proofOf(&problem, r, seconds), Model: p.Model()}
	switch {
	case p.Activation.IsPiecewise():
	case r.Status == certify.Failed: // matrices without a network may be larger than all else
		s.Z = []Block{}
	default:
		s.Z = problem.Assemble(s.Network.Neurons)
	}
	return s
}

// Start returns the part of a solution of p from which training can go on: see certify.Job.Resume. A solution of another problem is
// refused; only the tolerance may differ.
func (s *Solution) Start(p *Problem) (*certify.Start, error) {
	if s.Model == nil || s.Model.DataHash == "" {
		return nil, errors.New("the solution does not record which data it was trained on, expected one that does")
	}
	model := p.Model()
	if sentence, _ := s.Model.Difference(model); sentence != "" {
		return nil, errors.New("the solution belongs to another problem: " + sentence)
	}
	start := &certify.Start{Neurons: s.Network.Neurons}
	for o := range model.Outputs {
		for _, row := range s.Dual {
			if o < len(row) {
				start.Dual = append(start.Dual, row[o])
			}
		}
	}
	return start, nil
}

// proofOf returns the network of a result with its proof, all numbers finite. seconds is the time it took.
func proofOf(problem *certify.Problem, r *certify.Result, seconds float64) Proof {
	l := Proof{
		Status: r.Status, Message: r.Message, Objective: r.Objective, LowerBound: r.Lower, Gap: r.Gap, Iterations: r.Iterations,
		Seconds: seconds,
	}
	neurons, dual := r.Neurons, r.Certificate.Dual
	if !dense.Finite(r.Objective) {
		neurons, l.Objective = nil, emptyCost(problem)
	}
	if !dense.Finite(r.Lower) || !dense.Finite(dual...) {
		dual, l.LowerBound = make([]float64, len(problem.Y)), 0
	}
	if !dense.Finite(r.Gap) || l.Objective != r.Objective || l.LowerBound != r.Lower {
		l.Gap = certify.Clamp(certify.RelativeGap(l.Objective, l.LowerBound))
	}
	l.Network.Neurons = neurons
	l.Dual = byRows(dual, problem.Outputs)
	return l
}

// emptyCost returns the cost of the network without neurons, or the largest finite number if that is infinite.
func emptyCost(p *certify.Problem) float64 {
	return certify.Clamp(neural.Loss(make([]float64, len(p.Y)), p.Y, p.Samples(), p.Loss))
}
