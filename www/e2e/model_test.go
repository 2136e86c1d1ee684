package e2e

import (
	"fmt"

	"conelab/core/app/protocol"
	"conelab/core/app/session"
	"conelab/core/draw/canvas"
	"conelab/core/format/document"
	"conelab/www/visit"
)

// model is what the page should show: its documents, and the same problem in a session of its own.
type model struct {
	problem  *document.Problem
	solution *document.Solution
	snapshot protocol.Snapshot
}

// preset shows a preset at the end of its film and returns what should be seen.
func (v *user) preset(d int, name string) *model {
	v.t.Helper()
	v.Preset(d, name)
	v.Seek(1e6)
	m := &model{}
	m.problem, m.solution = v.documents()
	s := session.New(func() float64 { return 0 })
	for _, intent := range []string{fmt.Sprintf(`{"do":"loadPreset","name":%q}`, name), `{"do":"seek","position":1e6}`} {
		if err := s.Apply([]byte(intent)); err != nil {
			v.t.Fatal(err)
		}
		for s.Busy() {
			s.Work(func() bool { return false })
		}
	}
	m.snapshot = *s.Snapshot()
	return m
}

// f is the network of a plane, by a forward pass.
func (m *model) f(x, y float64) (sum float64) {
	for _, n := range m.solution.Network.Neurons {
		sum += n.Alpha * m.problem.Activation.Function().At(n.U[0]*x+n.U[1]*y)
	}
	return sum
}

// rect is a box as the scene has it, with one pixel to the css pixel.
func rect(b visit.Box) canvas.Rect { return canvas.Rect{X: b.X, Y: b.Y, W: b.Width, H: b.Height} }
