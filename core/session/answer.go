package session

import (
	"math"

	"conelab/core/data"
	"conelab/core/neural"
	"conelab/core/wire"
)

// Page returns what the page shows beside the pictures.
func (s *Session) Page() *wire.Page {
	p := &wire.Page{
		Solves: s.solves, Busy: s.Busy(), Status: "empty", Message: "Draw some points, or choose a preset.", Neurons: []wire.PageNeuron{},
		Samples: s.samples(), Dimension: s.d, Beta: s.beta, Activation: [3]float64{s.sigma.A, s.sigma.B, s.sigma.C}, Preset: s.preset,
		Tool: s.tool, Label: s.label, CanUndo: len(s.undo) > 0, CanRedo: len(s.redo) > 0, Focus: s.focus, Grabbed: s.gesture.grabbed,
		Film: wire.PageFilm{Position: s.film.Position, Length: s.film.Length(), Playing: s.film.Playing, Caption: s.caption()},
	}
	if preset, ok := data.Find(s.preset); ok {
		p.Lesson = preset.Lesson
	}
	if s.solved != nil {
		s.fill(p)
	}
	return p
}

// fill puts the solution into the page. JSON has no infinities: a failed solution shows zeros and its message.
func (s *Session) fill(p *wire.Page) {
	r := s.solved
	p.Status, p.Message = string(r.Status), r.Message
	p.Objective, p.LowerBound, p.Gap = finite(r.Objective), finite(r.Lower), finite(r.Gap)
	p.Iterations, p.Seconds = r.Iterations, s.seconds
	p.Ranks[0], p.Ranks[1] = r.Ranks()
	for _, neuron := range r.Neurons {
		p.Neurons = append(p.Neurons, wire.PageNeuron{U: neuron.U, Alpha: neuron.Alpha})
	}
}

func finite(v float64) float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return 0
	}
	return v
}

// SnapshotTo writes what the pictures show into dst, reusing its slices. The film's steps are shared with the session until the next
// solution.
func (s *Session) SnapshotTo(dst *wire.Snapshot) {
	dst.Revision, dst.Dimension, dst.Window = s.revision, s.d, s.window
	dst.Grabbed, dst.Focus, dst.Beta, dst.Activation = s.gesture.grabbed, s.focus, s.beta, [3]float64{s.sigma.A, s.sigma.B, s.sigma.C}
	dst.Points, dst.Neurons = dst.Points[:0], dst.Neurons[:0]
	dst.Function, dst.Certificate, dst.Film = wire.Quadratic{}, wire.Quadratic{}, s.film
	if !s.drawable() {
		dst.Dimension = 0 // nothing to draw
		return
	}
	for i, y := range s.y {
		dst.Points = append(dst.Points, wire.Point{X: s.x[2*i], Y: s.x[2*i+1], Label: y})
	}
	if s.solved == nil || len(s.solved.Certificate.Quadratics) != 1 || len(s.solved.Certificate.Quadratics[0]) != 9 {
		return
	}
	for _, neuron := range s.solved.Neurons {
		dst.Neurons = append(dst.Neurons, wire.Neuron{U: [2]float64(neuron.U), Alpha: neuron.Alpha})
	}
	dst.Function = s.function(s.solved.Neurons)
	m := s.solved.Certificate.Quadratics[0]
	dst.Certificate = wire.Quadratic{XX: m[0], XY: 2 * m[1], YY: m[4], X: 2 * m[2], Y: 2 * m[5], C: m[8]}
}

// function returns the network as a function of the plane: sum alpha (a (x'u)^2 + b x'u + c).
func (s *Session) function(neurons []neural.Neuron) (f wire.Quadratic) {
	for _, neuron := range neurons {
		u, v, w := neuron.U[0], neuron.U[1], neuron.Alpha
		f.XX += w * s.sigma.A * u * u
		f.XY += w * s.sigma.A * 2 * u * v
		f.YY += w * s.sigma.A * v * v
		f.X += w * s.sigma.B * u
		f.Y += w * s.sigma.B * v
		f.C += w * s.sigma.C
	}
	return f
}
