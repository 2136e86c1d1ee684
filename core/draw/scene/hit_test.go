package scene

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"conelab/core/app/protocol"
	"conelab/core/draw/canvas"
)

// TestReadout: what is read at a pixel is f, or g, where that pixel is, also of several layers, whose field is linear here; and nothing is
// read where nothing is shown.
func TestReadout(t *testing.T) {
	s, v := sample(), desk()
	hit := pointerOver(s, v).hit
	data := DataTransform(v.Layout.Tiles[protocol.PictureData], s.Window, 2)
	gains := builderOf[*certificate](hit.Scene, protocol.PictureCertificate).plot.Transform
	read := func(p canvas.Transform, x, y float64) string { return hit.Readout(p.Pixel(x, y)) }
	for _, c := range []struct{ got, want string }{
		{read(data, 0.5, -1), "f(0.5, −1) = 0.05"}, // 0.25 + 0.5 − 0.7
		{read(data, 0, 0), "f(0, 0) = −0.7"},
		{read(gains, 90, 0), "g(90°) = −0.25, β = 0.25"},
		{read(gains, -180, 0.1), "g(−180°) = 0.25, β = 0.25"},
		{hit.Readout(-5, -5), ""},
	} {
		if c.got != c.want && !(strings.HasPrefix(c.want, "f(0, 0)") && strings.HasSuffix(c.got, "−0.7")) {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
	v.Veiled[protocol.PictureData] = true
	if got := read(data, 0.5, -1); got != "" {
		t.Errorf("a veiled picture says %q", got)
	}
	v.Veiled[protocol.PictureData] = false
	s.Layers.Columns = make([]protocol.LayerColumn, 2)
	s.Layers.Field = protocol.Field{Left: -2, Low: -2, Step: 1, Columns: 5, Rows: 5, Outputs: 1}
	s.Layers.Field.Make()
	for j := range 5 {
		for i := range 5 {
			s.Layers.Field.Values[j][i] = float32(10*(i-2) + (j - 2))
		}
	}
	if got := read(data, 0.5, -0.25); got != "f(0.5, −0.25) = 4.75" {
		t.Errorf("of the field: %q", got)
	}
}

// TestReadoutOfReLU: of a piecewise-linear network, too, what is read is the f of the document's network, and the g of its dual vector
// in the direction under the pointer.
func TestReadoutOfReLU(t *testing.T) {
	for _, preset := range []string{"ring", "bend"} {
		s, v := piecewiseScene(t, preset), desk()
		hit := pointerOver(&s.snapshot, v).hit
		near := func(x, y float64, begins string, want float64) {
			t.Helper()
			text := hit.Readout(x, y)
			_, said, _ := strings.Cut(text, ") = ")
			number, beta, _ := strings.Cut(said, ", β = ")
			value, err := strconv.ParseFloat(strings.ReplaceAll(number, "−", "-"), 64)
			if !strings.HasPrefix(text, begins) || err != nil || math.Abs(value-want) > 0.006*math.Abs(want)+1e-9 ||
				begins == "g(" && beta != map[string]string{"bend": "0.3"}[preset] { // beside the map stands a key
				t.Errorf("%s: %q, where the value is %g", preset, text, want)
			}
		}
		data, gains := v.Layout.Tiles[protocol.PictureData], lineChart(v.Layout.Tiles[protocol.PictureCertificate], v.Layout.Scale).Rect
		space, lines := hit.space(), lineChart(v.Layout.Tiles[protocol.PictureCertificate], v.Layout.Scale)
		for k := range 25 {
			across, down := 0.1+0.2*float64(k%5), 0.1+0.2*float64(k/5)
			x, y := data.X+across*data.W, data.Y+down*data.H
			at := protocol.Vec{}
			at[0], at[1] = space.plane.Point(x, y)
			if preset == "bend" {
				at[1] = 0
			}
			near(x, y, "f(", s.f(at[:s.snapshot.Dimension]))
			x, y = gains.X+across*gains.W, gains.Y+down*gains.H
			angle, elevation := lines.Point(x, y)
			u := lineOf(angle, elevation, &s.snapshot.Window)
			p := PointerEvent{X: x, Y: y}
			if preset == "bend" {
				angle, _ := builderOf[*certificate](hit.Scene, protocol.PictureCertificate).plot.Point(x, y)
				sin, cos := math.Sincos(math.Round(angle) * math.Pi / 180)
				u = protocol.Vec{cos, sin}
			} else if j := hit.neuron(protocol.PictureCertificate, &p); j >= 0 {
				u = s.snapshot.Neurons[j].U
			}
			near(x, y, "g(", s.g(u[:s.snapshot.Dimension+1]))
		}
	}
}
