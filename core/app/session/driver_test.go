package session

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"conelab/core/app/protocol"
	"conelab/core/app/workspace"
	"conelab/core/format/document"
)

// driver wraps a session for tests: it solves after every intent and verifies the answer.
type driver struct {
	*Session
	t testing.TB
}

func drive(t testing.TB) driver {
	d := driver{New(func() float64 { return 0 }), t}
	d.solve()
	return d
}

// Save returns the work, and Share a link.
func (s *Session) Save() []byte  { text, _ := s.Document("work"); return text }
func (s *Session) Share() []byte { text, _ := s.Document("shared"); return text }

func (d driver) solve() { finish(d.Session) }

// apply applies an intent, tell solves as well, and do also verifies the answer, while the pictures show the optimum.
func (d driver) apply(format string, args ...any) {
	d.t.Helper()
	if err := d.Apply(fmt.Appendf(nil, format, args...)); err != nil {
		d.t.Fatal(err)
	}
}

func (d driver) tell(format string, args ...any) { d.t.Helper(); d.apply(format, args...); d.solve() }
func (d driver) do(format string, args ...any)   { d.t.Helper(); d.tell(format, args...); d.check() }

// elsewhere opens the link and the saved work of a session in other ones, which must then show the same.
func (d driver) elsewhere(look ...func(e driver)) {
	d.t.Helper()
	for _, intent := range []string{`{"do":"open","shared":` + string(d.Share()) + `}`, `{"do":"resume","work":` + string(d.Save()) + `}`} {
		e := drive(d.t)
		e.tell("%s", intent)
		e.check()
		alike(d.t, d.Session, e.Session)
		for _, f := range look {
			f(e)
		}
	}
}

// alike fails the test unless two sessions have the same data, model, tools and look, and networks of the same cost.
func alike(t interface{ Fatalf(string, ...any) }, d, e *Session) {
	if was, is := d.Share(), e.Share(); string(is) != string(was) {
		t.Fatalf("%s\ncame back as\n%s", was, is)
	}
	p, q := d.Page(), e.Page()
	for _, p := range []*protocol.Page{p, q} {
		p.Check, p.Animation.Position = toNine(p.Check), math.Round(1e3*p.Animation.Position)
	}
	facts := func(p *protocol.Page) []any {
		return []any{p.Status, p.Drawable, p.OutputView, p.Samples, p.Rows, p.Dimension, p.Columns, p.Beta, p.Tolerance, p.Loss, p.Architecture,
			p.Signals, p.Layers, p.Convolution, p.Coefficients, p.Activation.Name, p.Activation.Slope, p.Bias, p.Classes, p.ClassNames, p.Tool,
			p.Label, p.Brush, p.Focus, p.CanRotate, p.Animation.Name, p.Animation.Speed, p.Animation.Length,
			p.Animation.Position, p.Split, p.Fit, p.Check}
	}
	for k, was := range facts(p) {
		if is := facts(q)[k]; !reflect.DeepEqual(was, is) {
			t.Fatalf("%+v came back as %+v in %s", was, is, d.Share())
		}
	}
	if !reflect.DeepEqual(d.Problem(), e.Problem()) || !reflect.DeepEqual(d.now().Held(), e.now().Held()) ||
		d.now().Window != e.now().Window || math.Abs(p.Objective-q.Objective) > 1e-6*math.Abs(p.Objective) {
		t.Fatalf("cost %g came back as %g in %s", p.Objective, q.Objective, d.Share())
	}
}

// check proves what the session reports from its own documents, and checks that its three answers agree.
func (d driver) check() {
	d.t.Helper()
	page := d.Page()
	snapshot := d.Snapshot()
	if d.now().Sums() != nil {
		d.passes()
		return
	}
	if page.Layers.Count > 1 && d.Problem() != nil {
		checkLayers(d.t, d)
		return
	}
	if d.Problem() == nil {
		if page.Status != "empty" || len(snapshot.Points) != 0 || len(page.Neurons) != 0 {
			d.t.Fatalf("no points, but %s with %d neurons", page.Status, len(page.Neurons))
		}
		return
	}
	problem, solution := d.Problem(), d.Solution()
	if report := document.CheckSolution(problem, solution); !report.Pass && solution.Status != "failed" {
		d.t.Fatalf("the solution fails its check: %s", report.Badge())
	}
	if c, strip := cost(problem, solution.Network.Neurons), &page.Strip; math.Abs(c-solution.Objective) > 1e-9*(1+c) ||
		page.LowerBound != solution.LowerBound ||
		strip.Certified && (page.Stale || page.Busy || solution.Status != "optimal" || solution.Gap > page.Tolerance) {
		d.t.Fatalf("the strip says %+v of a network that costs %g, status %s, bound %g, gap %g", strip, c, solution.Status, solution.LowerBound,
			solution.Gap)
	}
	own := d.own(solution, page.OutputView.Output)
	if page.Objective != solution.Objective || page.Gap != solution.Gap || page.OutputView.Neurons != len(solution.Network.Neurons) ||
		len(page.Neurons) != len(own) {
		d.t.Fatalf("page %+v and solution disagree", page)
	}
	if problem.Activation.IsPiecewise() {
		hangs(d.t, d.Session)
		return
	}
	d.checkProof(problem, solution)
	if snapshot.Dimension == 0 {
		return
	}
	if len(snapshot.ChosenLayer) > 0 { // with a bias, the data are drawn without it
		if snapshot.Dimension != d.now().D || len(snapshot.Parts) != len(own) {
			d.t.Fatalf("%d features, %d parts of %d neurons", snapshot.Dimension, len(snapshot.Parts), len(own))
		}
		d.checkFunctions(snapshot, problem, solution)
		snapshot = &snapshot.ChosenLayer[0]
	}
	if snapshot.Plane {
		d.checkPlane(snapshot, problem, solution)
		return
	}
	d.checkFunctions(snapshot, problem, solution)
	saysReached := !strings.Contains(page.Tiles[protocol.PictureCertificate].Note, "need not be β at the neurons")
	left := map[string]int{} // the document has a different order
	for _, neuron := range own {
		left[fmt.Sprint(neuron.U, neuron.Alpha)]++
	}
	for k, neuron := range snapshot.Neurons {
		got := fmt.Sprint(neuron.U[:d.now().Inputs()], neuron.Alpha)
		left[got]--
		if left[got] < 0 {
			d.t.Fatalf("neuron %d is shown as %s, the document has %+v", k, got, own)
		}
		if n := page.Neurons[k]; n.Number != neuron.Number || n.Alpha != neuron.Alpha || k > 0 && n.Number <= page.Neurons[k-1].Number {
			d.t.Fatalf("the table has the neuron %+v, the picture %+v", n, neuron)
		}
		g := snapshot.Certificate.At(neuron.U)
		if want := math.Copysign(snapshot.Beta, neuron.Alpha); math.Abs(g-want) > 1e-2*snapshot.Beta && saysReached {
			d.t.Fatalf("neuron %d: the certificate curve is at %g, want %g", k, g, want)
		}
	}
	if !d.training.ChosenLayer().Rotated() { // a turned network is not the one that the animation finds
		checkAnimation(d.t, snapshot)
	}
}

// own returns the neurons of the output shown or, if there are no pictures, all neurons.
func (d driver) own(solution *document.Solution, output int) (own []document.Neuron) {
	for _, neuron := range solution.Network.Neurons {
		if neuron.Output == output || !d.now().Dense() {
			own = append(own, neuron)
		}
	}
	return own
}

// checkFunctions compares the drawn functions with the network's outputs, by a forward pass, at the data.
func (d driver) checkFunctions(s *protocol.Snapshot, problem *document.Problem, solution *document.Solution) {
	d.t.Helper()
	x := problem.Data.X
	fit := outputs(problem, solution.Network.Neurons, x)
	for k, f := range append([]protocol.Quadratic{s.Function}, s.Classes...) {
		output := max(k-1, 0)
		if k == 0 {
			output = s.Output
		}
		for i := range x {
			var at protocol.Vec
			copy(at[:], x[i])
			if got, want := f.At(at), fit[output*len(x)+i]; math.Abs(got-want) > 1e-9*(1+math.Abs(want)) {
				d.t.Fatalf("point %d: function %d is %g, the network %g", i, k, got, want)
			}
		}
	}
}

// checkAnimation checks that the animation ends with the network's neurons.
func checkAnimation(t testing.TB, s *protocol.Snapshot) {
	t.Helper()
	seen := map[int]bool{} // each once, in the order in which the decomposition finds them
	for _, r := range s.Animation.Sequences {
		for _, step := range r.Steps {
			neuron := s.Neurons[step.Neuron]
			if seen[step.Neuron] || math.Abs(step.R[3]*step.R[3]*float64(r.Sign)-neuron.Alpha) > 1e-12*math.Abs(neuron.Alpha) {
				t.Fatalf("step of neuron %d ends at %v, the neuron has weight %g", step.Neuron, step.R, neuron.Alpha)
			}
			seen[step.Neuron] = true
		}
	}
	if len(seen) != len(s.Neurons) {
		t.Fatalf("the film has %d neurons, the network %d", len(seen), len(s.Neurons))
	}
}

// undos returns the number of steps that can be undone.
func undos(w *workspace.Workspace) int { _, at := w.States(); return at }
