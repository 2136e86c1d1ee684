package sdp

import (
	"math"

	"conelab/core/numeric/loss"
)

// lossBlock is the part of the problem that is not a matrix: the loss of the n samples with c outputs, through its conjugate.
//
// Its optimality condition is v = -(gradient of the loss at ŷ). Linearised, the direction dv and the change A(dZ - dZ') of ŷ obey
//
//	dv = -H (A(dZ - dZ') + H^-1 epsilon)
//
// with a positive semidefinite weight H for each sample, handed to the Newton system as its symmetric root R and eta = R^+ epsilon:
// dv = R w. What H and epsilon are depends on the loss:
//
//   - piecewise quadratic (squared, Huber, l1, hinge): loss*(-v) = -l v + kappa v^2/2 on low <= v <= high. The bounds have slacks and
//     multipliers, v - low = s, high - v = s', t, t' >= 0, and the condition is e = ŷ - l + kappa v + t' - t = 0, so that
//     H = 1 / (kappa + t/s + t'/s') and epsilon = H e with the multipliers' share. Squared: no bounds, H = 2.
//   - smooth (logistic, softmax): loss* is an entropy, whose gradient at -v is the ŷ that v belongs to; H is the inverse of its Hessian
//     and epsilon = H (ŷ - that ŷ). Close to the edge of the domain H is small, which keeps v inside.
//
// All vectors have n c entries, output by output.
type lossBlock struct {
	kind        loss.Loss
	n, c        int
	y, f, v, dv []float64
	root, eta   []float64 // root: c by c for each sample
	low, high   []bound
	bounded     bool
	yi, fi, tmp []float64 // a sample's row
	// negligible is the t (1 - t) of a smooth loss below which a sample does not show in S.
	negligible float64
}

// bound is one end of the interval of an entry of v: its slack, its multiplier and their direction.
type bound struct{ at, s, t, ds, dt float64 }

// smallestWeight keeps the logarithms of saturated samples of a smooth loss finite.
const smallestWeight = 1e-300

func newLossBlock(kind loss.Loss, n, c int) *lossBlock {
	vector := func() []float64 { return make([]float64, n*c) }
	b := &lossBlock{
		kind: kind, n: n, c: c, f: vector(), v: vector(), dv: vector(), eta: vector(), root: make([]float64, n*c*c),
		yi: make([]float64, c), fi: make([]float64, c), tmp: make([]float64, c*c),
	}
	if kind == loss.Huber || kind == loss.L1 || kind == loss.Hinge {
		b.bounded = true
		b.low, b.high = make([]bound, n), make([]bound, n)
	}
	return b
}

// center writes into v the point in the middle of the domain of the dual: zero for losses whose domain has zero inside.
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

// start opens the bounds; size is the size that multipliers may need, that of ŷ - y.
func (b *lossBlock) start(size float64) {
	for i := range b.low {
		low, high := b.kind.Domain(b.y[i])
		b.low[i] = bound{at: low, s: b.v[i] - low, t: size}
		b.high[i] = bound{at: high, s: high - b.v[i], t: size}
	}
}

// gap returns the sum of loss(ŷ) + loss*(-v) + v'ŷ >= 0 over the samples: what the loss adds to primal minus dual.
func (b *lossBlock) gap() float64 {
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
	for i, v := range b.v {
		sum += b.kind.FenchelYoung(b.f[i], v, b.y[i])
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
	for i, v := range b.f {
		sum += b.kind.Value(v, b.y[i])
	}
	return sum
}

// pairs returns the number of bounds, product the sum of s t over them after a step alpha.
func (b *lossBlock) pairs() int { return len(b.low) + len(b.high) }

func (b *lossBlock) product(alpha float64) float64 {
	sum := 0.0
	for _, ends := range [2][]bound{b.low, b.high} {
		for i := range ends {
			e := &ends[i]
			sum += (e.s + alpha*e.ds) * (e.t + alpha*e.dt)
		}
	}
	return sum
}

// weigh sets the roots of H at the current point.
func (b *lossBlock) weigh() {
	switch b.kind {
	case loss.Softmax:
		for i := range b.n {
			for o := range b.yi {
				b.yi[o], _ = b.probability(o*b.n + i)
			}
			loss.SoftmaxRootTo(b.root[i*b.c*b.c:(i+1)*b.c*b.c], b.yi)
		}
	case loss.Logistic:
		for i := range b.root {
			p, q := b.probability(i)
			b.root[i] = math.Sqrt(p * q)
		}
	default:
		kappa := b.kind.Kappa()
		for i := range b.root {
			d := kappa
			if b.bounded {
				d += b.low[i].t/b.low[i].s + b.high[i].t/b.high[i].s
			}
			b.root[i] = 1 / math.Sqrt(d)
		}
	}
}

// aim sets eta for the target level of s t: 0 for the affine direction; with corrected the second-order terms of the direction before
// are taken off.
func (b *lossBlock) aim(level float64, corrected bool) {
	switch b.kind {
	case loss.Softmax:
		for i := range b.n {
			for o := range b.fi {
				at := o*b.n + i
				p, _ := b.probability(at)
				b.fi[o] = b.f[at] - math.Log(p)
			}
			b.mixRow(i, b.fi, b.eta)
		}
	case loss.Logistic:
		for i := range b.eta {
			p, q := b.probability(i)
			b.eta[i] = b.root[i] * (b.f[i] + b.y[i]*math.Log(p/q))
		}
	default:
		kappa := b.kind.Kappa()
		for i, v := range b.v {
			e := b.f[i] - b.kind.Linear(b.y[i]) + kappa*v
			if b.bounded {
				e += b.high[i].aim(level, corrected) - b.low[i].aim(level, corrected)
			}
			b.eta[i] = b.root[i] * e
		}
	}
}

// aim returns the multiplier that the target asks for where the slack stays: t + (level - s t - ds dt)/s.
func (b *bound) aim(level float64, corrected bool) float64 {
	if corrected {
		level -= b.ds * b.dt
	}
	return level / b.s
}

// gather copies the row of sample i out of x.
func (b *lossBlock) gather(dst, x []float64, i int) {
	for o := range dst {
		dst[o] = x[o*b.n+i]
	}
}

// mixRow writes R x into the row of sample i of dst.
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
		for i, r := range b.root {
			x[i] *= r
		}
		return
	}
	for i := range b.n {
		b.gather(b.fi, x, i)
		b.mixRow(i, b.fi, x)
	}
}

// direct completes the direction from w: dv = R w, and the bounds' slacks and multipliers for the target that aim was given.
func (b *lossBlock) direct(w []float64, level float64, corrected bool) {
	copy(b.dv, w)
	b.mix(b.dv)
	for i := range b.low {
		b.low[i].direct(b.dv[i], level, corrected)
		b.high[i].direct(-b.dv[i], level, corrected)
	}
}

func (b *bound) direct(ds, level float64, corrected bool) {
	target := b.aim(level, corrected)
	b.ds = ds
	b.dt = target - b.t - b.t/b.s*ds
}

// maxStep returns how far along the direction v stays within its domain and the multipliers stay positive.
func (b *lossBlock) maxStep() float64 {
	least := -1e-30 // of the relative changes
	for _, ends := range [2][]bound{b.low, b.high} {
		for i := range ends {
			e := &ends[i]
			least = math.Min(least, math.Min(e.ds/e.s, e.dt/e.t))
		}
	}
	if b.kind.Smooth() {
		for i, dv := range b.dv {
			t, rest := b.probability(i)
			if t*rest > b.negligible {
				dt := b.toward(i) * dv
				least = math.Min(least, math.Min(dt/t, -dt/rest))
			}
		}
	}
	return -1 / least
}

// probability returns the t that entry i of v of a smooth loss stands for, and 1 - t: logistic t = v y, which is 1/(1 + exp(y ŷ)) at
// the optimum, softmax y - v, which is softmax(ŷ). toward is dt/dv.
func (b *lossBlock) probability(i int) (t, rest float64) {
	t = b.v[i] * b.y[i]
	if b.kind == loss.Softmax {
		t = b.y[i] - b.v[i]
	}
	return math.Max(t, smallestWeight), math.Max(1-t, smallestWeight)
}

func (b *lossBlock) toward(i int) float64 {
	if b.kind == loss.Softmax {
		return -1
	}
	return b.y[i]
}

// move goes alpha along the direction; ŷ is recomputed by the solver. The slacks follow v exactly.
//
// Where the probability of a smooth loss is so close to 0 or 1 that what it does can not be seen in S, it must not hold up the others: it
// does not limit the step, and moves along the curve on which the logarithm of its odds is linear.
func (b *lossBlock) move(alpha float64) {
	for i, dv := range b.dv {
		if b.kind.Smooth() {
			if t, rest := b.probability(i); t*rest <= b.negligible {
				grow := math.Expm1(math.Max(-longestLog, math.Min(longestLog, alpha*b.toward(i)*dv/(t*rest))))
				b.v[i] += b.toward(i) * t * rest * grow / (1 + t*grow)
				if t := b.v[i] * b.y[i]; b.kind == loss.Logistic && !(t >= 0 && t <= 1) {
					b.v[i] = b.y[i] * math.Max(0, math.Min(1, t)) // rounding must not lead out of the domain
				}
				continue
			}
		}
		b.v[i] += alpha * dv
	}
	if b.kind == loss.Softmax {
		b.normalize()
	}
	for i := range b.low {
		l, h := &b.low[i], &b.high[i]
		l.s, h.s = b.slack(b.v[i]-l.at, l.s+alpha*l.ds), b.slack(h.at-b.v[i], h.s+alpha*h.ds)
		l.t += alpha * l.dt
		h.t += alpha * h.dt
	}
}

// longestLog is how far a step may move such a logarithm.
const longestLog = 30

// normalize makes the probabilities of each sample add up to one again, at the cost of the largest.
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
		b.v[top] -= sum // the v of a sample add up to zero
	}
}

// slack prefers the recomputed slack, unless rounding in v has eaten it.
func (b *lossBlock) slack(exact, updated float64) float64 {
	if exact > updated/2 && exact > 0 {
		return exact
	}
	return updated
}

// size returns the number of values that save writes: v, and the slacks and multipliers of the bounds. Both return it too.
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
