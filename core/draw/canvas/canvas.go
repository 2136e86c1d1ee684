// Package canvas is the kit with which the pictures are drawn: one kind of ink, one of labels, one chart with its axes, and one camera for
// all of them. It knows sizes, colours and places, but nothing of networks.
//
// A Canvas builds a Tile, which is a list of layers: ink, images and quadric surfaces. A picture begins with a background, and draws on:
//
//	s.Background(s.Theme.Panel)
//	c := canvas.ChartIn(s.Rect.Inset(40*s.Scale, 10*s.Scale, 10*s.Scale, 30*s.Scale), 0, 1, low, high)
//	s.Grid(&c)
//	s.Graph(&c, 100, 2, s.Theme.Ink, f)
//	s.Label("f(x)").Near(c.At(1, f(1)))
//
// and in space, on a Projection of the world:
//
//	s.Projection = camera.Projection(s.Rect, 1.5)
//	s.Line(vec{}, u, 2, s.Theme.Accent)
//
// A label is begun by Label, goes on with Add, Number and others, and ends with its place: Note is there, Near as close as there is room,
// Above and Beyond are beside a mark. A Tick waits for all other labels, and is left out where it would cover one. Avoid keeps places free.
//
// Positions are in pixels of the screen (Pixel). Widths, radii and lengths of marks are in css pixels, each of which is
// Scale pixels wide: an offset of a position by 6 css pixels is 6*s.Scale.
//
// Ink consists of quads, each with a shape given by its signed distance (see Vertex), so that edges are exact at every scale. A ray meets a
// quadric at most twice, so comparing the depth of ink with both hits orders ink and surface exactly in every pixel, without a depth
// buffer.
//
// All memory is reused: after the first few tiles, building one allocates nothing. Small functions of colours and labels, which are called
// in many places, are not inlined (go:noinline): inlining them would make the download 14 kB larger.
package canvas

import (
	"cmp"
	"math"
	"slices"
)

// Canvas is a tile under construction.
type Canvas struct {
	Rect       Rect       // of the tile
	Scale      float64    // pixels in a css pixel
	Text       float64    // and in one of what makes room for text, which is larger in large type
	Theme      *Theme     // its colours
	Labels     Labels     // the text on top of it
	Projection Projection // of a picture with depth, set by the picture
	Path       []Pixel    // the smooth curve drawn last
	order      []int      // what SortDown sorted last
	values     []float64  // of that order
	weight     float64    // multiplies the width of lines
	tile       *Tile
	list       *List // the newest layer of ink
}

// Begin begins a tile in the rectangle r. scale is the number of pixels in a css pixel, weight multiplies the width of lines, and words is
// the size of the page's labels, 1 for the usual one. A hidden tile keeps no memory.
func (s *Canvas) Begin(tile *Tile, r Rect, scale, weight, words float64, t *Theme) {
	tile.used = 0
	if r.Empty() {
		*tile = Tile{}
	}
	s.tile, s.list, s.Rect, s.Scale, s.Text, s.weight, s.Theme = tile, nil, r, scale, scale*words, weight, t
	s.Labels.Reset(r, scale, words)
}

// Ink begins a layer of ink. With space, the tile's surface covers ink behind it.
func (s *Canvas) Ink(space bool) {
	l := s.tile.add(KindInk)
	l.Space = space
	s.list = &l.Ink
}

// Background begins the tile with a layer of ink on its background.
func (s *Canvas) Background(c Color) {
	s.Ink(false)
	s.Panel(s.Rect, Corner, c)
}

// At returns where a point of the world is drawn.
func (s *Canvas) At(p Vec) Pixel { return s.Projection.Project(p) }

// Line draws a line in the world.
func (s *Canvas) Line(a, b Vec, width float64, c Color) { s.Segment(s.At(a), s.At(b), width, c) }

// Through draws a smooth curve through n pixels, with gaps at those that are hidden.
func (s *Canvas) Through(n int, width float64, c Color, at func(i int) Pixel) {
	s.Path = s.Path[:0]
	for i := range n {
		if p := at(i); p != Hidden {
			s.Path = append(s.Path, p)
		} else {
			s.Curve(s.Path, width, c)
			s.Path = s.Path[:0]
		}
	}
	s.Curve(s.Path, width, c)
}

// Hidden stands for a pixel that is not shown.
var Hidden = Pixel{X: math.Inf(1)}

// WorldAxes draws three axes through the origin, with their names beyond the ends; an axis without a name has none.
func (s *Canvas) WorldAxes(names [3]string, length, beyond float64) {
	for axis, name := range names {
		var end Vec
		end[axis] = length
		s.Line(end.Scale(-1), end, 1, s.Theme.SpaceAxis())
		end[axis] = beyond
		if name != "" {
			s.Label(name).Tick(s.At(end), 'c')
		}
	}
}

// Surface adds a surface to the tile. No point of it is farther than radius from the origin of the world.
func (s *Canvas) Surface(radius float64) *Surface {
	layer, proj, t := s.tile.add(KindSurface), &s.Projection, s.Theme
	layer.Surface = Surface{
		Rect: s.Rect, Corner: Corner * s.Scale, Right: toFloat32(proj.Right), Up: toFloat32(proj.Up), Forward: toFloat32(proj.Forward),
		CenterX: proj.CX, CenterY: proj.CY, Scale: proj.Scale, Box: [3]float32{1e6, 1e6, 1e6}, Pixel: s.Scale * s.weight,
		Cover: proj.bounds(radius).within(s.Rect), Opacity: 0.16, Edge: 0.42, Face: t.Face(), Line: t.Ink,
		Positive: t.Positive, Negative: t.Negative,
	}
	return &layer.Surface
}

func toFloat32(v Vec) [3]float32 { return [3]float32{float32(v[0]), float32(v[1]), float32(v[2])} }

// SortDown returns 0, ..., n-1, those with the largest value first, such as what is farthest away; equal ones stay in order. The result is
// valid until the next call.
func (s *Canvas) SortDown(n int, value func(i int) float64) []int {
	s.order, s.values = s.order[:0], s.values[:0]
	for i := range n {
		s.order, s.values = append(s.order, i), append(s.values, value(i))
	}
	slices.SortFunc(s.order, func(a, b int) int { return cmp.Or(cmp.Compare(s.values[b], s.values[a]), a-b) })
	return s.order
}

// Label begins a label with text. Its other parts are added to what Label returns, and last its place.
func (s *Canvas) Label(text string) *Labels { return s.Labels.Start(text) }

// Handle draws what a pointer can drag.
func (s *Canvas) Handle(at Pixel) {
	s.Disc(at, 8.5, s.Theme.Ink)
	s.Disc(at, 6.5, s.Theme.Panel)
	s.Disc(at, 3.5, s.Theme.Ink)
}

// Raster begins a layer with an image, which the caller fills.
func (s *Canvas) Raster() *Raster { return &s.tile.add(KindRaster).Raster }
