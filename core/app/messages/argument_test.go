package messages

import (
	"strings"
	"testing"

	"conelab/core/app/protocol"
)

// TestPriceIsNotContradicted: a gain that is the price once both are rounded is not said in figures that agree, and called less.
func TestPriceIsNotContradicted(t *testing.T) {
	for _, beta := range []float64{1e-6, 0.01, 0.1234, 3} {
		for _, share := range []float64{0, 0.5, 0.99, 0.999, 0.9999} {
			text := (&Argued{Argument: &protocol.Argument{Act: protocol.Price, Angle: 2, Gain: -share * beta}, Beta: beta, Neuron: -1}).Caption()
			if n := strings.Count(text, " "+short(beta)+" ") + strings.Count(text, " "+short(beta)+",") + strings.Count(text, " "+short(beta)+":"); n != 1 {
				t.Errorf("%s", text)
			}
		}
	}
}
