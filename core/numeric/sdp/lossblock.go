package sdp

import (
	"math"

	"conelab/core/numeric/dense"
	"conelab/core/numeric/loss"
	"conelab/core/numeric/parallel"
)

// lossBlock is the part of the problem apart from the matrices: the loss of the n samples with c outputs, through its conjugate.
//
// Its optimality condition is v = -(gradient of the loss at ŷ). When it is linearised, the direction dv and the change A(dZ - dZ') of ŷ
// satisfy
//
//	dv = -H (A(dZ - dZ') + H^-1 epsilon)
//
// with a positive semidefinite weight H for each sample. The Newton system gets a root R of H, R R' = H, and eta = R^+ epsilon,
// so that dv = R w. H and epsilon depend on the loss:
//
//   - piecewise quadratic (squared, Huber, l1, hinge): loss*(-v) = -l v + kappa v^2/2 on low <= v <= high. The bounds have slacks and
//     multipliers, v - low = s, high - v = s', t, t' >= 0, and the condition is e = ŷ - l + kappa v + t' - t = 0, so that
//     H = 1 / (kappa + t/s + t'/s') and epsilon = H e plus the terms of the multipliers. Squared: no bounds, H = 2.
//   - entropic (logistic, softmax): loss* is an entropy. Its gradient at -v is the ŷ that corresponds to v, and its Hessian replaces
//     kappa. The ends of the domain have slacks and multipliers like the bounds above, though no optimum is there: without them, the v
//     of a sample far on the right side could grow only by a bounded factor in each step, even when the sample is about to become badly
//     wrong. Softmax has a lower bound for each probability p = y - v; with q = p / (1 + t), 1/q = 1/p + t/s, its weight is
//     H = diag(q) - q q' / sum q.
//
// All vectors have n c entries, output by output. Threads share the loops over many samples of a separable loss; sums are added
// up span by span (see package parallel), so that they are the same for any number of threads.
type lossBlock struct {
	kind        loss.Loss
	n, c        int
	y, f, v, dv []float64
	root, eta   []float64 // root: c by c for each sample
	low, high   []bound
	gapNow      float64 // of the current point, if gapKnown
	gapKnown    bool
	yi, fi, vi  []float64 // a sample's rows
}

// bound is one end of the interval of an entry of v: its position, slack and multiplier, their direction, and the target of the multiplier.
type bound struct{ at, s, t, ds, dt, goal float64 }

func newLossBlock(kind loss.Loss, n, c int) *lossBlock {
	vector := func() []float64 { return make([]float64, n*c) }
	b := &lossBlock{
		kind: kind, n: n, c: c, f: vector(), v: vector(), dv: vector(), eta: vector(), root: make([]float64, n*c*c),
		yi: make([]float64, c), fi: make([]float64, c), vi: make([]float64, c),
	}
	if kind.Ends() > 0 {
		b.high = make([]bound, n*c)
	}
	if kind.Ends() > 1 {
		b.low = make([]bound, n*c)
	}
	return b
}

// center sets v to the middle of the domain of the dual: zero for losses with zero in the interior of the domain.
func (b *lossBlock) center(y []float64) {
	b.y = y
	for i, label := range y {
		b.v[i] = b.kind.Middle(label, b.c)
	}
}

// offset reports whether that point is not zero.
func (b *lossBlock) offset() bool { return !b.kind.OfNumbers() }

// start initialises the slacks and multipliers; size is the expected size of the multipliers, that of ŷ - y.
func (b *lossBlock) start(size float64) {
	if b.kind == loss.Softmax {
		for i, y := range b.y {
			b.high[i] = bound{at: y, s: y - b.v[i], t: size}
		}
		return
	}
	for i := range b.low {
		low, high := b.kind.Domain(b.y[i])
		b.low[i] = bound{at: low, s: b.v[i] - low, t: size}
		b.high[i] = bound{at: high, s: high - b.v[i], t: size}
	}
}

// gap returns the sum of loss(ŷ) + loss*(-v) + v'ŷ >= 0 over the samples: the loss's part of primal minus dual.
func (b *lossBlock) gap() float64 {
	if !b.gapKnown {
		b.gapNow, b.gapKnown = b.measureGap(), true
	}
	return b.gapNow
}

func (b *lossBlock) measureGap() float64 {
	sum := 0.0
	if b.kind == loss.Softmax {
		for i := range b.n {
			loss.RowTo(b.yi, b.y, i, b.n)
			loss.RowTo(b.fi, b.f, i, b.n)
			loss.RowTo(b.vi, b.v, i, b.n)
			sum += loss.SoftmaxFenchelYoung(b.fi, b.vi, b.yi)
		}
		return sum
	}
	return b.sum(0, func(b *lossBlock, _ float64, from, to int) (sum float64) {
		for i := from; i < to; i++ {
			sum += b.kind.FenchelYoung(b.f[i], b.v[i], b.y[i])
		}
		return sum
	})
}

// spans calls do for all samples: for spans of them, on several threads, where there are many of a separable loss. What do needs
// beside b is the one number x: a function that captured more would be allocated with every call.
func (b *lossBlock) spans(x float64, do func(b *lossBlock, x float64, from, to int)) {
	if !b.kind.Separable() || b.n <= parallel.SpanLength {
		do(b, x, 0, len(b.v))
	} else {
		parallel.Spans(b.n, func(from, to int) { do(b, x, from, to) })
	}
}

// sum returns the sum of what of returns for all samples, on several threads like spans.
func (b *lossBlock) sum(x float64, of func(b *lossBlock, x float64, from, to int) float64) float64 {
	return b.fold(x, of, func(a, b float64) float64 { return a + b })
}

// fold joins zero with what of returns for each span of samples.
func (b *lossBlock) fold(x float64, of func(b *lossBlock, x float64, from, to int) float64, join func(a, b float64) float64) float64 {
	if !b.kind.Separable() || b.n <= parallel.SpanLength {
		return of(b, x, 0, len(b.v))
	}
	return parallel.FoldSpans(b.n, func(from, to int) float64 { return of(b, x, from, to) }, join)
}

// value returns the loss of ŷ.
func (b *lossBlock) value() float64 {
	sum := 0.0
	if b.kind == loss.Softmax {
		for i := range b.n {
			loss.RowTo(b.yi, b.y, i, b.n)
			loss.RowTo(b.fi, b.f, i, b.n)
			sum += loss.SoftmaxValue(b.fi, b.yi)
		}
		return sum
	}
	return b.sum(0, func(b *lossBlock, _ float64, from, to int) (sum float64) {
		for i := from; i < to; i++ {
			sum += b.kind.Value(b.f[i], b.y[i])
		}
		return sum
	})
}

// pairs returns the number of bounds; product returns the sum of s t over them after a step of length alpha.
func (b *lossBlock) pairs() int { return len(b.low) + len(b.high) }

func (b *lossBlock) product(alpha float64) float64 {
	return b.sum(alpha, func(b *lossBlock, alpha float64, from, to int) (sum float64) {
		for _, ends := range [2][]bound{b.low, b.high} {
			for i := from; i < min(to, len(ends)); i++ {
				e := &ends[i]
				sum += (e.s + alpha*e.ds) * (e.t + alpha*e.dt)
			}
		}
		return sum
	})
}

// size returns the number of values that save writes: v, and the slacks and multipliers of the bounds. save and restore return it too.
func (b *lossBlock) size() int { return len(b.v) + 2*b.pairs() }

func (b *lossBlock) save(dst []float64) int {
	at := copy(dst, b.v)
	for _, ends := range [2][]bound{b.low, b.high} {
		for i := range ends {
			dst[at], dst[at+1] = ends[i].s, ends[i].t
			at += 2
		}
	}
	return at
}

func (b *lossBlock) restore(src []float64) int {
	at := copy(b.v, src)
	for _, ends := range [2][]bound{b.low, b.high} {
		for i := range ends {
			ends[i].s, ends[i].t = src[at], src[at+1]
			at += 2
		}
	}
	return at
}

// weigh computes the roots R of the weights H at the current point.
func (b *lossBlock) weigh() {
	if b.kind == loss.Softmax {
		for i := range b.n {
			total := 0.0
			for o := range b.yi {
				e := &b.high[o*b.n+i]
				b.yi[o] = e.s / (1 + e.t)
				total += b.yi[o]
			}
			dense.Scale(1/total, b.yi)
			root := b.root[i*b.c*b.c : (i+1)*b.c*b.c]
			loss.SoftmaxFactorTo(root, b.yi)
			dense.Scale(math.Sqrt(total), root)
		}
		return
	}
	b.spans(0, func(b *lossBlock, _ float64, from, to int) {
		for i := from; i < to; i++ {
			low, high := b.ends(i)
			b.root[i] = 1 / math.Sqrt(b.kind.DualCurvature(low.s, high.s)+(low.t/low.s+high.t/high.s))
		}
	})
}

// aim sets the targets of the multipliers for the target level of s t, and eta: level 0 is for the affine direction, any other
// for one that is corrected by the second-order terms of the previous direction.
func (b *lossBlock) aim(level float64) {
	b.spans(level, func(b *lossBlock, level float64, from, to int) {
		for _, ends := range [2][]bound{b.low, b.high} {
			for i := from; i < min(to, len(ends)); i++ {
				e := &ends[i] // its target if the slack does not change is t + (level - s t - ds dt)/s
				if e.goal = level; level > 0 {
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
				b.eta[at] = b.f[at] - math.Log(b.high[at].s) + b.high[at].goal
			}
		}
		b.mixTransposed(b.eta)
		return
	}
	b.spans(0, func(b *lossBlock, _ float64, from, to int) {
		for i := from; i < to; i++ {
			low, high := b.ends(i)
			b.eta[i] = b.root[i] * (b.kind.Residual(b.f[i], b.v[i], b.y[i], low.s, high.s) + (high.goal - low.goal))
		}
	})
}

// ends returns the ends of the interval of an entry of v; those of an unbounded one are infinitely far, without multipliers.
func (b *lossBlock) ends(i int) (low, high *bound) {
	if b.low == nil {
		return &farEnd, &farEnd
	}
	return &b.low[i], &b.high[i]
}

var farEnd = bound{s: math.Inf(1)}

// mix overwrites x with R x, mixTransposed with R'x.
func (b *lossBlock) mix(x []float64)           { b.mixBy(x, b.c, 1) }
func (b *lossBlock) mixTransposed(x []float64) { b.mixBy(x, 1, b.c) }

// mixBy does so: the entries of R for output o and another output are across and along apart.
func (b *lossBlock) mixBy(x []float64, across, along int) {
	if b.c == 1 {
		for i, r := range b.root {
			x[i] *= r
		}
		return
	}
	for i := range b.n {
		loss.RowTo(b.fi, x, i, b.n)
		for o := range b.c {
			sum, at := 0.0, i*b.c*b.c+o*across
			for _, v := range b.fi {
				sum += b.root[at] * v
				at += along
			}
			x[o*b.n+i] = sum
		}
	}
}

// direct computes the rest of the direction from w: dv = R w, and the bounds' slacks and multipliers for the target set by aim.
func (b *lossBlock) direct(w []float64) {
	copy(b.dv, w)
	b.mix(b.dv)
	b.spans(0, func(b *lossBlock, _ float64, from, to int) {
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
	return -1 / b.fold(0, func(b *lossBlock, _ float64, from, to int) float64 {
		least := least
		for _, ends := range [2][]bound{b.low, b.high} {
			for i := from; i < min(to, len(ends)); i++ {
				e := &ends[i]
				least = math.Min(least, math.Min(e.ds/e.s, e.dt/e.t))
			}
		}
		return least
	}, math.Min)
}

// move takes a step of length alpha along the direction; the solver recomputes ŷ. The slacks follow v exactly.
func (b *lossBlock) move(alpha float64) {
	dense.Axpy(alpha, b.dv, b.v)
	if b.kind == loss.Softmax {
		b.normalize()
	}
	b.spans(alpha, func(b *lossBlock, alpha float64, from, to int) {
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
