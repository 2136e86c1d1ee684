package scene

import (
	"math"

	"conelab/core/app/protocol"
	"conelab/core/draw/canvas"
)

// showsClasses reports whether the data tile shows which output is largest: not while a neuron or a matrix entry is shown alone.
func showsClasses(snap *protocol.Snapshot) bool {
	return len(snap.Classes) > 1 && len(snap.Classes) <= protocol.MaxClasses && !showsTerm(snap)
}

// sampled bounds the number of points that names keep off.
const sampled = 150

// nameRegions writes the name of its class into each region, beside the point of the class where its output leads most.
func (s *dataPicture) nameRegions(plane canvas.Transform) {
	f := &s.image
	largest := func(at canvas.Pixel) int { // at the place nearest to a pixel
		x, y := plane.Point(at.X, at.Y)
		i, j := math.Round((x-f.Left)/f.Step), math.Round((y-f.Low)/f.Step)
		return largestAt(f, int(max(0, min(i, float64(f.Columns-1)))), int(max(0, min(j, float64(f.Rows-1)))))
	}
	for k := range s.snap.Classes {
		best, most := canvas.Pixel{}, math.Inf(-1)
		for i := range s.snap.Points {
			q, lead := &s.snap.Points[i], math.Inf(1)
			for other := range s.snap.Classes {
				if other != k {
					lead = min(lead, s.output(k, q.X)-s.output(other, q.X))
				}
			}
			if q.Class == k+1 && lead > most {
				best, most = plane.At(q.X[0], q.X[1]), lead
			}
		}
		s.nameClass(k).Best(best, best.Offset(0, 1), 5, canvas.ClassNote, func(at canvas.Pixel) bool { return largest(at) == k })
	}
}

// nameClass begins the label of a class: with its word, or without one with its number.
func (s *painting) nameClass(k int) *canvas.Labels {
	if k < len(s.snap.Names) {
		return s.Label(s.snap.Names[k])
	}
	return s.Label("class ").Number(float64(k+1), 1)
}

// outputGraphs draws the outputs of several layers, or of the classes, for one feature, each as a curve.
func (s *painting) outputGraphs(c *canvas.Chart) {
	t, r := s.Theme, s.Rect
	graph := func(k int, width float64, color canvas.Color) func(x float64) float64 {
		f := func(x float64) float64 { return s.output(k, protocol.Vec{x}) }
		s.Graph(c, curveParts, width+1.6, t.Paper.Alpha(0.8), f)
		s.Graph(c, curveParts, width, color, f)
		return f
	}
	only, count := outputShown(s.snap)
	if only != none {
		graph(only, 3.2, t.Ink)
		return
	}
	for k := range count {
		width, color := 2.0, t.Classes[k].Mix(t.Ink, 0.15)
		if k == s.snap.Output {
			width = 3.2
		}
		f := graph(k, width, color)
		// Each curve has the mark of its class at a different x.
		x, _ := c.Point(r.X+r.W*(float64(k)+0.7)/(float64(count)+0.4), r.Y)
		if at := c.Clamped(x, f(x)); r.Contains(at.X, at.Y) {
			s.Shape(at, k+1, markRadius+3, t.Paper)
			s.Shape(at, k+1, markRadius+0.6, color)
			s.Label("f").Index(k).Near(at.Offset(0, -15*s.Scale), canvas.ClassNote)
		}
	}
}
