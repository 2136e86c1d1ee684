package loss

import (
	"math"
	"testing"
)

func TestNames(t *testing.T) {
	for i, name := range Names() {
		l, err := Parse(name)
		if err != nil || l != Loss(i) || l.String() != name || l.Separable() != (name != "softmax") || l.Smooth() != (i > int(Hinge)) {
			t.Errorf("%s: %v, %v", name, l, err)
		}
	}
	for name, sentence := range map[string]string{
		"mse": `loss is "mse", expected squared, huber, l1, hinge, logistic or softmax`,
		"\n":  `loss is "\n", expected squared, huber, l1, hinge, logistic or softmax`,
	} {
		if _, err := Parse(name); err == nil || err.Error() != sentence {
			t.Errorf("got %v, want %s", err, sentence)
		}
	}
}

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

func TestNothingAllocates(t *testing.T) {
	f, y, v, dst := []float64{1, 2, 3}, []float64{0, 1, 0}, []float64{-0.2, 0.5, -0.3}, make([]float64, 9)
	p, total := []float64{0.2, 0.5, 0.3}, 0.0
	if n := testing.AllocsPerRun(10, func() {
		for _, l := range separable {
			total += l.Value(1, 1) + l.Dual(0.5, 1) + l.FenchelYoung(1, 0.5, 1) + l.Slope(1, 1) + l.Curvature(1, 1)
		}
		total += SoftmaxValue(f, y) + SoftmaxDual(v, y) + SoftmaxFenchelYoung(f, v, y)
		SoftmaxTo(dst[:3], f)
		SoftmaxRootTo(dst, p)
	}); n != 0 {
		t.Errorf("%g allocations, want 0", n)
	}
}
