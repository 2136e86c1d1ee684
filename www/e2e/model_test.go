package e2e

import (
	"fmt"
	"math"

	"conelab/core/app/protocol"
	"conelab/core/app/session"
	"conelab/core/draw/scene"
	"conelab/core/format/document"
	"conelab/www/visit"
)

// How much of the world a tile shows: the radius of the ball around the origin that fits into it. The eye is eyeDistance from the origin.
const (
	roomSight, globeSight, coneSight, eyeDistance = 1.62, 1.3, 1.14, 7.0
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
	for _, intent := range []string{fmt.Sprintf(`{"do":"preset","name":%q}`, name), `{"do":"seek","position":1e6}`} {
		if err := s.Apply([]byte(intent)); err != nil {
			v.t.Fatal(err)
		}
		for s.Busy() {
			s.Work(func() bool { return false })
		}
	}
	s.SnapshotTo(&m.snapshot)
	return m
}

// f is the network, by a forward pass.
func (m *model) f(x []float64) float64 { return forward(m.problem, m.solution, x) }

func forward(problem *document.Problem, solution *document.Solution, x []float64) float64 {
	sum := 0.0
	for _, n := range solution.Network.Neurons {
		sum += n.Alpha * sigma(problem.Activation, n.U, x)
	}
	return sum
}

// g is the certificate: sum v_i sigma(x_i'u).
func (m *model) g(u ...float64) float64 {
	sum := 0.0
	for i, x := range m.problem.Data.X {
		sum += m.solution.Dual[i][0] * sigma(m.problem.Activation, u, x)
	}
	return sum
}

func sigma(a document.Activation, u, x []float64) float64 {
	s := 0.0
	for k, v := range u {
		s += v * x[k]
	}
	return (a.A*s+a.B)*s + a.C
}

// rect is a box as the scene has it, with one pixel to the css pixel.
func rect(b visit.Box) scene.Rect { return scene.Rect{X: b.X, Y: b.Y, W: b.Width, H: b.Height} }

// point is a point of the world in a picture with depth.
type point [3]float64

func (p point) dot(q point) float64 { return p[0]*q[0] + p[1]*q[1] + p[2]*q[2] }

// eye returns the direction from the origin to the eye, and what is right and up for it.
func eye(c scene.Camera) (back, right, up point) {
	sy, cy := math.Sincos(c.Yaw)
	sp, cp := math.Sincos(c.Pitch)
	return point{cp * cy, cp * sy, sp}, point{-sy, cy, 0}, point{-sp * cy, -sp * sy, cp}
}

// project returns where a point of the world is seen in a box: from an eye on a sphere around the origin, at which it looks.
func project(c scene.Camera, b visit.Box, sight float64, p point) (x, y float64) {
	back, right, up := eye(c)
	half := min(b.Width, b.Height) / 2
	scale := c.Zoom * half / sight * eyeDistance / (eyeDistance - p.dot(back))
	return b.X + b.Width/2 + c.PanX*half + scale*p.dot(right), b.Y + b.Height/2 + c.PanY*half - scale*p.dot(up)
}
