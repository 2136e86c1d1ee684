package corrective

import (
	"math"

	"conelab/core/numeric/loss"
)

// fit is the loss of the outputs f, or the proximal function that stands in for it where the loss has kinks. Vectors are output by output.
type fit struct {
	kind       loss.Loss
	n, outputs int
	y          []float64
	slope      []float64 // d/df, minus the dual vector
	curvature  []float64 // the second derivative, or the probabilities of the softmax loss
	mu         float64   // of the proximal function, 0 without
	center     []float64
	fi, yi     []float64 // workspace
}

func newFit(kind loss.Loss, y []float64, n int) *fit {
	t := &fit{kind: kind, n: n, outputs: len(y) / n, y: y, slope: make([]float64, len(y)), curvature: make([]float64, len(y))}
	t.fi, t.yi = make([]float64, t.outputs), make([]float64, t.outputs)
	if !kind.Smooth() && kind.Kappa() == 0 {
		t.center = make([]float64, len(y))
		t.mu = 1
		if kind == loss.L1 {
			t.mu = 0
			for _, v := range y {
				t.mu += math.Abs(v) / float64(len(y))
			}
		}
		t.mu = math.Max(t.mu, 1e-300)
	}
	return t
}

// proximal reports whether the loss is replaced.
func (t *fit) proximal() bool { return t.center != nil }

// piecewise reports whether the slope is piecewise linear, with kinks.
func (t *fit) piecewise() bool { return t.proximal() || t.kind == loss.Huber }

// maximiser returns the v of the proximal function, and whether it is inside the domain.
func (t *fit) maximiser(i int, f float64) (v float64, inside bool) {
	low, high := t.kind.Domain(t.y[i])
	v = t.center[i] + (t.kind.Linear(t.y[i])-f)/t.mu
	return math.Max(low, math.Min(high, v)), v > low && v < high
}

// slopeAt returns the slope of a separable loss, or of its proximal function, for place i at f.
func (t *fit) slopeAt(i int, f float64) float64 {
	if t.proximal() {
		v, _ := t.maximiser(i, f)
		return -v
	}
	return t.kind.Slope(f, t.y[i])
}

// value returns the function at f.
func (t *fit) value(f []float64) float64 {
	total, compensation := 0.0, 0.0
	add := func(v float64) {
		sum := total + (v + compensation)
		compensation += v - (sum - total)
		total = sum
	}
	switch {
	case t.proximal():
		for i, v := range f {
			w, _ := t.maximiser(i, v)
			away := w - t.center[i]
			add(w*(t.kind.Linear(t.y[i])-v) - t.mu/2*away*away)
		}
	case t.kind == loss.Softmax:
		for i := range t.n {
			for o := range t.fi {
				t.fi[o], t.yi[o] = f[o*t.n+i], t.y[o*t.n+i]
			}
			add(loss.SoftmaxValue(t.fi, t.yi))
		}
	default:
		for i, v := range f {
			add(t.kind.Value(v, t.y[i]))
		}
	}
	return total
}

// differentiate sets slope and curvature at f.
func (t *fit) differentiate(f []float64) {
	switch {
	case t.proximal():
		for i, v := range f {
			w, inside := t.maximiser(i, v)
			t.slope[i], t.curvature[i] = -w, 0
			if inside {
				t.curvature[i] = 1 / t.mu
			}
		}
	case t.kind == loss.Softmax:
		for i := range t.n {
			for o := range t.fi {
				t.fi[o] = f[o*t.n+i]
			}
			loss.SoftmaxTo(t.fi, t.fi)
			for o, p := range t.fi {
				t.curvature[o*t.n+i], t.slope[o*t.n+i] = p, p-t.y[o*t.n+i]
			}
		}
	default:
		for i, v := range f {
			t.slope[i], t.curvature[i] = t.kind.Slope(v, t.y[i]), t.kind.Curvature(v, t.y[i])
		}
	}
}

// bend overwrites the change of the outputs of sample i, at df[o stride], with the change of the slopes that it makes.
func (t *fit) bend(df []float64, stride, i int) {
	if t.kind != loss.Softmax {
		for o := range t.outputs {
			df[o*stride] *= t.curvature[o*t.n+i]
		}
		return
	}
	mean := 0.0
	for o := range t.outputs {
		mean += t.curvature[o*t.n+i] * df[o*stride]
	}
	for o := range t.outputs {
		df[o*stride] = t.curvature[o*t.n+i] * (df[o*stride] - mean)
	}
}

// move takes the center to the maximiser and makes mu smaller.
func (t *fit) move(f []float64, factor float64) {
	for i, v := range f {
		t.center[i], _ = t.maximiser(i, v)
	}
	t.mu *= factor
}
