package reproduce

import (
	"fmt"
	"math"

	"conelab/core/network/compare"
	"conelab/core/numeric/lift"
)

const oocytes = "oocytes-merluccius-nucleus-4d"

// coefficients is the figure of section 9.7. The paper does not state the range of its axes.
var coefficients = Experiment{
	Name: "coefficients", Title: "The effect of a, b and c: oocytes",
	Place: "Section 9.7: oocytes-merluccius-nucleus-4d, beta = 0.1, two of the coefficients 1",
	Needs: []string{oocytes}, pieces: coefficientPieces, report: coefficientReport,
}

var letters = []string{"a", "b", "c"}

func coefficientPieces(l *Lab) (pieces []Piece) {
	values := []float64{0.01, 0.03, 0.1, 0.3, 1, 3, 10}
	if l.Quick {
		values = []float64{0.01, 1}
	}
	table := l.Tables[oocytes]
	for k, letter := range letters {
		pieces = append(pieces, Piece{Name: letter, settings: fmt.Sprintf("%d rows, %g", table.Frame.Len(), values), run: func(l *Lab) (*Result, error) {
			trained, tested := table.division()
			return l.sweep(values, func(v float64) (*compare.Optimum, error) {
				all := [3]float64{1, 1, 1}
				all[k] = v
				return compare.Solve(&l.Stopwatch, problemOf(trained, lift.Activation{A: all[0], B: all[1], C: all[2]}, 0.1), 1, setOf(tested))
			})
		}})
	}
	return pieces
}

func coefficientReport(_ *Lab, done Results) *Report {
	g := Grid{Title: "Optima", Header: sweepHeader}
	f := Figure{Title: "Accuracy against one coefficient, the others 1", Columns: 3}
	trained, tested := map[string]float64{}, map[string]float64{}
	for _, letter := range letters {
		r := done[letter]
		if r == nil {
			continue
		}
		r.addOptima(&g, letter)
		low, high := [2]float64{1, 1}, [2]float64{}
		for i := range r.Optima {
			o := &r.Optima[i]
			for side, v := range []float64{o.Accuracy, o.TestAccuracy} {
				low[side], high[side] = math.Min(low[side], v), math.Max(high[side], v)
			}
		}
		trained[letter], tested[letter] = high[0]-low[0], high[1]-low[1]
		f.Panels = append(f.Panels, r.accuracies("along "+letter, "coefficient "+letter))
	}
	report := &Report{Grids: []Grid{g}, Figures: []Figure{f}}
	if len(tested) < len(letters) {
		return report
	}
	spans := fmt.Sprintf("training accuracy varies by %s, %s and %s %% along a, b and c, test accuracy by %s, %s and %s %%",
		percent(trained["a"]), percent(trained["b"]), percent(trained["c"]), percent(tested["a"]), percent(tested["b"]), percent(tested["c"]))
	first := Agrees
	if tested["a"] < math.Max(tested["b"], tested["c"]) {
		first = Partly
		if trained["a"] < math.Max(trained["b"], trained["c"]) {
			first = Differs
		}
	}
	last := Agrees
	if tested["c"] > 0.02 || trained["c"] > 0.02 {
		last = Partly
	}
	report.Claims = []Claim{
		{Paper: "The quadratic coefficient a plays the most important role.", Ours: "From 0.01 to 10 " + spans + ".", Verdict: first, Why: "The range of the paper's axes is not given."},
		{Paper: "The accuracy is not affected by c.", Ours: fmt.Sprintf("It moves by %s %% in training and %s %% in testing.", percent(trained["c"]), percent(tested["c"])), Verdict: last, Why: "Agrees is at most 2 %."},
	}
	return report
}
