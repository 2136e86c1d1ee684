package scene

// Kind says what a layer holds.
type Kind int

// The kinds of layer; the comment names the field of Layer that holds what is drawn.
const (
	KindInk     Kind = iota // Ink
	KindHeat                // Heat
	KindSurface             // Surface
	KindRegions             // Regions
	KindRaster              // Raster
)

// Layer is one thing to draw on top of the layers before it.
type Layer struct {
	Kind    Kind
	Heat    Heat
	Surface Surface
	Regions Regions
	Raster  Raster
	Ink     List
	// Space says that the tile's last surface covers ink behind it.
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

// Heat says how to fill a rectangle with a function of the plane. In the frame z = (pixel - Center) / Half, y up, the shown function is
// Shown[0] z1^2 + Shown[1] z1 z2 + Shown[2] z2^2 + Shown[3] z1 + Shown[4] z2 + Shown[5], in units of the mean label size. Conic is the
// function whose zero set is the strong line.
type Heat struct {
	Rect           Rect
	Corner         float64 // radius of the rectangle's corners in pixels
	CenterX        float64
	CenterY        float64
	Half           float64
	Shown, Conic   [6]float32
	Step           float64 // difference between two contours
	ConicWidth     float64 // in pixels; 0 leaves the conic out
	ContourWidth   float64 // in pixels
	Paper, Ink     Color
	Positive       Color
	Negative       Color
	ContourOpacity float64
}

// The patterns on surfaces.
const (
	PatternCone   = iota // circles at four heights, and meridians
	PatternLevels        // lines where the third coordinate is a multiple of a quarter
	PatternGlobe         // parallels and meridians, 30 degrees apart
	PatternHeat          // the colours of the quadratic Heat, with contours Step apart
	Patterns             // their number
)

// Surface says how to draw the quadric p'Mp + 2 l'p + c = 0 of the world, which a ray meets at two points at most. The ray of the pixel (x,
// y) is From + s Along with From = Right (x - CenterX)/Scale + Up (CenterY - y)/Scale and Along = Forward + Tilt From; s is the depth.
type Surface struct {
	Rect                    Rect
	Cover                   Rect    // the part of Rect that contains the visible surface
	Corner                  float64 // radius of the tile's corners in pixels
	Right, Up, Forward      [3]float32
	CenterX, CenterY, Scale float64
	Tilt                    float64
	// Form holds the entries 11 22 33 12 13 23 of M, then l, then c.
	Form [10]float32
	// Box bounds the surface: |p_i| <= Box[i]. Wedge keeps only |p_2| <= |p_3|.
	Box   [3]float32
	Wedge bool
	// Pattern is drawn on the surface. Rim draws its edge too. Pixel is the width, in pixels, of a line of one css pixel.
	Pattern int
	Rim     bool
	Pixel   float64
	// Opacity is that of the surface seen face-on, Edge that of the surface seen edge-on.
	Opacity, Edge float64
	// Sides colours the surface by the sign of the form on the side of the eye. Heat is a quadratic in the layout of Form, but with full
	// coefficients (not halved).
	Sides              bool
	Heat               [10]float32
	Step               float64
	Face, Line         Color
	Positive, Negative Color
}
