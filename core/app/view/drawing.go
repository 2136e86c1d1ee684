package view

import (
	"math"

	"conelab/core/app/protocol"
)

const (
	// mostMarks is the largest number of points drawn.
	mostMarks = 2000
	// steps is the number of segments of a graph. cells is the number of cells along each side of the grid on which contours are searched for.
	steps, cells = 160, 80
	// heatCell is roughly the side of a cell of the heat map in pixels, mostCells the largest number of cells.
	heatCell, mostCells = 14.0, 4096
	// deepest is the largest level of the heat map.
	deepest = 8
	// farthest is the largest pixel coordinate of curves that leave the drawing.
	farthest = 1e5
)

// Of returns the simple drawing of a snapshot of data with the given number of features, in a rectangle of css pixels. For one feature it fills the
// rectangle; for more, the window is the largest square in its middle, as in the other pictures.
func Draw(s *protocol.Snapshot, features int, width, height float64) *protocol.Drawing {
	d := &protocol.Drawing{Width: width, Height: height, Curves: [][]float64{}, Points: []protocol.Mark{}, Features: features}
	half, rise := positive(s.Window.Half), positive(s.Window.Rise)
	plane := plane{x: central(s.Window.Center[0]), y: central(s.Window.Center[1]), px: width / 2, py: height / 2}
	if s.Dimension == 1 {
		plane.y, plane.kx, plane.ky = central(s.Window.Level), width/2/half, height/2/rise
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

// central returns v if it is within a range in which pixels can be computed, and otherwise 0.
func central(v float64) float64 {
	if math.Abs(v) < 1e150 {
		return v
	}
	return 0
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

// graphs adds the graph of f, or of all outputs if they are compared.
func (p *plane) graphs(d *protocol.Drawing, s *protocol.Snapshot) {
	f, classes := surfaces(s)
	if len(classes) == 0 && f != nil {
		classes = []surface{f}
	}
	for _, function := range classes {
		line := make([]float64, 0, 2*(steps+1))
		for i := range steps + 1 {
			px := d.Width * float64(i) / steps
			x, _ := p.place(px, 0)
			if y := function(x, 0); y == y { // several layers are known only within the window
				_, py := p.pixel(x, y)
				line = append(line, tenth(px), tenth(py))
			}
		}
		d.Curves = append(d.Curves, line)
	}
}

// shade adds the network's output over the plane: where it is at the threshold, or which output is largest.
func (p *plane) shade(d *protocol.Drawing, s *protocol.Snapshot) {
	f, classes := surfaces(s)
	if f == nil {
		return
	}
	raised := func(x, y float64) float64 { return f(x, y) - s.Level }
	d.Heat = p.heat(d, s, raised, classes)
	left, high := p.place(0, 0)
	right, low := p.place(d.Width, d.Height)
	window := window{left, right, low, high}
	add := func(q surface, keep func(x, y float64) bool) {
		for _, line := range contour(q, window, keep) {
			for i := 0; i < len(line); i += 2 {
				x, y := p.pixel(line[i], line[i+1])
				line[i], line[i+1] = tenth(x), tenth(y)
			}
			d.Curves = append(d.Curves, line)
		}
	}
	if len(classes) == 0 {
		add(raised, nil)
		return
	}
	for a := range classes {
		for b := range a {
			between := func(x, y float64) float64 { return classes[a](x, y) - classes[b](x, y) }
			add(between, func(x, y float64) bool { // only where no other output is larger
				best, own := classes[largest(classes, x, y)](x, y), classes[a](x, y)
				return best <= own+1e-9*(1+math.Abs(own))
			})
		}
	}
}

// largest returns the index of the largest of several functions at a position.
func largest(functions []surface, x, y float64) int {
	best := 0
	for k := range functions {
		if functions[k](x, y) > functions[best](x, y) {
			best = k
		}
	}
	return best
}

// heat returns the levels of f, or the classes, in cells of about the same size whatever the size of the drawing.
func (p *plane) heat(d *protocol.Drawing, s *protocol.Snapshot, f surface, classes []surface) *protocol.Heat {
	cell := math.Max(heatCell, math.Sqrt(d.Width*d.Height/mostCells))
	columns, rows := int(math.Ceil(d.Width/cell)), int(math.Ceil(d.Height/cell))
	h := &protocol.Heat{Cell: cell, Columns: columns, Levels: make([]int, 0, columns*rows), Classes: len(classes) > 0}
	size := labelSize(s.Points)
	for r := range rows {
		for c := range columns {
			x, y := p.place((float64(c)+0.5)*cell, (float64(r)+0.5)*cell)
			if h.Classes {
				h.Levels = append(h.Levels, 1+largest(classes, x, y))
				continue
			}
			v := f(x, y) / size * deepest
			if v != v {
				v = 0
			}
			h.Levels = append(h.Levels, int(math.Round(math.Max(-deepest, math.Min(deepest, v)))))
		}
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
