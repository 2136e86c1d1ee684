package scene

// Kind says what a layer is.
type Kind int

// The kinds of layer, and which field of a layer has what is drawn.
const (
	KindInk     Kind = iota // Ink
	KindHeat                // Heat
	KindSurface             // Surface
	KindRegions             // Regions
	KindRaster              // Raster
)

// Layer is one thing to draw, over the layers before it.
type Layer struct {
	Kind    Kind
	Heat    Heat
	Surface Surface
	Regions Regions
	Raster  Raster
	Ink     List
	// Space says that the tile's last surface covers ink that is behind it.
	Space bool
}

// Tile holds the layers of a tile in the order in which they are drawn. It keeps their memory.
type Tile struct {
	layers []*Layer
	used   int
}

// Layers returns the layers; they are valid until the next frame.
func (t *Tile) Layers() []*Layer { return t.layers[:t.used] }

func (t *Tile) reset() { t.used = 0 }

// add returns a new layer of a kind.
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

// Heat says how to fill a rectangle with a function of the plane: in the frame z = (pixel - Center) / Half, y up, the shown function is
// Shown[0] z1^2 + Shown[1] z1 z2 + Shown[2] z2^2 + Shown[3] z1 + Shown[4] z2 + Shown[5], in units of the labels' size; Conic is the
// function whose zeros are the strong line.
type Heat struct {
	Rect           Rect
	Corner         float64 // radius of the rectangle's corners in pixels
	CenterX        float64
	CenterY        float64
	Half           float64
	Shown, Conic   [6]float32
	Step           float64 // between two contours
	ConicWidth     float64 // in pixels; 0 leaves the conic out
	ContourWidth   float64 // in pixels
	Paper, Ink     Color
	Positive       Color
	Negative       Color
	ContourOpacity float64
}

// The patterns of surfaces.
const (
	PatternCone   = iota // circles at four heights, and meridians
	PatternLevels        // lines where the third coordinate is a multiple of a quarter
	PatternGlobe         // parallels and meridians, 30 degrees apart
	PatternHeat          // the colours of the quadratic Heat, with contours Step apart
	Patterns             // their number
)

// Surface says how to draw the quadric p'Mp + 2 l'p + c = 0 of the world, of which a ray meets at most two points. The ray of the pixel
// (x, y) is From + s Along with From = Right (x - CenterX)/Scale + Up (CenterY - y)/Scale and Along = Forward + Tilt From; s is the depth.
type Surface struct {
	Rect                    Rect
	Cover                   Rect    // the part of Rect outside of which there is nothing to see of the surface
	Corner                  float64 // radius of the tile's corners in pixels
	Right, Up, Forward      [3]float32
	CenterX, CenterY, Scale float64
	Tilt                    float64
	// Form has the entries 11 22 33 12 13 23 of M, then l, then c.
	Form [10]float32
	// Box is where the surface ends: |p_i| <= Box[i]. Wedge leaves only |p_2| <= |p_3|.
	Box   [3]float32
	Wedge bool
	// Pattern is drawn on the surface, Rim says that its edge is drawn too; Pixel is the width of a line of one css pixel, in pixels.
	Pattern int
	Rim     bool
	Pixel   float64
	// Opacity is that of the surface seen straight on, Edge that seen from the side.
	Opacity, Edge float64
	// Sides colours the surface by the sign of the form on the side of the eye. Heat is a quadratic of the same layout as Form, but with its
	// full coefficients.
	Sides              bool
	Heat               [10]float32
	Step               float64
	Face, Line         Color
	Positive, Negative Color
}
