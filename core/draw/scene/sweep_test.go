package scene

import (
	"math"
	"strings"
	"testing"

	"conelab/core/app/protocol"
	"conelab/core/draw/canvas"
)

// swept returns a snapshot with a path along beta: fewer neurons for larger ones.
func swept() *protocol.Snapshot {
	s := sample()
	s.Sweep = protocol.Sweep{Variable: protocol.Beta, Now: 0.01, Low: 1e-6, High: 100, Classes: true, Tested: true,
		Points: []protocol.SweepPoint{
			{Value: 1e-6, Neurons: 6, Train: 1, Test: 0.7}, {Value: 0.01, Neurons: 4, Train: 0.95, Test: 0.9},
			{Value: 1, Neurons: 4, Train: 0.9, Test: 0.85}, {Value: 100},
		}}
	return s
}

// TestSweepIsDrawnToScale: values map to positions on the axis and back, for beta and for coefficients, and a click sends the
// value under it.
func TestSweepIsDrawnToScale(t *testing.T) {
	s, v := swept(), desk()
	h := pointerOver(s, v)
	labels := string(h.hit.Scene.Build(s, v).Labels)
	c := builderOf[*sweepPicture](h.hit.Scene, protocol.PictureSweep).plot
	for _, value := range []float64{1e-6, 2e-5, 0.0031, 0.47, 100} {
		x := c.at(value, 0).X
		if want := c.Rect.X + c.Rect.W*(math.Log10(value)+6)/8; !near(x, want, 1e-9) {
			t.Errorf("beta = %v at %v, want %v", value, x, want)
		}
		if back := c.value(x); !near(back/value, 1, 1e-9) {
			t.Errorf("beta = %v comes back as %v", value, back)
		}
	}
	if c.value(c.Rect.X-50) != 1e-6 || c.value(c.Right()+50) != 100 {
		t.Error("beside the axis there are values beyond its ends")
	}
	for _, want := range []string{"β = 0.01", "held out", "neurons", "100 %", "10⁻⁵", "\t6\n"} {
		if !strings.Contains(labels, want) {
			t.Errorf("no label %q in\n%s", want, labels)
		}
	}
	if !h.at(Down, canvas.Pixel{X: c.at(0.02, 0).X, Y: c.Rect.Y + 20}) {
		t.Error("a press that sets the value may be a swipe, too")
	}
	s.Sweep.Variable, s.Sweep.Low, s.Sweep.High = protocol.CoefficientB, -2, 2
	h.hit.Scene.Build(s, v)
	c = builderOf[*sweepPicture](h.hit.Scene, protocol.PictureSweep).plot
	h.coarsen()
	h.at(Down, canvas.Pixel{X: c.at(-0.5, 0).X / 2, Y: c.Rect.Y/2 + 10})
	want := `{"do":"beta","value":0.02,"final":true} {"do":"coefficients","a":0.09,"b":-0.5,"c":0.47,"final":true}`
	if got := strings.Join(h.sent, " "); got != want {
		t.Errorf("sent %s, want %s", got, want)
	}
}
