package descent

import (
	"math"

	"conelab/core/numeric/dense"
)

// Rest says how near a run is to a place where descent would come to rest, and whether there would be a way down from it. All but Cost is what
// the quadratic model of the cost at the run says of moves of at most 1, where a move of 1 turns one direction u by a radian, or changes one alpha
// so much that the outputs change by as much as the labels are: so the numbers are costs, to be compared with costs, in whatever units the data
// are.
type Rest struct {
	// Cost is that of the run.
	Cost float64
	// Gradient is what the gradient promises for a move of 1 along it. Gain is what remains of that with the curvature, direction by direction:
	// g^2 / 2|h| for an eigenvalue h of the Hessian along which the gradient is g, and |g| - |h|/2 where that asks for a longer move. It is what
	// descent would still win before it rests.
	Gradient, Gain float64
	// Curvature is the least eigenvalue of the Hessian: from a place of rest, a move of 1 along its direction changes the cost by half of it.
	Curvature float64
}

// Rest measures the run, of the Tractable form, on data that are Curved. Of one that has diverged there is only the cost, +Inf.
//
// The cost has a kink where an alpha is 0, and a run with a fixed rate jumps around it without end. An alpha whose best value, all else fixed, is
// 0 (for which the slope of the loss there is beta at most) counts as being there: going there is counted as gain, and the kink holds it, so
// that it has no part in gradient and Hessian. Nor has the direction of a unit all of whose alphas are held: nothing depends on it.
//
// It takes as long as some hundreds of epochs at most.
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
	// The gradient may have no part at all in the direction of least curvature, as at a symmetric start.
	other := lanczos(m.product, m.anywhere())
	rest.Curvature = math.Min(0, math.Min(along.least(), other.least()))
	return rest
}

// gain returns how much the parabola -g t + h t^2/2, h >= 0, falls for 0 <= t <= 1.
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
	scale []float64 // of every alpha; 0 of one that a kink holds
	held  []bool    // of every unit: its direction plays no part
	kinks float64   // what is won by going to the kinks
	slope []float64 // of every alpha
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
			side = -math.Copysign(1, g) // the slope of the side that goes down
		}
		m.slope[at], m.scale[at] = g+m.beta*side, 1
		if labels > 0 && squares[at] > 0 {
			m.scale[at] = labels / math.Sqrt(squares[at])
		}
	}
	return m
}

// start returns the gradient.
func (m *model) start() []float64 {
	g := weights{m.w.Width, append([]float64(nil), m.gradient.U...), append([]float64(nil), m.slope...)}
	return m.flat(&g)
}

// anywhere returns a vector with a part in all directions, the same whenever it is asked for.
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

// flat returns a gradient in the units of the model, without what is held and what is not tangent. What is not is taken out twice: near a place of
// rest the gradient is no larger than the rounding of its part across the sphere.
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

// product multiplies with the Hessian.
func (m *model) product(dst, v []float64) {
	copy(m.at.U, v)
	for at, s := range m.scale {
		m.at.Alpha[at] = s * v[len(m.at.U)+at]
	}
	m.surface.product(m.h, m.at)
	copy(dst, m.flat(m.h))
}
