package verify

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/app/solve"
	"conelab/core/app/workspace"
	"conelab/core/format/document"
	"conelab/core/network/certify"
	"conelab/core/network/neural"
)

// finish trains the present state.
func finish(s *solve.Training) *solve.Training {
	for s.Busy() {
		s.Work(func() float64 { return 0 }, func() bool { return false })
	}
	return s
}

func solved(preset string) (*workspace.Workspace, *solve.Training) {
	w := workspace.New(workspace.First(preset, 0.05))
	return w, finish(solve.NewTraining(w))
}

// network returns the network of the solution with its first weight multiplied by a factor.
func network(s *solve.Training, factor float64) string {
	n := s.Document().Network.Neurons
	n[0].Alpha *= factor
	text, _ := json.Marshal(n)
	return `{"neurons":` + string(text) + `}`
}

// claim checks a text.
func claim(t *testing.T, w *workspace.Workspace, s *solve.Training, text string) (check Check) {
	t.Helper()
	if err := check.SetClaim(w, s.Present(), text, nil); err != nil {
		t.Fatalf("%.40s: %v", text, err)
	}
	return check
}

func TestVerdicts(t *testing.T) {
	w, s := solved("ring")
	problem, solution := string(w.Now().Problem().JSON()), s.Document()
	pair := problem + string(solution.JSON())
	solution.LowerBound *= 1.01
	spoilt := problem + string(solution.JSON())
	onStage := fmt.Sprintf("Checked against the problem on the stage: %d points, squared loss, β = 0.05.", len(w.Now().Problem().Data.X))
	for _, c := range []struct {
		text, kind   string
		pass         bool
		withoutProof bool // given without its problem
	}{
		{"[2 1; 1 2]", "matrix", true, false}, {"[1 0 .5; 0 1 0; .5 0 2]", "matrix", true, false}, {"[1 2; 2 1]", "matrix", false, false}, {pair, "solution", true, false},
		{spoilt, "solution", false, false}, {network(s, 1), "network", true, true}, {network(s, 1.1), "network", false, true},
		{string(solution.JSON()), "solution", false, true},
		{"3.07\t−0.12\n−0.12\t3.08", "matrix", false, false}, // as the page shows one
	} {
		check := claim(t, w, s, c.text)
		if v := check.Verdict; v.Kind != c.kind || v.Pass != c.pass || !strings.HasSuffix(v.Sentence, ".") || len(v.Facts) == 0 {
			t.Errorf("%.40s: %+v", c.text, v)
		}
		if says := check.Verdict.Sentence; strings.HasSuffix(says, "not unique: this is one.") != strings.HasSuffix(c.text, ".5 0 2]") {
			t.Errorf("%s: %s", c.text, says)
		}
		if v := check.Verdict; (v.Decimals == 2) != strings.Contains(c.text, "3.07") {
			t.Errorf("%.40s: right to %d decimals", c.text, v.Decimals)
		}
		if says := check.Verdict.Sentence; strings.HasSuffix(says, onStage) != c.withoutProof {
			t.Errorf("%.40s: %q", c.text, says)
		}
		if text, is := check.Text(); !is || text != c.text || check.Stored().Text != c.text {
			t.Error("the text is another one")
		}
	}
}

// factOf returns the value of a verdict's fact whose name begins so.
func factOf(t *testing.T, c *protocol.PageCheck, name string) float64 {
	t.Helper()
	for _, f := range c.Facts {
		if strings.HasPrefix(f.Name, name) {
			return f.Value
		}
	}
	t.Fatalf("there is no fact %q in %+v", name, c.Facts)
	return 0
}

// TestNetworksAreMeasured changes the optimal network and gives it without its proof: the verdict has its cost by a forward pass, the
// bound of the certified solution, and the first neuron that does not suit the problem.
func TestNetworksAreMeasured(t *testing.T) {
	w, s := solved("ring")
	p := w.Now().Problem().Program()
	operator := p.Operator()
	for says, change := range map[string]func(n []document.Neuron){
		"Optimal: no network with this activation and architecture, however wide, costs less": func([]document.Neuron) {},
		"Optimal: ":                        func(n []document.Neuron) { n[0].Alpha = math.Round(n[0].Alpha*1e5) / 1e5 },
		"Not optimal: its cost is 353 %":   func(n []document.Neuron) { n[0].Alpha *= 3 },
		"Not optimal: its cost is 0.882 %": func(n []document.Neuron) { n[0].Alpha *= 1.1 },
		"Neuron 2 has a direction u of length 5, where 1 is expected.":           func(n []document.Neuron) { n[1].U = []float64{3, 4} },
		"Neuron 1 has a direction u of 1 numbers, where the problem asks for 2.": func(n []document.Neuron) { n[0].U = []float64{1} },
		"Neuron 1 reads block 3, where the problem has 1.":                       func(n []document.Neuron) { n[0].Block = 3 },
		"Neuron 1 adds to output 1, where the problem has 1.":                    func(n []document.Neuron) { n[0].Output = 1 },
	} {
		solution := s.Document()
		neurons := slices.Clone(solution.Network.Neurons)
		change(neurons)
		list, _ := json.Marshal(neurons)
		bare := `{"neurons":` + string(list) + `}`
		for _, text := range []string{bare, `{"format":"conelab/solution/1","network":` + bare + `}`, string(w.Now().Problem().JSON()) + bare} {
			check := claim(t, w, s, text)
			v := check.Verdict
			if v.Kind != "network" || v.Pass != strings.HasPrefix(says, "Optimal") || !strings.HasPrefix(v.Sentence, says) {
				t.Errorf("%q: %+v", says, v)
			}
			if strings.HasPrefix(says, "Neuron") {
				if says[:8] != fmt.Sprintf("Neuron %d", v.Neuron+1) {
					t.Errorf("%q: %+v", says, v)
				}
				continue
			}
			cost := neural.Cost(make([]float64, len(p.Y)), neurons, operator, p.Y, p.Beta, p.Loss)
			if got := factOf(t, v, "Cost of"); math.Abs(got-cost) > 1e-4*cost || factOf(t, v, "Lower bound") != solution.LowerBound {
				t.Errorf("%q: the cost is %g of a bound %g, want %g", says, got, factOf(t, v, "Lower bound"), cost)
			}
		}
	}
}

// TestPiecewiseNetworksAreMeasured does the same with ReLU, where a direction may have any length.
func TestPiecewiseNetworksAreMeasured(t *testing.T) {
	w := workspace.New(workspace.First("ring", 0.05))
	next, err := w.Now().WithActivation(&intent.SetActivation{Name: "relu"})
	if err := w.Commit(next, err); err != nil {
		t.Fatal(err)
	}
	s := finish(solve.NewTraining(w))
	for says, change := range map[string]func(n *document.Neuron){
		"Optimal: ":                      func(n *document.Neuron) {},
		"Optimal: no network":            func(n *document.Neuron) { n.U, n.Alpha = []float64{2 * n.U[0], 2 * n.U[1], 2 * n.U[2]}, n.Alpha/2 },
		"Not optimal: its cost is ":      func(n *document.Neuron) { n.Alpha *= 3 },
		"Neuron 1 has a direction u of ": func(n *document.Neuron) { n.U = n.U[:2] },
	} {
		neurons := slices.Clone(s.Document().Network.Neurons)
		change(&neurons[0])
		list, _ := json.Marshal(neurons)
		check := claim(t, w, s, `{"neurons":`+string(list)+`}`)
		if v := check.Verdict; v.Pass != strings.HasPrefix(says, "Optimal") || !strings.HasPrefix(v.Sentence, says) {
			t.Errorf("%q: %+v", says, v)
		}
	}
}

// TestOtherProblemIsNamed checks a solution, and again after the loss has changed: it is said to be of another problem, not to be wrong. With the
// old loss it passes again.
func TestOtherProblemIsNamed(t *testing.T) {
	w, s := solved("ring")
	before := w.Now()
	check := claim(t, w, s, string(s.Document().JSON()))
	for _, c := range []struct {
		to   string
		pass bool
		says string
	}{
		{"logistic", false, "This solution is of another problem (polynomial activation, squared loss, one layer) than the page has now (polynomial " +
			"activation, logistic loss, one layer)."},
		{"squared", true, "Optimal: "},
	} {
		if err := w.Commit(before.WithLoss(c.to)); err != nil {
			t.Fatal(err)
		}
		s.Invalidate()
		check.Recheck(finish(s).Present())
		if v := check.Verdict; v == nil || v.Pass != c.pass || (v.Kind == "other") == c.pass || !strings.HasPrefix(v.Sentence, c.says) {
			t.Errorf("%+v", v)
		}
	}
}

// TestTraceConditionIsNamed checks a positive semidefinite matrix without the trace condition: what holds is said first, and no neurons are blamed.
func TestTraceConditionIsNamed(t *testing.T) {
	w, s := solved("ring")
	v := claim(t, w, s, "[3 1; 1 1.137]").Verdict
	for _, says := range []string{"This matrix is positive semidefinite, its least eigenvalue is 0.7", "differ by 1.863: so it is no sum"} {
		if v.Pass || !strings.Contains(v.Sentence, says) {
			t.Errorf("%q is not in %q", says, v.Sentence)
		}
	}
	for _, f := range v.Facts {
		if strings.Contains(f.Name, "sum of the neurons") {
			t.Errorf("%+v", f)
		}
	}
}

// TestClaimsFollowTheProblem judges a network again after the problem changes, and after it is removed.
func TestClaimsFollowTheProblem(t *testing.T) {
	w, s := solved("ring")
	var check Check
	if err := check.SetClaim(w, s.Present(), network(s, 1), nil); err != nil || !check.Verdict.Pass {
		t.Fatalf("%v: %+v", err, check.Verdict)
	}
	if err := w.Commit(w.Now().WithBeta(1), nil); err != nil {
		t.Fatal(err)
	}
	s.Invalidate()
	check.Recheck(finish(s).Present())
	if check.Verdict == nil || check.Verdict.Pass {
		t.Errorf("at another beta %+v", check.Verdict)
	}
	_ = w.Commit(w.Now().Cleared(), nil)
	s.Invalidate()
	check.Recheck(finish(s).Present())
	if check.Verdict != nil {
		t.Errorf("without points %+v", check.Verdict)
	}
}

func TestRefusals(t *testing.T) {
	w, s := solved("ring")
	var check Check
	for text, want := range map[string]string{
		"[1 2; 2 1 3]":               "The matrix cannot be read: row 2",
		"1 2 3\n4 5 6\n7 8 9\n1 2 3": "The matrix cannot be read: the matrix has 4 rows of 3, expected as many rows as columns; a table of data is no",
		"[1 2; 3 4]":                 "The matrix cannot be read: row 2, column 1 is 3, expected 2 as in row 1, column 2",
		`{"format":"conelab/matrix/1","z":[[1,2],[3,4]]}`: "The matrix cannot be read: row 2, column 1 is 3",
		"": "", "x": `The matrix cannot be read: the text "x" has no numbers`, `{"format":"conelab/problem/1"}`: "The problem",
		string(w.Now().Problem().JSON()): "This is a problem without a solution",
		`{"neurons":3}`:                  "The network",
		strings.Repeat("1 ", checkOrder+1) + strings.Repeat("\n"+strings.Repeat("1 ", checkOrder+1), checkOrder): "The matrix has order 61",
		"[1e308 0; 0 1e308]":              "This cannot be checked. The numbers of the matrix are too large for double precision",
		strings.Repeat("1", checkBytes+1): "This has 4194305 bytes",
	} {
		if err := check.SetClaim(w, s.Present(), text, nil); err == nil || !strings.HasPrefix(err.Error(), want) || check.Verdict != nil {
			t.Errorf("%.40q: %v", text, err)
		}
	}
}

// assessed solves a state and assesses it to the end. It returns the strip, and the assessment.
func assessed(state workspace.State) (*protocol.PageStrip, *Assessment) {
	w, a := workspace.New(state), &Assessment{}
	s := finish(solve.NewTraining(w))
	a.Begin(w.Now(), s)
	a.Work(func() float64 { return 0 }, func() bool { return false })
	return new(a.Strip(s, new(s.Page()))), a
}

// TestClaimsAreAnsweredInWords: of a solution with a wrong number it is said what is claimed and what is so.
func TestClaimsAreAnsweredInWords(t *testing.T) {
	w, s := solved("ring")
	for _, change := range []func(*document.Solution) string{
		func(c *document.Solution) string {
			c.Objective *= 1.01
			return "The network costs "
		},
		func(c *document.Solution) string {
			c.LowerBound *= 1 + 1e-8
			return "Its dual proves the lower bound "
		},
	} {
		solution := s.Document()
		want := change(solution)
		check := claim(t, w, s, string(solution.JSON()))
		said := check.Verdict.Sentence
		facts := check.Verdict.Facts
		faulty := slices.IndexFunc(facts, func(f protocol.PageFact) bool { return f.Fault != "" })
		if faulty < 0 {
			t.Fatalf("no number is said to be wrong: %+v", facts)
		}
		if one := facts[faulty]; one.Fault != messages.Fill("It is {}, and may be {} at most.", one.Value, certify.ClaimLimit) {
			t.Errorf("of %g it is said: %s", one.Value, one.Fault)
		}
		if check.Verdict.Pass || !strings.HasPrefix(said, want) || !strings.Contains(said, "; the document claims ") {
			t.Errorf("%q", said)
		}
	}
}

// TestBiasComesFirst: where a bias makes a poor fit good it is offered, and no layers are.
func TestBiasComesFirst(t *testing.T) {
	first, table := workspace.First("ring", 0.01), &workspace.Table{}
	for i := range 8 {
		for j := range 8 {
			x, y, inside := 1+float64(i)/4, 1+float64(j)/4, -1.0 // a circle far from the origin
			if math.Hypot(x-1.9, y-1.9) < 0.6 {
				inside = 1
			}
			table.X, table.Y = append(table.X, []float64{x, y}), append(table.Y, []float64{inside})
		}
	}
	strip, a := assessed(first.WithTable(table))
	biased := a.biased
	if !poor(a.fit) || !strip.AddBias || strip.MoreLayers != 0 || biased == nil || poor(biased.fit) ||
		!slices.Contains(strip.Fit.Helps, biased.sentence()) {
		t.Fatalf("%+v, %+v", strip, strip.Fit)
	}
	problem := biased.state.TrainingProblem()
	r := new(certify.Job).Run(problem)
	if score, _ := biased.state.Scorer().Scores(&problem, r.Neurons); r.Status != certify.Optimal || goodness(score) != goodness(biased.fit) {
		t.Errorf("%s, %g in place of %g", r.Status, goodness(score), goodness(biased.fit))
	}
}

// TestNothingIsTriedWithoutNeed: of a network that is right everywhere nothing is tried.
func TestNothingIsTriedWithoutNeed(t *testing.T) {
	strip, a := assessed(workspace.First("xor", 0.01))
	if strip.Fit == nil || *a.fit.Accuracy != 1 || strip.MoreLayers != 0 || len(strip.Fit.Helps) > 0 || len(a.all) > 0 {
		t.Errorf("%+v", strip.Fit)
	}
}

// TestOptimality compares the sentences with the numbers.
func TestOptimality(t *testing.T) {
	absolute := 2e-12
	const least = "Optimal: no network with this activation and architecture, however wide, costs less by more than "
	for got, want := range map[string]string{
		optimalWithin(&certify.Verdict{Gap: 3e-15}):                       least + "a relative gap of 1e−14.",
		optimalWithin(&certify.Verdict{Gap: 0.5}):                         least + "a relative gap of 0.5.",
		optimalWithin(&certify.Verdict{Gap: 0.5, AbsoluteGap: &absolute}): least + "2e−12.",
		aboveOptimum(1+2e-5, 1, -1, 0):                                    "Not optimal: its cost is 0.002 % above the optimum, 1.00002 in place of 1.",
		aboveOptimum(3, 1, 4, 0.5): "Not optimal: its cost is 200 % above the optimum, 3 in place of 1; " +
			"point 5 differs most, by 0.5.",
		aboveOptimum(2, 0, -1, 1): "Not optimal: it costs 2, where the optimum costs 0.",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
