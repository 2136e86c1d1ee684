package scene

import (
	"cmp"
	"slices"
)

// Vertex has the fields of the vertex of the graphics library, in the same order, so that a list can be handed over as it is.
//
// Dst is the place in pixels. Src is the place in the local frame of the primitive, in pixels. Color is not premultiplied. Custom is
// (kind, size, size, depth), see the kinds.
type Vertex struct {
	DstX, DstY                         float32
	SrcX, SrcY                         float32
	ColorR, ColorG, ColorB, ColorA     float32
	Custom0, Custom1, Custom2, Custom3 float32
}

// The kinds of ink, and what Custom1 and Custom2 mean. The shader of the view has the same table.
const (
	kindSegment = iota // length along x and radius; round ends at x = 0 and x = length
	kindDiamond        // radius of the diamond |x| + |y| <= radius
	kindHead           // length and half width of a triangle with its base on x = 0 and its tip at x = length
	kindRing           // radius and half the width of the line
	kindFill           // the whole quad
	kindPanel          // half width and half height of a rectangle with rounded corners; the corner's radius is in Custom3
	kindBall           // radius of a ball lit from the upper left
)

const (
	// batchVertices is the largest number of vertices of a batch: indices have 16 bits.
	batchVertices = 65532
	// far is beyond any canvas; a primitive that reaches farther comes from a number that overflowed and is left out.
	far = 1e5
)

// Batch is what one call draws.
type Batch struct {
	Vertices []Vertex
	Indices  []uint16
}

// List is the ink of one tile in the order in which it is drawn.
type List struct {
	batches []Batch
	used    int
}

// Batches returns the calls to make; they are valid until the next frame.
func (l *List) Batches() []Batch { return l.batches[:l.used] }

func (l *List) reset() {
	for i := range l.batches {
		l.batches[i].Vertices = l.batches[i].Vertices[:0]
		l.batches[i].Indices = l.batches[i].Indices[:0]
	}
	l.used = 0
}

// quad appends a quad whose corners go around it. A quad with a number that is not finite or out of reach is left out.
func (l *List) quad(v *[4]Vertex) {
	for i := range v {
		if !v[i].sound() {
			return
		}
	}
	b := l.room(4)
	i := uint16(len(b.Vertices))
	b.Vertices = append(b.Vertices, v[0], v[1], v[2], v[3])
	b.Indices = append(b.Indices, i, i+1, i+2, i, i+2, i+3)
}

// triangle appends a triangle. One with a number that is not finite or out of reach is left out.
func (l *List) triangle(v *[3]Vertex) {
	for i := range v {
		if !v[i].sound() {
			return
		}
	}
	b := l.room(3)
	i := uint16(len(b.Vertices))
	b.Vertices = append(b.Vertices, v[0], v[1], v[2])
	b.Indices = append(b.Indices, i, i+1, i+2)
}

// room returns the batch that has room for so many vertices more.
func (l *List) room(vertices int) *Batch {
	if l.used == 0 || len(l.batches[l.used-1].Vertices)+vertices > batchVertices {
		if l.used == len(l.batches) {
			l.batches = append(l.batches, Batch{})
		}
		l.used++
	}
	return &l.batches[l.used-1]
}

// sound reports whether all numbers of v are finite and its place is within reach.
func (v *Vertex) sound() bool {
	rest := v.SrcX + v.SrcY + v.ColorR + v.ColorG + v.ColorB + v.ColorA + v.Custom1 + v.Custom2 + v.Custom3
	return v.DstX > -far && v.DstX < far && v.DstY > -far && v.DstY < far && rest-rest == 0
}

// sortByDepth puts order, indices of depths, so that the farthest comes first.
func sortByDepth(order []int, depths []float64) {
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(depths[b], depths[a]) })
}
