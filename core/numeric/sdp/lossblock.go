package sdp

import (
	"math"

	"conelab/core/numeric/dense"
	"conelab/core/numeric/loss"
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
// All vectors have n c entries, output by output.
type lossBlock struct {
	lossFn      loss.Loss
	n, c        int
	y, f, v, dv []float64
	root, eta   []float64 // root: c by c for each sample
	sides       []side    // the lower ends of the intervals, then the upper ones; for softmax only these, and none without bounds
	yi, fi, vi  []float64 // a sample's rows

	// Of the current point: the loss of ŷ, and the loss's part of primal minus dual.
	value, gap float64
}

// side has the lower ends or the upper ends of the intervals of all entries of v; inward, 1 or -1, is the direction from them to the
// inside.
type side struct {
	inward float64
	ends   []bound
}

// bound is one end of the interval of an entry of v: its slack s, which changes by inward dv, its multiplier t, and the change of t. From
// setTargets to direct, dt holds the target of t for an unchanged slack.
type bound struct{ s, t, dt float64 }

func newLossBlock(lossFn loss.Loss, n, c int) *lossBlock {
	vector := func() []float64 { return make([]float64, n*c) }
	b := &lossBlock{
		lossFn: lossFn, n: n, c: c, f: vector(), v: vector(), dv: vector(), eta: vector(), root: make([]float64, n*c*c),
		yi: make([]float64, c), fi: make([]float64, c), vi: make([]float64, c),
	}
	for k := range lossFn.Ends() {
		b.sides = append(b.sides, side{1, make([]bound, n*c)})
		if k == lossFn.Ends()-1 {
			b.sides[k].inward = -1
		}
	}
	return b
}

// pairs returns the number of slacks with their multipliers.
func (b *lossBlock) pairs() int { return len(b.sides) * len(b.v) }

// end returns the position of an end of the interval of entry i of v.
func (b *lossBlock) end(s *side, i int) float64 {
	if !b.lossFn.Separable() {
		return b.y[i]
	}
	low, high := b.lossFn.Domain(b.y[i])
	if s.inward > 0 {
		return low
	}
	return high
}

// distance returns the distance of v from the end for entry i, positive inside.
func (b *lossBlock) distance(s *side, i int, v float64) float64 { return s.inward * (v - b.end(s, i)) }

// center sets v to the middle of the domain of the dual: zero for losses with zero in the interior of the domain.
func (b *lossBlock) center(y []float64) {
	b.y = y
	for i, label := range y {
		b.v[i] = b.lossFn.Middle(label, b.c)
	}
}

// startsOffZero reports whether v starts elsewhere than at zero.
func (b *lossBlock) startsOffZero() bool { return b.lossFn.Labels() != loss.Numbers }

// start initialises the slacks and the multipliers; size is the multipliers' expected size, that of ŷ - y.
func (b *lossBlock) start(size float64) {
	for k := range b.sides {
		side := &b.sides[k]
		for i, v := range b.v {
			side.ends[i] = bound{s: b.distance(side, i, v), t: size}
		}
	}
}

// measure computes the loss of ŷ, and the sum of loss(ŷ) + loss*(-v) + v'ŷ >= 0 over the samples.
func (b *lossBlock) measure() {
	b.value, b.gap = 0, 0
	if b.lossFn == loss.Softmax {
		for i := range b.n {
			loss.RowTo(b.yi, b.y, i, b.n)
			loss.RowTo(b.fi, b.f, i, b.n)
			loss.RowTo(b.vi, b.v, i, b.n)
			b.value += loss.SoftmaxValue(b.fi, b.yi)
			b.gap += loss.SoftmaxFenchelYoung(b.fi, b.vi, b.yi)
		}
		return
	}
	for i, f := range b.f {
		b.value += b.lossFn.Value(f, b.y[i])
		b.gap += b.lossFn.FenchelYoung(f, b.v[i], b.y[i])
	}
}

// product returns the sum of s t over the bounds after a step of length alpha.
func (b *lossBlock) product(alpha float64) (sum float64) {
	for _, side := range b.sides {
		step := alpha * side.inward
		for i, e := range side.ends {
			sum += (e.s + step*b.dv[i]) * (e.t + alpha*e.dt)
		}
	}
	return sum
}

// setRoots computes the roots R of the weights H at the current point.
func (b *lossBlock) setRoots() {
	if b.lossFn != loss.Softmax {
		for i := range b.root {
			low, high := b.interval(i)
			b.root[i] = 1 / math.Sqrt(b.lossFn.DualCurvature(low.s, high.s)+(low.t/low.s+high.t/high.s))
		}
		return
	}
	for i := range b.n {
		total := 0.0
		for o := range b.yi {
			e := &b.sides[0].ends[o*b.n+i]
			b.yi[o] = e.s / (1 + e.t)
			total += b.yi[o]
		}
		dense.Scale(1/total, b.yi)
		root := b.root[i*b.c*b.c : (i+1)*b.c*b.c]
		loss.SoftmaxFactorTo(root, b.yi)
		dense.Scale(math.Sqrt(total), root)
	}
}

// setTargets sets the targets of the multipliers for the target level of s t, and eta. Level 0 is for the affine direction; any other adds
// the second-order terms of the previous direction.
func (b *lossBlock) setTargets(level float64) {
	for _, side := range b.sides {
		for i := range side.ends {
			e, goal := &side.ends[i], level // t + (level - s t - ds dt)/s
			if level > 0 {
				goal -= side.inward * b.dv[i] * e.dt
			}
			e.dt = goal / e.s
		}
	}
	if b.lossFn == loss.Softmax {
		ends := b.sides[0].ends
		for i, f := range b.f {
			b.eta[i] = f - math.Log(ends[i].s) + ends[i].dt
		}
		b.applyRootTransposed(b.eta)
		return
	}
	for i, f := range b.f {
		low, high := b.interval(i)
		b.eta[i] = b.root[i] * (b.lossFn.Residual(f, b.v[i], b.y[i], low.s, high.s) + (high.dt - low.dt))
	}
}

// interval returns the ends for an entry of v of a separable loss; without bounds they are infinitely far and have no multipliers.
func (b *lossBlock) interval(i int) (low, high *bound) {
	if len(b.sides) == 0 {
		return &farEnd, &farEnd
	}
	return &b.sides[0].ends[i], &b.sides[1].ends[i]
}

var farEnd = bound{s: math.Inf(1)}

// applyRoot overwrites x with R x.
func (b *lossBlock) applyRoot(x []float64) { b.applyRootBy(x, b.c, 1) }

// applyRootTransposed overwrites x with R'x.
func (b *lossBlock) applyRootTransposed(x []float64) { b.applyRootBy(x, 1, b.c) }

// applyRootBy is both: across and along are the strides in R between the entries of the result and between those of x.
func (b *lossBlock) applyRootBy(x []float64, across, along int) {
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

// direct computes the rest of the direction from w: dv = R w, and the changes of the multipliers for the targets of setTargets.
func (b *lossBlock) direct(w []float64) {
	copy(b.dv, w)
	b.applyRoot(b.dv)
	for _, side := range b.sides {
		for i := range side.ends {
			e := &side.ends[i]
			e.dt = e.dt - e.t - e.t/e.s*(side.inward*b.dv[i])
		}
	}
}

// maxStep returns the largest step length for which v stays within its domain and the multipliers stay positive.
func (b *lossBlock) maxStep() float64 {
	least := -1e-30 // the least relative change
	for _, side := range b.sides {
		for i, e := range side.ends {
			least = math.Min(least, math.Min(side.inward*b.dv[i]/e.s, e.dt/e.t))
		}
	}
	return -1 / least
}

// move takes a step of length alpha along the direction; the solver recomputes ŷ. The slacks follow v exactly.
func (b *lossBlock) move(alpha float64) {
	dense.Axpy(alpha, b.dv, b.v)
	if b.lossFn == loss.Softmax {
		b.normalize()
	}
	for k := range b.sides {
		side := &b.sides[k]
		for i := range side.ends {
			e, v := &side.ends[i], &b.v[i]
			exact, updated := b.distance(side, i, *v), e.s+alpha*side.inward*b.dv[i]
			if exact < 0 && b.lossFn.Separable() {
				*v = b.end(side, i) // rounding must not leave the domain
			}
			e.s = updated
			if exact > updated/2 && exact > 0 { // otherwise v is too rounded for an accurate difference
				e.s = exact
			}
			e.t += alpha * e.dt
		}
	}
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

// weightsTo writes the entries (o, other) of the weights H = R R' of the samples from index from on into dst.
func (b *lossBlock) weightsTo(dst []float64, from, o, other int) {
	for i := range dst {
		root := b.root[(from+i)*b.c*b.c:]
		dst[i] = dense.Dot(root[o*b.c:(o+1)*b.c], root[other*b.c:(other+1)*b.c])
	}
}
