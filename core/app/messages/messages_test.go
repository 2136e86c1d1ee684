package messages

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestFill checks every form of a brace.
func TestFill(t *testing.T) {
	for got, want := range map[string]string{
		Fill("Row {+1} needs {} numbers, but it has {}.", 1, 3, 2):                     "Row 2 needs 3 numbers, but it has 2.",
		Fill("There is no layer {+1}; the network has {layer}.", 2, 1):                 "There is no layer 3; the network has 1 layer.",
		Fill("The {=} loss does not suit these labels: {}.", "l1", errors.New("bad.")): "The l1 loss does not suit these labels: bad.",
		Fill("The brush must be up to {} per cent, but it is {}.", 30, -0.5): "The brush must be up to 30 per cent, but it is " +
			"−0.5.",
		Fill("Neuron u{_} costs {3}, in all {6}, at {±}.", 12, 0.12345, 1.23456789, 2.0): "Neuron u₁₂ costs 0.123, in all 1.23457, at +2.",
		Fill("There is no film {}.", "{x}"):                                              `There is no film "{x}".`,
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestFormats(t *testing.T) {
	for got, want := range map[string]string{
		Capital(""): "", Capital("é is bad"): "É is bad",
		Sentence(errors.New("the row is bad")).Error(): "The row is bad.", Sentence(errors.New("Done.")).Error(): "Done.",
		Short(-0.12345): "−0.123", Signed(2): "+2", Subscript(120): "₁₂₀", Superscript(47): "⁴⁷", Short(1e-15): "0",
		Number(1.0 / 3): "0.3333", Short(1.0 / 3): "0.333",
		Fill("{6}", -2.0): "−2",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if Sentence(nil) != nil {
		t.Error("no error has become one")
	}
}

// TestSumAddsUp: numbers that are shown with their sum add up as they are shown, whatever their sizes.
func TestSumAddsUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		parts := rapid.SliceOfN(rapid.Float64Range(1e-3, 1e6), 1, 4).Draw(t, "parts")
		texts, total := Sum(6, parts...), 0.0
		for i, text := range texts {
			v, err := strconv.ParseFloat(strings.Replace(text, "−", "-", 1), 64)
			if err != nil {
				t.Fatal(err)
			}
			if i < len(parts) {
				total += v
			} else if math.Abs(v-total) > 1e-9*(1+math.Abs(total)) {
				t.Errorf("%q: together %g", texts, total)
			}
		}
	})
	if got := Sum(4, 12.9131, 1.6, 67.9); !slices.Equal(got, []string{"12.91", "1.60", "67.90", "82.41"}) {
		t.Errorf("%q", got)
	}
}
