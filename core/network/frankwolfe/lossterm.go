package frankwolfe

import (
	"math"

	"conelab/core/network/neural"
	"conelab/core/numeric/loss"
)

// lossTerm is the loss of the outputs. Vectors are output by output.
type lossTerm struct {
	lossFn     loss.Loss
	n, outputs int
	y          []float64
	slope      []float64 // d/df, minus the dual vector
	curvature  []float64 // the second derivative D, or the probabilities of the softmax loss
}

func newLossTerm(lossFn loss.Loss, y []float64, n int) *lossTerm {
	return &lossTerm{lossFn: lossFn, n: n, outputs: len(y) / n, y: y, slope: make([]float64, len(y)), curvature: make([]float64, len(y))}
}

// value returns the loss at f.
func (t *lossTerm) value(f []float64) float64 { return neural.Loss(f, t.y, t.n, t.lossFn) }

// differentiate sets slope and curvature at f.
func (t *lossTerm) differentiate(f []float64) {
	if t.lossFn != loss.Softmax {
		for i, v := range f {
			t.slope[i], t.curvature[i] = t.lossFn.Slope(v, t.y[i]), t.lossFn.Curvature(v, t.y[i])
		}
		return
	}
	p := make([]float64, t.outputs)
	for i := range t.n {
		loss.RowTo(p, f, i, t.n)
		loss.SoftmaxTo(p, p)
		for o, v := range p {
			t.curvature[o*t.n+i], t.slope[o*t.n+i] = v, v-t.y[o*t.n+i]
		}
	}
}

// root overwrites z, output by output, with R z for a root of the curvature, D = R R'. For softmax with the probabilities p = s^2 it is
// diag(s) (I - s s').
func (t *lossTerm) root(z []float64) {
	t.project(z)
	for i, v := range t.curvature {
		z[i] *= math.Sqrt(v)
	}
}

// transposedRoot overwrites x with R'x.
func (t *lossTerm) transposedRoot(x []float64) {
	for i, v := range t.curvature {
		x[i] *= math.Sqrt(v)
	}
	t.project(x)
}

// project removes the part of z along the s of each sample, if the loss is softmax.
func (t *lossTerm) project(z []float64) {
	if t.lossFn != loss.Softmax {
		return
	}
	for i := range t.n {
		along := 0.0
		for o := i; o < len(z); o += t.n {
			along += math.Sqrt(t.curvature[o]) * z[o]
		}
		for o := i; o < len(z); o += t.n {
			z[o] -= along * math.Sqrt(t.curvature[o])
		}
	}
}

// applyCurvature overwrites the change df of the outputs with that of the slopes, D df.
func (t *lossTerm) applyCurvature(df []float64) {
	t.transposedRoot(df)
	t.root(df)
}

// diagonal returns the diagonal entry of D for an output of a sample.
func (t *lossTerm) diagonal(at int) float64 {
	v := t.curvature[at]
	if t.lossFn == loss.Softmax {
		return v * (1 - v)
	}
	return v
}
