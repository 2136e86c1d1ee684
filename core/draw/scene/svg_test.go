package scene

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"conelab/core/app/protocol"
	"conelab/core/draw/canvas"
)

// shapesOf parses an SVG picture and returns the attributes of its elements of a kind.
func shapesOf(t testing.TB, picture, kind string) (shapes []map[string]string) {
	t.Helper()
	decoder := xml.NewDecoder(strings.NewReader(picture))
	for {
		token, err := decoder.Token()
		if err == io.EOF {
			return shapes
		}
		if err != nil {
			t.Fatal(err)
		}
		if start, ok := token.(xml.StartElement); ok && start.Name.Local == kind {
			shape := map[string]string{}
			for _, a := range start.Attr {
				shape[a.Name.Local] = a.Value
			}
			shapes = append(shapes, shape)
		}
	}
}

// numbersOf writes a theme as the page does.
func numbersOf(t *canvas.Theme) (numbers string) {
	for _, c := range []canvas.Color{t.Paper, t.Panel, t.Ink, t.Muted, t.Positive, t.Negative, t.Accent, t.Bound} {
		numbers += fmt.Sprintf(" %g %g %g", c.R, c.G, c.B)
	}
	return numbers
}

// TestDrawingsNeedTheirSize: anything but sizes, a weight and colours is refused.
func TestDrawingsNeedTheirSize(t *testing.T) {
	colours := strings.Repeat(" 0.5", 28)
	for _, bad := range []string{"", "300 200 1", "0 5 1" + colours, "300 NaN 1" + colours, "300 200 0" + colours, "300 x 1" + colours} {
		if d, ok := Drawing(sample(), bad); ok {
			t.Errorf("%q is drawn as %+v", bad, d)
		}
	}
}

// TestSVGHasThePoints: each point has a mark of its colour at its place, and the map the colours of the network, which is that of the data or,
// for the ring, of earlier data.
func TestSVGHasThePoints(t *testing.T) {
	for old, preset := range []string{"parabola", "ring"} {
		s, v := solve(t, preset), colored(desk())
		d, ok := Drawing(&s.snapshot, fmt.Sprint("600 400 1 1 ", old, numbersOf(&v.Theme)))
		if !ok || d.Points != len(s.snapshot.Points) {
			t.Fatalf("%+v", d)
		}
		paths := shapesOf(t, d.Picture, "path")
		plane := DataTransform(canvas.Rect{W: 600, H: 400}, s.snapshot.Window, s.snapshot.Dimension)
		for i := range s.snapshot.Points {
			q := &s.snapshot.Points[i]
			second := q.X[1]
			if s.snapshot.Dimension == 1 {
				second = q.Label
			}
			x, y := plane.Pixel(q.X[0], second)
			if back := (y - d.Origin[1]) / d.Scale[1]; math.Abs((x-d.Origin[0])/d.Scale[0]-q.X[0]) > 1e-9 || math.Abs(back-second) > 1e-9 {
				t.Errorf("(%g, %g) leads back to %g", x, y, back)
			}
			drawn := false
			for _, p := range paths {
				var from, to canvas.Pixel
				if n, _ := fmt.Sscanf(p["d"], "M%g %gL%g %g", &from.X, &from.Y, &to.X, &to.Y); n == 4 {
					drawn = drawn || math.Hypot((from.X+to.X)/2-x, (from.Y+to.Y)/2-y) < 8
				}
			}
			if !drawn {
				t.Errorf("%s: point %d has no mark at (%g, %g)", preset, i, x, y)
			}
		}
		if s.snapshot.Dimension < 2 {
			continue
		}
		shown := alone(protocol.PictureData, 600, 400)
		shown.Theme, shown.Old = v.Theme, old > 0
		frame := New().Build(&s.snapshot, shown)
		checkBitmap(t, &frame.Tiles[protocol.PictureData].Layers()[0].Raster, shapesOf(t, d.Picture, "image")[0]["href"])
	}
}

// checkBitmap compares an image with the raster of the map, whose colours are those of the network.
func checkBitmap(t *testing.T, r *canvas.Raster, data string) {
	t.Helper()
	text, ok := strings.CutPrefix(data, "data:image/bmp;base64,")
	b, err := base64.StdEncoding.DecodeString(text)
	if !ok || err != nil || !bytes.HasPrefix(b, []byte("BM")) || int(binary.LittleEndian.Uint32(b[2:])) != len(b) {
		t.Fatalf("no bitmap: %v", err)
	}
	number := func(at int) int { return int(binary.LittleEndian.Uint32(b[at:])) }
	start, width, height := number(10), number(18), number(22)
	if width != r.Width || height != r.Height {
		t.Fatalf("%d by %d pixels, of %d by %d", width, height, r.Width, r.Height)
	}
	line := (len(b) - start) / height
	for at := range width * height {
		got, want := b[start+(height-1-at/width)*line+3*(at%width):], r.Pixels[4*at:]
		if got[0] != want[2] || got[1] != want[1] || got[2] != want[0] {
			t.Fatalf("pixel (%d, %d) is %v, want %v", at%width, at/width, got[:3], want[:3])
		}
	}
}

// TestWildSVG: a picture of numbers as large as data may have can be parsed and has a bounded size.
func TestWildSVG(t *testing.T) {
	theme := desk().Theme
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.OneOf(rapid.Float64Range(-1e30, 1e30), rapid.Float64Range(-1, 1), rapid.SampledFrom([]float64{0, 1e-320}))
		s := &protocol.Snapshot{Dimension: rapid.IntRange(0, 3).Draw(t, "d"), Points: make([]protocol.Point, 3)}
		s.Window = protocol.Window{Center: protocol.Vec{v.Draw(t, "x"), v.Draw(t, "y")}, Half: v.Draw(t, "half"), Level: v.Draw(t, "level"),
			Rise: v.Draw(t, "rise")}
		s.Points[0] = protocol.Point{X: protocol.Vec{v.Draw(t, "x"), v.Draw(t, "y")}, Label: v.Draw(t, "label")}
		s.Function = protocol.Quadratic{XX: v.Draw(t, "xx"), YY: v.Draw(t, "yy"), X: v.Draw(t, "x"), C: v.Draw(t, "c")}
		width, height := rapid.Float64Range(1, 2000).Draw(t, "width"), rapid.Float64Range(1, 1500).Draw(t, "height")
		d, ok := Drawing(s, fmt.Sprint(width, height, 1, 1, 0, numbersOf(&theme)))
		if !ok || len(d.Picture) > 1<<21 || strings.Contains(d.Picture, "NaN") {
			t.Fatalf("%v, %d bytes", ok, len(d.Picture))
		}
		decoder := xml.NewDecoder(strings.NewReader(d.Picture))
		for _, err := decoder.Token(); err != io.EOF; _, err = decoder.Token() {
			if err != nil {
				t.Fatal(err)
			}
		}
	})
}
