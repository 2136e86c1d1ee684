package messages

import (
	"errors"
	"strings"
	"testing"

	"conelab/core/app/protocol"
)

// TestFill checks every form of a brace.
func TestFill(t *testing.T) {
	for got, want := range map[string]string{
		Fill("Row {+1} needs {} numbers, but it has {}.", 1, 3, 2):                     "Row 2 needs 3 numbers, but it has 2.",
		Fill("There is no layer {+1}; the network has {layer}.", 2, 1):                 "There is no layer 3; the network has one layer.",
		Fill("The {=} loss does not suit these labels: {}.", "l1", errors.New("bad.")): "The l1 loss does not suit these labels: bad.",
		Fill("The brush must be between 0 and {} per cent, but it is {}.", 30, -0.5): "The brush must be between 0 and 30 per cent, " +
			"but it is −0.5.",
		Fill("There is no film {}.", "{x}"):                                                  `There is no film "{x}".`,
		Fill("State {+1} cannot be used: {}.", 2, CannotOpen(errors.New("of y, it is bad"))): "State 3 cannot be used: of y, it is bad.",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if CannotOpen(error(nil)) != nil {
		t.Error("no error has become one")
	}
}

func TestFormats(t *testing.T) {
	for got, want := range map[string]string{
		Sentence(errors.New("the row is bad")).Error(): "The row is bad.", Sentence(errors.New("Done.")).Error(): "Done.",
		Short(-0.12345): "−0.123", Signed(2): "+2", Term(-1.5): " − 1.5", Subscript(120): "₁₂₀", Superscript(47): "⁴⁷", Short(1e-15): "0",
		Plural(1, "neuron"): "one neuron", Plural(0, "neuron"): "0 neurons", Number(1.0 / 3): "0.3333", Brief(1.0 / 3): "0.333",
		Precise(-2): "−2",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if Sentence(nil) != nil {
		t.Error("no error has become one")
	}
}

// TestAboveOptimum compares the word with the number.
func TestAboveOptimum(t *testing.T) {
	for _, c := range []struct {
		cost float64
		want string
	}{
		{1 + 2e-5, "Almost optimal: its cost is only 0.002 % above the optimum"},
		{1.005, "Close to optimal: its cost is 0.5 % above the optimum"},
		{1.1, "Not optimal: its cost is 10 % above the optimum"}, {1.5, "Far from optimal: its cost is 50 % above the optimum"},
		{3, "Far from optimal: its cost is 3 times the optimum"},
	} {
		if got := AboveOptimum(c.cost, 1, -1, 0); !strings.HasPrefix(got, c.want) || !strings.HasSuffix(got, ".") {
			t.Errorf("a cost of %g: %q", c.cost, got)
		}
	}
	if got := AboveOptimum(2, 0, 3, 1); got != "Not optimal: it costs 2, where the optimum costs 0." {
		t.Error(got)
	}
}

func TestRaceEnded(t *testing.T) {
	const no = " No run can tell by itself whether it has arrived: that takes the lower bound."
	for _, c := range []struct {
		runs int
		at   [protocol.Places]int
		want string
	}{
		{20, [protocol.Places]int{protocol.AtOptimum: 20}, "After 300 epochs 20 of 20 runs are at the optimum." + no},
		{20, [protocol.Places]int{protocol.AtOptimum: 12, protocol.Above: 8},
			"After 300 epochs 12 of 20 runs are at the optimum; 8 are above it." + no},
		{3, [protocol.Places]int{protocol.Above: 2, protocol.Diverged: 1},
			"After 300 epochs 0 of 3 runs are at the optimum; 2 are above it, 1 has diverged." + no},
		{1, [protocol.Places]int{protocol.Above: 1},
			"After 300 epochs 0 of 1 run is at the optimum; 1 is above it. The run itself cannot tell whether it has arrived: that takes the " +
				"lower bound."},
	} {
		if got := RaceEnded(c.runs, 300, c.at); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
