package scene

import (
	"math"

	"conelab/core/app/protocol"
)

// parts is the number of cells, in each direction, into which a tile is divided to find positions for the labels of regions. sampled bounds
// the number of points that are considered.
const parts, sampled = 18, 150

// Regions says how to colour a rectangle by the largest of several functions of the plane. Frame and coefficients are those of Heat.
type Regions struct {
	Rect             Rect
	Corner           float64
	CenterX, CenterY float64
	Half             float64
	Count            int
	Functions        [protocol.MostClasses][6]float32
	Colors           [protocol.MostClasses]Color
	Line             float64 // width of the line between two regions, in pixels
	Paper, Ink       Color
}

// showsClasses reports whether the data tile shows which output is largest: not while a neuron or a matrix entry is shown alone.
func showsClasses(snap *protocol.Snapshot) bool {
	return len(snap.Classes) > 1 && len(snap.Classes) <= protocol.MostClasses && snap.Entry.Matrix < 0 && !focused(snap, snap.Focus)
}

// output returns the function of output k; for the selected output, the function that the animation shows now.
func (s *Scene) output(k int) *protocol.Quadratic {
	if k == s.snap.Output {
		return &s.now.function
	}
	return &s.snap.Classes[k]
}

// largestAt returns the output that is largest at a pixel.
func (s *Scene) largestAt(plane Plane, at pixel) int {
	best, value := 0, math.Inf(-1)
	x, y := plane.Point(at.x, at.y)
	for k := range s.snap.Classes {
		if v := s.output(k).At(protocol.Vec{x, y}); v > value {
			best, value = k, v
		}
	}
	return best
}

// regions adds the layer of the regions, with their labels.
func (s *Scene) regions(plane Plane) {
	t, h := s.theme, &s.frame.Tiles[s.tile].add(KindRegions).Regions
	*h = Regions{
		Rect: s.r, Corner: Corner * s.scale, CenterX: plane.PX, CenterY: plane.PY, Half: min(s.r.W, s.r.H) / 2, Count: len(s.snap.Classes),
		Colors: t.Classes, Line: 2.2 * s.scale * s.weight, Paper: t.Paper, Ink: t.Ink,
	}
	for k := range s.snap.Classes {
		h.Functions[k] = local(s.output(k), plane.X, plane.Y, h.Half/plane.KX, 1)
	}
	s.nameRegions(plane)
}

// nameRegions writes the name of its class into each region, as far as possible from the tile's edge, the points and the other regions.
func (s *Scene) nameRegions(plane Plane) {
	var best [protocol.MostClasses]pixel
	var room [protocol.MostClasses]float64
	r, points := s.r, s.snap.Points
	stride := max(1, len(points)/sampled)
	for i := range parts * parts {
		at := xy(r.X+r.W*(float64(i%parts)+0.5)/parts, r.Y+r.H*(float64(i/parts)+0.5)/parts)
		k := s.largestAt(plane, at)
		free := min(at.x-r.X, r.X+r.W-at.x, at.y-r.Y, r.Y+r.H-at.y)
		for j := 0; j < len(points) && free > room[k]; j += stride {
			x, y := plane.Pixel(points[j].X[0], points[j].X[1])
			free = min(free, math.Hypot(x-at.x, y-at.y))
		}
		const turns = 16
		for j := range turns { // the region's edge is beyond a circle around the place
			sin, cos := math.Sincos(2 * math.Pi * float64(j) / turns)
			for free > room[k] && s.largestAt(plane, at.moved(free*cos, free*sin)) != k {
				free *= 0.8
			}
		}
		if free > room[k] {
			best[k], room[k] = at, free
		}
	}
	for k := range s.snap.Classes {
		if room[k] > 0 {
			s.nameClass(k).place(best[k], classNote)
		}
	}
}

// nameClass begins the label of a class: with its word, or without one with its number.
func (s *Scene) nameClass(k int) *labels {
	if k < len(s.snap.Names) {
		return s.labels.start(s.snap.Names[k])
	}
	return s.labels.start("class ").number(float64(k+1), 1)
}

// outputGraphs draws the outputs for one feature, each as a curve: of several layers, or of the classes.
func (s *Scene) outputGraphs(c *chart) {
	t, r := s.theme, s.r
	value := func(k int, x float64) float64 { return s.output(k).At(protocol.Vec{x}) }
	count, deep := len(s.snap.Classes), isDeep(s.snap)
	if deep {
		value, count = s.fieldValue, s.snap.Layers.Field.Outputs
	}
	for k := range count {
		width, color, compares := 2.0, t.Classes[k].mix(t.Ink, 0.15), true
		if deep {
			if only := fieldOutput(s.snap); only != none {
				k, color, compares = only, t.Ink, false
			}
		}
		if k == s.snap.Output {
			width = 3.2
		}
		f := func(x float64) float64 { return value(k, x) }
		s.graph(c, curveParts, width+1.6, t.Paper.alpha(0.8), f)
		s.graph(c, curveParts, width, color, f)
		if !compares {
			return
		}
		// Each curve has the mark of its class at a different x.
		x, _ := c.Point(r.X+r.W*(float64(k)+0.7)/(float64(count)+0.4), r.Y)
		if at := c.held(x, f(x)); r.contains(at.x, at.y) {
			s.shape(at, k+1, markRadius+3, t.Paper)
			s.shape(at, k+1, markRadius+0.6, color)
			s.labels.start("f").index(k).place(at.moved(0, -15*s.scale), classNote)
		}
	}
}
