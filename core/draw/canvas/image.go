package canvas

// Raster fills rectangles with parts of one image, whose pixels are interpolated where they are magnified.
type Raster struct {
	// Pixels holds red, green, blue and opacity, row by row from the top.
	Pixels        []byte
	Width, Height int
	Corner        float64 // radius of the rectangles' corners in pixels
	Patches       []Patch
	Shows         Shading
}

// Shading is what an image of a field of several layers shows; while it stays the same, so do the pixels.
type Shading struct {
	Serial      uint32
	Theme       Theme
	Output      int
	Level, Size float64
}

// Patch is a rectangle of the canvas and the part of the image that fills it, from (X0, Y0) to (X1, Y1) in pixels of the image; the first
// pixel spans 0 to 1.
type Patch struct {
	Into           Rect
	X0, Y0, X1, Y1 float64
}

// RGBA is a pixel of an image.
type RGBA [4]byte

// Pixel returns an opaque colour as a pixel of an image.
func (c Color) Pixel() RGBA {
	return RGBA{byte(255*c.R + 0.5), byte(255*c.G + 0.5), byte(255*c.B + 0.5), 255}
}
