package solve

import (
	"context"
	"math"
	"slices"
	"strconv"

	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/app/workspace"
	"conelab/core/network/certify"
	"conelab/core/network/relu"
	"conelab/core/network/stack"
	"conelab/core/numeric/dense"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/parallel"
)

// kinked trains a layer with a piecewise-linear activation, starting from the optimum before.
type kinked struct {
	of    *workspace.State
	job   relu.Job
	begun bool // the job is about of
	cold  bool // the data are others than those solved before
}

// Kinks is what the result of a layer with a piecewise-linear activation has besides what all results have.
type Kinks struct {
	Problem certify.Problem
}

// Evaluate returns g(u) for a dual vector v.
func (k *Kinks) Evaluate(v, u []float64) float64 { return relu.Evaluate(&k.Problem, v, u) }

// Kinks returns those of the newest result, or nil if its activation is a polynomial.
func (l *Layer) Kinks() *Kinks { return l.kinks }

func (k *kinked) start(of *workspace.State, _ func() float64) func(ctx context.Context) {
	p, cold := of.TrainingProblem(), k.cold
	k.of, k.cold, k.begun = of, false, false
	return func(ctx context.Context) {
		if p.Context = ctx; cold {
			k.job.Start(p)
		} else {
			k.job.Follow(p)
		}
		for k.begun = true; !k.job.Done() && parallel.Yield(ctx); {
			k.job.Step()
		}
	}
}

// kinkedForecast predicts the time of a cold solve: an oracle sweeps all crossings of the kinks.
func kinkedForecast(p *certify.Problem) Forecast {
	const seconds, power = 4e-5, 1.8 // of n points with two features, in a browser
	return Forecast{Seconds: seconds * math.Pow(float64(p.Samples()), power*float64(p.D)/2), Bytes: 1e3 * float64(p.Samples())}
}

func (k *kinked) outlasts() bool { return true }

// gap returns the relative gap certified so far, 0 while none is.
func (k *kinked) gap() float64 {
	if gap, _ := k.job.Sketch(); k.begun && gap < 1 {
		return gap
	}
	return 0
}

// progress is the share of the way from a gap of 1 to that asked for, on a logarithmic scale.
func (k *kinked) progress() float64 {
	if gap := k.gap(); gap > 0 {
		return min(-math.Log10(gap)/8, 0.99)
	}
	return 0
}

func (k *kinked) stop() {
	if !k.begun { // the job is of another state, or was interrupted while it began
		k.discard()
		k.job.Start(k.of.TrainingProblem())
	}
	k.job.Stop()
}

func (k *kinked) discard() { k.job = relu.Job{} }

func (k *kinked) network() outcome {
	return outcome{one: k.job.Result(), kinks: &Kinks{k.of.TrainingProblem()}}
}

// scoresOf returns the scores of a network on the training points and on those held out.
func (k *Kinks) scoresOf(s *workspace.Scorer, found *certify.Result) (train, test *protocol.PageScore) {
	if train = s.ScoreOf(found.Fit, s.Problem.Y); len(s.Test.Y) > 0 {
		test = s.ScoreOf(relu.Predict(*k.Problem.Piecewise, found.Neurons, s.Test.X, s.Problem.D, 0), s.Test.Y)
	}
	return train, test
}

// network returns the network, whose neurons read the features and a constant, as one whose neurons are numbered.
func (k *Kinks) network(found *certify.Result) *stack.Network {
	return &stack.Network{D: k.Problem.D + 1, Outputs: 1, Sigma: lift.Activation{B: 1}, Stages: []stack.Stage{{Neurons: found.Neurons}}}
}

// proof returns the terms of the cost, from the neurons.
func (k *Kinks) proof(found *certify.Result) *protocol.PageProof {
	out, length := &protocol.PageProof{Width: k.Problem.Samples()}, 0.0
	for i, f := range found.Fit {
		out.Loss += k.Problem.Loss.Value(f, k.Problem.Y[i])
	}
	for _, n := range found.Neurons {
		out.Weight += math.Abs(n.Alpha)
		size := 0.0
		for _, u := range n.U {
			size += u * u
		}
		length = max(length, math.Abs(math.Sqrt(size)-1))
	}
	out.Lengths, out.Penalty = protocol.Finite(length), protocol.Finite(k.Problem.Beta*out.Weight)
	out.Loss, out.Weight = protocol.Finite(out.Loss), protocol.Finite(out.Weight)
	out.Sentences = messages.ProofSentences(k.Problem.Beta, dense.Dot(found.Certificate.Dual, found.Fit), out.Penalty, found.Objective, found.Lower)
	return out
}

// Faces returns for each neuron of the newest result, sorted by number, the training points on its kink.
func (l *Layer) Faces() (faces [][]int) {
	for _, i := range l.places(intent.None) {
		faces = append(faces, l.found.Faces[i])
	}
	return faces
}

// inputs returns the names of what the entries of a direction weigh, given those of the features, nil if they have none.
func (k *Kinks) inputs(names []string) []string {
	names = slices.Clone(names)
	for i := len(names); i < k.Problem.D; i++ {
		names = append(names, strconv.Itoa(i+1))
	}
	return append(names, "bias")
}
