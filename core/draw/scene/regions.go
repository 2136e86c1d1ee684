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
func (s *Scene) output(snap *protocol.Snapshot, k int) *protocol.Quadratic {
	if k == snap.Output {
		return &s.now.function
	}
	return &snap.Classes[k]
}

// largest returns the output that is largest at x.
func (s *Scene) largest(snap *protocol.Snapshot, x protocol.Vec) int {
	best, value := 0, math.Inf(-1)
	for k := range snap.Classes {
		if v := s.output(snap, k).At(x); v > value {
			best, value = k, v
		}
	}
	return best
}

// regions adds the layer of the regions, with their labels.
func (s *Scene) regions(r Rect, plane Plane, snap *protocol.Snapshot, v *View) {
	t := &v.Theme
	h := &s.frame.Tiles[TileData].add(KindRegions).Regions
	*h = Regions{
		Rect: r, Corner: Corner * v.Layout.Scale, CenterX: plane.PX, CenterY: plane.PY, Half: min(r.W, r.H) / 2, Count: len(snap.Classes),
		Colors: t.Classes, Line: 2.2 * v.Layout.Scale * v.Weight, Paper: t.Paper, Ink: t.Ink,
	}
	for k := range snap.Classes {
		h.Functions[k] = local(s.output(snap, k), plane.X, plane.Y, h.Half/plane.KX, 1)
	}
	s.nameRegions(r, plane, snap)
}

// nameRegions writes the name of its class into each region, as far as possible from the region's edge, the points and the tile's edge.
func (s *Scene) nameRegions(r Rect, plane Plane, snap *protocol.Snapshot) {
	var owner [parts * parts]int
	var at [parts * parts]pixel
	for i := range owner {
		at[i] = pixel{x: r.X + r.W*(float64(i%parts)+0.5)/parts, y: r.Y + r.H*(float64(i/parts)+0.5)/parts}
		x, y := plane.Point(at[i].x, at[i].y)
		owner[i] = s.largest(snap, protocol.Vec{x, y})
	}
	var best [protocol.MostClasses]int
	var room [protocol.MostClasses]float64
	stride := max(1, len(snap.Points)/sampled)
	for i, k := range owner {
		free := min(at[i].x-r.X, r.X+r.W-at[i].x, at[i].y-r.Y, r.Y+r.H-at[i].y)
		for j := range owner {
			if owner[j] != k && free > room[k] {
				free = min(free, math.Hypot(at[j].x-at[i].x, at[j].y-at[i].y))
			}
		}
		for j := 0; j < len(snap.Points) && free > room[k]; j += stride {
			x, y := plane.Pixel(snap.Points[j].X[0], snap.Points[j].X[1])
			free = min(free, math.Hypot(x-at[i].x, y-at[i].y))
		}
		if free > room[k] {
			best[k], room[k] = i, free
		}
	}
	for k := range snap.Classes {
		if room[k] > 0 {
			s.class(snap, k).place(at[best[k]], r, classNote)
		}
	}
}

// class begins the label of a class: with its word, or without one with its number.
func (s *Scene) class(snap *protocol.Snapshot, k int) *labels {
	if k < len(snap.Names) {
		return s.labels.start(snap.Names[k])
	}
	return s.labels.start("class ").number(float64(k+1), 1)
}

// buildGraphs draws the outputs for one feature, each as a curve, and along the upper edge a strip with the class of the largest.
func (s *Scene) buildGraphs(r Rect, plane Plane, p pen, snap *protocol.Snapshot, t *Theme) {
	for k := range snap.Classes {
		width := 2.0
		if k == snap.Output {
			width = 3.2
		}
		f := s.output(snap, k)
		s.graph(p, r, plane, f, width+1.6, t.Paper.alpha(0.8))
		s.graph(p, r, plane, f, width, t.Classes[k].mix(t.Ink, 0.15))
		// Each curve has the mark of its class at a different x.
		x, _ := plane.Point(r.X+r.W*(float64(k)+0.7)/(float64(len(snap.Classes))+0.4), r.Y)
		at := s.graphPoint(r, plane, f, x)
		if !r.contains(at.x, at.y) {
			continue
		}
		p.shape(at, k+1, markRadius+3, t.Paper)
		p.shape(at, k+1, markRadius+0.6, t.Classes[k].mix(t.Ink, 0.15))
		s.labels.start("f").index(k).place(pixel{x: at.x, y: at.y - 15*p.scale}, r, classNote)
	}
	inset, thick := Corner*p.scale, 7*p.scale
	y := r.Y + 4*p.scale
	from, class := r.X+inset, -1
	for i := range curveParts + 1 {
		px := r.X + inset + (r.W-2*inset)*float64(i)/curveParts
		x, _ := plane.Point(px, y)
		now := s.largest(snap, protocol.Vec{x})
		if i > 0 && (now != class || i == curveParts) {
			p.fill(pixel{x: from, y: y}, pixel{x: px, y: y}, pixel{x: px, y: y + thick}, pixel{x: from, y: y + thick}, t.Classes[class])
			if px-from > 50*p.scale {
				s.class(snap, class).place(pixel{x: (from + px) / 2, y: y + thick + 9*p.scale}, r, classNote)
			}
			from = px
		}
		class = now
	}
}

// dot draws a data point: by its class if it has one, else by its label.
func dot(p pen, at pixel, q *protocol.Point, t *Theme, radius, size float64) {
	if q.Held {
		hollow(p, at, q, t, radius, size)
		return
	}
	if q.Class < 1 || q.Class > protocol.MostClasses {
		point(p, at, q.Label, t, radius, size)
		return
	}
	color := t.Classes[q.Class-1]
	p.shape(at, q.Class, radius+1.9, t.Paper)
	p.shape(at, q.Class, radius+0.6, t.Ink.mix(color, 0.35))
	p.shape(at, q.Class, radius-0.7, color)
}

// shape draws the mark of a class, about as large as a disc of the given radius: disc, diamond, triangle, square, triangle on its tip, cross.
func (p pen) shape(at pixel, class int, radius float64, c Color) {
	switch class {
	case 1:
		p.disc(at, radius, c)
	case 2:
		p.diamond(at, 1.3*radius, c)
	case 4: // a diamond turned by 45 degrees
		r := 1.26 * radius * p.unit()
		p.box(&box{at: at, ax: math.Sqrt2 / 2, ay: math.Sqrt2 / 2, x0: -r - 1, x1: r + 1, y0: -r - 1, y1: r + 1, h0: at.depth, h1: at.depth, kind: kindDiamond, size1: r, color: c})
	case 3, 5:
		r, up := radius*p.unit()/p.scale, -1.0
		if class == 5 {
			up = 1
		}
		tip := pixel{at.x, at.y + up*1.45*r*p.scale, at.depth}
		p.head(pixel{at.x, at.y - up*r*p.scale, at.depth}, tip, 2.3*r, 1.35*r, c)
	default:
		r := 0.8 * radius * p.unit()
		a := pixel{at.x - r, at.y - r, at.depth}
		b := pixel{at.x + r, at.y + r, at.depth}
		width := 0.62 * radius * p.unit() / p.scale / p.weight
		p.segment(a, b, width, c)
		p.segment(pixel{a.x, b.y, at.depth}, pixel{b.x, a.y, at.depth}, width, c)
	}
}
