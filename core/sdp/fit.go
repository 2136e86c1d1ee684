package sdp

import (
	"math"

	"conelab/core/loss"
)

// fit is the part of the problem that is not a matrix: the loss of the n samples with c outputs, through its conjugate.
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
type fit struct {
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

func newFit(kind loss.Loss, n, c int) *fit {
	vector := func() []float64 { return make([]float64, n*c) }
	f := &fit{
		kind: kind, n: n, c: c, f: vector(), v: vector(), dv: vector(), eta: vector(), root: make([]float64, n*c*c),
		yi: make([]float64, c), fi: make([]float64, c), tmp: make([]float64, c*c),
	}
	if kind == loss.Huber || kind == loss.L1 || kind == loss.Hinge {
		f.bounded = true
		f.low, f.high = make([]bound, n), make([]bound, n)
	}
	return f
}

// center writes into v the point in the middle of the domain of the dual: zero for losses whose domain has zero inside.
func (f *fit) center(y []float64) {
	f.y = y
	clear(f.v)
	for i := range f.v {
		switch f.kind {
		case loss.Hinge, loss.Logistic:
			f.v[i] = y[i] / 2
		case loss.Softmax:
			f.v[i] = y[i] - 1/float64(f.c)
		}
	}
}

// start opens the bounds; size is the size that multipliers may need, that of ŷ - y.
func (f *fit) start(size float64) {
	for i := range f.low {
		low, high := f.kind.Domain(f.y[i])
		f.low[i] = bound{at: low, s: f.v[i] - low, t: size}
		f.high[i] = bound{at: high, s: high - f.v[i], t: size}
	}
}

// gap returns the sum of loss(ŷ) + loss*(-v) + v'ŷ >= 0 over the samples: what the fit adds to primal minus dual.
func (f *fit) gap() float64 {
	sum := 0.0
	if f.kind == loss.Softmax {
		for i := range f.n {
			f.gather(f.yi, f.y, i)
			f.gather(f.fi, f.f, i)
			f.gather(f.tmp[:f.c], f.v, i)
			sum += loss.SoftmaxFenchelYoung(f.fi, f.tmp[:f.c], f.yi)
		}
		return sum
	}
	for i, v := range f.v {
		sum += f.kind.FenchelYoung(f.f[i], v, f.y[i])
	}
	return sum
}

// value returns the loss of ŷ.
func (f *fit) value() float64 {
	sum := 0.0
	if f.kind == loss.Softmax {
		for i := range f.n {
			f.gather(f.yi, f.y, i)
			f.gather(f.fi, f.f, i)
			sum += loss.SoftmaxValue(f.fi, f.yi)
		}
		return sum
	}
	for i, v := range f.f {
		sum += f.kind.Value(v, f.y[i])
	}
	return sum
}

// pairs returns the number of bounds, product the sum of s t over them after a step alpha.
func (f *fit) pairs() int { return len(f.low) + len(f.high) }

func (f *fit) product(alpha float64) float64 {
	sum := 0.0
	for _, ends := range [2][]bound{f.low, f.high} {
		for i := range ends {
			b := &ends[i]
			sum += (b.s + alpha*b.ds) * (b.t + alpha*b.dt)
		}
	}
	return sum
}

// weigh sets the roots of H at the current point.
func (f *fit) weigh() {
	switch f.kind {
	case loss.Softmax:
		for i := range f.n {
			for o := range f.yi {
				f.yi[o], _ = f.odds(o*f.n + i)
			}
			loss.SoftmaxRootTo(f.root[i*f.c*f.c:(i+1)*f.c*f.c], f.yi)
		}
	case loss.Logistic:
		for i := range f.root {
			p, q := f.odds(i)
			f.root[i] = math.Sqrt(p * q)
		}
	default:
		kappa := f.kind.Kappa()
		for i := range f.root {
			d := kappa
			if f.bounded {
				d += f.low[i].t/f.low[i].s + f.high[i].t/f.high[i].s
			}
			f.root[i] = 1 / math.Sqrt(d)
		}
	}
}

// aim sets eta for the target level of s t: 0 for the affine direction; with corrected the second-order terms of the direction before
// are taken off.
func (f *fit) aim(level float64, corrected bool) {
	switch f.kind {
	case loss.Softmax:
		for i := range f.n {
			for o := range f.fi {
				at := o*f.n + i
				p, _ := f.odds(at)
				f.fi[o] = f.f[at] - math.Log(p)
			}
			f.mixRow(i, f.fi, f.eta)
		}
	case loss.Logistic:
		for i := range f.eta {
			p, q := f.odds(i)
			f.eta[i] = f.root[i] * (f.f[i] + f.y[i]*math.Log(p/q))
		}
	default:
		kappa := f.kind.Kappa()
		for i, v := range f.v {
			e := f.f[i] - f.kind.Linear(f.y[i]) + kappa*v
			if f.bounded {
				e += f.high[i].aim(level, corrected) - f.low[i].aim(level, corrected)
			}
			f.eta[i] = f.root[i] * e
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
func (f *fit) gather(dst, x []float64, i int) {
	for o := range dst {
		dst[o] = x[o*f.n+i]
	}
}

// mixRow writes R x into the row of sample i of dst.
func (f *fit) mixRow(i int, x, dst []float64) {
	for o := range f.c {
		sum := 0.0
		for j, r := range f.root[(i*f.c+o)*f.c : (i*f.c+o+1)*f.c] {
			sum += r * x[j]
		}
		dst[o*f.n+i] = sum
	}
}

// mix overwrites x with R x.
func (f *fit) mix(x []float64) {
	if f.c == 1 {
		for i, r := range f.root {
			x[i] *= r
		}
		return
	}
	for i := range f.n {
		f.gather(f.fi, x, i)
		f.mixRow(i, f.fi, x)
	}
}

// direct completes the direction from w: dv = R w, and the bounds' slacks and multipliers for the target that aim was given.
func (f *fit) direct(w []float64, level float64, corrected bool) {
	copy(f.dv, w)
	f.mix(f.dv)
	for i := range f.low {
		f.low[i].direct(f.dv[i], level, corrected)
		f.high[i].direct(-f.dv[i], level, corrected)
	}
}

func (b *bound) direct(ds, level float64, corrected bool) {
	target := b.aim(level, corrected)
	b.ds = ds
	b.dt = target - b.t - b.t/b.s*ds
}

// maxStep returns how far along the direction v stays within its domain and the multipliers stay positive.
func (f *fit) maxStep() float64 {
	least := -1e-30 // of the relative changes
	for _, ends := range [2][]bound{f.low, f.high} {
		for i := range ends {
			b := &ends[i]
			least = math.Min(least, math.Min(b.ds/b.s, b.dt/b.t))
		}
	}
	if f.kind.Smooth() {
		for i, dv := range f.dv {
			t, rest := f.odds(i)
			if t*rest > f.negligible {
				dt := f.toward(i) * dv
				least = math.Min(least, math.Min(dt/t, -dt/rest))
			}
		}
	}
	return -1 / least
}

// odds returns the probability t that entry i of v of a smooth loss stands for, and 1 - t: logistic t = v y, which is 1/(1 + exp(y ŷ)) at
// the optimum, softmax y - v, which is softmax(ŷ). toward is dt/dv.
func (f *fit) odds(i int) (t, rest float64) {
	t = f.v[i] * f.y[i]
	if f.kind == loss.Softmax {
		t = f.y[i] - f.v[i]
	}
	return math.Max(t, smallestWeight), math.Max(1-t, smallestWeight)
}

func (f *fit) toward(i int) float64 {
	if f.kind == loss.Softmax {
		return -1
	}
	return f.y[i]
}

// move goes alpha along the direction; ŷ is recomputed by the solver. The slacks follow v exactly.
//
// Where the probability of a smooth loss is so close to 0 or 1 that what it does can not be seen in S, it must not hold up the others: it
// does not limit the step, and moves along the curve on which the logarithm of its odds is linear.
func (f *fit) move(alpha float64) {
	for i, dv := range f.dv {
		if f.kind.Smooth() {
			if t, rest := f.odds(i); t*rest <= f.negligible {
				grow := math.Expm1(math.Max(-longestLog, math.Min(longestLog, alpha*f.toward(i)*dv/(t*rest))))
				f.v[i] += f.toward(i) * t * rest * grow / (1 + t*grow)
				if t := f.v[i] * f.y[i]; f.kind == loss.Logistic && !(t >= 0 && t <= 1) {
					f.v[i] = f.y[i] * math.Max(0, math.Min(1, t)) // rounding must not lead out of the domain
				}
				continue
			}
		}
		f.v[i] += alpha * dv
	}
	if f.kind == loss.Softmax {
		f.normalize()
	}
	for i := range f.low {
		l, h := &f.low[i], &f.high[i]
		l.s, h.s = f.slack(f.v[i]-l.at, l.s+alpha*l.ds), f.slack(h.at-f.v[i], h.s+alpha*h.ds)
		l.t += alpha * l.dt
		h.t += alpha * h.dt
	}
}

// longestLog is how far a step may move such a logarithm.
const longestLog = 30

// normalize makes the probabilities of each sample add up to one again, at the cost of the largest.
func (f *fit) normalize() {
	for i := range f.n {
		sum, top := 0.0, i
		for o := range f.c {
			at := o*f.n + i
			sum += f.v[at]
			if f.y[at]-f.v[at] > f.y[top]-f.v[top] {
				top = at
			}
		}
		f.v[top] -= sum // the v of a sample add up to zero
	}
}

// slack prefers the recomputed slack, unless rounding in v has eaten it.
func (f *fit) slack(exact, updated float64) float64 {
	if exact > updated/2 && exact > 0 {
		return exact
	}
	return updated
}

// size returns the number of values that save writes: v, and the slacks and multipliers of the bounds. Both return it too.
func (f *fit) size() int { return len(f.v) + 2*f.pairs() }

func (f *fit) save(dst []float64) int {
	at := copy(dst, f.v)
	for _, ends := range [2][]bound{f.low, f.high} {
		for i := range ends {
			dst[at], dst[at+1] = ends[i].s, ends[i].t
			at += 2
		}
	}
	return at
}

func (f *fit) restore(src []float64) int {
	at := copy(f.v, src)
	for _, ends := range [2][]bound{f.low, f.high} {
		for i := range ends {
			ends[i].s, ends[i].t = src[at], src[at+1]
			at += 2
		}
	}
	return at
}
