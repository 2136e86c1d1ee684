package session

import (
	"math"

	"conelab/core/neural"
	"conelab/core/presets"
	"conelab/core/wire"
)

// Page returns what the page shows beside the pictures.
func (s *Session) Page() *wire.Page {
	s.trace()
	p := &wire.Page{
		Solves: s.solves, Busy: s.Busy(), Status: "empty", Message: "Draw some points, or choose a preset.", Neurons: []wire.PageNeuron{},
		Drawable: s.visible() || s.exhibit != nil, Samples: s.samples(), Dimension: s.d, Beta: s.beta, Activation: [3]float64{s.sigma.A, s.sigma.B, s.sigma.C}, Preset: s.preset,
		Tool: s.tool, Label: s.label, CanUndo: len(s.undo) > 0, CanRedo: len(s.redo) > 0, Focus: s.focus, Grabbed: s.gesture.grabbed,
		Brush: s.brush, Point: s.point, Tiles: s.tiles(),
		Film: wire.PageFilm{
			Name: filmNames[s.film.Act], Speed: s.speed, Position: s.film.Position, Length: s.length(), Playing: s.film.Playing, Caption: s.caption(),
		},
	}
	p.Entry, p.Check, p.Notice, p.Classes = s.entry, s.verdict, s.notice, s.classCount()
	if s.lensTo(&p.Lens); s.outputs > 1 {
		p.Label = float64(s.newClass())
	}
	if s.pending != nil {
		p.Import = s.pending.answer
	}
	p.Selected = s.ranges()
	turn := s.canTurn()
	p.CanTurn = turn[0] || turn[1]
	if preset, ok := presets.Find(s.preset); ok {
		p.Lesson = preset.Lesson
	}
	p.Tolerance, p.Loss, p.Losses, p.Architecture, p.Fit = s.goal(), s.loss, s.losses(), s.architecture.Kind, s.fit
	if s.sampled() {
		p.Signals = &wire.PageSignals{Shape: s.shape}
	}
	p.Convolution = s.sizes()
	p.Path, p.Idle = s.pathPoints(), s.Idle()
	p.Race, p.Racing = s.racePage(), s.racing()
	if s.study != nil {
		p.Study = &wire.PageStudy{Variable: s.study.name, Points: len(s.study.points), Done: s.study.finished(), Sentence: s.studyCaption()}
	}
	p.Split = wire.PageSplit{Hold: s.hold, Noise: s.noise, Seed: s.sampling.seed, Held: s.holdouts()}
	if s.solved != nil {
		s.fill(p)
	}
	if s.exhibit != nil {
		p.Focus, p.Matrices = -1, s.exhibit.matrices(s.focus)
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
	p.Proof = s.proof()
	p.Train, p.Test = s.train, s.test
	for _, neuron := range s.neurons() {
		p.Neurons = append(p.Neurons, wire.PageNeuron{U: neuron.U, Alpha: neuron.Alpha, Block: neuron.Block, Output: neuron.Output})
	}
	if s.exhibit == nil && s.pictured() && s.drawable() {
		p.Matrices = [][][]float64{s.matrix(1), s.matrix(-1)}
	}
}

// matrix returns sum |alpha| [u;1][u;1]' over the chosen output's neurons of the sign, or over the one in focus if it has it.
func (s *Session) matrix(sign float64) [][]float64 {
	neurons := s.neurons()
	if s.focus >= 0 && s.focus < len(neurons) { // there may be a solution of other data still
		neurons = neurons[s.focus : s.focus+1]
	}
	return assembled(neurons, sign, s.d, s.output())
}

// assembled returns sum |alpha| [u;1][u;1]' over the output's neurons of the sign, row by row.
func assembled(neurons []neural.Neuron, sign float64, d, output int) [][]float64 {
	order := d + 1
	m := make([]float64, order*order)
	neural.Assemble(m, neurons, sign, 0, output, true)
	rows := make([][]float64, order)
	for i := range rows {
		rows[i] = m[i*order : (i+1)*order]
		for j := range rows[i] {
			rows[i][j] = finite(rows[i][j])
		}
	}
	return rows
}

func finite(v float64) float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return 0
	}
	return v
}

// SnapshotTo writes what the pictures show into dst, reusing its slices. The film's steps and the path are shared with the session until
// the next solution.
func (s *Session) SnapshotTo(dst *wire.Snapshot) {
	s.trace()
	points, neurons, classes, parts, race := dst.Points[:0], dst.Neurons[:0], dst.Classes[:0], dst.Parts[:0], dst.Race
	*dst = wire.Snapshot{
		Revision: s.revision, Grabbed: -1, Focus: -1, Pointed: -1, Entry: wire.Entry{Matrix: -1}, Points: points, Neurons: neurons, Classes: classes, Parts: parts,
		Race: race,
	}
	s.raceTo(&dst.Race)
	s.studyTo(&dst.Study)
	if s.exhibit != nil {
		s.exhibitTo(dst)
		return
	}
	if !s.visible() {
		return // nothing to draw
	}
	dst.Dimension, dst.Window, dst.Grabbed, dst.Focus, dst.Pointed = s.d, s.window, s.gesture.grabbed, s.focus, s.point
	dst.Brush, dst.Beta, dst.Activation = s.brushRadius(), s.beta, [3]float64{s.sigma.A, s.sigma.B, s.sigma.C}
	dst.Entry = wire.Entry{Matrix: s.entry[0], Row: lifted(s.entry[1], s.d), Column: lifted(s.entry[2], s.d)}
	dst.Film, dst.Path, dst.Tool = s.film, s.path, tools[s.tool]
	dst.Output, dst.Outputs, dst.Level = s.output(), s.outputs, s.level()
	s.pointsTo(dst)
	if s.planar() {
		s.planeTo(dst)
		return
	}
	if !s.pictured() {
		return
	}
	var m wire.Symmetric
	m, dst.Neurons = s.network(s.output(), dst.Neurons)
	dst.Function, dst.CanTurn = m.Function(dst.Activation), s.canTurn()
	dst.Certificate = form(s.solved.Certificate.Quadratics[s.output()], s.d)
	if s.compares() {
		for o := range s.outputs {
			m, _ = s.network(o, nil)
			dst.Classes = append(dst.Classes, m.Function(dst.Activation))
		}
	}
}

// pointsTo writes the points, with the labels of the chosen output.
func (s *Session) pointsTo(dst *wire.Snapshot) {
	classed := s.outputs > 1 && s.classCount() > 0
	for i := range s.samples() {
		p := wire.Point{Label: s.height(i), Held: s.isHeld(i), Selected: s.selects(i)}
		if classed {
			p.Class = s.class(i)
		}
		copy(p.X[:], s.x[i*s.d:(i+1)*s.d]) // of more than three features the first three; planeTo has their place
		dst.Points = append(dst.Points, p)
	}
}

// pictured reports whether there is a solution to draw. While a new one is on its way there may be one with another shape.
func (s *Session) pictured() bool {
	if s.solved == nil || !s.visible() {
		return false
	}
	q, order := s.solved.Certificate.Quadratics, s.d+1
	return len(q) == s.outputs && len(q[0]) == order*order
}

// form returns [u;1]'V[u;1] of a symmetric matrix of order d + 1 as a function of u.
func form(v []float64, d int) (q wire.Quadratic) {
	m := symmetric(v, d)
	return wire.Quadratic{
		XX: m.At(0, 0), YY: m.At(1, 1), ZZ: m.At(2, 2), XY: 2 * m.At(0, 1), XZ: 2 * m.At(0, 2), YZ: 2 * m.At(1, 2),
		X: 2 * m.At(0, 3), Y: 2 * m.At(1, 3), Z: 2 * m.At(2, 3), C: m.At(3, 3),
	}
}

// symmetric returns the matrix v of order d + 1 on lifted vectors of three features, whose last place stays the last.
func symmetric(v []float64, d int) (m wire.Symmetric) {
	for i := range d + 1 {
		for j := range i + 1 {
			r, c := lifted(i, d), lifted(j, d)
			m[r*(r+1)/2+c] = v[i*(d+1)+j]
		}
	}
	return m
}

// lifted returns the place in lifted vectors of three features of entry i of those of d: the last stays the last.
func lifted(i, d int) int {
	if i == d {
		return drawnFeatures
	}
	return i
}

// widen returns the lifted vector v of d + 1 entries with its last in the last of four places.
func widen(v []float64) (p wire.Lifted) {
	d := len(v) - 1
	copy(p[:], v[:d])
	p[drawnFeatures] = v[d]
	return p
}
