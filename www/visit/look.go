package visit

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"

	"github.com/chromedp/chromedp"
)

// settled becomes true after some frames of the screen in which the page drew nothing, at the full resolution of the screen: pictures have
// fewer pixels after they moved slowly.
const settled = `(async () => {
	const canvas = document.querySelector('#stage canvas'), stage = document.getElementById('stage');
	const sharp = () => Math.abs(canvas.width / stage.getBoundingClientRect().width / Math.min(devicePixelRatio, 2) - 1) < 0.02;
	for (let quiet = 0; quiet < 6 || !sharp(); quiet++) {
		await conelabVisit.frames(1);
		if (conelab.stats().frames > 0) quiet = 0;
	}
	return true })()`

// AwaitStill waits until the pictures are at rest: all earlier actions have been answered, and the changes by the answers are drawn. It
// reads conelab.stats().
func (v *Visit) AwaitStill() {
	v.TB.Helper()
	v.Answered()
	v.Await(settled)
}

// Picture is the part of the screen in a box.
type Picture struct {
	image.Image
	// Scale is the number of pixels in a css pixel, and Box the position on the screen in css pixels.
	Scale float64
	Box   Box
}

// Screen returns a picture of the whole screen.
func (v *Visit) Screen() *Picture {
	v.TB.Helper()
	data, err := chromedp.Run(v.Tab, chromedp.CaptureScreenshot())
	if err != nil {
		v.TB.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		v.TB.Fatal(err)
	}
	scale := Evaluate[float64](v, "devicePixelRatio")
	size := img.Bounds().Size()
	return &Picture{img, scale, Box{0, 0, float64(size.X) / scale, float64(size.Y) / scale}}
}

// Look returns a picture of an element. It is cut out of the whole screen, since letting the browser cut it may change the page's layout.
func (v *Visit) Look(selector string) *Picture {
	v.TB.Helper()
	b := v.Place(selector)
	return v.Screen().Cut(b)
}

// Cut returns a part of the picture.
func (p *Picture) Cut(b Box) *Picture {
	pixel := func(x float64) int { return int(math.Round(x * p.Scale)) }
	r := image.Rect(pixel(b.X-p.Box.X), pixel(b.Y-p.Box.Y), pixel(b.X+b.Width-p.Box.X), pixel(b.Y+b.Height-p.Box.Y))
	r = r.Add(p.Bounds().Min).Intersect(p.Bounds())
	part := image.NewRGBA(image.Rect(0, 0, r.Dx(), r.Dy()))
	draw.Draw(part, part.Bounds(), p.Image, r.Min, draw.Src)
	return &Picture{part, p.Scale, b}
}

// Colour is red, green and blue in [0, 1].
type Colour [3]float64

// Colour returns the colour of the pixel at a position in the picture, in css pixels from its upper left corner.
func (p *Picture) Colour(x, y float64) Colour {
	min := p.Bounds().Min
	r, g, b, _ := p.Image.At(min.X+int(math.Floor(x*p.Scale)), min.Y+int(math.Floor(y*p.Scale))).RGBA()
	return Colour{float64(r) / 0xffff, float64(g) / 0xffff, float64(b) / 0xffff}
}

// visible is the least difference in a channel, in 65535ths, at which two colours count as different.
const visible = 6 * 0x101

// Differs returns the share of pixels that look different in another picture of the same size; 1 for a picture of another size.
func (p *Picture) Differs(q *Picture) float64 {
	a, b := p.Bounds(), q.Bounds()
	if a.Size() != b.Size() {
		return 1
	}
	return p.share(func(x, y int) bool {
		return apart(p.At(a.Min.X+x, a.Min.Y+y), q.At(b.Min.X+x, b.Min.Y+y))
	})
}

// Ink returns the share of pixels whose colour is not the most frequent one of the picture.
func (p *Picture) Ink() float64 {
	counts := map[color.Color]int{}
	var most color.Color
	min := p.Bounds().Min
	p.share(func(x, y int) bool {
		c := p.At(min.X+x, min.Y+y)
		if counts[c]++; counts[c] > counts[most] {
			most = c
		}
		return false
	})
	return p.share(func(x, y int) bool { return apart(p.At(min.X+x, min.Y+y), most) })
}

// share returns the share of pixels, counted from the upper left corner, for which is returns true.
func (p *Picture) share(is func(x, y int) bool) float64 {
	size, n := p.Bounds().Size(), 0
	for y := range size.Y {
		for x := range size.X {
			if is(x, y) {
				n++
			}
		}
	}
	return float64(n) / float64(size.X*size.Y)
}

func apart(a, b color.Color) bool {
	r, g, b1, _ := a.RGBA()
	s, h, b2, _ := b.RGBA()
	far := func(x, y uint32) bool { return max(x, y)-min(x, y) > visible }
	return far(r, s) || far(g, h) || far(b1, b2)
}
