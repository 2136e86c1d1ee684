package session

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"conelab/core/format/document"
)

// checkProof compares the facts of the proof with the documents.
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
	if len(solution.Network.Neurons) > m.Width {
		d.t.Fatalf("%d neurons, and at most %d are said to be needed", len(solution.Network.Neurons), m.Width)
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
