package sdp

import (
	"math"

	"conelab/core/numeric/dense"
	"conelab/core/numeric/loss"
	"conelab/core/numeric/parallel"
)

// weigh computes the roots R of the weights H at the current point.
func (b *lossBlock) weigh() {
	switch b.kind {
	case loss.Softmax:
		for i, e := range b.high {
			b.weights[i] = e.s / (1 + e.t)
		}
		for i := range b.n {
			b.gather(b.yi, b.weights, i)
			total := 0.0
			for _, q := range b.yi {
				total += q
			}
			dense.Scale(1/total, b.yi)
			root := b.root[i*b.c*b.c : (i+1)*b.c*b.c]
			loss.SoftmaxRootTo(root, b.yi)
			dense.Scale(math.Sqrt(total), root)
		}
	default:
		kappa := b.kind.Kappa()
		b.spans(func(from, to int) {
			for i := from; i < to; i++ {
				d := kappa
				if b.kind == loss.Logistic {
					d = 1/b.low[i].s + 1/b.high[i].s // the entropy's second derivative, from the distances to both ends
				}
				if b.low != nil {
					d += b.low[i].t/b.low[i].s + b.high[i].t/b.high[i].s
				}
				b.root[i] = 1 / math.Sqrt(d)
			}
		})
	}
}

// aim sets the targets of the multipliers for the target level of s t, 0 for the affine direction, and eta. With corrected, it subtracts the
// second-order terms of the previous direction.
func (b *lossBlock) aim(level float64, corrected bool) {
	b.spans(func(from, to int) {
		for _, ends := range [2][]bound{b.low, b.high} {
			for i := from; i < min(to, len(ends)); i++ {
				e := &ends[i] // its target if the slack does not change is t + (level - s t - ds dt)/s
				if e.goal = level; corrected {
					e.goal -= e.ds * e.dt
				}
				e.goal /= e.s
			}
		}
	})
	if b.kind == loss.Softmax {
		for i := range b.n {
			for o := range b.fi {
				at := o*b.n + i
				b.fi[o] = b.f[at] - math.Log(b.high[at].s) + b.high[at].goal
			}
			b.mixRow(i, b.fi, b.eta)
		}
		return
	}
	kappa := b.kind.Kappa()
	b.spans(func(from, to int) {
		for i := from; i < to; i++ {
			e := b.f[i] - b.kind.Linear(b.y[i]) + kappa*b.v[i]
			if b.kind == loss.Logistic {
				e = b.f[i] + math.Log(b.low[i].s/b.high[i].s)
			}
			if b.low != nil {
				e += b.high[i].goal - b.low[i].goal
			}
			b.eta[i] = b.root[i] * e
		}
	})
}

// gather copies the entries of sample i from x.
func (b *lossBlock) gather(dst, x []float64, i int) {
	for o := range dst {
		dst[o] = x[o*b.n+i]
	}
}

// mixRow writes R x for sample i into dst.
func (b *lossBlock) mixRow(i int, x, dst []float64) {
	for o := range b.c {
		sum := 0.0
		for j, r := range b.root[(i*b.c+o)*b.c : (i*b.c+o+1)*b.c] {
			sum += r * x[j]
		}
		dst[o*b.n+i] = sum
	}
}

// mix overwrites x with R x.
func (b *lossBlock) mix(x []float64) {
	if b.c == 1 {
		b.spans(func(from, to int) {
			for i := from; i < to; i++ {
				x[i] *= b.root[i]
			}
		})
		return
	}
	for i := range b.n {
		b.gather(b.fi, x, i)
		b.mixRow(i, b.fi, x)
	}
}

// direct computes the rest of the direction from w: dv = R w, and the bounds' slacks and multipliers for the target set by aim.
func (b *lossBlock) direct(w []float64) {
	copy(b.dv, w)
	b.mix(b.dv)
	b.spans(func(from, to int) {
		for i := from; i < min(to, len(b.low)); i++ {
			b.low[i].direct(b.dv[i])
		}
		for i := from; i < min(to, len(b.high)); i++ {
			b.high[i].direct(-b.dv[i])
		}
	})
}

func (b *bound) direct(ds float64) {
	b.ds = ds
	b.dt = b.goal - b.t - b.t/b.s*ds
}

// maxStep returns the largest step length for which v stays within its domain and the multipliers stay positive.
func (b *lossBlock) maxStep() float64 {
	const least = -1e-30 // the least relative change
	of := func(from, to int) float64 {
		least := least
		for _, ends := range [2][]bound{b.low, b.high} {
			for i := from; i < min(to, len(ends)); i++ {
				e := &ends[i]
				least = math.Min(least, math.Min(e.ds/e.s, e.dt/e.t))
			}
		}
		return least
	}
	if b.kind == loss.Softmax || b.n <= parallel.SpanLength {
		return -1 / of(0, len(b.v))
	}
	return -1 / parallel.LeastOfSpans(b.n, least, of)
}

// move takes a step of length alpha along the direction; the solver recomputes ŷ. The slacks follow v exactly.
func (b *lossBlock) move(alpha float64) {
	dense.Axpy(alpha, b.dv, b.v)
	if b.kind == loss.Softmax {
		b.normalize()
	}
	b.spans(func(from, to int) {
		for i := from; i < min(to, len(b.low)); i++ {
			l, h := &b.low[i], &b.high[i]
			b.v[i] = math.Max(l.at, math.Min(h.at, b.v[i])) // rounding must not leave the domain
			l.s = b.slack(b.v[i]-l.at, l.s+alpha*l.ds)
			l.t += alpha * l.dt
		}
		for i := from; i < min(to, len(b.high)); i++ {
			h := &b.high[i]
			h.s = b.slack(h.at-b.v[i], h.s+alpha*h.ds)
			h.t += alpha * h.dt
		}
	})
}

// normalize restores the sum one of each sample's probabilities by changing the largest.
func (b *lossBlock) normalize() {
	for i := range b.n {
		sum, top := 0.0, i
		for o := range b.c {
			at := o*b.n + i
			sum += b.v[at]
			if b.y[at]-b.v[at] > b.y[top]-b.v[top] {
				top = at
			}
		}
		b.v[top] -= sum // the v of a sample sum to zero
	}
}

// slack returns the recomputed slack, unless rounding in v has left it without accuracy.
func (b *lossBlock) slack(exact, updated float64) float64 {
	if exact > updated/2 && exact > 0 {
		return exact
	}
	return updated
}

// weightsTo writes the entries (o, other) of the weights H = R R' of the samples from one on into dst.
func (b *lossBlock) weightsTo(dst []float64, from, o, other int) {
	if b.c == 1 {
		for i := range dst {
			dst[i] = b.root[from+i] * b.root[from+i]
		}
		return
	}
	for i := range dst {
		root := b.root[(from+i)*b.c*b.c:]
		dst[i] = dense.Dot(root[o*b.c:(o+1)*b.c], root[other*b.c:(other+1)*b.c])
	}
}
