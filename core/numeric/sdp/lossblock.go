package sdp

import (
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
// with a positive semidefinite weight H for each sample. The Newton system gets the symmetric root R of H and eta = R^+ epsilon, so that dv =
// R w. H and epsilon depend on the loss:
//
//   - piecewise quadratic (squared, Huber, l1, hinge): loss*(-v) = -l v + kappa v^2/2 on low <= v <= high. The bounds have slacks and
//     multipliers, v - low = s, high - v = s', t, t' >= 0, and the condition is e = ŷ - l + kappa v + t' - t = 0, so that
//     H = 1 / (kappa + t/s + t'/s') and epsilon = H e plus the terms of the multipliers. Squared: no bounds, H = 2.
//   - smooth (logistic, softmax): loss* is an entropy. Its gradient at -v is the ŷ that corresponds to v, and its Hessian replaces kappa. The
//     ends of the domain have slacks and multipliers like the bounds above, though no optimum is there: without them, the v of a sample far
//     on the right side could grow only by a bounded factor in each step, even when the sample is about to become badly wrong. Softmax has a
//     lower bound for each probability p = y - v; with q = p / (1 + t), 1/q = 1/p + t/s, its weight is H = diag(q) - q q' / sum q.
//
// All vectors have n c entries, output by output. Threads share the loops over many samples of a separable loss; sums are added up span by span (see
// package parallel), so that they are the same for any number of threads.
type lossBlock struct {
	kind        loss.Loss
	n, c        int
	y, f, v, dv []float64
	root, eta   []float64 // root: c by c for each sample
	weights     []float64 // q, for softmax
	low, high   []bound
	gapNow      float64 // of the current point, if gapKnown
	gapKnown    bool
	yi, fi, tmp []float64 // a sample's row
}

// bound is one end of the interval of an entry of v: its position, slack and multiplier, their direction, the target of the multiplier, and the
// target before recenter.
type bound struct{ at, s, t, ds, dt, goal, before float64 }

func newLossBlock(kind loss.Loss, n, c int) *lossBlock {
	vector := func() []float64 { return make([]float64, n*c) }
	b := &lossBlock{
		kind: kind, n: n, c: c, f: vector(), v: vector(), dv: vector(), eta: vector(), root: make([]float64, n*c*c),
		yi: make([]float64, c), fi: make([]float64, c), tmp: make([]float64, c*c),
	}
	switch kind {
	case loss.Squared:
	case loss.Softmax:
		b.high, b.weights = make([]bound, n*c), vector()
	default:
		b.low, b.high = make([]bound, n), make([]bound, n)
	}
	return b
}

// center sets v to the middle of the domain of the dual: zero for losses with zero in the interior of the domain.
func (b *lossBlock) center(y []float64) {
	b.y = y
	clear(b.v)
	for i := range b.v {
		switch b.kind {
		case loss.Hinge, loss.Logistic:
			b.v[i] = y[i] / 2
		case loss.Softmax:
			b.v[i] = y[i] - 1/float64(b.c)
		}
	}
}

// offset reports whether that point is not zero.
func (b *lossBlock) offset() bool {
	return b.kind == loss.Hinge || b.kind == loss.Logistic || b.kind == loss.Softmax
}

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
			b.gather(b.yi, b.y, i)
			b.gather(b.fi, b.f, i)
			b.gather(b.tmp[:b.c], b.v, i)
			sum += loss.SoftmaxFenchelYoung(b.fi, b.tmp[:b.c], b.yi)
		}
		return sum
	}
	if b.shared() {
		return parallel.SumSpans(b.n, b.gapOf)
	}
	return b.gapOf(0, b.n)
}

// shared reports whether threads share the loops.
func (b *lossBlock) shared() bool { return b.kind != loss.Softmax && b.n > parallel.SpanLength }

func (b *lossBlock) gapOf(from, to int) (sum float64) {
	for i := from; i < to; i++ {
		sum += b.kind.FenchelYoung(b.f[i], b.v[i], b.y[i])
	}
	return sum
}

// value returns the loss of ŷ.
func (b *lossBlock) value() float64 {
	sum := 0.0
	if b.kind == loss.Softmax {
		for i := range b.n {
			b.gather(b.yi, b.y, i)
			b.gather(b.fi, b.f, i)
			sum += loss.SoftmaxValue(b.fi, b.yi)
		}
		return sum
	}
	if b.shared() {
		return parallel.SumSpans(b.n, b.valueOf)
	}
	return b.valueOf(0, b.n)
}

func (b *lossBlock) valueOf(from, to int) (sum float64) {
	for i := from; i < to; i++ {
		sum += b.kind.Value(b.f[i], b.y[i])
	}
	return sum
}

// pairs returns the number of bounds; product returns the sum of s t over them after a step of length alpha.
func (b *lossBlock) pairs() int { return len(b.low) + len(b.high) }

func (b *lossBlock) product(alpha float64) float64 {
	if b.shared() {
		return parallel.SumSpans(b.n, func(from, to int) float64 { return b.productOf(from, to, alpha) })
	}
	return b.productOf(0, len(b.v), alpha)
}

func (b *lossBlock) productOf(from, to int, alpha float64) (sum float64) {
	for _, ends := range [2][]bound{b.low, b.high} {
		for i := from; i < min(to, len(ends)); i++ {
			e := &ends[i]
			sum += (e.s + alpha*e.ds) * (e.t + alpha*e.dt)
		}
	}
	return sum
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
