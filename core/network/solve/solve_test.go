package solve

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"conelab/core/format/document"
	"conelab/core/network/certify"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

// TestRun: the cost agrees with its definition, computed from the given rows, and the lower bound is below it.
func TestRun(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	const n, d, outputs, beta = 30, 3, 2, 0.3
	x, y := make([]float64, n*d), make([]float64, n*outputs)
	for i := range x {
		x[i] = rng.NormFloat64()
	}
	for i := range y {
		y[i] = rng.NormFloat64()
	}
	for _, o := range []Options{
		{Beta: beta}, {Beta: beta, Activation: lift.Polynomial{A: 1, B: 1, C: 1}},
		{Beta: beta, Architecture: lift.Architecture{Kind: lift.Quadratic}}, {Beta: beta, Loss: loss.L1},
	} {
		network, err := Run(x, y, d, outputs, o)
		if err != nil || !network.Certified() || network.Gap > certify.DefaultTolerance {
			t.Fatalf("%+v: %v", o, err)
		}
		cost := 0.0
		fit, err := network.Predict(x)
		if err != nil {
			t.Fatal(err)
		}
		for i, f := range fit {
			if o.Loss == loss.L1 {
				cost += math.Abs(f - y[i])
			} else {
				cost += (f - y[i]) * (f - y[i])
			}
		}
		for _, neuron := range network.Neurons {
			cost += beta * math.Abs(neuron.Alpha)
		}
		if math.Abs(cost-network.Objective) > 1e-9*cost || network.Lower > cost || network.Lower < cost*(1-1e-7) {
			t.Errorf("%+v: cost %.12g, said %.12g, bound %.12g", o, cost, network.Objective, network.Lower)
		}
	}
}

// TestDocuments: what a network writes of itself is read again, passes the check from the raw data, and predicts the same.
func TestDocuments(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 3))
	const n, d = 24, 8
	x, y := make([]float64, n*d), make([]float64, n)
	for i := range x {
		x[i] = rng.NormFloat64()
	}
	for i := range y {
		y[i] = float64(1 - 2*rng.IntN(2))
	}
	for _, architecture := range []lift.Architecture{
		{}, {Kind: lift.Quadratic}, {Kind: lift.Convolutional, Input: [3]int{1, 8, 1}, Signal: true, Filter: 3, Stride: 1, Padding: 1, Pool: 2},
		{Kind: lift.Convolutional, Input: [3]int{2, 4, 1}, Filter: 2, Stride: 1, Pool: lift.GlobalPool},
		{Kind: lift.Convolutional, Input: [3]int{2, 2, 2}, Filter: 2, Stride: 2, Pool: 1},
	} {
		network, err := Run(x, y, d, 1, Options{Architecture: architecture, Loss: loss.Hinge, Beta: 0.5, Tolerance: 1e-7})
		if err != nil {
			t.Fatal(err)
		}
		p, s := network.Documents()
		problem, err := document.ParseProblem(p.JSON())
		if err != nil {
			t.Fatalf("%+v: %v", architecture, err)
		}
		solution, err := document.ParseSolution(s.JSON())
		if err != nil {
			t.Fatalf("%+v: %v", architecture, err)
		}
		if check := document.CheckSolution(problem, solution); !check.Pass || !network.Certified() {
			t.Errorf("%+v: %+v", architecture, check)
		}
		got, err := network.Predict(x)
		if err != nil {
			t.Fatal(err)
		}
		for i, row := range document.Predict(problem, solution) {
			if math.Abs(row[0]-got[i]) > 1e-12 {
				t.Fatalf("%+v: output %d is %g, by the documents %g", architecture, i, got[i], row[0])
			}
		}
	}
	if _, err := Run(x, y, d, 1, Options{Memory: 1000}); !errors.As(err, new(*certify.MemoryError)) {
		t.Errorf("with 1000 bytes: %v", err)
	}
}

func TestRefused(t *testing.T) {
	for want, c := range map[string]struct {
		x, y       []float64
		d, outputs int
		o          Options
	}{
		"0 features and 1 outputs, expected at least 1 of each":        {[]float64{1}, []float64{1}, 0, 1, Options{}},
		"no points, expected at least 1":                               {nil, nil, 2, 1, Options{}},
		"3 numbers for 2 features, expected a multiple":                {[]float64{1, 2, 3}, []float64{1}, 2, 1, Options{}},
		"1 labels, expected 4, one for each of 2 points and 2 outputs": {[]float64{1, 2}, []float64{1}, 1, 2, Options{}},
		"beta": {[]float64{1, 2}, []float64{1, 2}, 1, 1, Options{Beta: -1}},
		"solve: architecture.input has 4 entries in all, expected 2 as in a row of x": {[]float64{1, 2}, []float64{1}, 2, 1, Options{
			Architecture: lift.Architecture{Kind: lift.Convolutional, Input: [3]int{2, 2, 1}, Filter: 1, Stride: 1, Pool: 1}}},
		"solve: x[2][1] is nan": {[]float64{1, 2, 1, 2, 1, math.NaN()}, []float64{1, 2, 1}, 2, 1, Options{}},
	} {
		if _, err := Run(c.x, c.y, c.d, c.outputs, c.o); err == nil || !strings.Contains(strings.ToLower(err.Error()), want) ||
			strings.Contains(err.Error(), "data.") || strings.Contains(err.Error(), "architecture.") {
			t.Errorf("%v, want %s", err, want)
		}
	}
	network, err := Run([]float64{1, 2}, []float64{1, 2}, 1, 1, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for want, x := range map[string]float64{"x[1][0] is NaN": math.NaN(), "x[1][0] is -Inf": math.Inf(-1), "output 0 of x[1] is": 1e300} {
		if y, err := network.Predict([]float64{1, x}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("at %g: %g, %v, want %s", x, y, err, want)
		}
	}
}
