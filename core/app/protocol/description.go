package protocol

import (
	"encoding/binary"
	"math"
)

// The descriptions of the types of a snapshot: the fields that are written and read, in order. Values read are checked wherever an invalid one would
// make the reader fail.

func (c *codec) snapshot(s *Snapshot) {
	format := uint32(snapshotFormat)
	if c.word(&format); format != snapshotFormat {
		c.bad = true
	}
	c.revision(&s.Revision)
	c.small(&s.Dimension, 0, 3)
	c.window(&s.Window)
	for i := range each(c, &s.Points, pointSize) {
		c.point(&s.Points[i])
	}
	c.integer(&s.Grabbed, -1)
	c.integer(&s.Focus, -1)
	c.integer(&s.Pointed, -1)
	c.entry(&s.Entry)
	c.small((*int)(&s.Tool), int(ToolDraw), int(ToolSelect))
	c.number(&s.Brush)
	c.flag(&s.CanTurn[0])
	c.flag(&s.CanTurn[1])
	c.flag(&s.Plane)
	c.number(&s.Beta)
	c.vector(s.Activation[:])
	c.integer(&s.Output, 0)
	c.integer(&s.Outputs, 0)
	c.neurons(&s.Neurons)
	c.quadratic(&s.Function)
	c.number(&s.Level)
	c.quadratics(&s.Parts)
	c.quadratics(&s.Classes)
	names := each(c, &s.Names, 1)
	for i := range names {
		c.text(&names[i])
	}
	c.quadratic(&s.Certificate)
	c.quadratic(&s.Share)
	for i := range each(c, &s.Path, 8*(2*10+10+2)) {
		c.iterate(&s.Path[i])
	}
	c.film(&s.Film)
	c.argument(&s.Argument)
	c.race(&s.Race)
	c.study(&s.Study)
	c.layers(&s.Layers)
	layers := each(c, &s.Layer, 4)
	c.require(len(layers) <= 1 && !(c.nested && len(layers) > 0))
	for i := range layers {
		if c.bad {
			break
		}
		c.nested = true
		c.snapshot(&layers[i])
		c.nested = false
	}
	c.require(len(s.Classes) <= MostClasses && len(s.Names) <= MostClasses)
	c.require(!s.Plane || s.Dimension == 2 && len(s.Parts) == len(s.Neurons))
}

func (c *codec) revision(r *Revision) {
	for _, count := range [...]*uint32{&r.Data, &r.Solution, &r.Look, &r.Jobs, &r.Solved} {
		c.word(count)
	}
}

func (c *codec) window(w *Window) {
	c.vector(w.Center[:])
	c.numbers(&w.Half, &w.Level, &w.Rise)
}

// pointSize is the size of an encoded point in bytes.
const pointSize = 4*8 + 1

// point encodes the fields in one block, with all marks of the point in a single byte, because there are many points.
func (c *codec) point(q *Point) {
	p := c.block(pointSize)
	exchange(p, &q.X[0], c.reading)
	exchange(p[8:], &q.X[1], c.reading)
	exchange(p[16:], &q.X[2], c.reading)
	exchange(p[24:], &q.Label, c.reading)
	const class, held, selected = 7, 8, 16
	if c.reading {
		marks := p[32]
		q.Class, q.Held, q.Selected = int(marks&class), marks&held != 0, marks&selected != 0
		c.require(marks < 2*selected && q.Class <= MostClasses)
		return
	}
	marks := byte(q.Class)
	if q.Held {
		marks |= held
	}
	if q.Selected {
		marks |= selected
	}
	p[32] = marks
}

func (c *codec) entry(e *Entry) {
	c.small(&e.Matrix, -1, 1)
	c.small(&e.Row, 0, 3)
	c.small(&e.Column, 0, 3)
}

func (c *codec) neurons(all *[]Neuron) {
	for i := range each(c, all, 36) {
		n := &(*all)[i]
		c.vector(n.U[:])
		c.number(&n.Alpha)
		c.integer(&n.Number, 0)
	}
}

func (c *codec) quadratic(q *Quadratic) {
	c.numbers(&q.XX, &q.YY, &q.ZZ, &q.XY, &q.XZ, &q.YZ, &q.X, &q.Y, &q.Z, &q.C)
}

func (c *codec) quadratics(all *[]Quadratic) {
	for i := range each(c, all, 80) {
		c.quadratic(&(*all)[i])
	}
}

func (c *codec) iterate(it *Iterate) {
	c.vector(it.Plus[:])
	c.vector(it.Minus[:])
	c.quadratic(&it.Certificate)
	c.numbers(&it.Cost, &it.Bound)
}

func (c *codec) film(f *Film) {
	c.small((*int)(&f.Act), int(Decomposition), int(Bounds))
	c.number(&f.Position)
	c.flag(&f.Playing)
	for i := range each(c, &f.Reels, 5) {
		reel := &f.Reels[i]
		c.small(&reel.Sign, -1, 1)
		for j := range each(c, &reel.Steps, 72) {
			c.step(&reel.Steps[j])
		}
	}
}

func (c *codec) step(s *Step) {
	for i := range each(c, &s.Before, 32) {
		c.vector(s.Before[i][:])
	}
	c.integer(&s.First, 0)
	c.integer(&s.Partner, -1)
	c.numbers(&s.Angle, &s.FormFirst, &s.FormPartner)
	c.vector(s.R[:])
	c.integer(&s.Neuron, -1)
	c.require(s.First < len(s.Before) && s.Partner < len(s.Before))
}

func (c *codec) race(r *Race) {
	c.numbers(&r.Floor, &r.Cold, &r.Warm)
	c.integer(&r.Epochs, 0)
	c.integer(&r.Epoch, 0)
	c.integer(&r.Stride, 0)
	c.number(&r.Pace)
	c.flag(&r.ByTime)
	c.integer(&r.Shown, -1)
	for i := range each(c, &r.Runs, 4) {
		each(c, &r.Runs[i], 8)
		c.vector(r.Runs[i])
	}
	for i := range each(c, &r.Places, 1) {
		c.small((*int)(&r.Places[i]), int(Moving), int(Diverged))
	}
	c.quadratic(&r.Function)
	c.neurons(&r.Neurons)
	c.require(r.Shown < max(1, len(r.Runs)))
}

func (c *codec) study(s *Study) {
	c.small((*int)(&s.Variable), int(Beta), int(CoefficientC))
	c.numbers(&s.Now, &s.Low, &s.High)
	for i := range each(c, &s.Points, 28) {
		p := &s.Points[i]
		c.number(&p.Value)
		c.integer(&p.Neurons, 0)
		c.numbers(&p.Train, &p.Test)
	}
	c.flag(&s.Classes)
	c.flag(&s.Tested)
}

func (c *codec) layers(l *Layers) {
	c.integer(&l.Chosen, 0)
	c.integer(&l.Features, 0)
	c.integer(&l.Side, 0)
	c.integer(&l.Rows, 0)
	c.flag(&l.Compares)
	c.flag(&l.Residual)
	c.sides(&l.Sample)
	c.integer(&l.Pictured, 0)
	for i := range each(c, &l.Inputs, 4) {
		c.bytes(&l.Inputs[i])
		c.require(len(l.Inputs[i]) == cellsOf(l.Sample, l.Side*l.Rows))
	}
	for i := range each(c, &l.Columns, 1) {
		c.column(&l.Columns[i], l.Side*l.Rows)
	}
	f := &l.Field
	c.word(&f.Serial)
	c.numbers(&f.Left, &f.Low, &f.Step)
	c.integer(&f.Columns, 0)
	c.integer(&f.Rows, 0)
	c.integer(&f.Outputs, 0)
	for i := range each(c, &f.Values, 4) {
		c.floats(&f.Values[i])
		c.require(len(f.Values[i]) == f.Columns)
	}
	c.require(len(f.Values) == f.Outputs*f.Rows)
	c.floats(&l.Points)
	c.require(l.Chosen < max(1, len(l.Columns)))
}

// column is a layer whose units have maps of the given number of cells and one weight per source, a unit of a layer below or a feature.
func (c *codec) column(col *Column, cells int) {
	c.flag(&col.Certified)
	c.numbers(&col.Gap, &col.R2)
	c.integer(&col.Right, -1)
	c.integer(&col.Total, 0)
	c.sides(&col.Filter)
	for i := range each(c, &col.Sources, 8) {
		c.integer(&col.Sources[i].Layer, -1)
		c.integer(&col.Sources[i].Index, 0)
	}
	for i := range each(c, &col.Units, 20) {
		u := &col.Units[i]
		c.integer(&u.Number, 0)
		c.integer(&u.Output, 0)
		c.number(&u.Alpha)
		c.floats(&u.Weights)
		c.bytes(&u.Map)
		c.require(len(u.Weights) == len(col.Sources) && len(u.Map) == cellsOf(col.Filter, cells))
	}
}

// mostSide bounds the width and the height of a sample or a filter.
const mostSide = 1 << 24

// sides is the width and the height of a sample or a filter.
func (c *codec) sides(s *[2]int) {
	for i := range s {
		c.integer(&s[i], 0)
		c.require(s[i] <= mostSide)
	}
}

// cellsOf returns the number of cells of a picture of that size, or, for size zero, of a map.
func cellsOf(sides [2]int, cells int) int {
	if sides == [2]int{} {
		return cells
	}
	return sides[0] * sides[1]
}

// floats are float32 numbers, which are precise enough for pictures.
func (c *codec) floats(all *[]float32) {
	for v := each(c, all, 4); len(v) > 0; {
		n := c.span(len(v), 4)
		p := c.block(4 * n)
		for i := range v[:n] {
			if c.reading {
				v[i] = math.Float32frombits(binary.LittleEndian.Uint32(p[4*i:]))
			} else {
				binary.LittleEndian.PutUint32(p[4*i:], math.Float32bits(v[i]))
			}
		}
		v = v[n:]
	}
}

func (c *codec) bytes(all *[]byte) {
	for v := each(c, all, 1); len(v) > 0; {
		n := c.span(len(v), 1)
		if p := c.block(n); c.reading {
			copy(v, p)
		} else {
			copy(p, v)
		}
		v = v[n:]
	}
}
