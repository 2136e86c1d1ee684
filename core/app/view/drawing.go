package view

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"conelab/core/app/protocol"
	"conelab/core/app/workspace"
	"conelab/core/format/document"
	"conelab/core/network/activation"
)

const (
	// mostMarks is the largest number of points drawn.
	mostMarks = 2000
	// steps is the number of segments of a graph. cells is the number of cells along each side of the grid on which lines are searched for.
	steps, cells = 160, 80
	// heatCell is roughly the side of a cell of the heat map in pixels, mostCells the largest number of cells.
	heatCell, mostCells = 14.0, 4096
	// deepest is the largest level of the heat map.
	deepest = 8
	// farthest is the largest pixel coordinate of curves that leave the drawing.
	farthest = 1e5
	// tickWidth and tickHeight are roughly the distances between two lines of the grid, in pixels.
	tickWidth, tickHeight = 132.0, 120.0
	// inset keeps the numbers along one edge clear of the corner and of the other edge.
	inset = 26.0
)

// Draw returns the simple drawing of a snapshot of data with the given number of features, in a rectangle of css pixels. For one
// feature it fills the rectangle; for more, the window is the largest square in its middle, as in the other pictures.
func Draw(s *protocol.Snapshot, features int, width, height float64) *protocol.Drawing {
	d := &protocol.Drawing{Width: width, Height: height, Curves: [][]float64{}, Points: []protocol.Mark{}, Features: features}
	half, rise := positive(s.Window.Half), positive(s.Window.Rise)
	plane := plane{x: s.Window.Center[0], y: s.Window.Center[1], px: width / 2, py: height / 2}
	if s.Dimension == 1 {
		plane.y, plane.kx, plane.ky = s.Window.Level, width/2/half, height/2/rise
	} else {
		plane.kx = math.Min(width, height) / 2 / half
		plane.ky = plane.kx
	}
	d.Origin[0], d.Origin[1] = plane.pixel(0, 0)
	d.Scale = [2]float64{plane.kx, -plane.ky}
	d.Columns, d.Rows = plane.grid(width, height)
	plane.marks(d, s)
	if s.Dimension == 1 {
		plane.graphs(d, s)
	} else {
		plane.shade(d, s)
	}
	return d
}

// positive returns v if it is positive and within a range in which pixels can be computed, and otherwise 1.
func positive(v float64) float64 {
	if v > 1e-150 && v < 1e150 {
		return v
	}
	return 1
}

// plane maps positions in the data to pixels: (x, y) is at (px, py), and a unit is kx and ky pixels long.
type plane struct{ x, y, px, py, kx, ky float64 }

func (p *plane) pixel(x, y float64) (px, py float64) { return p.px + (x-p.x)*p.kx, p.py - (y-p.y)*p.ky }
func (p *plane) place(px, py float64) (x, y float64) {
	return p.x + (px-p.px)/p.kx, p.y - (py-p.py)/p.ky
}

// tenth rounds a pixel coordinate to a tenth and limits it to what a drawing can place.
func tenth(v float64) float64 {
	if v != v {
		return 0
	}
	return math.Round(10*math.Max(-farthest, math.Min(farthest, v))) / 10
}

// marks adds the points.
func (p *plane) marks(d *protocol.Drawing, s *protocol.Snapshot) {
	d.More = max(0, len(s.Points)-mostMarks)
	for i := range s.Points[:len(s.Points)-d.More] {
		q := &s.Points[i]
		y := q.X[1]
		if s.Dimension == 1 {
			y = q.Label
		}
		x, y := p.pixel(q.X[0], y)
		d.Points = append(d.Points, protocol.Mark{
			X: tenth(x), Y: tenth(y), Class: q.Class, Below: q.Class == 0 && q.Label < 0, Held: q.Held, Selected: q.Selected,
		})
	}
}

// outputs returns the functions that are drawn: f, or all outputs if these are compared. There are none without a network, or with several
// layers, which only the pictures show.
func outputs(s *protocol.Snapshot) []protocol.Quadratic {
	if len(s.Classes) == 0 && s.Function != (protocol.Quadratic{}) {
		return []protocol.Quadratic{s.Function}
	}
	return s.Classes
}

// graphs adds the graph of each output.
func (p *plane) graphs(d *protocol.Drawing, s *protocol.Snapshot) {
	for _, f := range outputs(s) {
		line := make([]float64, 0, 2*(steps+1))
		for i := range steps + 1 {
			px := d.Width * float64(i) / steps
			x, _ := p.place(px, 0)
			_, py := p.pixel(x, f.At(protocol.Vec{x}))
			line = append(line, tenth(px), tenth(py))
		}
		d.Curves = append(d.Curves, line)
	}
}

// shade adds the network's output over the plane: its level, with the line where it is at the threshold, or which output is largest.
func (p *plane) shade(d *protocol.Drawing, s *protocol.Snapshot) {
	all := outputs(s)
	if len(all) == 0 {
		return
	}
	raised := all[0]
	raised.C -= s.Level
	if d.Heat = p.heat(d, s, &raised, all); len(all) == 1 {
		p.contour(d, &raised)
	}
}

// contour adds the line q = 0 as pieces from a point to another. It uses marching squares: in each cell of a grid the line passes
// straight between sides whose ends differ in sign, at the places where q is zero if it is linear along them. Parts of the line
// that lie within one cell are missed.
func (p *plane) contour(d *protocol.Drawing, q *protocol.Quadratic) {
	x := func(i int) float64 { return d.Width * float64(i) / cells }
	y := func(j int) float64 { return d.Height * float64(j) / cells }
	var values [cells + 1][cells + 1]float64
	for j := range values {
		for i := range values[j] {
			values[j][i] = p.at(q, x(i), y(j))
		}
	}
	for j := range cells {
		for i := range cells {
			corners := [4][2]int{{i, j}, {i + 1, j}, {i + 1, j + 1}, {i, j + 1}}
			var ends []float64
			for k, from := range corners {
				to := corners[(k+1)%4]
				a, b := values[from[1]][from[0]], values[to[1]][to[0]]
				if (a < 0) != (b < 0) {
					t := a / (a - b)
					ends = append(ends, tenth(x(from[0])+t*(x(to[0])-x(from[0]))), tenth(y(from[1])+t*(y(to[1])-y(from[1]))))
				}
			}
			for ; len(ends) >= 4; ends = ends[4:] {
				d.Curves = append(d.Curves, ends[:4:4])
			}
		}
	}
}

// at returns the value of a function at a pixel.
func (p *plane) at(q *protocol.Quadratic, px, py float64) float64 {
	x, y := p.place(px, py)
	return q.At(protocol.Vec{x, y})
}

// heat returns the levels of f, or which of several outputs is largest, in cells of about the same size whatever the size of the drawing.
func (p *plane) heat(d *protocol.Drawing, s *protocol.Snapshot, f *protocol.Quadratic, all []protocol.Quadratic) *protocol.Heat {
	cell := math.Max(heatCell, math.Sqrt(d.Width*d.Height/mostCells))
	columns, rows := int(math.Ceil(d.Width/cell)), int(math.Ceil(d.Height/cell))
	h := &protocol.Heat{Cell: cell, Columns: columns, Levels: make([]int, 0, columns*rows), Classes: len(all) > 1}
	size := labelSize(s.Points)
	for i := range rows * columns {
		px, py := (float64(i%columns)+0.5)*cell, (float64(i/columns)+0.5)*cell
		level := int(math.Round(math.Max(-deepest, math.Min(deepest, p.at(f, px, py)/size*deepest))))
		if h.Classes {
			level = 1
			for k := range all {
				if p.at(&all[k], px, py) > p.at(&all[level-1], px, py) {
					level = k + 1
				}
			}
		}
		h.Levels = append(h.Levels, level)
	}
	return h
}

// labelSize returns the mean absolute value of the labels, which is 1 for signs.
func labelSize(points []protocol.Point) float64 {
	sum := 0.0
	for i := range points {
		sum += math.Abs(points[i].Label)
	}
	return positive(sum / float64(len(points)))
}

// grid returns the lines at round numbers in a drawing of the given size.
func (p *plane) grid(width, height float64) (columns, rows []protocol.Rule) {
	stepX, stepY := protocol.RoundStep(tickWidth/p.kx), protocol.RoundStep(tickHeight/p.ky)
	if p.kx == p.ky {
		stepX = math.Max(stepX, stepY)
		stepY = stepX
	}
	left, high := p.place(0, 0)
	right, low := p.place(width, height)
	columns = rules(left, right, stepX, func(v float64) (at, length float64) { at, _ = p.pixel(v, 0); return at, width })
	rows = rules(low, high, stepY, func(v float64) (at, length float64) { _, at = p.pixel(0, v); return at, height })
	slices.Reverse(rows)
	return columns, rows
}

// rules returns the lines at the multiples of a step between two numbers. pixel returns where the line of a number is along a
// side, and the length of that.
func rules(low, high, step float64, pixel func(v float64) (at, length float64)) []protocol.Rule {
	lines := []protocol.Rule{}
	protocol.RoundNumbers(low, high, step, func(i, v float64) {
		at, length := pixel(v)
		line := protocol.Rule{At: tenth(at), Axis: i == 0}
		if at > inset && at < length-inset {
			line.Label = strings.ReplaceAll(strconv.FormatFloat(v+0, 'g', 6, 64), "-", "\u2212")
		}
		lines = append(lines, line)
	})
	return lines
}

// Plain returns what the simple drawing of the data shows, and the number of features, 0 for a plane: the snapshot or, for
// networks without pictures, the points and, for up to three features, the function.
func (s *Subject) Plain() (shown *protocol.Snapshot, features int) {
	shown = &protocol.Snapshot{}
	s.SnapshotTo(shown)
	t := s.data.state
	switch {
	case shown.Plane:
		return shown, 0
	case t.Pictured():
		return shown, t.Features()
	}
	s.pointsTo(shown, &s.data)
	shown.Dimension, shown.Level = min(t.Features(), 2), t.Level()
	shown.Window = t.Fitted(shown.Dimension)
	if t.Architecture().Kind == document.KindQuadratic && t.Features() <= workspace.DrawnFeatures {
		for _, n := range s.neurons {
			if n.Output == s.Work.Output() && len(n.U) == t.Inputs() { // others belong to other data
				part := s.data.frame.Neuron(&n, [3]float64{1}) // the activation is the square
				shown.Function.Add(1, &part)
			}
		}
	}
	return shown, t.Features()
}

// curveSteps is the number of segments of an activation's curve.
const curveSteps = 80

// ActivationCurves returns the curve of the activation a s^2 + b s + c on a range. If it is a fit, it also returns the curve of
// the fitted function, on the range of the fit.
func ActivationCurves(coefficients [3]float64, fit *protocol.PageFit, low, high float64) *protocol.ActivationCurves {
	c := &protocol.ActivationCurves{Low: low, High: high}
	if fit != nil {
		c.Low, c.High = fit.Low, fit.High
	}
	c.Sigma = values(c, func(s float64) float64 { return (coefficients[0]*s+coefficients[1])*s + coefficients[2] })
	if fit != nil {
		if f, err := activation.Find(fit.Name); err == nil {
			c.Name, c.Goal = fit.Name, values(c, f.At)
		}
	}
	for _, v := range append(c.Sigma[:len(c.Sigma):len(c.Sigma)], c.Goal...) {
		c.Bottom, c.Top = math.Min(c.Bottom, v), math.Max(c.Top, v)
	}
	return c
}

// values returns the values of a function at equal steps along the range.
func values(c *protocol.ActivationCurves, f func(float64) float64) []float64 {
	v := make([]float64, curveSteps+1)
	for i := range v {
		// This form places the points of a symmetric range exactly symmetrically.
		v[i] = drawable(f(c.Low*(float64(curveSteps-i)/curveSteps) + c.High*(float64(i)/curveSteps)))
	}
	return v
}

// highest is the largest absolute value on a curve, so that differences do not overflow.
const highest = 1e300

// drawable returns a value that can be drawn: NaN becomes 0, and large values are bounded.
func drawable(v float64) float64 {
	if v != v {
		return 0
	}
	return math.Max(-highest, math.Min(highest, v))
}
