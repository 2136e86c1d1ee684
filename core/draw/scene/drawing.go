package scene

import (
	"strconv"
	"strings"

	"conelab/core/app/protocol"
	"conelab/core/draw/canvas"
)

// maxDrawing is the largest side of a drawing, in css pixels, and maxDrawn the largest number of its points.
const maxDrawing, maxDrawn = 1e4, 2000

// Drawing returns the picture of the data for browsers without WebGL; surfaces are left out. of has its width and height in css pixels, the
// weight of lines, the size of labels, a number other than 0 if the solution is that of earlier data, and colours as ThemeOf reads them; ok
// is false if they are missing or unusable.
func Drawing(snap *protocol.Snapshot, of string) (d *protocol.Drawing, ok bool) {
	var numbers []float32
	for word := range strings.FieldsSeq(of) {
		x, err := strconv.ParseFloat(word, 32)
		if err != nil || x-x != 0 {
			return nil, false
		}
		numbers = append(numbers, float32(x))
	}
	v := NewView()
	v.Theme, ok = canvas.ThemeOf(numbers[min(5, len(numbers)):])
	if !ok {
		return nil, false
	}
	r := canvas.Rect{X: 0, Y: 0, W: float64(numbers[0]), H: float64(numbers[1])}
	if !(min(r.W, r.H) >= 1 && max(r.W, r.H) <= maxDrawing && min(numbers[2], numbers[3]) > 0) {
		return nil, false
	}
	v.Weight, v.Words, v.Old = float64(numbers[2]), float64(numbers[3]), numbers[4] != 0
	v.Layout = Layout{W: r.W, H: r.H, Scale: 1}
	v.Layout.Tiles[protocol.PictureData] = r
	shown := *snap
	shown.Points = snap.Points[:min(len(snap.Points), maxDrawn)]
	frame := New().Build(&shown, &v)
	d = &protocol.Drawing{Picture: canvas.SVG(&frame.Tiles[protocol.PictureData], r), Labels: string(frame.Labels), Points: len(shown.Points)}
	d.More = len(snap.Points) - d.Points
	if snap.Dimension < 3 {
		plane := dataPlane(r, &shown)
		d.Origin[0], d.Origin[1] = plane.Pixel(0, 0)
		d.Scale = [2]float64{plane.KX, -plane.KY}
	}
	return d, true
}
