package solve

import (
	"math"

	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/app/workspace"
	"conelab/core/network/certify"
	"conelab/core/network/kind"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

// Proof returns the facts about the newest result, which must exist. While the data are being changed these are the facts about
// the result before the change, which is what is shown.
func (l *Layer) Proof() *protocol.PageProof {
	p := &l.scorer.Problem
	m := l.Found.Measure(*p)
	return &protocol.PageProof{
		Loss: protocol.Finite(m.Loss), Penalty: protocol.Finite(p.Beta * m.Weight), Weight: protocol.Finite(m.Weight), Width: m.Width,
		Lengths: protocol.Finite(m.Lengths), Sentences: l.sentences(&m),
	}
}

// Scores returns the scores of the network that ends with the layer, on the training points and on the points held out; nil where
// there are no such points.
func (l *Layer) Scores() (train, test *loss.Score) {
	if l.train == nil {
		l.train, l.test = l.scorer.Scores(&l.scorer.Problem, l.Found.Neurons)
	}
	return l.train, l.test
}

// page describes the newest solution of the layer for the page. JSON has no infinities, so a failed solution has zeros and its message.
func (l *Layer) page() protocol.PageSolution {
	r := l.Found
	if r == nil {
		return protocol.PageSolution{Status: "empty", Message: "Draw some points, or choose an example."}
	}
	p := protocol.PageSolution{
		Status: string(r.Status), Message: r.Message, Stale: !l.Current,
		Objective: protocol.Finite(r.Objective), LowerBound: protocol.Finite(r.Lower), Gap: protocol.Finite(r.Gap),
		Iterations: r.Iterations, Seconds: l.Seconds,
	}
	if r.Status == certify.Failed { // there is no network to measure
		return p
	}
	p.Ranks[0], p.Ranks[1] = r.Ranks()
	p.Proof = l.Proof()
	p.Train, p.Test = l.Scores()
	return p
}

const (
	// interiorRate and correctiveRate are multiplications per second, as certify counts them, of a browser on an ordinary
	// machine. Their predictions are right within a factor of two or three.
	interiorRate, correctiveRate = 2e9, 6e9
	// reluSeconds and reluPower predict the time of a cold solve of a ReLU network of n points with two features.
	reluSeconds, reluPower = 4e-5, 1.8
	// decompositions is the number of matrices, of a problem's order p and a rank r, that are decomposed, each in decompositionWork r p^2
	// multiplications.
	decompositions, decompositionWork = 8, 4
	// writtenMatrices is the number of matrices of each block and output in a solution document: z, plus and minus. writingSeconds is the
	// time to write one of their numbers.
	writtenMatrices, writingSeconds = 3, 5e-7
	// maxBytes and maxSeconds limit what is solved here. A WebAssembly program has at most 4 GB, half of it for the garbage collector;
	// the texts of a solution take nearly as much as solving.
	maxBytes, maxSeconds = 1e9, 1800
)

// forecast is the predicted time, in seconds, and memory for solving a problem.
type forecast struct{ seconds, bytes float64 }

func forecastOf(p *certify.Problem) forecast {
	if !kind.Of(p).Matrices { // the oracle visits all crossings of the kinks
		n := float64(p.Samples())
		return forecast{seconds: reluSeconds * math.Pow(n, reluPower*float64(p.D)/2), bytes: 1e3 * n}
	}
	method := p.Choose()
	e, rate := p.Estimate(method), interiorRate
	if method == certify.Corrective {
		rate = correctiveRate
	}
	problems := 1.0
	if p.Loss.Separable() { // outputs are solved one after the other
		problems = float64(max(1, p.Outputs))
	}
	return forecast{seconds: e.Flops*problems/rate + decompositions*stepOf(p.Architecture.Shape(p.D), p.Samples()), bytes: e.Bytes}
}

// Admit returns an error if a state is too large to be solved in a page.
func Admit(t *workspace.State) error {
	p := t.TrainingProblem()
	return forecastOf(&p).admit(t)
}

func (f forecast) admit(t *workspace.State) error {
	if f.bytes > maxBytes || f.seconds > maxSeconds {
		return messages.Refuse("Solving {=} with {feature} would take about {=} and {=} here, more than a page has. "+
			"Use fewer points or features, or the command line, which needs a fraction of that: conelab solve.",
			t.TrainedOn(), t.D, duration(f.seconds), megabytes(f.bytes))
	}
	return nil
}

// stepOf predicts the longest time in seconds for which solving a problem of n samples cannot be interrupted: one matrix is decomposed, the
// rank of which is at most a little above that of all patches.
func stepOf(shape lift.Shape, n int) float64 {
	order := float64(shape.Dimension + 1)
	rank := math.Min(order, float64(n*shape.Blocks*shape.Patches+2))
	return decompositionWork * rank * order * order / interiorRate
}
