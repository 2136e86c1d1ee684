package solve

import (
	"conelab/core/app/protocol"
	"conelab/core/app/workspace"
	"conelab/core/network/certify"
)

// Proof returns the facts about the newest result, which must exist. While the data are being changed these are the facts about the result before the
// change, which is what is shown.
func (s *Solution) Proof() *protocol.PageProof {
	s.measure()
	m, beta := &s.measures, s.scorer.Problem.Beta
	out := &protocol.PageProof{
		Loss: protocol.Finite(m.Loss), Penalty: protocol.Finite(beta * m.Weight), Weight: protocol.Finite(m.Weight), Width: m.Width,
		Reassembly: protocol.Finite(m.Reassembly), Lengths: protocol.Finite(m.Lengths),
	}
	for k := range 2 {
		out.Eigenvalues[k], out.Traces[k] = protocol.Finite(m.Eigenvalue[k]), protocol.Finite(m.Trace[k])
	}
	return out
}

// Scores returns the newest network's scores on the training points and on the points held out; nil where there are no such points.
func (s *Solution) Scores() (train, test *protocol.PageScore) {
	s.measure()
	return s.train, s.test
}

// measure computes the measures of the newest result, once.
func (s *Solution) measure() {
	if s.measured != s.found {
		s.measured, s.measures = s.found, s.found.Measure(s.scorer.Problem)
		s.train, s.test = s.scorer.Scores(&s.scorer.Problem, s.found.Neurons)
	}
}

// pageTo writes the layer and its newest solution into the page. JSON has no infinities, so a failed solution has zeros and its message.
func (v *Layer) pageTo(p *protocol.Page) {
	s, r := &v.Solution, v.Solution.found
	if r == nil {
		return
	}
	p.Stale = !s.current
	p.Status, p.Message = string(r.Status), r.Message
	p.Objective, p.LowerBound, p.Gap = protocol.Finite(r.Objective), protocol.Finite(r.Lower), protocol.Finite(r.Gap)
	p.Iterations, p.Seconds = r.Iterations, s.seconds
	if r.Status == certify.Failed { // there is no network to measure
		return
	}
	p.Ranks[0], p.Ranks[1] = r.Ranks()
	p.Proof = s.Proof()
	p.Train, p.Test = v.Scores()
}

const (
	// interiorRate and correctiveRate are multiplications per second, as certify counts them, of a browser on an ordinary machine. Their predictions
	// are right within a factor of two or three.
	interiorRate, correctiveRate = 2e9, 6e9
	// mostBytes and mostSeconds limit what is solved here. A WebAssembly program has at most 4 GB, of which a garbage collector uses half.
	mostBytes, mostSeconds = 1.5e9, 1800
)

// Forecast is the predicted time and memory for solving a problem.
type Forecast struct{ Seconds, Bytes float64 }

// ForecastOf predicts the time and memory for solving the present state.
func ForecastOf(t *workspace.State) Forecast {
	p := t.TrainingProblem()
	return forecast(&p)
}

func forecast(p *certify.Problem) Forecast {
	method := p.Choose()
	e, rate := p.Estimate(method), interiorRate
	if method == certify.Corrective {
		rate = correctiveRate
	}
	problems := 1.0
	if p.Loss.Separable() { // outputs are solved one after the other
		problems = float64(max(1, p.Outputs))
	}
	return Forecast{Seconds: e.Flops * problems / rate, Bytes: e.Bytes}
}

// tooMuch reports whether the forecast exceeds the limits.
func (f Forecast) tooMuch() bool { return f.Bytes > mostBytes || f.Seconds > mostSeconds }
