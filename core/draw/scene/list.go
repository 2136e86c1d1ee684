package scene

import (
	"cmp"
	"slices"
)

// Vertex has the same fields in the same order as the graphics library's vertex, so that a list can be handed over without copying.
//
// Dst is the position in pixels. Src is the position in the local frame of the primitive, in pixels. Color is not premultiplied. Custom is
// (kind, size, size, depth); see the kinds.
type Vertex struct {
	DstX, DstY                         float32
	SrcX, SrcY                         float32
	ColorR, ColorG, ColorB, ColorA     float32
	Custom0, Custom1, Custom2, Custom3 float32
}

// The kinds of ink, with the meaning of Custom1 and Custom2. The view's shader has the same table.
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
	// batchVertices is the largest number of vertices in a batch: 96 KB. Larger pieces may not find room in memory that is already there, and
	// the memory of the page never becomes less.
	batchVertices = 2048
	// far is beyond any canvas. A primitive that reaches farther comes from an overflowed number and is left out.
	far = 1e5
)

// Batch is what one draw call draws.
type Batch struct {
	Vertices []Vertex
	Indices  []uint16
}

// List is the ink of one tile in drawing order.
type List struct {
	batches []Batch
	used    int
}

// Batches returns the batches to draw; they are valid until the next frame.
func (l *List) Batches() []Batch { return l.batches[:l.used] }

func (l *List) reset() {
	for i := range l.Batches() {
		l.batches[i].Vertices = l.batches[i].Vertices[:0]
		l.batches[i].Indices = l.batches[i].Indices[:0]
	}
	l.used = 0
}

// quad appends a quad; v goes around its corners. triangle appends a triangle. Either is left out if a coordinate is not finite or out of
// reach.
func (l *List) quad(v *[4]Vertex) {
	if v[0].sound() && v[1].sound() && v[2].sound() && v[3].sound() {
		b := l.room(4)
		i := uint16(len(b.Vertices))
		b.Vertices = append(b.Vertices, v[0], v[1], v[2], v[3])
		b.Indices = append(b.Indices, i, i+1, i+2, i, i+2, i+3)
	}
}

func (l *List) triangle(v *[3]Vertex) {
	if v[0].sound() && v[1].sound() && v[2].sound() {
		b := l.room(3)
		i := uint16(len(b.Vertices))
		b.Vertices = append(b.Vertices, v[0], v[1], v[2])
		b.Indices = append(b.Indices, i, i+1, i+2)
	}
}

// room returns a batch with room for that many more vertices.
func (l *List) room(vertices int) *Batch {
	if l.used == 0 || len(l.batches[l.used-1].Vertices)+vertices > batchVertices {
		if l.used == len(l.batches) {
			l.batches = append(l.batches, newBatch(l.used > 0))
		}
		l.used++
	}
	return &l.batches[l.used-1]
}

// newBatch returns an empty batch, whole if it is to be full: growing step by step would need five times its memory.
func newBatch(whole bool) (b Batch) {
	if whole {
		b.Vertices, b.Indices = make([]Vertex, 0, batchVertices), make([]uint16, 0, 3*batchVertices/2)
	}
	return b
}

// sound reports whether all numbers of v are finite and its position is within reach.
func (v *Vertex) sound() bool {
	rest := v.SrcX + v.SrcY + v.ColorR + v.ColorG + v.ColorB + v.ColorA + v.Custom1 + v.Custom2 + v.Custom3
	return v.DstX > -far && v.DstX < far && v.DstY > -far && v.DstY < far && rest-rest == 0
}

// sortByDepth sorts order, a list of indices of depths, so that the farthest comes first, and of equally far ones the first.
func sortByDepth(order []int, depths []float64) {
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(depths[b], depths[a]), a-b) })
}
