package landscape

import "conelab/core/numeric/loss"

// Tangent is a line of slope -V below the loss of a sample, as a function of one of its outputs f: Height - V f <= loss(f) for every f, with equality
// at Fit up to the gap. No network can raise the sum of V f over the samples above the price of its neurons, so the sum of the heights is a lower
// bound of the training cost.
//
// For a loss that couples the outputs, the other outputs are held at their values, and their own V f are added to the loss.
type Tangent struct {
	Row                  int
	Fit, Loss, V, Height float64
}

// TangentsTo appends to dst the tangents to the losses of all samples in an output, in the order of the samples, for the certified dual vector. Their
// heights add up to that output's share of the certified bound, or to the whole bound if there is one output or the loss couples them.
func (l *Landscape) TangentsTo(dst []Tangent, output int) []Tangent {
	n, at := l.samples.Len(), [1]float64{}
	for i := range n {
		k := output*n + i
		t := Tangent{Row: i, Fit: l.best.Fit[k], V: l.best.Certificate.Dual[k]}
		at[0] = t.Fit
		l.LossTo(at[:], at[:], i, output)
		t.Loss = at[0]
		if l.problem.Loss.Separable() {
			t.Height = l.problem.Loss.Dual(t.V, l.problem.Y[k])
		} else {
			v, y := l.rowOf(l.best.Certificate.Dual, i), l.rowOf(l.problem.Y, i)
			t.Height = loss.SoftmaxDual(v, y)
		}
		dst = append(dst, t)
	}
	return dst
}

// LossTo writes into losses the loss of a sample for each of the values of one of its outputs. The slices may be the same.
func (l *Landscape) LossTo(losses, values []float64, row, output int) {
	n := l.samples.Len()
	if l.problem.Loss.Separable() {
		for k, f := range values {
			losses[k] = l.problem.Loss.Value(f, l.problem.Y[output*n+row])
		}
		return
	}
	f, y, v, rest := l.rowOf(l.best.Fit, row), l.rowOf(l.problem.Y, row), l.rowOf(l.best.Certificate.Dual, row), 0.0
	for o := range f {
		if o != output {
			rest += v[o] * f[o]
		}
	}
	for k, value := range values {
		f[output] = value
		losses[k] = loss.SoftmaxValue(f, y) + rest
	}
}

// Squared reports whether the loss is the squared error.
func (l *Landscape) Squared() bool { return l.problem.Loss == loss.Squared }

// Separable reports whether the loss is a sum over outputs.
func (l *Landscape) Separable() bool { return l.problem.Loss.Separable() }

// Label returns the label of a sample for an output.
func (l *Landscape) Label(row, output int) float64 { return l.problem.Y[output*l.samples.Len()+row] }

// SameLoss reports whether two samples have the same loss as a function of an output.
func (l *Landscape) SameLoss(a, b, output int) bool {
	return l.Separable() && l.Label(a, output) == l.Label(b, output)
}

// rowOf returns a sample's values for all outputs.
func (l *Landscape) rowOf(values []float64, row int) []float64 {
	of := make([]float64, l.problem.Outputs)
	for o := range of {
		of[o] = values[o*l.samples.Len()+row]
	}
	return of
}
