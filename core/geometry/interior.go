package geometry

import (
	"math"

	"conelab/core/dense"
	"conelab/core/neural"
)

// interior is a primal-dual interior-point method (HKM direction, Mehrotra's corrector) for the programs over M(t):
//
//	min over S, rho, lambda   delta |S|^2 / 2 - < C, S > + t rho    [and < S, A > = 1]
//	subject to                P = rho E + lambda G - S psd,   N = rho E + lambda G + S psd,
//
// where |S| leaves out the part along G. By the S-procedure (the paper's Corollary 3.3) the two matrix inequalities say that rho, at its
// best, is max |g_S|. A multiple of G can move from S into one lambda for each side; S carries it here. The multipliers Z of P and
// Z' of N satisfy
//
//	Z - Z' = C + s A - delta S,   < E, Z + Z' > = t,   < G, Z > = < G, Z' > = 0,
//
// so delta = 1 is the projection of C, and delta = 0 with A the ray C + s A.
type interior struct {
	p, q       int
	c, way     []float64 // C; A, or nil
	t          float64
	s          []float64 // of order p
	rho, lower float64   // lower is lambda
	step       float64   // s, the multiplier of < S, A > = 1
	side       [2]*side  // P with Z, N with Z'
	e, g       []float64 // svec of E and G
	system     []float64 // of order q + 2, then its Cholesky factor
	next       []float64 // the direction of S (svec), rho, lambda and s
}

// side is one of the two matrix inequalities: slack is P or N, multiplier Z or Z', sign that of S in the slack.
type side struct {
	sign              float64
	slack, multiplier []float64
	inverse, factor   []float64 // of the slack
	kernel            []float64 // q by q: X -> sym(Z X P^-1) in svec
	target            []float64 // svec of dZ for a resting slack
	dSlack, dMult     []float64
}

func newInterior(p int, c []float64, t float64) *interior {
	q := p * (p + 1) / 2
	n := &interior{p: p, q: q, c: c, t: t, e: make([]float64, q), g: make([]float64, q)}
	n.system = make([]float64, (q+2)*(q+2))
	n.e[q-1] = 1
	for i := range p {
		n.g[(i+1)*(i+2)/2-1] = 1
	}
	n.g[q-1] = -1
	n.s = append([]float64(nil), c...)
	for k := range n.side {
		matrix := func(size int) []float64 { return make([]float64, size) }
		n.side[k] = &side{
			sign: float64(2*k - 1), slack: matrix(p * p), multiplier: Positive{p - 1, t}.Center(), inverse: matrix(p * p),
			factor: matrix(p * p), kernel: matrix(q * q), target: matrix(q), dSlack: matrix(p * p), dMult: matrix(p * p),
		}
	}
	return n
}

// aim turns the program into that of the ray, |way| = 1.
func (n *interior) aim(way []float64) {
	n.way = way
	n.s = append([]float64(nil), way...)
}

// delta is the weight of |S|^2.
func (n *interior) delta() float64 {
	if n.way == nil {
		return 1
	}
	return 0
}

// solve starts from S = C (or A), where the linear equations hold, with slacks that |S| keeps definite. Near the end rounding makes the
// system singular and iterates get worse again, so it keeps the best one, by error, and stops when four steps have not improved it or
// a factorisation fails; the caller certifies what is left.
func (n *interior) solve() {
	n.lower = 2*norm(n.s) + 1e-3*n.t
	n.rho = 2 * n.lower
	n.refresh()
	best, since := n.save(), 0
	for range 60 {
		if best.err <= 1e-15 || since == 4 || !n.advance() {
			break
		}
		if since++; n.err() < best.err {
			best, since = n.save(), 0
		}
	}
	n.restore(best)
}

// err is by how much the cost may be off: the complementarity of both sides, and what the linear equations miss, at |C| = 1 or |A| = 1.
func (n *interior) err() float64 {
	right := make([]float64, n.q+2)
	n.residual(right)
	return math.Abs(n.mu())*float64(2*n.p) + norm(right)
}

// advance takes one predictor-corrector step.
func (n *interior) advance() bool {
	mu := n.mu()
	if !(mu > 0) || !n.factorise() {
		return false
	}
	n.build()
	n.targets(0, false)
	if !n.direction() {
		return false
	}
	ratio := n.muAfter(n.longest()) / mu
	n.targets(ratio*ratio*ratio*mu, true)
	if !n.direction() {
		return false
	}
	length := math.Min(1, 0.98*n.longest())
	if !(length > 1e-8) {
		return false
	}
	n.move(length)
	return true
}

// iterate is what restore needs of a state.
type iterate struct {
	err              float64
	s                []float64
	rho, lower, step float64
	multiplier       [2][]float64
}

func (n *interior) save() iterate {
	it := iterate{err: n.err(), s: append([]float64(nil), n.s...), rho: n.rho, lower: n.lower, step: n.step}
	for k, side := range n.side {
		it.multiplier[k] = append([]float64(nil), side.multiplier...)
	}
	return it
}

func (n *interior) restore(it iterate) {
	n.s, n.rho, n.lower, n.step = it.s, it.rho, it.lower, it.step
	for k, side := range n.side {
		copy(side.multiplier, it.multiplier[k])
	}
	n.refresh()
}

// refresh sets the slacks from S, rho and lambda.
func (n *interior) refresh() {
	p := n.p
	for _, side := range n.side {
		for i, v := range n.s {
			side.slack[i] = side.sign * v
		}
		for i := range p {
			side.slack[i*p+i] += n.lower
		}
		side.slack[p*p-1] += n.rho - 2*n.lower
	}
}

func (n *interior) mu() float64 { return n.muAfter(0) }

// muAfter returns < Z, P > / p, over both sides, after a step of that length.
func (n *interior) muAfter(length float64) float64 {
	sum := 0.0
	for _, s := range n.side {
		sum += dense.Dot(s.slack, s.multiplier)
		if length != 0 {
			sum += length * (dense.Dot(s.dSlack, s.multiplier) + dense.Dot(s.slack, s.dMult) + length*dense.Dot(s.dSlack, s.dMult))
		}
	}
	return sum / float64(2*n.p)
}

// longest returns the largest step that keeps all four matrices psd; 1/0.98, of which advance takes a full step, is enough.
func (n *interior) longest() float64 {
	length := 1 / 0.98
	lower := make([]float64, n.p*n.p)
	for _, s := range n.side {
		for _, pair := range [2][2][]float64{{s.slack, s.dSlack}, {s.multiplier, s.dMult}} {
			copy(lower, pair[0])
			if !dense.Cholesky(lower, n.p) {
				return 0
			}
			if least := congruent(lower, pair[1], n.p); least < 0 {
				length = math.Min(length, -1/least)
			}
		}
	}
	return length
}

// network returns the neurons of Z and Z', their weights scaled down to a sum of at most limit.
func (n *interior) network(limit float64) []neural.Neuron {
	unit := 1.0
	if !math.IsInf(limit, 1) {
		unit = limit / n.t
	}
	var neurons []neural.Neuron
	for k, sign := range [2]float64{1, -1} {
		found := neural.Neurons(neural.Decompose(n.side[k].multiplier, n.p, n.p).Vectors, sign)
		for _, neuron := range found {
			neuron.Alpha *= unit
			neurons = append(neurons, neuron)
		}
	}
	limitWeight(neurons, limit)
	return neurons
}
