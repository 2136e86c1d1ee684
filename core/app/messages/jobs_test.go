package messages

import (
	"testing"

	"conelab/core/app/protocol"
)

func TestRaceEnded(t *testing.T) {
	const no = " No run can tell by itself whether it has arrived: that takes the lower bound."
	for _, c := range []struct {
		runs int
		at   [protocol.Places]int
		want string
	}{
		{20, [protocol.Places]int{protocol.AtOptimum: 20}, "After 300 epochs 20 of 20 runs are at the optimum." + no},
		{20, [protocol.Places]int{protocol.AtOptimum: 12, protocol.Above: 8}, "After 300 epochs 12 of 20 runs are at the optimum; 8 are above it." + no},
		{3, [protocol.Places]int{protocol.Above: 2, protocol.Diverged: 1}, "After 300 epochs 0 of 3 runs are at the optimum; 2 are above it, 1 has diverged." + no},
		{1, [protocol.Places]int{protocol.Above: 1}, "After 300 epochs 0 of 1 run is at the optimum; 1 is above it. The run itself cannot tell whether it has arrived: that takes the lower bound."},
	} {
		if got := RaceEnded(c.runs, 300, c.at); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
