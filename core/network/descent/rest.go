package descent

import (
	"math"

	"conelab/core/numeric/dense"
)

// Rest tells how close a run is to a point where descent would stop, and whether a direction leads down from there. All fields but Cost come from the
// quadratic model of the cost at the run, for moves of length at most 1. A move of 1 turns one direction u by a radian, or changes one alpha so much
// that the change of the outputs is as large as the labels. So the fields are costs in whatever units the data have, and can be compared with costs.
type Rest struct {
	// Cost is the cost of the run.
	Cost float64
	// Gradient is the first-order decrease for a move of 1 along the gradient. Gain is the decrease that remains when the curvature is taken into
	// account, eigenvector by eigenvector: g^2 / 2|h| for an eigenvalue h of the Hessian along which the gradient is g, or |g| - |h|/2 where the move
	// would be longer than 1. It is what descent can still gain before it comes to rest.
	Gradient, Gain float64
	// Curvature is the least eigenvalue of the Hessian, at most 0. From a point of rest, a move of 1 along its eigenvector changes the cost by half
	// of it.
	Curvature float64
}

// Rest measures a run of the Tractable form on data that are Curved. For a run that has diverged it only sets Cost, to +Inf.
//
// The cost has a kink where an alpha is 0, and a run with a fixed rate jumps back and forth across it forever. An alpha whose best value, with all
// else fixed, is 0 (where the slope of the loss is at most beta in size) is treated as if it were there. The move to 0 counts as gain, and the kink
// then holds this alpha, so it has no part in the gradient and the Hessian. Neither does the direction of a unit all of whose alphas are held,
// because nothing depends on it.
//
// It takes as long as a few hundred epochs at most.
func (r *Run) Rest() Rest {
	rest := Rest{Cost: r.Cost()}
	if math.IsInf(rest.Cost, 1) {
		return rest
	}
	m := newModel(r)
	rest.Gain = m.kinks
	g := m.start()
	size := math.Sqrt(dense.Dot(g, g))
	rest.Gradient = size
	along := lanczos(m.product, g)
	for i, h := range along.values {
		rest.Gain += gain(size*math.Sqrt(along.shares[i]), math.Abs(h))
	}
	// The gradient may have no component at all along the direction of least curvature, as at a symmetric start.
	other := lanczos(m.product, m.anywhere())
	rest.Curvature = math.Min(0, math.Min(along.least(), other.least()))
	return rest
}

// gain returns the largest decrease of the parabola -g t + h t^2/2, h >= 0, over 0 <= t <= 1.
func gain(g, h float64) float64 {
	if g < h {
		return g * g / (2 * h)
	}
	return g - h/2
}

// model is the quadratic model of the cost at a run, in the units of Rest.
type model struct {
	*surface
	beta  float64
	scale []float64 // for each alpha; 0 if a kink holds it
	held  []bool    // for each unit: its direction plays no part
	kinks float64   // gain of moving alphas to their kinks
	slope []float64 // derivative of the cost in each alpha
	h, at *weights
}

func newModel(r *Run) *model {
	m := &model{surface: newSurface(r), beta: r.data.beta, h: newWeights(r.data, r.weights.Width), at: newWeights(r.data, r.weights.Width)}
	squares, curvatures := m.sizes()
	labels := math.Sqrt(dense.Dot(m.data.y, m.data.y))
	m.scale, m.slope, m.held = make([]float64, len(squares)), make([]float64, len(squares)), make([]bool, m.w.Width)
	group := m.data.blocks * m.data.outputs
	for j := range m.held {
		m.held[j] = true
	}
	for at, alpha := range m.w.Alpha {
		g, h := m.gradient.Alpha[at], curvatures[at]
		if math.Abs(g-h*alpha) <= m.beta {
			m.kinks += math.Max(0, math.Abs(alpha)*m.beta+alpha*g-h*alpha*alpha/2)
			continue
		}
		m.held[at/group] = false
		side := math.Copysign(1, alpha)
		if alpha == 0 {
			side = -math.Copysign(1, g) // the one-sided slope that goes down
		}
		m.slope[at], m.scale[at] = g+m.beta*side, 1
		if labels > 0 && squares[at] > 0 {
			m.scale[at] = labels / math.Sqrt(squares[at])
		}
	}
	return m
}

// start returns the gradient in the units of the model.
func (m *model) start() []float64 {
	g := weights{m.w.Width, append([]float64(nil), m.gradient.U...), append([]float64(nil), m.slope...)}
	return m.flat(&g)
}

// anywhere returns a vector with a component in every direction, the same on every call.
func (m *model) anywhere() []float64 {
	const golden = 0.6180339887498949
	g := newWeights(m.data, m.w.Width)
	for i := range g.U {
		g.U[i] = math.Mod(golden*float64(i+1), 1) - 0.3
	}
	for i := range g.Alpha {
		g.Alpha[i] = math.Mod(golden*float64(i+1), 1) + 0.3
	}
	return m.flat(g)
}

// flat returns a gradient in the units of the model, without the parts that are held or not tangent to the spheres. The normal part is removed twice:
// near a point of rest the gradient is no larger than the rounding error of its normal part.
func (m *model) flat(g *weights) []float64 {
	flat := make([]float64, 0, len(g.U)+len(g.Alpha))
	for j := range m.w.Width {
		u, gu := m.unit(m.w.U, j), m.unit(g.U, j)
		if m.held[j] {
			clear(gu)
		}
		for range 2 {
			dense.Axpy(-dense.Dot(u, gu), u, gu)
		}
		flat = append(flat, gu...)
	}
	for at, s := range m.scale {
		flat = append(flat, s*g.Alpha[at])
	}
	return flat
}

// product multiplies by the Hessian, in the units of the model.
func (m *model) product(dst, v []float64) {
	copy(m.at.U, v)
	for at, s := range m.scale {
		m.at.Alpha[at] = s * v[len(m.at.U)+at]
	}
	m.surface.product(m.h, m.at)
	copy(dst, m.flat(m.h))
}
