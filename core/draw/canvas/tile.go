package canvas

// Kind is the kind of a layer.
type Kind int

// The kinds of layer; the comment names the field of Layer that holds what is drawn.
const (
	KindInk     Kind = iota // Ink
	KindSurface             // Surface
	KindRaster              // Raster
)

// Layer is one thing to draw on top of the layers before it.
type Layer struct {
	Kind    Kind
	Surface Surface
	Raster  Raster
	Ink     List
	// Space is set if the tile's last surface covers ink behind it.
	Space bool
}

// Tile holds the layers of a tile in drawing order. It reuses their memory.
type Tile struct {
	layers []*Layer
	used   int
}

// Layers returns the layers; they are valid until the next frame.
func (t *Tile) Layers() []*Layer { return t.layers[:t.used] }

// add returns a new layer of the given kind.
func (t *Tile) add(kind Kind) *Layer {
	if t.used == len(t.layers) {
		t.layers = append(t.layers, &Layer{})
	}
	l := t.layers[t.used]
	t.used++
	l.Kind, l.Space = kind, false
	l.Ink.reset()
	return l
}

// The patterns on surfaces.
const (
	PatternCone   = iota // circles at four heights, and meridians
	PatternLevels        // lines where the third coordinate is a multiple of a quarter
	PatternGlobe         // parallels and meridians, 30 degrees apart
	PatternHeat          // the colours of the quadratic Heat, with contours Step apart
	Patterns             // their number
)

// Surface is the visible part of the quadric p'Mp + 2 l'p + c = 0 of the world, which a ray meets at two points at most. The ray
// of the pixel (x, y) is From + s Along with From = Right (x - CenterX)/Scale + Up (CenterY - y)/Scale and Along = Forward +
// Perspective From; s is the depth.
type Surface struct {
	Rect                    Rect
	Cover                   Rect    // the part of Rect that contains the visible surface
	Corner                  float64 // radius of the tile's corners in pixels
	Right, Up, Forward      [3]float32
	CenterX, CenterY, Scale float64
	// Form holds the entries 11 22 33 12 13 23 of M, then l, then c.
	Form [10]float32
	// Box bounds the surface: |p_i| <= Box[i]. Wedge keeps only |p_2| <= |p_3|.
	Box   [3]float32
	Wedge bool
	// Pattern is drawn on the surface. Rim draws its edge too. Pixel is the width, in pixels, of a line of one css pixel.
	Pattern int
	Rim     bool
	Pixel   float64
	// Opacity is the opacity of the surface seen face-on, Edge of the surface seen edge-on.
	Opacity, Edge float64
	// Sides colours the surface by the sign of the form on the side of the eye. Heat is a quadratic in the layout of Form, but with full
	// coefficients (not halved).
	Sides              bool
	Heat               [10]float32
	Step               float64
	Face, Line         Color
	Positive, Negative Color
}

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
	ShapeSegment = iota // length along x and radius; round ends at x = 0 and x = length
	ShapeDiamond        // radius of the diamond |x| + |y| <= radius
	ShapeHead           // length and half width of a triangle with its base on x = 0 and its tip at x = length
	ShapeRing           // radius and half the width of the line
	ShapeFill           // the whole quad
	ShapePanel          // half width and half height of a rectangle with rounded corners; the corner's radius is in Custom3
	ShapeBall           // radius of a ball lit from the upper left
)

const (
	// batchVertices is the largest number of vertices in a batch: 96 KB. Larger ones may need new memory, and the memory of the page
	// never shrinks.
	batchVertices = 2048
	// Far is beyond any canvas. A primitive that reaches farther comes from an overflowed number and is left out.
	Far = 1e5
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

// polygon appends a triangle or a convex quad, whose corners go around it. It is left out if a coordinate is not finite or too far away.
func (l *List) polygon(corners []Vertex) {
	for i := range corners {
		if v := &corners[i]; !(v.DstX > -Far && v.DstX < Far && v.DstY > -Far && v.DstY < Far) {
			return
		}
	}
	if !corners[0].sound() {
		return
	}
	b := l.room(len(corners))
	first := uint16(len(b.Vertices))
	b.Vertices, b.Indices = append(b.Vertices, corners...), append(b.Indices, first, first+1, first+2)
	if len(corners) == 4 {
		b.Indices = append(b.Indices, first, first+2, first+3)
	}
}

// room returns a batch with room for that many more vertices.
func (l *List) room(vertices int) *Batch {
	if l.used == 0 || len(l.batches[l.used-1].Vertices)+vertices > batchVertices {
		if l.used == len(l.batches) {
			var b Batch
			if l.used > 0 { // it will be full as well: growing step by step would need five times its memory
				b = Batch{make([]Vertex, 0, batchVertices), make([]uint16, 0, 3*batchVertices/2)}
			}
			l.batches = append(l.batches, b)
		}
		l.used++
	}
	return &l.batches[l.used-1]
}

// sound reports whether all other numbers of v are finite.
func (v *Vertex) sound() bool {
	rest := v.SrcX + v.SrcY + v.ColorR + v.ColorG + v.ColorB + v.ColorA + v.Custom1 + v.Custom2 + v.Custom3
	return rest-rest == 0
}

// Raster fills rectangles with parts of one image, whose pixels are interpolated where they are magnified.
type Raster struct {
	// Pixels holds red, green, blue and opacity, row by row from the top.
	Pixels        []byte
	Width, Height int
	Corner        float64 // radius of the rectangles' corners in pixels
	Patches       []Patch
}

// Patch is a rectangle of the canvas and the part of the image that fills it, from (X0, Y0) to (X1, Y1) in pixels of the image; the first
// pixel spans 0 to 1.
type Patch struct {
	Into           Rect
	X0, Y0, X1, Y1 float64
}

// Pixel returns an opaque colour as a pixel of an image.
func (c Color) Pixel() [4]byte {
	return [4]byte{byte(255*c.R + 0.5), byte(255*c.G + 0.5), byte(255*c.B + 0.5), 255}
}
