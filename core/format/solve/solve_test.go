package solve

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"conelab/core/format/document"
	"conelab/core/network/certify"
	"conelab/core/numeric/parallel"
)

// points draws rows of features and of labels -1 and 1.
func points(n, d, outputs int) (x, y [][]float64) {
	rng := rand.New(rand.NewPCG(3, 3))
	for range n {
		row, labels := make([]float64, d), make([]float64, outputs)
		for k := range row {
			row[k] = 5 + 2*rng.NormFloat64()
		}
		for o := range labels {
			labels[o] = float64(1 - 2*rng.IntN(2))
		}
		x, y = append(x, row), append(y, labels)
	}
	return x, y
}

// TestRun trains networks of every kind on raw rows: the rows stay as they are, the cost agrees with its definition, computed from what
// Predict says of them, and the documents, read again, pass the check.
func TestRun(t *testing.T) {
	for name, set := range map[string]func(p *document.Problem){
		"default":      func(*document.Problem) {},
		"standardised": func(p *document.Problem) { AddBias(p); _ = Standardize(p) },
		"quadratic":    func(p *document.Problem) { p.Architecture.Kind = document.KindQuadratic; p.Loss = "l1" },
		"relu":         func(p *document.Problem) { p.Activation = document.Activation{Name: "relu"}; _ = Standardize(p) },
		"convolution": func(p *document.Problem) {
			p.Architecture = document.Architecture{Kind: document.KindConvolutional, Input: []int{3}, Filter: 2, Padding: 1, Pool: 2}
		},
		"layers": func(p *document.Problem) { p.Stack = &document.Stack{Layers: 2}; _ = Standardize(p) },
	} {
		t.Run(name, func(t *testing.T) {
			x, y := points(20, 3, 1)
			p := Problem(x, y)
			p.Beta = 0.3
			set(p)
			network, err := Run(t.Context(), p, 0)
			if err != nil || !network.Certified() || network.Gap > certify.DefaultTolerance {
				t.Fatalf("%+v, %v", network, err)
			}
			fit, err := network.Predict(x)
			if err != nil {
				t.Fatal(err)
			}
			cost := 0.0
			for i, row := range fit {
				if e := row[0] - y[i][0]; p.Loss == "l1" {
					cost += math.Abs(e)
				} else {
					cost += e * e
				}
			}
			beta := p.Beta
			if last := len(network.Layers) - 1; last >= 0 {
				beta = network.Layers[last].Beta
			}
			for _, neuron := range network.Network.Neurons {
				cost += beta * math.Abs(neuron.Alpha)
			}
			if math.Abs(cost-network.Objective) > 1e-9*cost || network.LowerBound > cost || network.LowerBound < cost*(1-1e-7) {
				t.Errorf("cost %.12g, said %.12g, bound %.12g", cost, network.Objective, network.LowerBound)
			}
			problem, err := document.ParseProblem(network.Problem.JSON())
			if err != nil {
				t.Fatal(err)
			}
			solution, err := document.ParseSolution(network.Solution.JSON())
			if err != nil {
				t.Fatal(err)
			}
			if check := document.CheckSolution(problem, solution); !check.Pass {
				t.Errorf("%+v", check)
			}
		})
	}
}

// TestLimits: training ends with its context, and what needs more than the memory allowed is refused.
func TestLimits(t *testing.T) {
	p := Problem(points(200, 8, 2))
	if _, err := Run(t.Context(), p, 1000); !errors.As(err, new(*certify.MemoryError)) {
		t.Errorf("with 1000 bytes: %v", err)
	}
	if network, err := Run(parallel.NewCountdown(3), p, 0); err != nil || network.Certified() || network.Status != certify.Stopped {
		t.Errorf("%v, %v", network, err)
	}
}

// TestRefused: what is wrong with a problem, or with points to predict, is said by its place.
func TestRefused(t *testing.T) {
	for want, p := range map[string]*document.Problem{
		"solve: data.x has no rows": Problem(nil, nil), "solve: data.y has 1 row, expected 2": Problem([][]float64{{1}, {2}}, [][]float64{{1}}),
		"solve: data.x[1][0] is NaN": Problem([][]float64{{1}, {math.NaN()}}, [][]float64{{1}, {2}}),
		"solve: beta is 0, expected": {Data: document.Data{X: [][]float64{{1}}, Y: [][]float64{{1}}}, Settings: document.Settings{
			Architecture: document.Architecture{Kind: document.KindDense}, Loss: document.LossSquared}},
	} {
		if _, err := Run(t.Context(), p, 0); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
		if err := Standardize(p); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("before it is standardised: %v, want %s", err, want)
		}
	}
	biased := Problem([][]float64{{1, 2}, {2, 3}}, [][]float64{{1}, {2}})
	AddBias(biased)
	network, err := Run(t.Context(), biased, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := network.Predict([][]float64{{1}}); err == nil || !strings.Contains(err.Error(), "data.x[0] has 1 number, expected 2 as") {
		t.Errorf("one feature too few is called %v", err)
	}
	network, err = Run(context.Background(), Problem([][]float64{{1}, {2}}, [][]float64{{1}, {2}}), 0)
	if err != nil {
		t.Fatal(err)
	}
	for want, x := range map[string][]float64{
		"data.x[1][0] is NaN": {math.NaN()}, "data.x[1][0] is -Inf": {math.Inf(-1)}, "the outputs of x[1] are": {1e300},
		"data.x[1] has 2 numbers": {1, 2},
	} {
		if y, err := network.Predict([][]float64{{1}, x}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("at %g: %g, %v, want %s", x, y, err, want)
		}
	}
}
