package relu

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"conelab/core/numeric/loss"
)

// data returns points of one of several kinds, with labels.
func data(kind string, n, d int, rng *rand.Rand) (x, y []float64) {
	x, y = make([]float64, n*d), make([]float64, n)
	for i := range n {
		for k := range d {
			x[i*d+k] = 2*rng.Float64() - 1
		}
	}
	switch kind {
	case "grid":
		for i := range x {
			x[i] = math.Round(2*x[i]) / 2
		}
	case "duplicates":
		for i := range x {
			x[i] = x[i%(d*(n/2+1))]
		}
	case "collinear":
		for i := range n {
			t := x[i*d]
			for k := range d {
				x[i*d+k] = t * float64(k+1) / 3
			}
		}
	case "ulp":
		for i := n / 2; i < n; i++ {
			for k := range d {
				x[i*d+k] = math.Nextafter(x[(i-n/2)*d+k], float64(rng.IntN(3)-1)*9)
			}
		}
	case "near":
		for i := n / 2; i < n; i++ {
			for k := range d {
				x[i*d+k] = x[(i-n/2)*d+k] + 1e-9*rng.NormFloat64()
			}
		}
	case "large":
		for i := range x {
			x[i] *= 100
		}
	case "small":
		for i := range x {
			x[i] *= 0.01
		}
	}
	for i := range n {
		r := 0.0
		for k := range d {
			r += x[i*d+k] * x[i*d+k]
		}
		y[i] = 1
		if r > 0.4*float64(d)/1.5 {
			y[i] = -1
		}
		if rng.IntN(10) == 0 || kind == "random" {
			y[i] = float64(2*rng.IntN(2) - 1)
		}
	}
	return x, y
}

var kinds = []string{"plain", "grid", "duplicates", "collinear", "ulp", "near", "large", "small", "random"}

// TestSweepFindsThePeak compares the sweep with brute force in twice the working precision, for dual vectors of all signs and sizes and for those
// without a linear part, where all is decided by the kinks.
func TestSweepFindsThePeak(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for d := 1; d <= 3; d++ {
		for _, kind := range kinds {
			for _, n := range []int{1, 2, 3, 4, 7, 12, 18} {
				for _, kappa := range []float64{0, 0.1, -1} {
					x, _ := data(kind, n, d, rng)
					v := make([]float64, n)
					for i := range v {
						v[i] = rng.NormFloat64() * math.Exp(3*rng.NormFloat64())
					}
					checkPeak(t, kind, &Problem{X: x, D: d, Activation: Activation{kappa}}, v)
				}
			}
		}
	}
}

func checkPeak(t *testing.T, kind string, p *Problem, v []float64) {
	t.Helper()
	want := p.peak(v)
	var s places
	p.Y = v
	s.take(p)
	o := oracle{arrangement: &s.arrangement, kappa: p.Activation.Slope}
	merged := make([]float64, len(s.points))
	for i, k := range s.at {
		merged[k] += v[i]
	}
	bound, _ := o.run(context.Background(), merged, 0)
	size := o.slack
	if math.Abs(o.best.value-want) > size {
		t.Errorf("%d features, %s, %d samples, slope %g: the sweep finds %.17g, brute force %.17g: %g of delta apart", p.D, kind, len(v),
			p.Activation.Slope, o.best.value, want, (o.best.value-want)/size)
	}
	if bound < want-size/4 {
		t.Errorf("%s: bound %.17g, want at least %.17g", kind, bound, want)
	}
	if at := math.Abs(p.Evaluate(v, o.best.u[:p.D+1])); math.Abs(at-o.best.value) > size {
		t.Errorf("%s: g is %.17g at the place of %.17g", kind, at, o.best.value)
	}
}

func TestFirst(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, l := range []loss.Loss{loss.Squared, loss.Logistic, loss.Hinge} {
		for d := 1; d <= 3; d++ {
			for _, kind := range kinds {
				for _, kappa := range []float64{0, 0.1, -1} {
					n := 20
					x, y := data(kind, n, d, rng)
					var j Job
					p := Problem{X: x, Y: y, D: d, Loss: l, Beta: 0.1, Activation: Activation{kappa}}
					r := j.Run(p)
					if r.Status != "optimal" || r.Gap < -1e-12 {
						t.Errorf("%v d %d %s kappa %g: %s gap %g, cost %g, %d neurons, %d calls %d steps", l, d, kind, kappa, r.Status, r.Gap, r.Objective, len(r.Neurons), r.Iterations, r.Steps)
					}
				}
			}
		}
	}
}

func BenchmarkRing(b *testing.B) {
	_ = context.Background
	for _, n := range []int{20, 80, 200} {
		for _, beta := range []float64{1, 0.1, 0.01} {
			b.Run("", func(b *testing.B) {
				rng := rand.New(rand.NewPCG(1, 2))
				x, y := data("plain", n, 2, rng)
				var j Job
				var r *Result
				for b.Loop() {
					r = j.Run(Problem{X: x, Y: y, D: 2, Beta: beta})
				}
				b.Logf("n %d beta %g: gap %g cost %g neurons %d calls %d steps %d", n, beta, r.Gap, r.Objective, len(r.Neurons), r.Iterations, r.Steps)
			})
		}
	}
}
