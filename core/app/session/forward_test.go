package session

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"conelab/core/format/document"
	"conelab/core/network/certify"
	"conelab/core/network/neural"
)

// outputs returns the outputs of a network at points, output by output, by a forward pass.
func outputs(p *document.Problem, neurons []document.Neuron, x [][]float64) []float64 {
	if p.Activation.IsPiecewise() {
		return piecewiseOutputs(p, neurons, x)
	}
	q := *p
	q.Data.X = x
	q.Data.Y = make([][]float64, len(x))
	for i := range q.Data.Y {
		q.Data.Y[i] = make([]float64, len(p.Data.Y[0]))
	}
	c := q.Program()
	fit := make([]float64, len(c.Y))
	neural.PredictTo(fit, neurons, c.Operator())
	return fit
}

// piecewiseOutputs is outputs with a piecewise-linear activation, by its definition, for one output.
func piecewiseOutputs(p *document.Problem, neurons []document.Neuron, x [][]float64) []float64 {
	fit := make([]float64, len(x))
	for i, row := range x {
		for _, n := range neurons {
			s := n.U[len(row)]
			for k, v := range row {
				s += v * n.U[k]
			}
			fit[i] += n.Alpha * p.Activation.Function().At(s)
		}
	}
	return fit
}

// measured is a recomputed fit.
type measured struct {
	classes      bool
	right, total int
	r2           float64
}

// measure recounts from the documents what a network predicts correctly.
func measure(p *document.Problem, neurons []document.Neuron) (m measured) {
	return measureFit(p, outputs(p, neurons, p.Data.X))
}

// measureFit counts what given outputs at the points predict correctly: classes by the largest output, the first of
// several, or by all signs, of which 0 is minus, and numbers by R2.
func measureFit(p *document.Problem, fit []float64) (m measured) {
	n, c := len(p.Data.X), len(p.Data.Y[0])
	signs, largest, others := true, c > 1, map[float64]bool{}
	for _, row := range p.Data.Y {
		ones := 0
		for _, y := range row {
			signs = signs && math.Abs(y) == 1
			if y == 1 {
				ones++
			} else {
				others[y] = true
			}
		}
		largest = largest && ones == 1
	}
	largest = largest && len(others) == 1 && (others[0] || others[-1])
	m = measured{classes: largest || signs, total: n}
	for i, row := range p.Data.Y {
		right := m.classes
		for o, y := range row {
			f := fit[o*n+i]
			right = right && (largest || (f > 0) == (y > 0))
			for other := range c {
				right = right && (!largest || y != 1 || fit[other*n+i] < f || fit[other*n+i] == f && other >= o)
			}
		}
		if right {
			m.right++
		}
	}
	rest, all := 0.0, 0.0
	for o := range c {
		mean := 0.0
		for _, row := range p.Data.Y {
			mean += row[o] / float64(n)
		}
		for i, row := range p.Data.Y {
			f := fit[o*n+i]
			rest, all = rest+(row[o]-f)*(row[o]-f), all+(row[o]-mean)*(row[o]-mean)
		}
	}
	if !m.classes {
		m.r2 = 1 - rest/all
	}
	return m
}

// words returns the words in which a sentence states a fit.
func (m measured) words() string {
	switch {
	case !m.classes:
		return fmt.Sprintf("explains %g %%", math.Floor(1000*m.r2)/10)
	case m.right == m.total && m.total == 1:
		return "gets the one point right"
	case m.right == m.total:
		return fmt.Sprintf("gets all %d right", m.total)
	case m.right == 0:
		return fmt.Sprintf("gets none of %d right", m.total)
	}
	return fmt.Sprintf("gets %d of %d right", m.right, m.total)
}

// cost returns the cost of a network, by a forward pass.
func cost(p *document.Problem, neurons []document.Neuron) float64 {
	q := p.Program()
	sum := neural.Loss(outputs(p, neurons, p.Data.X), q.Y, q.Samples(), q.Loss)
	for _, neuron := range neurons {
		sum += p.Beta * math.Abs(neuron.Alpha)
	}
	return sum
}

// solved returns the certified optimum of a problem.
func solved(t testing.TB, p *document.Problem) *certify.Result {
	t.Helper()
	var job certify.Job
	q := p.Program()
	r := job.Run(q)
	if !document.CheckSolution(p, document.SolutionOf(p, r, 0)).Pass {
		t.Fatalf("the solution of %s fails its check", p.JSON())
	}
	return r
}

// numberAfter returns the number that follows a given text within another.
func numberAfter(t testing.TB, text, part string) float64 {
	t.Helper()
	_, rest, ok := strings.Cut(text, part)
	rest, _, _ = strings.Cut(strings.ReplaceAll(rest, "−", "-"), " ")
	v, err := strconv.ParseFloat(strings.TrimRight(rest, ".,"), 64)
	if !ok || err != nil {
		t.Fatalf("%q has no number after %q", text, part)
	}
	return v
}

func sign(positive bool) string {
	if positive {
		return "1"
	}
	return "-1"
}
