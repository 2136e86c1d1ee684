package scene

import (
	"math"
	"slices"

	"conelab/core/app/protocol"
	"conelab/core/draw/canvas"
)

// function is a function of the features that is drawn: a quadratic or, of a network with a piecewise-linear activation, the sum of some
// neurons.
type function struct {
	protocol.Quadratic
	neurons []protocol.Neuron
}

// network returns the network, at the animation's position.
func (s *painting) network() function { return function{s.now.function, s.snap.Neurons} }

// termOf returns the function that neuron k computes: alpha sigma(x'u), or its part of the function.
func termOf(snap *protocol.Snapshot, k int) function {
	n := &snap.Neurons[k]
	f := function{neurons: snap.Neurons[k : k+1]}
	if len(snap.Parts) > 0 {
		f.Quadratic = snap.Parts[k]
		return f
	}
	var m protocol.Symmetric
	m.AddOuter(math.Copysign(1, n.Alpha), n.Lifted())
	f.Quadratic = m.Function(snap.Activation)
	return f
}

// shown returns the function that is shown: the network, or the one of the race's selected run; while a neuron is in focus, that neuron's
// term, which is constant along lines x'u = const; while a matrix entry is in focus, the term of f with that entry.
func (s *dataPicture) shown() function {
	switch e, k := s.snap.Entry, s.snap.Focus; {
	case e.Matrix >= 0:
		sign := float64(1 - 2*e.Matrix)
		m := matrixOf(s.snap, sign)
		term := m.Entry(e.Row, e.Column)
		for i := range term {
			term[i] *= sign
		}
		return function{term.Function(s.snap.Activation), s.snap.Neurons}
	case focused(s.snap, k):
		return termOf(s.snap, k)
	case showsRun(s.snap):
		return function{s.snap.Race.Function, s.snap.Race.Neurons}
	}
	return s.network()
}

// value returns the value of the function: with a piecewise-linear activation sum alpha sigma((x, 1)'u) over its neurons.
func (f *function) value(snap *protocol.Snapshot, x protocol.Vec) (sum float64) {
	if !snap.Piecewise.Set {
		return f.At(x)
	}
	for i := range f.neurons {
		sum += f.neurons[i].Alpha * snap.Piecewise.Sigma(protocol.Inner(f.neurons[i].U, x, snap.Dimension))
	}
	return sum
}

// functionGraph draws a function of the first feature; with a piecewise-linear activation it is straight between kinks.
func (s *painting) functionGraph(c *canvas.Chart, f *function, width float64, color canvas.Color) {
	if !s.snap.Piecewise.Set {
		s.Graph(c, curveParts, width, color, func(x float64) float64 { return f.At(protocol.Vec{x}) })
		return
	}
	s.bends = append(s.bends[:0], c.X0, c.X1)
	for i := range f.neurons {
		if x := kinkAt(f.neurons[i].U); x > c.X0 && x < c.X1 {
			s.bends = append(s.bends, x)
		}
	}
	slices.Sort(s.bends)
	s.Clipped(c, len(s.bends), width, color, func(k int) canvas.Pixel {
		return c.At(s.bends[k], f.value(s.snap, protocol.Vec{s.bends[k]}))
	})
}

// gridStep is the distance, in css pixels, of the places at which functions are evaluated for a map.
const gridStep = 4.0

// evaluate gives a field the values of its outputs at places (x, y) of a chart that are gridStep apart.
func (s *painting) evaluate(f *protocol.Field, c *canvas.Chart, outputs int, value func(output int, x, y float64) float64) {
	step := gridStep * s.Scale
	columns, rows := int(math.Ceil(c.Rect.W/step))+1, int(math.Ceil(c.Rect.H/step))+1
	if columns != f.Columns || rows != f.Rows || outputs != f.Outputs {
		*f = protocol.Field{Columns: columns, Rows: rows, Outputs: outputs}
		f.Make()
	}
	f.Left, f.Low, f.Step = c.X0, c.Y0, step/c.KX
	for o := range outputs {
		for j := range rows {
			row, y := f.Row(o, j), f.Low+step/c.KY*float64(j)
			for i := range row {
				row[i] = float32(value(o, f.Left+f.Step*float64(i), y))
			}
		}
	}
}

// shade shows the places of a field in their colours, in a chart whose corners have a radius in css pixels.
func (s *painting) shade(f *protocol.Field, c *canvas.Chart, corner float64, color func(i, j int) canvas.Color) {
	column := func(x float64) float64 { return (x-f.Left)/f.Step + 0.5 }
	row := func(y float64) float64 { return float64(f.Rows) - 0.5 - (y-f.Low)/f.Step }
	layer := s.Canvas.Raster()
	pixels := layer.Pixels[:0]
	for j := f.Rows - 1; j >= 0; j-- {
		for i := range f.Columns {
			pixel := color(i, j).Pixel()
			pixels = append(pixels, pixel[:]...)
		}
	}
	*layer = canvas.Raster{Pixels: pixels, Width: f.Columns, Height: f.Rows, Corner: corner * s.Scale,
		Patches: append(layer.Patches[:0], canvas.Patch{Into: c.Rect, X0: column(c.X0), Y0: row(c.Y1), X1: column(c.X1), Y1: row(c.Y0)})}
}

// field shows an output of a field in a chart whose corners have a radius in css pixels, or which output is largest. A value that
// differs from the level by size has a strong colour.
func (s *painting) field(f *protocol.Field, output int, c *canvas.Chart, corner, size float64) {
	s.shade(f, c, corner, func(i, j int) canvas.Color {
		if output == none {
			return s.Theme.Paper.Mix(s.Theme.Classes[largestAt(f, i, j)], 0.34)
		}
		return heatColor(s.Theme, (float64(f.At(output, i, j))-s.snap.Level)/size, 0.5)
	})
}

// heatColor returns the colour of a value, strong from 1 on; most limits the strength of its hue.
func heatColor(t *canvas.Theme, value, most float64) canvas.Color {
	if value != value {
		return t.Paper
	}
	strong := min(4.0/3*math.Abs(value), 1e9) // a larger square may be infinite
	return t.Paper.Mix(t.Signed(value), most*strong/math.Sqrt(1+strong*strong))
}

// largestAt returns the output that is largest at place (i, j).
func largestAt(f *protocol.Field, i, j int) (best int) {
	for o := range f.Outputs {
		if f.At(o, i, j) > f.At(best, i, j) {
			best = o
		}
	}
	return best
}

// border draws, inside a chart, the line where an output of a field equals its level, or around each class the line where another
// output is as large.
func (s *painting) border(f *protocol.Field, output int, c *canvas.Chart, width float64) {
	if f.Rows < 2 {
		return
	}
	pieces := 0
	line := func(value func(i, j int) float64) {
		contour(f, c, value, func(a, b canvas.Pixel) {
			s.Piece(a, b, width, s.Theme.Paper.Mix(s.Theme.Ink, 0.92))
			pieces++
			if pieces%2 == 0 { // a piece is shorter than what each keeps free
				s.Labels.Avoid(gridStep, a)
			}
		})
	}
	if output != none {
		line(func(i, j int) float64 { return float64(f.At(output, i, j)) - s.snap.Level })
		return
	}
	for o := range f.Outputs {
		line(func(i, j int) float64 {
			lead := math.Inf(1)
			for other := range f.Outputs {
				if other != o {
					lead = min(lead, float64(f.At(o, i, j)-f.At(other, i, j)))
				}
			}
			return lead
		})
	}
}

// contour passes on, cell by cell, the pieces, inside a chart, of the line where a function of the places is zero.
func contour(f *protocol.Field, c *canvas.Chart, value func(i, j int) float64, piece func(a, b canvas.Pixel)) {
	for j := 1; j < f.Rows; j++ {
		below, left := value(0, j-1), value(0, j)
		for i := 1; i < f.Columns; i++ {
			right, here := value(i, j-1), value(i, j)
			if a := here < 0; a != (left < 0) || a != (below < 0) || a != (right < 0) {
				cellLines(f, c, i-1, j-1, &[4]float64{below, right, here, left}, piece)
			}
			below, left = right, here
		}
	}
}

// cellLines passes on the pieces of the line through a cell. values are those at its corners, going around from the lower left.
func cellLines(f *protocol.Field, c *canvas.Chart, i, j int, values *[4]float64, piece func(a, b canvas.Pixel)) {
	var ends [4]canvas.Pixel
	count := 0
	for k := range 4 {
		from, to := values[k], values[(k+1)%4]
		if (from < 0) == (to < 0) {
			continue
		}
		t := from / (from - to)
		at := [4][2]float64{{t, 0}, {1, t}, {1 - t, 1}, {0, 1 - t}}[k]
		ends[count] = c.At(f.Left+f.Step*(float64(i)+at[0]), f.Low+f.Step*(float64(j)+at[1]))
		count++
	}
	first := 0
	if count == 4 && (values[0]+values[1]+values[2]+values[3] < 0) != (values[0] < 0) { // join the corners that have the sign of the middle
		first = 1
	}
	for k := first; k < count+first; k += 2 {
		if a, b, seen := c.Rect.Clip(ends[k], ends[(k+1)%count]); seen {
			piece(a, b)
		}
	}
}

// outputAt returns output k of the network at a place; f is the chosen output, which the animation changes.
func outputAt(snap *protocol.Snapshot, f *protocol.Quadratic, k int, x protocol.Vec) float64 {
	switch {
	case snap.Piecewise.Set:
		all := function{neurons: snap.Neurons}
		return all.value(snap, x)
	case hasLayers(snap):
		return interpolated(&snap.Layers.Field, k, x[0], x[1])
	case k != snap.Output && k < len(snap.Classes):
		return snap.Classes[k].At(x)
	}
	return f.At(x)
}

// output returns output k at a place, at the animation's position.
func (s *painting) output(k int, x protocol.Vec) float64 {
	return outputAt(s.snap, &s.now.function, k, x)
}

// outputOf returns the output that a point's label belongs to.
func (s *painting) outputOf(q *protocol.Point) int {
	if only, count := outputShown(s.snap); only != none || q.Class < 1 || q.Class > count {
		return max(0, only)
	}
	return q.Class - 1
}
