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

// nameGrid is the number of cells, in each direction, into which a tile is divided to find positions for the names of regions. sampled
// bounds the number of points that are considered.
const nameGrid, sampled = 18, 150

// nameRegions writes the name of its class into each region, as far as possible from the tile's edge, the points and the other regions.
func (s *dataPicture) nameRegions(plane canvas.Transform) {
	var best [protocol.MaxClasses]canvas.Pixel
	var room [protocol.MaxClasses]float64
	f := &s.image
	largest := func(at canvas.Pixel) int { // at the place nearest to a pixel
		x, y := plane.Point(at.X, at.Y)
		i, j := math.Round((x-f.Left)/f.Step), math.Round((y-f.Low)/f.Step)
		return largestAt(f, int(max(0, min(i, float64(f.Columns-1)))), int(max(0, min(j, float64(f.Rows-1)))))
	}
	r, points := s.Rect, s.snap.Points
	stride := max(1, len(points)/sampled)
	for i := range nameGrid * nameGrid {
		at := canvas.XY(r.X+r.W*(float64(i%nameGrid)+0.5)/nameGrid, r.Y+r.H*(float64(i/nameGrid)+0.5)/nameGrid)
		k := largest(at)
		free := min(at.X-r.X, r.X+r.W-at.X, at.Y-r.Y, r.Y+r.H-at.Y)
		for j := 0; j < len(points) && free > room[k]; j += stride {
			x, y := plane.Pixel(points[j].X[0], points[j].X[1])
			free = min(free, math.Hypot(x-at.X, y-at.Y))
		}
		const turns = 16
		for j := range turns { // the region's edge is beyond a circle around the place
			sin, cos := math.Sincos(2 * math.Pi * float64(j) / turns)
			for free > room[k] && largest(at.Offset(free*cos, free*sin)) != k {
				free *= 0.8
			}
		}
		if free > room[k] {
			best[k], room[k] = at, free
		}
	}
	for k := range s.snap.Classes {
		if room[k] > 0 {
			s.nameClass(k).Near(best[k], canvas.ClassNote)
		}
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
