package loss

import (
	"math"
	"testing"
)

func TestCheckLabels(t *testing.T) {
	for _, c := range []struct {
		l        Loss
		y        [][]float64
		sentence string
	}{
		{Squared, [][]float64{{0.5, -3}, {1e9, 0}}, ""},
		{Hinge, [][]float64{{1, -1}, {-1, -1}}, ""},
		{Softmax, [][]float64{{0, 1, 0}, {1, 0, 0}}, ""},
		{Softmax, nil, ""},
		{Hinge, [][]float64{{1}, {-1}, {1}, {0.5}}, "data.y[3][0] is 0.5, expected 1 or -1 for the hinge loss"},
		{Logistic, [][]float64{{1, 0}}, "data.y[0][1] is 0, expected 1 or -1 for the logistic loss"},
		{Logistic, [][]float64{{math.NaN()}}, "data.y[0][0] is NaN, expected 1 or -1 for the logistic loss"},
		{L1, [][]float64{{1}, {math.Inf(-1)}}, "data.y[1][0] is -Inf, expected a finite number"},
		{Huber, [][]float64{{math.NaN()}}, "data.y[0][0] is NaN, expected a finite number"},
		{Squared, [][]float64{{1, 2}, {1}}, "data.y[1] has length 1, expected 2 as in data.y[0]"},
		{Softmax, [][]float64{{1}}, "data.y[0] has fewer than two numbers, expected one for each class for the softmax loss"},
		{Softmax, [][]float64{{1, 0}, {-1, 1}}, "data.y[1][0] is -1, expected 0 or 1 for the softmax loss"},
		{Softmax, [][]float64{{0, 0}}, "data.y[0] has 0 ones, expected a single 1 and otherwise 0 for the softmax loss"},
		{Softmax, [][]float64{{1, 0}, {1, 1}}, "data.y[1] has 2 ones, expected a single 1 and otherwise 0 for the softmax loss"},
	} {
		got := ""
		if err := c.l.CheckLabels(c.y); err != nil {
			got = err.Error()
		}
		if got != c.sentence {
			t.Errorf("%v %v:\n got %s\nwant %s", c.l, c.y, got, c.sentence)
		}
	}
}
