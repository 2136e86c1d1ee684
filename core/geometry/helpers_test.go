package geometry

import (
	"math"
	"math/rand/v2"
	"testing"

	"conelab/core/dense"
	"conelab/core/lift"
	"conelab/core/neural"
	"pgregory.net/rapid"
)

// draw gives each property test a dimension and a generator; rapid shrinks and prints both.
func draw(t *rapid.T, dims ...int) (d int, rng *rand.Rand) {
	seed := rapid.Uint64().Draw(t, "seed")
	return rapid.SampledFrom(dims).Draw(t, "d"), rand.New(rand.NewPCG(seed, 1))
}

func symmetric(rng *rand.Rand, p int) []float64 {
	w := make([]float64, p*p)
	for i := range p {
		for j := range i + 1 {
			w[i*p+j] = rng.NormFloat64()
			w[j*p+i] = w[i*p+j]
		}
	}
	return w
}

func unit(rng *rand.Rand, d int) []float64 {
	u := make([]float64, d)
	for k := range u {
		u[k] = rng.NormFloat64()
	}
	return scaled(1/norm(u), u)
}

// network returns m random neurons whose |weights| sum to total; positive ones only if asked.
func network(rng *rand.Rand, d, m int, total float64, positive bool) []neural.Neuron {
	neurons := make([]neural.Neuron, m)
	for j := range neurons {
		neurons[j] = neural.Neuron{U: unit(rng, d), Alpha: rng.ExpFloat64()}
		if !positive && rng.IntN(2) == 0 {
			neurons[j].Alpha *= -1
		}
	}
	sum := weight(neurons)
	for j := range neurons {
		neurons[j].Alpha *= total / sum
	}
	return neurons
}

// body is what Positive and Full share.
type body interface {
	Support(v []float64) (float64, neural.Neuron)
	Project(w []float64) Projection
}

// level returns T over four decades.
func level(rng *rand.Rand) float64 { return math.Pow(10, 4*rng.Float64()-2) }

func within(t interface{ Fatalf(string, ...any) }, name string, got, want, tolerance float64) {
	if !(math.Abs(got-want) <= tolerance) {
		t.Fatalf("%s: %.17g, want %.17g within %g", name, got, want, tolerance)
	}
}

func differ(t interface{ Fatalf(string, ...any) }, name string, got, want []float64, tolerance float64) {
	if distance := norm(minus(got, want)); !(distance <= tolerance) {
		t.Fatalf("%s: off by %g, more than %g", name, distance, tolerance)
	}
}

func TestPackIsAnIsometry(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d, rng := draw(t, 1, 2, 5, 9)
		p := d + 1
		a, b := symmetric(rng, p), symmetric(rng, p)
		x, y, back := make([]float64, p*(p+1)/2), make([]float64, p*(p+1)/2), make([]float64, p*p)
		lift.PackTo(x, a, p)
		lift.PackTo(y, b, p)
		within(t, "< A, B >", dense.Dot(x, y), dense.Dot(a, b), 1e-13*norm(a)*norm(b))
		lift.UnpackTo(back, x, p)
		differ(t, "round trip", back, a, 1e-15*norm(a))
	})
}

func TestPanicsOnWrongLengths(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a matrix of the wrong size was taken")
		}
	}()
	Positive{D: 2, T: 1}.Violation(make([]float64, 8))
}

func pick(d int, t float64, positive bool) body {
	if positive {
		return Positive{d, t}
	}
	return Full{d, t}
}

func toNetwork(neuron neural.Neuron) []neural.Neuron { return []neural.Neuron{neuron} }
