package solve

import (
	"math"
	"slices"
	"strconv"

	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/network/certify"
	"conelab/core/network/relu"
	"conelab/core/network/stack"
	"conelab/core/numeric/dense"
	"conelab/core/numeric/lift"
)

// Piecewise returns the problem of the newest result if its activation is piecewise linear, and otherwise nil.
func (l *Layer) Piecewise() *certify.Problem {
	if l.scorer == nil || l.scorer.Problem.Piecewise == nil {
		return nil
	}
	return &l.scorer.Problem
}

// Evaluate returns g(u) of a piecewise-linear activation for the dual vector of the newest result.
func (l *Layer) Evaluate(u []float64) float64 {
	return relu.Evaluate(&l.scorer.Problem, l.found.Certificate.Dual, u)
}

// Faces returns for each neuron of a result with a piecewise-linear activation, sorted by number, the training points on its kink.
func (l *Layer) Faces() (faces [][]int) {
	for _, i := range l.places(intent.None) {
		faces = append(faces, l.found.Faces[i])
	}
	return faces
}

// kinkedForecast predicts the time of a cold solve: an oracle sweeps all crossings of the kinks.
func kinkedForecast(p *certify.Problem) Forecast {
	const seconds, power = 4e-5, 1.8 // of n points with two features, in a browser
	return Forecast{Seconds: seconds * math.Pow(float64(p.Samples()), power*float64(p.D)/2), Bytes: 1e3 * float64(p.Samples())}
}

// kinkedNetwork returns the network, whose neurons read d features and a constant, as one whose neurons are numbered.
func (l *Layer) kinkedNetwork(d int) *stack.Network {
	return &stack.Network{D: d + 1, Outputs: 1, Sigma: lift.Activation{B: 1}, Stages: []stack.Stage{{Neurons: l.found.Neurons}}}
}

// kinkedProof returns the terms of the cost, from the neurons.
func (l *Layer) kinkedProof(p *certify.Problem) *protocol.PageProof {
	found := l.found
	out, length := &protocol.PageProof{Width: p.Samples()}, 0.0
	for i, f := range found.Fit {
		out.Loss += p.Loss.Value(f, p.Y[i])
	}
	for _, n := range found.Neurons {
		out.Weight += math.Abs(n.Alpha)
		length = max(length, math.Abs(math.Sqrt(dense.Dot(n.U, n.U))-1))
	}
	out.Lengths, out.Penalty = protocol.Finite(length), protocol.Finite(p.Beta*out.Weight)
	out.Loss, out.Weight = protocol.Finite(out.Loss), protocol.Finite(out.Weight)
	out.Sentences = messages.ProofSentences(p.Beta, dense.Dot(found.Certificate.Dual, found.Fit), out.Penalty, found.Objective, found.Lower)
	return out
}

// kinkedInputs returns the names of what the entries of a direction weigh, given those of the d features, nil if they have none.
func kinkedInputs(names []string, d int) []string {
	names = slices.Clone(names)
	for i := len(names); i < d; i++ {
		names = append(names, strconv.Itoa(i+1))
	}
	return append(names, "bias")
}
