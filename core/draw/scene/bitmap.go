package scene

import "slices"

// stripBytes is the size of a strip. Images have up to some MB, for which there need not be room in one piece of memory.
const stripBytes = 64 << 10

// bitmap is an image in strips: red, green, blue and opacity of each pixel, row by row from the top. All strips but the last have as many rows as fit
// into stripBytes. Its memory serves the next image, whatever its size.
type bitmap struct {
	strips [][]byte
	full   int // bytes of a strip that is full
	at     int // the strip that is being written
}

// begin begins an image of the given width, at most a quarter of stripBytes.
func (b *bitmap) begin(width int) {
	b.strips, b.at = b.strips[:0], -1
	b.full = stripBytes / (4 * width) * (4 * width)
}

// add appends a pixel.
func (b *bitmap) add(c Color) {
	if b.at < 0 || len(b.strips[b.at]) == b.full {
		b.at++
		if b.strips = slices.Grow(b.strips, 1)[:b.at+1]; b.strips[b.at] == nil {
			b.strips[b.at] = make([]byte, 0, stripBytes)
		}
		b.strips[b.at] = b.strips[b.at][:0]
	}
	b.strips[b.at] = append(b.strips[b.at], byte(255*c.R+0.5), byte(255*c.G+0.5), byte(255*c.B+0.5), 255)
}
