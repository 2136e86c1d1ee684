package certify

import (
	"math"

	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
	"conelab/core/numeric/lift"
)

// shrinkSteps is the least number of steps that a refinement must have time for if shrink is to begin it.
const shrinkSteps = 8

// shrink moves the v inside of their intervals by so much that all of their g becomes scale times as large, where there are at least as many
// samples as the g have entries on the sphere: that costs less of the bound than to multiply v. A scale of zero projects v onto the vectors that are
// orthogonal to every neuron. It reports whether that has helped.
func (m *polish) shrink(prover *neural.Prover, scale float64) bool {
	entries := newSphereEntries(m.samples)
	rows := m.inside(1)
	r := refinement{equations: len(m.quadratics) * entries.count}
	work := float64(r.equations) * float64(r.equations) * float64(len(rows))
	if m.outputs > 1 || len(rows) < r.equations || work > maxRefineWork/shrinkSteps {
		return false
	}
	order := m.samples.Order()
	one := make([]float64, order*order)
	for i := range order {
		one[i*order+i] = 1
	}
	unit := math.Sqrt(dense.Dot(m.dual, m.dual) / float64(m.n)) // the bound loses what the squares of the steps are
	for _, i := range rows {
		at := len(r.slopes)
		r.slopes = append(r.slopes, make([]float64, r.equations)...)
		for k := range m.quadratics {
			m.samples.MoveTo(entries.packed, i, one, k)
			entries.restrictTo(r.slopes[at+k*entries.count:])
		}
		dense.Scale(unit, r.slopes[at:])
		r.unknowns, r.units = append(r.unknowns, &m.dual[i]), append(r.units, unit)
	}
	r.equilibrate()
	var target []float64
	r.residual = func() []float64 {
		m.setPreciseQuadratics(prover)
		rest := make([]float64, r.equations)
		for k, g := range m.quadratics {
			lift.PackTo(entries.packed, g, order)
			entries.restrictTo(rest[k*entries.count:])
		}
		if target == nil {
			target = append(target, rest...)
			dense.Scale(scale, target)
		}
		for i, t := range target {
			rest[i] = t - rest[i]
		}
		return rest
	}
	r.miss = func(rest []float64) float64 { return math.Sqrt(dense.Dot(rest, rest)) }
	r.within = m.within(rows, 1)
	return r.run()
}

// sphereEntries are those of a quadratic function on the unit sphere: with a last row, [u;1]'M[u;1] is u'(Q + c I)u + 2h'u there for M = [Q, h; h', c],
// so that its constant is none of its own.
type sphereEntries struct {
	packed   []float64 // svec(M), from which they are taken
	order    int
	balanced bool
	count    int
}

func newSphereEntries(s *lift.Samples) *sphereEntries {
	e := &sphereEntries{order: s.Order(), balanced: s.Balanced()}
	e.packed = make([]float64, e.order*(e.order+1)/2)
	if e.count = len(e.packed); e.balanced {
		e.count--
	}
	return e
}

// restrictTo writes the entries of the packed matrix into dst.
func (e *sphereEntries) restrictTo(dst []float64) {
	copy(dst[:e.count], e.packed)
	if e.balanced {
		for row := range e.order - 1 {
			dst[row*(row+3)/2] += e.packed[e.count]
		}
	}
}
