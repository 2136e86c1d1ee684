package solve

import (
	"math"
	"strconv"

	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/app/workspace"
	"conelab/core/network/certify"
	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
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
		Lengths: protocol.Finite(m.Lengths), Sentences: l.sentences(m),
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
	if !p.HasMatrices() { // the oracle visits all crossings of the kinks
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
	if f := forecastOf(&p); f.bytes > maxBytes || f.seconds > maxSeconds {
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

// kinks are where a neuron with a piecewise-linear activation of one to three features bends.
var kinks = [...]string{1: "knot", 2: "line", 3: "plane"}

// sentences returns the proof of the newest result: what the cost is, and three steps that chain to the bound, each with its claim as its
// first sentence. They hold for every dual vector v that is scaled to |g| <= beta. All three are seen at once on a phone: they are short.
func (l *Layer) sentences(m certify.Measures) [4]string {
	r := l.Found
	if m.Loss < 1e-9*r.Objective { // what rounding left
		m.Loss = 0
	}
	gain, price := messages.Fill("{6}", dense.Dot(r.Certificate.Dual, r.Fit)), messages.Fill("{6}", l.scorer.Problem.Beta*m.Weight)
	return [4]string{l.costSentences(&m), l.priceSentences(), l.gainSentences(gain, price), l.boundSentences(gain, price)}
}

// costSentences say what the cost is.
func (l *Layer) costSentences(m *certify.Measures) string {
	p, ofPoint := &l.scorer.Problem, ""
	if formula := p.Loss.Formula(); formula != "" {
		ofPoint = ", " + formula + " for a point"
	}
	sum := messages.Sum(6, m.Loss, p.Beta*m.Weight)
	return messages.Fill("The cost is the losses{=}, and the price of the neurons, α their weights: Σ loss = {=} and β Σ|α| = {=}, together {=}.",
		ofPoint, sum[0], sum[1], sum[2])
}

// priceSentences say that no neuron is worth more than its price, and how that is known.
func (l *Layer) priceSentences() string {
	p := &l.scorer.Problem
	claim, neuron := "With these pulls v no neuron gains more than its price.", "A neuron u, |u| = 1,"
	pull, exactly := p.Loss.Pull(), "No u has"
	if sigma, is := p.Sigma.(lift.Polynomial); is {
		exactly = messages.Fill("As σ(s) = {=}, an equation gives the peaks of g: no u has",
			messages.Activation([3]float64{sigma.A, sigma.B, sigma.C}))
	}
	if l.Piecewise() != nil {
		neuron = "A neuron that bends at a " + kinks[p.D] + " u, |u| = 1,"
		exactly = messages.Fill("A {=} parts the {point} in at most {6} ways. In each, g = c′u with c fixed, so its peak is exact; all were "+
			"checked: no u has", kinks[p.D], p.Samples(), partings(p.Samples(), p.D))
	}
	if l.Certified() {
		claim = "No neuron is worth more than its price."
	}
	if l.corrects() {
		pull += ", corrected so that |g| ≤ β"
	}
	return messages.Fill("{=} Each point pulls f to its label, as its loss falls: {=}. {=} gains g(u) = Σ v σ per weight, its outputs σ times "+
		"the pulls. {=} |g(u)| above the price β = {6}.", claim, pull, neuron, exactly, p.Beta)
}

// gainSentences say that no network gains more than its price; gain and price are those of this one.
func (l *Layer) gainSentences(gain, price string) string {
	claim, here := "With them no network of this kind gains more than its price.", "β Σ|α| = "+price
	if l.Certified() {
		claim = "So no network of this kind gains more than its price."
	}
	if gain != price { // by rounding, or as it is not certified
		here = gain + ", " + here
	}
	return messages.Fill("{=} Keep these pulls, take any network f = Σ α σ. It gains Σ v f: α g(u) for each neuron, never more than its price "+
		"β|α|. In all, Σ v f ≤ β Σ|α|. Here Σ v f = {=}.", claim, here)
}

// boundSentences say that no network costs less than the lower bound, and why this one costs as much.
func (l *Layer) boundSentences(gain, price string) string {
	claim, why := "no network of this kind costs less than the lower bound; this one is not certified", "."
	if l.Certified() {
		claim = "no network of this kind costs less"
		if gain == price {
			why = ": it touches every line, and gains just its price."
		}
	}
	return messages.Fill("So {=}. Each point’s loss lies above a line that touches it, h − v f. So the losses of any network are at least "+
		"Σ h − Σ v f, and its price, at least Σ v f, comes on top: its cost is at least Σ h = {6}. This one costs {6}{=}",
		claim, l.Found.Lower, l.Found.Objective, why)
}

// corrects reports whether the certificate's v is not the slopes of the losses, so that with these g might pass beta by more than rounding.
// Where a loss has a kink any slope of it will do.
func (l *Layer) corrects() bool {
	p, r, n := &l.scorer.Problem, l.Found, l.scorer.Problem.Samples()
	sigma, is := p.Sigma.(lift.Polynomial)
	own, kink, change := make([]float64, len(r.Fit)), 0.0, 0.0
	if !is {
		sigma = lift.Polynomial{B: 1, C: 1} // at least as large
	}
	if p.Loss.Nonsmooth() {
		kink = 1e-6
	}
	neural.DualTo(own, r.Fit, p.Y, n, p.Loss)
	for i, v := range r.Certificate.Dual {
		length, f, y := 1.0, r.Fit[i], p.Y[i]
		if len(p.X) > 0 { // there are no points where only their sums are known
			x := p.X[i%n*p.D:][:p.D]
			length = math.Sqrt(dense.Dot(x, x))
		}
		if kink == 0 || p.Loss.Slope(f-kink, y) == p.Loss.Slope(f+kink, y) {
			change += math.Abs(v-own[i]) * ((math.Abs(sigma.A)*length+math.Abs(sigma.B))*length + math.Abs(sigma.C))
		}
	}
	return change > 1e-6*p.Beta
}

// partings returns in how many ways a hyperplane can part n points in d dimensions at most, its sides told apart: 2 sum_(k<=d) C(n-1, k).
func partings(n, d int) float64 {
	ways, term := 0.0, 2.0
	for k := 0; k <= d; k++ {
		ways += term
		term *= float64(n-1-k) / float64(k+1)
	}
	return ways
}

// solvingSentence states what is being solved, points or rows in words, and how long it may take.
func solvingSentence(points string, features int, seconds float64) string {
	text := messages.Fill("Solving {=} with {feature}", points, features)
	if seconds >= 3 {
		text += ": about " + duration(seconds)
	}
	if seconds >= 10 {
		text += "; the command line is several times faster: save the data as CSV and run conelab solve FILE.csv"
	}
	return text + "."
}

// duration returns seconds in words, to the precision of a prediction.
func duration(seconds float64) string {
	unit, size := "second", 1.0
	switch {
	case seconds >= 90*60:
		unit, size = "hour", 3600
	case seconds >= 90:
		unit, size = "minute", 60
	}
	n := max(1, int(seconds/size+0.5))
	if n > 10 {
		n = (n + 2) / 5 * 5
	}
	return messages.Fill("{"+unit+"}", n)
}

// megabytes returns a size to two digits.
func megabytes(bytes float64) string {
	if bytes >= 1e9 {
		return strconv.FormatFloat(bytes/1e9, 'f', 1, 64) + " GB"
	}
	return strconv.Itoa(max(1, int(bytes/1e6+0.5))) + " MB"
}
