package session

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"conelab/core/format/document"
)

// checkProof recomputes the facts of the proof from the documents alone.
func (d driver) checkProof(problem *document.Problem, solution *document.Solution) {
	d.t.Helper()
	page := d.Page()
	m := page.Proof
	if m == nil {
		d.t.Fatal("there is a solution, and no facts about it")
	}
	scale := math.Max(math.Abs(solution.Objective), 1e-300)
	if math.Abs(m.Loss+m.Penalty-solution.Objective) > 1e-9*scale || math.Abs(m.Penalty-problem.Beta*m.Weight) > 1e-12*scale {
		d.t.Fatalf("loss %g and penalty %g make the cost %g", m.Loss, m.Penalty, solution.Objective)
	}
	weight, lengths := 0.0, 0.0
	for _, n := range solution.Network.Neurons {
		weight += math.Abs(n.Alpha)
		length := 0.0
		for _, v := range n.U {
			length += v * v
		}
		lengths = math.Max(lengths, math.Abs(math.Sqrt(length)-1))
	}
	if math.Abs(weight-m.Weight) > 1e-12*(1e-300+weight) || math.Abs(lengths-m.Lengths) > 1e-15 {
		d.t.Fatalf("weight %g and lengths %g, want %g and %g", m.Weight, m.Lengths, weight, lengths)
	}
	if len(solution.Network.Neurons) > m.Width {
		d.t.Fatalf("%d neurons, and at most %d are said to be needed", len(solution.Network.Neurons), m.Width)
	}
	balanced := problem.Architecture.Kind != document.KindQuadratic
	for side := range 2 {
		size, trace, diagonal := 0.0, 0.0, math.Inf(1)
		for _, block := range solution.Z {
			z := block.Plus
			if side == 1 {
				z = block.Minus
			}
			sum := 0.0
			for i, row := range z {
				for _, v := range row {
					size = math.Max(size, math.Abs(v))
				}
				diagonal = math.Min(diagonal, row[i])
				if i < len(z)-1 {
					sum += row[i]
				}
			}
			if balanced {
				trace = math.Max(trace, math.Abs(sum-z[len(z)-1][len(z)-1]))
			}
		}
		if math.Abs(m.Traces[side]-trace) > 1e-12*size || m.Reassembly > 1e-9*math.Max(size, weight) {
			d.t.Fatalf("trace violation %g, want %g; reassembly %g", m.Traces[side], trace, m.Reassembly)
		}
		if least := m.Eigenvalues[side]; least < -1e-9*size || least > diagonal+1e-12*size {
			d.t.Fatalf("least eigenvalue %g, of a matrix with a diagonal entry %g", least, diagonal)
		}
	}
}

// TestReport parses the numbers of the report.
func TestReport(t *testing.T) {
	d := drive(t)
	for _, intent := range []string{`{"do":"preset","name":"ring"}`, `{"do":"preset","name":"valley"}`, `{"do":"beta","value":1000}`, `{"do":"preset","name":"shell"}`} {
		d.do("%s", intent)
		text, err := d.Document("report")
		if err != nil {
			t.Fatal(err)
		}
		s := d.Solution()
		for name, want := range map[string]float64{
			"Cost of the network": s.Objective, "Lower bound: no network costs less": s.LowerBound, "  loss": d.Page().Proof.Loss, "beta": d.now().Beta(),
			"Neurons": float64(len(s.Network.Neurons)), "Points, features, outputs": float64(d.now().Samples()),
		} {
			if got := value(t, string(text), name); got != want {
				t.Errorf("%s is %g, want %g", name, got, want)
			}
		}
		if neurons := strings.Count(string(text), "  alpha = "); neurons != len(s.Network.Neurons) {
			t.Errorf("the report lists %d neurons of %d", neurons, len(s.Network.Neurons))
		}
	}
	if err := d.Apply([]byte(`{"do":"clear"}`)); err != nil {
		t.Fatal(err)
	}
	if text, err := d.Document("report"); err == nil {
		t.Errorf("a report without points: %s", text)
	}
}

// value returns the first number of a row of the report.
func value(t *testing.T, report, name string) float64 {
	t.Helper()
	for line := range strings.Lines(report) {
		if rest, ok := strings.CutPrefix(line, "  "+name+" "); ok {
			v, err := strconv.ParseFloat(strings.TrimRight(strings.Fields(rest)[0], ","), 64)
			if err == nil {
				return v
			}
		}
	}
	t.Fatalf("the report has no %q:\n%s", name, report)
	return 0
}
