package sdp

import (
	"math"

	"conelab/core/dense"
	"conelab/core/loss"
)

// Operator is the lifted operator: for K blocks, D -> (< A_ik, D >) for i < Len, on symmetric matrices of order Order. See package lift,
// which has both of its forms.
type Operator interface {
	Len() int
	Order() int
	Blocks() int
	// Balanced says whether matrices have a last row and the trace condition < G, Z > = 0.
	Balanced() bool
	AddApply(dst, d []float64, block int)
	AdjointTo(dst, v []float64, block int)
	AddGram(m []float64, stride int, f []float64, block int)
	MoveTo(dst []float64, i int, f []float64, block int)
}

// Problem is a training program over an operator.
type Problem struct {
	Op Operator
	// Outputs is the number C of outputs that the loss couples, 1 for separable losses.
	Outputs int
	// Y has Len * Outputs labels, output by output.
	Y    []float64
	Beta float64 // > 0
	Loss loss.Loss
}

// Cost returns the multiplications of one iteration on n samples with the given outputs, blocks and order of the matrices, in the samples
// and in the entries of the matrices: the Newton system takes the smaller one.
func Cost(n, outputs, blocks, p int) (samples, entries float64) {
	rows, q, pf := float64(n*outputs), float64(p*(p+1)/2), float64(p)
	cones := float64(2 * blocks * outputs)
	gram := cones * float64(n) * float64(n) / 2
	samples = gram*math.Min(pf, q) + rows*rows*rows/6
	if outputs > 1 {
		samples += rows * rows * float64(outputs)
	}
	m := cones * q
	entries = m*m*rows/2 + m*m*m/6 + cones*float64(n)*q*pf
	return samples, entries
}

// Status says how an iteration ended.
type Status int

const (
	// Running means that the iteration made progress.
	Running Status = iota
	// Stalled means that rounding ends the road: the last iterate stands, and Gap tells how good it is.
	Stalled
	// inexact means that the normal equations do not give the direction at this iterate.
	inexact
)

// keepUp holds the products of complementary eigenvalues up while the fit is far from its condition: a fraction of what the fit adds to the
// gap. Without it they may vanish first, and iterates at the boundary no longer move.
const keepUp = 1e-2

// stepFraction keeps iterates off the boundary: the usual 0.99 of the way, closer when the predictor says the step is a good one.
const stepFraction = 0.99

// Solver holds one run and its workspace. It allocates in New, and once more when it first needs least squares.
type Solver struct {
	n, p, q, outputs, blocks int
	// rows is n C, multipliers the number of trace conditions, one for each cone or none.
	rows, multipliers int
	op                Operator
	beta              float64
	cones             []*cone
	fit               *fit
	step              []float64 // (w, drho)
	newton            newton
	// forms are the two forms of the Newton system; the one that New did not choose is made when the other fails.
	forms [2]newton
	// careful says that the current iteration solves least squares, settled that all from here on do, and wary that the one before did.
	careful, settled, wary, rough bool
	matrix                        []float64 // scratch of order p
	before                        []float64 // what a step that went wrong is taken back to: see save
	saved                         bool
	check                         []float64 // of defect
	iterations                    int
	indication                    Indication
}

// shape is what a workspace is made for.
type shape struct {
	n, p, outputs, blocks int
	balanced              bool
	loss                  loss.Loss
}

func (p *Problem) shape() shape {
	return shape{p.Op.Len(), p.Op.Order(), p.Outputs, p.Op.Blocks(), p.Op.Balanced(), p.Loss}
}

// New returns a solver for problems of the shape of p: the same number of samples, outputs and blocks, order and loss.
func New(p *Problem) *Solver {
	s := &Solver{n: p.Op.Len(), p: p.Op.Order(), outputs: p.Outputs, blocks: p.Op.Blocks()}
	s.q, s.rows = s.p*(s.p+1)/2, s.n*s.outputs
	for o := range s.outputs {
		for k := range s.blocks {
			s.cones = append(s.cones, newCone(s.p, k, o, 1, p.Op.Balanced()), newCone(s.p, k, o, -1, p.Op.Balanced()))
		}
	}
	if p.Op.Balanced() {
		s.multipliers = len(s.cones)
	}
	s.fit = newFit(p.Loss, s.n, s.outputs)
	s.step, s.matrix, s.check = make([]float64, s.rows+s.multipliers), make([]float64, s.p*s.p), make([]float64, s.rows)
	if samples, entries := Cost(s.n, s.outputs, s.blocks, s.p); samples <= entries {
		s.forms[0] = newSampleForm(s)
	} else {
		s.forms[0] = newEntryForm(s)
	}
	s.before = make([]float64, s.fit.size()+len(s.cones)*(s.p*s.p+2))
	return s
}

// Fits reports whether the solver's workspace is for problems of the shape of p.
func (s *Solver) Fits(p *Problem) bool {
	return s != nil && p.shape() == shape{s.n, s.p, s.outputs, s.blocks, s.cones[0].balanced, s.fit.kind}
}

// Reset starts a run for p, whose operator and labels it keeps.
func (s *Solver) Reset(p *Problem, effort Effort) {
	s.op, s.beta, s.iterations, s.saved = p.Op, p.Beta, 0, false
	s.choose(effort)
	s.fit.center(p.Y)
	size, norm := s.scales()
	// Large enough to fit y, but not above what bounds < E, Z > at the optimum; and not so small that the Z would be at the boundary, in
	// comparison with what the loss has still to lose, from the start.
	most := s.emptyCost() / s.beta
	tau := math.Max(math.Min(size/norm, most), startShare*most/float64(s.pairs()))
	if !(tau > 0) || math.IsInf(tau, 1) {
		tau = 1
	}
	s.fit.start(size / math.Sqrt(float64(s.rows)))
	if p.Loss.Smooth() {
		s.fit.negligible = invisible * s.beta / (s.largestRow() * float64(s.n))
	}
	for _, c := range s.cones {
		s.op.AdjointTo(s.matrix, s.output(s.fit.v, c.output), c.block)
		c.start(tau, s.beta, math.Sqrt(dense.Dot(s.matrix, s.matrix)))
	}
	s.refresh()
}

// scales returns |y| and about the norm of A in the direction that matters, |A*y| / |y|.
func (s *Solver) scales() (size, norm float64) {
	size = math.Sqrt(dense.Dot(s.fit.y, s.fit.y))
	for o := range s.outputs {
		for k := range s.blocks {
			s.op.AdjointTo(s.matrix, s.output(s.fit.y, o), k)
			norm += dense.Dot(s.matrix, s.matrix)
		}
	}
	return size, math.Sqrt(norm) / size
}

// output returns the part of a vector of n C entries that belongs to one output.
func (s *Solver) output(x []float64, o int) []float64 { return x[o*s.n : (o+1)*s.n] }

// emptyCost returns the cost of the network without neurons; < E, Z + Z' > at the optimum is not above it over beta.
func (s *Solver) emptyCost() float64 {
	clear(s.fit.f)
	return s.fit.value()
}

// startShare times the loss without neurons is what the products < Z, S > start with at least.
const startShare = 1e-2

// invisible is the share of beta below which what the saturated samples add to S does not count.
const invisible = 1e-3

// largestRow returns max |A_ik|.
func (s *Solver) largestRow() float64 {
	identity, packed, largest := s.cones[0].b, make([]float64, s.q), 0.0
	clear(identity)
	for i := range s.p {
		identity[i*s.p+i] = 1
	}
	for k := range s.blocks {
		for i := range s.n {
			s.op.MoveTo(packed, i, identity, k)
			largest = math.Max(largest, dense.Dot(packed, packed))
		}
	}
	return math.Sqrt(largest)
}

// refresh recomputes all that depends on the Z and on (v, rho): the slacks and ŷ.
func (s *Solver) refresh() {
	clear(s.fit.f)
	for j := 0; j < len(s.cones); j += 2 {
		plus, minus := s.cones[j], s.cones[j+1]
		s.op.AdjointTo(s.matrix, s.output(s.fit.v, plus.output), plus.block)
		plus.setSlack(s.matrix, s.beta)
		minus.setSlack(s.matrix, s.beta)
		for i, z := range plus.z {
			s.matrix[i] = z - minus.z[i]
		}
		s.op.AddApply(s.output(s.fit.f, plus.output), s.matrix, plus.block)
	}
}

// Gap returns primal minus dual objective as the sum of its parts, all of them >= 0, and the primal objective. Until the excess of an
// infeasible start is gone it is an estimate.
func (s *Solver) Gap() (gap, primal float64) {
	gap, primal = s.fit.gap(), s.fit.value()
	excess := 0.0
	for _, c := range s.cones {
		gap += c.product()
		primal += s.beta * c.price()
		excess = math.Max(excess, c.excess)
	}
	// While S is in excess, v is not feasible; scaled to be so, it loses about this share of its bound.
	return gap + excess/s.beta*primal, primal
}

// Iterations returns the number of steps since Reset.
func (s *Solver) Iterations() int { return s.iterations }

// Indication returns what the last step's affine direction said about the ranks.
func (s *Solver) Indication() Indication {
	var products, price float64
	for _, c := range s.cones {
		products += c.product()
		price += c.price()
	}
	s.indication.Share = products / math.Max(s.beta*price, 1e-300)
	return s.indication
}

// Cones returns the number of matrices, 2 K C: for each output and block a Z and a Z'. Primal returns matrix j of them, of order p,
// row-major; the caller must not keep or change it.
func (s *Solver) Cones() int             { return len(s.cones) }
func (s *Solver) Primal(j int) []float64 { return s.cones[j].z }

// Dual returns the current dual vector v, output by output; the caller must not keep or change it.
func (s *Solver) Dual() []float64 { return s.fit.v }

// Step makes one iteration. Where rounding in the normal equations ends the road, it goes on with least squares: from the same iterate, or
// from the one before if the equations seemed in order. The next iteration tries the normal equations again, once.
func (s *Solver) Step() Status {
	s.careful = s.settled
	status := s.attempt()
	if status == Running || s.careful || s.rough {
		s.wary = false
		return min(status, Stalled)
	}
	if status == Stalled && s.saved {
		s.restore()
		s.refresh()
	}
	s.careful, s.settled, s.wary = true, s.wary, true
	return min(s.attempt(), Stalled)
}

// defectLimit is how much of itself the fit's linearised condition may miss before the normal equations are given up.
const defectLimit = 1e-2

// defect returns the relative size of w + eta + R A(dZ - dZ'), which the direction should have zero.
func (s *Solver) defect() float64 {
	clear(s.check)
	for _, c := range s.cones {
		part := s.output(s.check, c.output)
		for i, v := range c.dz {
			s.matrix[i] = c.sign * v
		}
		s.op.AddApply(part, s.matrix, c.block)
	}
	s.fit.mix(s.check)
	var size, miss float64
	for i, a := range s.check {
		w, eta := s.step[i], s.fit.eta[i]
		size += w*w + eta*eta + a*a
		miss += (w + eta + a) * (w + eta + a)
	}
	return math.Sqrt(miss / math.Max(size, 1e-300))
}

func (s *Solver) attempt() Status {
	for _, c := range s.cones {
		if !c.scale() {
			return Stalled
		}
		c.aimAffine()
	}
	s.fit.weigh()
	s.fit.aim(0, false)
	if !s.newton.factor(s, s.careful) || !s.direct(0, false) {
		return inexact
	}
	mu := s.complementarity(0)
	affine := math.Min(1, s.maxStep(true))
	ratio := s.complementarity(affine) / mu
	level := mu * math.Min(1, ratio*ratio*ratio)
	level = math.Max(level, math.Min(mu, keepUp*s.fit.gap()/float64(s.pairs())))
	for _, c := range s.cones {
		c.aimCentral(level)
	}
	s.fit.aim(level, true)
	if !s.direct(level, true) {
		return inexact
	}
	fraction := math.Max(stepFraction, 1-0.1*ratio)
	alpha := math.Min(1, fraction*s.maxStep(false))
	if !(alpha > 1e-8) || !s.advance(alpha) {
		return Stalled
	}
	s.iterations++
	return Running
}

// direct solves for the direction that belongs to the targets of the cones and of the fit.
func (s *Solver) direct(level float64, corrected bool) bool {
	matrices := s.newton.solve(s, s.careful)
	s.fit.direct(s.step[:s.rows], level, corrected)
	for j, c := range s.cones {
		s.op.AdjointTo(s.matrix, s.output(s.fit.dv, c.output), c.block)
		rho := 0.0
		if s.multipliers > 0 {
			rho = s.step[s.rows+j]
		}
		c.directSlack(s.matrix, rho)
		if !matrices {
			c.complement()
		}
		c.unscale(c.dz, c.dzs)
	}
	return !math.IsNaN(dense.Dot(s.step, s.step)) && (s.careful || s.rough || corrected || s.defect() <= defectLimit)
}

// complementarity returns the average of the products of complementary eigenvalues, after a step alpha along the direction.
func (s *Solver) complementarity(alpha float64) float64 {
	sum := s.fit.product(alpha)
	for _, c := range s.cones {
		sum += c.productAfter(alpha)
	}
	return sum / float64(s.pairs())
}

// pairs returns how many products there are.
func (s *Solver) pairs() int { return s.fit.pairs() + len(s.cones)*s.p }

// maxStep returns how far along the direction everything stays in its cone. Along the affine direction it also takes the indication.
func (s *Solver) maxStep(affine bool) float64 {
	step := s.fit.maxStep()
	if affine {
		s.indication.reset(len(s.cones))
	}
	for j, c := range s.cones {
		if affine {
			step = math.Min(step, c.maxAffineStep())
			s.indication.add(j, c.values)
			continue
		}
		step = math.Min(step, c.maxStep())
	}
	return step
}

// advance goes alpha along the direction. Where the loss is smooth, Newton's step for it is only as good as its quadratic model: a step
// that makes the gap, a convex function along the way, much larger is halved.
func (s *Solver) advance(alpha float64) bool {
	s.save()
	if !s.fit.kind.Smooth() {
		s.move(alpha)
		return true
	}
	gap, _ := s.Gap()
	for range 12 {
		s.move(alpha)
		if now, _ := s.Gap(); now <= 1.1*gap && s.interior() {
			return true
		}
		s.restore()
		alpha /= 2
	}
	s.refresh()
	return false
}

// interior reports whether all slacks are positive definite.
func (s *Solver) interior() bool {
	for _, c := range s.cones {
		copy(c.a, c.s)
		if !dense.Cholesky(c.a, c.p) {
			return false
		}
	}
	return true
}

func (s *Solver) move(alpha float64) {
	s.fit.move(alpha)
	for j, c := range s.cones {
		dense.Axpy(alpha, c.dz, c.z)
		c.excess *= 1 - alpha
		if s.multipliers > 0 {
			c.rho += alpha * s.step[s.rows+j]
		}
	}
	s.refresh()
}

// save and restore keep the fit's variables, the Z and the rho.
func (s *Solver) save() {
	at := s.fit.save(s.before)
	for _, c := range s.cones {
		at += copy(s.before[at:], c.z)
		s.before[at], s.before[at+1] = c.rho, c.excess
		at += 2
	}
	s.saved = true
}

func (s *Solver) restore() {
	at := s.fit.restore(s.before)
	for _, c := range s.cones {
		at += copy(c.z, s.before[at:])
		c.rho, c.excess = s.before[at], s.before[at+1]
		at += 2
	}
}
