package effect

import (
	"math/bits"
	"testing"

	"conelab/core/app/protocol"
)

// TestEffectsAreSets checks that no two consequences are the same.
func TestEffectsAreSets(t *testing.T) {
	all := []Effect{Foreign, Fresh, Redraw, Ended, Viewed, OtherOutput, Original, ShowData, ShowClaim, ToEnd}
	for v := protocol.Beta; v <= protocol.CoefficientC; v++ {
		all = append(all, Along(v))
	}
	var union Effect
	for _, e := range all {
		if bits.OnesCount(uint(e)) != 1 || union.Has(e) {
			t.Errorf("%b is none, or there twice", e)
		}
		union |= e
	}
	if !union.Has(Ended|ToEnd) || Ended.Has(Ended|ToEnd) {
		t.Error("Has does not ask for all")
	}
}
