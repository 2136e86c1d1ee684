package sdp

import (
	"math"

	"conelab/core/numeric/dense"
	"conelab/core/numeric/loss"
	"conelab/core/numeric/parallel"
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
	// AddWeightedGram adds, for the packed symmetric C with entries weights^2, what AddGram adds with F'A_jk F times C, entry by entry, in
	// place of the first of two. Paired reports whether that takes no longer than AddGram.
	AddWeightedGram(m []float64, stride int, f, weights []float64, block int)
	Paired() bool
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
	samples = gram * math.Min(pf, q)
	cube := float64(n) * float64(n) * float64(n)
	if outputs > 1 {
		samples += (4*float64(outputs) + 1) * cube / 6
	} else {
		samples += cube / 6
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
	// Stalled means numerical breakdown: the last iterate stands, and Gap tells how good it is.
	Stalled
	// inexact means that the normal equations do not give the direction at this iterate.
	inexact
)

// minimumCentering is the least that the products of complementary eigenvalues are aimed at, as a fraction of what the loss adds to the gap. Without
// it they may vanish while the loss is far from its condition, and iterates at the boundary no longer move. stepFraction keeps iterates off the
// boundary: the usual 0.99 of the way, closer when the predictor says the step is a good one. Losses whose v starts off zero, and outside of what beta
// allows, have the values for infeasible starts: with these, hinge takes a seventh fewer iterations and logistic a tenth.
const (
	minimumCentering, stepFraction          = 1e-2, 0.99
	infeasibleCentering, infeasibleFraction = 0.1, 0.9
)

// Solver holds one run and its workspace. It allocates in New, and once more when it first needs least squares.
type Solver struct {
	n, p, q, outputs, blocks int
	// rows is n C, multipliers the number of trace conditions, one for each cone or none.
	rows, multipliers int
	op                Operator
	beta              float64
	cones             []*cone
	loss              *lossBlock
	step              []float64 // (w, drho)
	newton            system
	// systems are the two forms of the Newton system; the one that New did not choose is made when the other fails.
	systems [2]system
	rule    rule
	matrix  []float64 // scratch of order p
	pair    *pair     // made when it is first needed
	before  []float64 // what a step that went wrong is taken back to: see save
	saved   bool
	check   []float64 // of defect
	// of refine: what is missing, the trace conditions, the step before; how many refinements the predictor has taken
	correction, traces, previous []float64
	refined                      int
	iterations                   int
	estimate                     RankEstimate
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
	s.loss = newLossBlock(p.Loss, s.n, s.outputs)
	s.step, s.matrix, s.check = make([]float64, s.rows+s.multipliers), make([]float64, s.p*s.p), make([]float64, s.rows)
	s.correction, s.previous, s.traces = make([]float64, len(s.step)), make([]float64, len(s.step)), make([]float64, s.multipliers)
	if samples, entries := Cost(s.n, s.outputs, s.blocks, s.p); samples <= entries {
		s.systems[0] = newSamplesSystem(s)
	} else {
		s.systems[0] = newPrimalSystem(s)
	}
	s.before = make([]float64, s.loss.size()+len(s.cones)*(s.p*s.p+2))
	return s
}

// Fits reports whether the solver's workspace is for problems of the shape of p.
func (s *Solver) Fits(p *Problem) bool {
	return s != nil && p.shape() == shape{s.n, s.p, s.outputs, s.blocks, s.cones[0].balanced, s.loss.kind}
}

// Reset starts a run for p, whose operator and labels it keeps.
func (s *Solver) Reset(p *Problem, effort Effort) {
	s.op, s.beta, s.iterations, s.saved = p.Op, p.Beta, 0, false
	s.choose(effort)
	s.loss.center(p.Y)
	if s.loss.offset() && effort == NormalEquations {
		s.startNearer()
	}
	size, norm := s.scales()
	// Large enough to fit y, but not above what bounds < E, Z > at the optimum; and not so small that the Z would be at the boundary, in
	// comparison with what the loss has still to lose, from the start.
	most := s.emptyCost() / s.beta
	share := startShare
	if s.loss.offset() {
		share = infeasibleShare
	}
	tau := math.Max(math.Min(size/norm, most), share*most/float64(s.pairs()))
	if !(tau > 0) || math.IsInf(tau, 1) {
		tau = 1
	}
	rho := s.beta / 2
	if s.loss.kind == loss.Squared { // on the central path: see lossGapAfter
		rho = s.beta * float64(s.p-1) / float64(s.p)
	}
	s.loss.start(size / math.Sqrt(float64(s.rows)))
	for _, c := range s.cones {
		s.op.AdjointTo(s.matrix, s.output(s.loss.v, c.output), c.block)
		c.start(tau, rho, startMargin*math.Sqrt(dense.Dot(s.matrix, s.matrix)))
	}
	s.refresh()
}

const (
	// nearShare times beta over |A*v| in the middle of the domain is how much nearer to the origin v starts, leastNear how near at most: features far
	// above one have starts that only many steps make feasible. farBeta is the ratio below which v starts in the middle: where doubles hardly resolve
	// beta, the iterates are to keep off the boundary.
	nearShare, leastNear, farBeta = 100, 1e-3, 1e-7
)

// startNearer takes a v that is off zero nearer to it where beta allows for little of A*v.
func (s *Solver) startNearer() {
	most := 0.0
	for _, c := range s.cones {
		s.op.AdjointTo(s.matrix, s.output(s.loss.v, c.output), c.block)
		most = math.Max(most, dense.Dot(s.matrix, s.matrix))
	}
	if ratio := s.beta / math.Sqrt(most); ratio > farBeta {
		dense.Scale(math.Max(leastNear, math.Min(nearShare*ratio, 1)), s.loss.v)
	}
}

// scales returns |y| and about the norm of A in the direction that matters, |A*y| / |y|.
func (s *Solver) scales() (size, norm float64) {
	size = math.Sqrt(dense.Dot(s.loss.y, s.loss.y))
	for o := range s.outputs {
		for k := range s.blocks {
			s.op.AdjointTo(s.matrix, s.output(s.loss.y, o), k)
			norm += dense.Dot(s.matrix, s.matrix)
		}
	}
	return size, math.Sqrt(norm) / size
}

// output returns the part of a vector of n C entries that belongs to one output.
func (s *Solver) output(x []float64, o int) []float64 { return x[o*s.n : (o+1)*s.n] }

// emptyCost returns the cost of the network without neurons; < E, Z + Z' > at the optimum is not above it over beta.
func (s *Solver) emptyCost() float64 {
	clear(s.loss.f)
	return s.loss.value()
}

// startMargin times |A*v| is what is added to S where v starts outside of the feasible set. At once |A*v|, S would be at the boundary where all
// samples lie on nearly one line.
const startMargin = 2

// startShare times the loss without neurons is what the products < Z, S > start with at least, infeasibleShare where v starts off zero.
const startShare, infeasibleShare = 1e-2, 0.1

// refresh recomputes all that depends on the Z and on (v, rho): the slacks and ŷ.
func (s *Solver) refresh() {
	clear(s.loss.f)
	for j := 0; j < len(s.cones); j += 2 {
		plus, minus := s.cones[j], s.cones[j+1]
		s.op.AdjointTo(s.matrix, s.output(s.loss.v, plus.output), plus.block)
		plus.setSlack(s.matrix, s.beta)
		minus.setSlack(s.matrix, s.beta)
		for i, z := range plus.z {
			s.matrix[i] = z - minus.z[i]
		}
		s.op.AddApply(s.output(s.loss.f, plus.output), s.matrix, plus.block)
	}
}

// Gap returns primal minus dual objective as the sum of its parts, all of them >= 0, and the primal objective. While there
// is dual infeasibility it is an estimate.
func (s *Solver) Gap() (gap, primal float64) {
	gap, primal = s.loss.gap(), s.loss.value()
	infeasibility := 0.0
	for _, c := range s.cones {
		gap += c.product()
		primal += s.beta * c.regularisation()
		infeasibility = math.Max(infeasibility, c.infeasibility)
	}
	// v is feasible when scaled, and then loses about this share of its bound.
	return gap + infeasibility/s.beta*primal, primal
}

// Iterations returns the number of steps since Reset.
func (s *Solver) Iterations() int { return s.iterations }

// RankEstimate returns what the last step's affine direction said about the ranks.
func (s *Solver) RankEstimate() RankEstimate {
	var products, regularisation float64
	for _, c := range s.cones {
		products += c.product()
		regularisation += c.regularisation()
	}
	s.estimate.Share = products / math.Max(s.beta*regularisation, 1e-300)
	return s.estimate
}

// Cones returns the number of matrices, 2 K C: for each output and block a Z and a Z'. Primal returns matrix j of them, of order p,
// row-major; the caller must not keep or change it.
func (s *Solver) Cones() int             { return len(s.cones) }
func (s *Solver) Primal(j int) []float64 { return s.cones[j].z }

// Dual returns the current dual vector v, output by output; the caller must not keep or change it.
func (s *Solver) Dual() []float64 { return s.loss.v }

// Step makes one iteration. Interrupted (see package parallel) it leaves the iterate as it was, or makes a step, and says that it stalled. Where the normal equations break down, the iteration is made with least squares: from the same iterate, or from
// the one before if the equations seemed in order.
func (s *Solver) Step() Status {
	stacked := s.rule == leastSquares
	status := s.attempt(stacked)
	if parallel.Interrupted() {
		return Stalled
	}
	if stacked || s.rule == unchecked {
		return min(status, Stalled)
	}
	if status == Running {
		s.rule = normalEquations
		return Running
	}
	if status == Stalled && s.saved {
		s.restore()
		s.refresh()
	}
	if s.rule == lastEquations {
		s.rule = leastSquares
	} else {
		s.rule = lastEquations
	}
	return min(s.attempt(true), Stalled)
}

// defectLimit is how much of itself the linearised condition of the loss may miss before the normal equations are given up.
const defectLimit = 1e-2

// defect leaves w + eta + R A(dZ - dZ'), which the direction should have zero, in check, and returns its relative size.
func (s *Solver) defect() float64 {
	clear(s.check)
	for _, c := range s.cones {
		part := s.output(s.check, c.output)
		for i, v := range c.dz {
			s.matrix[i] = c.sign * v
		}
		s.op.AddApply(part, s.matrix, c.block)
	}
	s.loss.mix(s.check)
	var size, miss float64
	for i, a := range s.check {
		w, eta := s.step[i], s.loss.eta[i]
		s.check[i] = w + eta + a
		size += w*w + eta*eta + a*a
		miss += s.check[i] * s.check[i]
	}
	return math.Sqrt(miss / math.Max(size, 1e-300))
}

func (s *Solver) attempt(stacked bool) Status {
	for _, c := range s.cones {
		if !c.scale() {
			return Stalled
		}
		c.setPredictor()
	}
	s.loss.weigh()
	s.loss.aim(0, false)
	if !s.newton.factor(s, stacked) || !s.direct(false, stacked) {
		return inexact
	}
	mu := s.complementarity(0)
	affine := math.Min(1, s.maxStep(true))
	ratio := s.complementarity(affine) / mu
	level := mu * math.Min(1, ratio*ratio*ratio)
	centering, fraction := minimumCentering, stepFraction
	if s.loss.offset() {
		centering, fraction = infeasibleCentering, infeasibleFraction
	}
	level = math.Max(level, math.Min(mu, centering*s.lossGapAfter(affine)/float64(s.pairs())))
	for _, c := range s.cones {
		c.setCorrector(level)
	}
	s.loss.aim(level, true)
	if !s.direct(true, stacked) {
		return inexact
	}
	fraction = math.Max(fraction, 1-0.1*ratio)
	alpha := math.Min(1, fraction*s.maxStep(false))
	if !(alpha > 1e-8) || parallel.Interrupted() {
		return Stalled
	}
	s.advance(alpha)
	s.iterations++
	return Running
}

// lossGapAfter is what the loss still adds to the gap where minimumCentering counts it. The start is on the central path, and of the squared loss,
// whose condition is linear, what the affine step leaves is known: the first step need not only center.
func (s *Solver) lossGapAfter(affine float64) float64 {
	if s.loss.kind == loss.Squared {
		return (1 - affine) * (1 - affine) * s.loss.gap()
	}
	return s.loss.gap()
}

// direct solves for the direction that belongs to the targets of the cones and of the loss, and reports whether it can be used. What the
// normal equations leave of the linearised condition of the loss is solved for again, while that helps.
func (s *Solver) direct(corrected, stacked bool) bool {
	matrices := s.newton.solve(s, stacked)
	s.expand(matrices)
	if math.IsNaN(dense.Dot(s.step, s.step)) {
		return false
	}
	if stacked || s.rule == unchecked {
		return true
	}
	if corrected && s.refined == 0 {
		return true
	}
	defect := s.defect()
	if !corrected {
		s.refined = 0
	}
	for k := 0; k < maxRefinements && defect > refineFrom; k++ {
		copy(s.previous, s.step)
		if !s.refine() {
			break
		}
		s.expand(false)
		s.refined++
		now := s.defect()
		if !(now < defect) {
			copy(s.step, s.previous)
			s.expand(false)
			break
		}
		if now > refineGain*defect {
			defect = now
			break
		}
		defect = now
	}
	return corrected || defect <= defectLimit
}

const (
	// refineFrom is the defect from which a direction is refined, maxRefinements how many times at most, refineGain the factor by which that
	// must make the defect smaller to be tried again.
	refineFrom, maxRefinements, refineGain = 1e-8, 4, 0.5
)

// refine adds to the step what is missing in the conditions, which defect has left in check.
func (s *Solver) refine() bool {
	for k, c := range s.cones[:s.multipliers] {
		s.traces[k] = c.traceResidual() + traceForm(c.dz, s.p)
	}
	if !s.newton.correct(s, s.correction, s.check, s.traces) {
		return false
	}
	dense.Axpy(1, s.correction, s.step)
	return !math.IsNaN(dense.Dot(s.step, s.step))
}

// expand completes the direction from (w, drho), and from the scaled dZ if the Newton system has given them.
func (s *Solver) expand(matrices bool) {
	s.loss.direct(s.step[:s.rows])
	for j, c := range s.cones {
		s.op.AdjointTo(s.matrix, s.output(s.loss.dv, c.output), c.block)
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
}

// complementarity returns the average of the products of complementary eigenvalues, after a step alpha along the direction.
func (s *Solver) complementarity(alpha float64) float64 {
	sum := s.loss.product(alpha)
	for _, c := range s.cones {
		sum += c.productAfter(alpha)
	}
	return sum / float64(s.pairs())
}

// pairs returns how many products there are.
func (s *Solver) pairs() int { return s.loss.pairs() + len(s.cones)*s.p }

// maxStep returns how far along the direction everything stays in its cone. Along the affine direction it also takes the rank estimate.
func (s *Solver) maxStep(affine bool) float64 {
	step := s.loss.maxStep()
	if affine {
		s.estimate.reset(len(s.cones))
	}
	for j, c := range s.cones {
		if affine {
			step = math.Min(step, c.maxAffineStep())
			s.estimate.add(j, c.values)
			continue
		}
		step = math.Min(step, c.maxStep())
	}
	return step
}

// advance goes alpha along the direction.
func (s *Solver) advance(alpha float64) {
	s.save()
	s.move(alpha)
}

func (s *Solver) move(alpha float64) {
	s.loss.move(alpha)
	for j, c := range s.cones {
		dense.Axpy(alpha, c.dz, c.z)
		c.infeasibility *= 1 - alpha
		if s.multipliers > 0 {
			c.rho += alpha * s.step[s.rows+j]
		}
	}
	s.refresh()
}

// save and restore keep the loss block's variables, the Z and the rho.
func (s *Solver) save() {
	at := s.loss.save(s.before)
	for _, c := range s.cones {
		at += copy(s.before[at:], c.z)
		s.before[at], s.before[at+1] = c.rho, c.infeasibility
		at += 2
	}
	s.saved = true
}

func (s *Solver) restore() {
	at := s.loss.restore(s.before)
	for _, c := range s.cones {
		at += copy(c.z, s.before[at:])
		c.rho, c.infeasibility = s.before[at], s.before[at+1]
		at += 2
	}
}
