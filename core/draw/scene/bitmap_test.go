package scene

import "testing"

// TestBitmap writes images of several sizes, one after the other. All pixels are there, in strips of whole rows, none of which takes more memory than
// a strip.
func TestBitmap(t *testing.T) {
	var b bitmap
	for _, size := range [][2]int{{3, 2}, {401, 200}, {20, 5000}, {1, 1}, {16384, 3}, {0, 0}, {801, 241}} {
		width, height := max(1, size[0]), size[1]
		b.begin(width)
		for i := range size[0] * height {
			b.add(Color{R: float32(i%256) / 255, G: float32(i/256%256) / 255, B: float32(i/65536) / 255})
		}
		i := 0
		for _, strip := range b.strips {
			if len(strip)%(4*width) != 0 || cap(strip) > stripBytes {
				t.Fatalf("%v: a strip of %d bytes in %d", size, len(strip), cap(strip))
			}
			for ; len(strip) > 0; strip = strip[4:] {
				if at := int(strip[0]) + 256*int(strip[1]) + 65536*int(strip[2]); at != i || strip[3] != 255 {
					t.Fatalf("%v: pixel %d is number %d", size, i, at)
				}
				i++
			}
		}
		if i != size[0]*height {
			t.Errorf("%v: %d pixels", size, i)
		}
	}
}
