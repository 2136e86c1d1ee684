package session

import (
	"fmt"
	"math"
	"testing"

	"conelab/core/app/workspace"

	"conelab/core/app/protocol"
	"conelab/core/format/convert"
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

func (d driver) solve() {
	for d.Busy() {
		d.Work(func() bool { return false })
	}
	d.Work(func() bool { return false })
}

func (d driver) do(format string, args ...any) {
	d.t.Helper()
	if err := d.Apply(fmt.Appendf(nil, format, args...)); err != nil {
		d.t.Fatal(err)
	}
	d.solve()
	d.check()
}

// check proves what the session reports from its own documents, and checks that its three answers agree.
func (d driver) check() {
	d.t.Helper()
	page := d.Page()
	var snapshot protocol.Snapshot
	d.SnapshotTo(&snapshot)
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
	if report := convert.Check(problem, solution); !report.Pass {
		d.t.Fatalf("the solution fails its check: %s", report.JSON())
	}
	own := d.own(solution, page.Lens.Output)
	if page.Objective != solution.Objective || page.Gap != solution.Gap || page.Lens.Neurons != len(solution.Network.Neurons) || len(page.Neurons) != len(own) {
		d.t.Fatalf("page %+v and solution disagree", page)
	}
	d.checkProof(problem, solution)
	if snapshot.Dimension == 0 {
		return
	}
	if snapshot.Plane {
		d.checkPlane(&snapshot, problem, solution)
		return
	}
	d.checkFunction(&snapshot.Function, problem, own)
	for k := range snapshot.Classes {
		d.checkFunction(&snapshot.Classes[k], problem, d.own(solution, k))
	}
	left := map[string]int{} // the document has a different order
	for _, neuron := range own {
		left[fmt.Sprint(neuron.U, neuron.Alpha)]++
	}
	for k, neuron := range snapshot.Neurons {
		got := fmt.Sprint(neuron.U[:d.now().Features()], neuron.Alpha)
		if left[got]--; left[got] < 0 {
			d.t.Fatalf("neuron %d is shown as %s, the document has %+v", k, got, own)
		}
		g := snapshot.Certificate.At(neuron.U)
		if want := math.Copysign(snapshot.Beta, neuron.Alpha); math.Abs(g-want) > 1e-2*snapshot.Beta {
			d.t.Fatalf("neuron %d: the certificate curve is at %g, want %g", k, g, want)
		}
	}
	if !d.solution.Turned() { // a turned network is not the one that the film finds
		checkFilm(d.t, &snapshot)
	}
}

// own returns the neurons of the output shown or, if there are no pictures, all neurons.
func (d driver) own(solution *document.Solution, output int) (own []document.Neuron) {
	for _, neuron := range solution.Network.Neurons {
		if neuron.Output == output || !d.now().Visible() {
			own = append(own, neuron)
		}
	}
	return own
}

// checkFunction compares a drawn function with a forward pass of the neurons on the data.
func (d driver) checkFunction(f *protocol.Quadratic, problem *document.Problem, neurons []document.Neuron) {
	d.t.Helper()
	for i, row := range problem.Data.X {
		want := 0.0
		for _, neuron := range neurons {
			inner := 0.0
			for k, u := range neuron.U {
				inner += u * row[k]
			}
			want += neuron.Alpha * d.now().Activation().At(inner)
		}
		var x protocol.Vec
		copy(x[:], row)
		if got := f.At(x); math.Abs(got-want) > 1e-9*(1+math.Abs(want)) {
			d.t.Fatalf("point %d: the drawn function is %g, the network %g", i, got, want)
		}
	}
}

// checkFilm checks that the film ends with the network's neurons.
func checkFilm(t testing.TB, s *protocol.Snapshot) {
	t.Helper()
	seen := map[int]bool{} // each once, in the order in which the decomposition finds them
	for _, r := range s.Film.Reels {
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

// now returns the present state.
func (s *Session) now() *workspace.State { return s.work.Now() }

// undos and redos return the number of steps that can be undone and redone.
func undos(w *workspace.Workspace) int { _, at := w.States(); return at }

func redos(w *workspace.Workspace) int { all, at := w.States(); return len(all) - 1 - at }
