package sdp

import (
	"math"

	"conelab/core/dense"
)

// Operator is the lifted operator, D -> (< A_i, D >) for i < Len, on symmetric matrices of order Order. See package lift, which has
// both forms.
type Operator interface {
	Len() int
	Order() int
	ApplyTo(dst, d []float64)
	AdjointTo(dst, v []float64)
	AddGram(m []float64, stride int, f []float64)
	MoveTo(dst []float64, i int, f []float64)
}

// Cost returns the multiplications of one iteration on n samples of order p, in the samples and in reduced form. The smaller one says
// which operator to pass to Reset.
func Cost(n, p int) (samples, reduced float64) {
	rows := float64(p * (p + 1) / 2)
	nf, pf := float64(n), float64(p)
	samples = nf*nf*pf + nf*nf*nf/6
	rank := min(nf, rows)
	reduced = rank*(4*pf*pf*pf+rank*rows) + rank*rank*rank/6
	return samples, reduced
}

// Status says how an iteration ended.
type Status int

const (
	// Running means that the iteration made progress.
	Running Status = iota
	// Stalled means that rounding ends the road: the last iterate stands, and Gap tells how good it is.
	Stalled
)

// stepFraction keeps iterates off the boundary: the usual 0.99 of the way, closer when the predictor says the step is a good one.
const stepFraction = 0.99

// Solver holds one run and its workspace, of n^2 + 30 p^2 numbers. It allocates in New and never again.
type Solver struct {
	n, p  int
	op    Operator
	y     []float64
	beta  float64
	cones [2]*cone

	v, fit, residual []float64 // dual vector, ŷ, e
	step             []float64 // (dv, drho, drho')
	newton           newton
	matrix           []float64 // scratch of order p
	iterations       int
	indication       Indication
}

// New returns a solver for operators of length n and order p.
func New(n, p int) *Solver {
	vector := func() []float64 { return make([]float64, n) }
	return &Solver{
		n: n, p: p, cones: [2]*cone{newCone(p, 1), newCone(p, -1)}, v: vector(), fit: vector(), residual: vector(),
		step: make([]float64, n+2), newton: newNewton(n, p), matrix: make([]float64, p*p),
	}
}

// Fits reports whether the solver's workspace is for operators of length n and order p.
func (s *Solver) Fits(n, p int) bool { return s != nil && s.n == n && s.p == p }

// Reset starts a run for the targets y, which it keeps, and beta > 0.
func (s *Solver) Reset(op Operator, y []float64, beta float64) {
	s.op, s.y, s.beta, s.iterations = op, y, beta, 0
	s.newton.careful = false
	clear(s.v)
	tau := s.startScale()
	for _, c := range s.cones {
		c.start(tau, beta)
	}
	s.refresh()
}

// startScale returns the size of the first Z: large enough to fit y, but not above |y|^2/beta, which bounds < E, Z > at the optimum.
func (s *Solver) startScale() float64 {
	size := math.Sqrt(dense.Dot(s.y, s.y))
	s.op.AdjointTo(s.matrix, s.y)
	// |A*y| / |y| is about the norm of A in the direction that matters.
	norm := math.Sqrt(dense.Dot(s.matrix, s.matrix)) / size
	tau := math.Min(size/norm, size*size/s.beta)
	if !(tau > 0) || math.IsInf(tau, 1) {
		return 1
	}
	return tau
}

// refresh recomputes all that depends on Z, Z' and (v, rho, rho'): S, S', ŷ and e.
func (s *Solver) refresh() {
	s.op.AdjointTo(s.matrix, s.v)
	for _, c := range s.cones {
		c.setSlack(s.matrix, s.beta)
	}
	for i, z := range s.cones[0].z {
		s.matrix[i] = z - s.cones[1].z[i]
	}
	s.op.ApplyTo(s.fit, s.matrix)
	for i := range s.residual {
		s.residual[i] = s.fit[i] - s.y[i] + s.v[i]/2
	}
}

// Gap returns primal minus dual objective as the sum of its parts, and the primal objective.
func (s *Solver) Gap() (gap, primal float64) {
	gap = dense.Dot(s.residual, s.residual) + s.cones[0].product() + s.cones[1].product()
	corner := s.p*s.p - 1
	primal = s.beta * (s.cones[0].z[corner] + s.cones[1].z[corner])
	for i := range s.fit {
		r := s.fit[i] - s.y[i]
		primal += r * r
	}
	return gap, primal
}

// Iterations returns the number of steps since Reset.
func (s *Solver) Iterations() int { return s.iterations }

// Indication returns what the last step's affine direction said about the ranks.
func (s *Solver) Indication() Indication { return s.indication }

// Primal returns the current Z (which = 0) or Z' (which = 1), order p, row-major; the caller must not keep or change it.
func (s *Solver) Primal(which int) []float64 { return s.cones[which].z }

// Dual returns the current dual vector v; the caller must not keep or change it.
func (s *Solver) Dual() []float64 { return s.v }

// Step makes one iteration. When rounding in the normal equations ends the road, it goes on with least squares.
func (s *Solver) Step() Status {
	status := s.attempt()
	if status == Stalled && !s.newton.careful {
		s.newton.careful = true
		status = s.attempt()
	}
	return status
}

func (s *Solver) attempt() Status {
	for _, c := range s.cones {
		if !c.scale() {
			return Stalled
		}
		c.aimAffine()
	}
	if !s.newton.factor(s) || !s.direct() {
		return Stalled
	}
	mu := s.mu()
	affine := math.Min(1, s.maxStep())
	s.indication = s.indicate()
	ratio := s.muAfter(affine) / mu
	sigma := math.Min(1, ratio*ratio*ratio)
	for _, c := range s.cones {
		c.aimCentral(sigma * mu)
	}
	if !s.direct() {
		return Stalled
	}
	fraction := math.Max(stepFraction, 1-0.1*ratio)
	alpha := math.Min(1, fraction*s.maxStep())
	if !(alpha > 1e-8) {
		return Stalled
	}
	s.move(alpha)
	s.iterations++
	return Running
}

// mu returns the average of lambda^2; muAfter what it is after a step alpha along the direction.
func (s *Solver) mu() float64 {
	return (s.cones[0].product() + s.cones[1].product()) / float64(2*s.p)
}

func (s *Solver) muAfter(alpha float64) float64 {
	sum := 0.0
	for _, c := range s.cones {
		for i, l := range c.lambda {
			row := i * c.p
			for j := range c.lambda {
				z, w := alpha*c.dzs[row+j], alpha*c.dss[row+j]
				if i == j {
					z, w = z+l, w+l
				}
				sum += z * w
			}
		}
	}
	return sum / float64(2*s.p)
}

func (s *Solver) maxStep() float64 {
	return math.Min(s.cones[0].maxStep(), s.cones[1].maxStep())
}

// direct solves for the direction that belongs to the cones' targets.
func (s *Solver) direct() bool {
	s.newton.solve(s)
	return !math.IsNaN(dense.Dot(s.step, s.step))
}

// move goes alpha along the direction.
func (s *Solver) move(alpha float64) {
	dense.Axpy(alpha, s.step[:s.n], s.v)
	for k, c := range s.cones {
		dense.Axpy(alpha, c.dz, c.z)
		c.rho += alpha * s.step[s.n+k]
	}
	s.refresh()
}
