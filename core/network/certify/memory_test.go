package certify

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

// shaped draws a problem of the given sizes.
func shaped(n, d, outputs int, l loss.Loss, kind lift.Kind) Problem {
	rng := rand.New(rand.NewPCG(1, 1))
	p := Problem{D: d, Outputs: outputs, Loss: l, Beta: 1, Sigma: lift.ReLU, Tolerance: 1e-3}
	p.Architecture.Kind = kind
	if kind == lift.Convolutional {
		p.Architecture = lift.Architecture{Kind: kind, Input: [3]int{1, d, 1}, Signal: true, Filter: d / 2, Stride: 1, Pool: lift.GlobalPool}
	}
	p.X, p.Y = make([]float64, n*d), make([]float64, n*outputs)
	for i := range p.X {
		p.X[i] = rng.NormFloat64()
	}
	for i := range n {
		if l == loss.Softmax {
			p.Y[rng.IntN(outputs)*n+i] = 1
		} else {
			p.Y[i] = rng.NormFloat64()
		}
	}
	return p
}

// TestMemoryEstimate: what is predicted is what a job holds, within a factor of two.
func TestMemoryEstimate(t *testing.T) {
	live := func() float64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return float64(m.HeapAlloc)
	}
	for name, p := range map[string]Problem{
		"samples":         shaped(600, 60, 1, loss.Huber, lift.Dense),
		"entries":         shaped(3000, 10, 1, loss.Huber, lift.Dense),
		"reduced form":    shaped(2000, 20, 1, loss.Squared, lift.Dense),
		"softmax":         shaped(150, 40, 3, loss.Softmax, lift.Dense),
		"global pool":     shaped(300, 40, 1, loss.Huber, lift.Convolutional),
		"quadratic":       shaped(500, 100, 1, loss.Huber, lift.Quadratic),
		"many samples":    shaped(20000, 20, 1, loss.Squared, lift.Dense),
		"many features":   shaped(300, 300, 1, loss.Huber, lift.Dense),
		"large quadratic": shaped(5000, 80, 1, loss.Squared, lift.Quadratic),
	} {
		for _, method := range []Method{InteriorPoint, Corrective} {
			t.Run(fmt.Sprintf("%s/%v", name, method), func(t *testing.T) {
				p.Method = method
				need := p.Estimate(method)
				if need.Flops > 1e9 {
					return // too long for a test; the formula is that of the others
				}
				before := live()
				var j Job
				j.Start(p)
				for range 4 {
					j.Step()
				}
				used := live() - before
				if runtime.KeepAlive(&j); !(need.Bytes < 2*used+1e6 && used < 2*need.Bytes+1e6) {
					t.Errorf("%.3g MB are predicted, %.3g MB are held", need.Bytes/1e6, used/1e6)
				}
			})
		}
	}
}

func TestMemoryLimit(t *testing.T) {
	p := shaped(20, 3, 1, loss.Squared, lift.Dense)
	p.Memory = 100
	var e *MemoryError
	if err := p.CheckMemory(); !errors.As(err, &e) || !strings.Contains(err.Error(), "--memory") {
		t.Errorf("the error is %v", err)
	}
	if p.Memory = 1e9; p.CheckMemory() != nil {
		t.Error("a small problem does not fit into 1 GB")
	}
	// Where only one of the methods fits, it is taken.
	p = Problem{X: make([]float64, 12665*784), Y: make([]float64, 12665), D: 784, Beta: 1, Memory: 1e9}
	if p.Choose() != Corrective || p.CheckMemory() != nil {
		t.Errorf("784 features and 12665 samples: %v, %v", p.Choose(), p.CheckMemory())
	}
}
