package geometry

import (
	"math"

	"conelab/core/dense"
	"conelab/core/neural"
)

// Projection is the point of a convex body nearest to a given matrix W, with its proof.
type Projection struct {
	// Point is the matrix of Neurons, a member of the body by that very network (weights sum to at most T).
	Point   []float64
	Neurons []neural.Neuron
	// Distance is |W - Point|.
	Distance float64
	// Gap is the largest < W - Point, Y - Point > over the body, by the support function. The variational inequality says that it is
	// zero at the projection and nowhere else, and |Point - projection|^2 <= Gap.
	Gap float64
}

// Project returns the nearest point of +M(T).
//
// The Lagrange dual of  min |Z - W|^2 / 2  over  Z psd, < G, Z > = 0, < E, Z > <= T  (E = e_p e_p') has two multipliers,
//
//	Z = (W - lambda G - mu E)_+,   mu >= 0,   minimise  |(W - lambda G - mu E)_+|^2 / 2 + mu T,
//
// and its gradient is (-< G, Z >, T - < E, Z >). First mu = 0; if that Z_4 exceeds T, the constraint is tight and mu is free. Each is a
// smooth convex problem in one or two variables, solved by Newton's method: a few eigendecompositions of order d + 1.
func (b Positive) Project(w []float64) Projection {
	p := order(w, b.D)
	size := math.Max(norm(w), b.T)
	if b.T <= 0 || size == 0 {
		return certify(b, w, nil)
	}
	n := newNearest(p, scaled(1/size, balanced(w, p)), b.T/size)
	n.minimise(1)
	if n.z[p*p-1] > n.limit {
		n.minimise(2)
	}
	neurons := b.Network(n.z)
	for j := range neurons {
		neurons[j].Alpha *= size
	}
	return certify(b, w, neurons)
}

// supported is what certify needs of a body: its dimension, its t and its support function.
type supported interface {
	size() (d int, t float64)
	Support(v []float64) (value float64, neuron neural.Neuron)
}

func (b Positive) size() (int, float64) { return b.D, b.T }

// certify makes a network a member of the body by scaling, if rounding left it just outside, and computes distance and gap.
func certify(b supported, w []float64, neurons []neural.Neuron) Projection {
	d, t := b.size()
	limitWeight(neurons, t)
	z := Assemble(neurons, d)
	left := minus(w, z)
	top, _ := b.Support(left)
	return Projection{z, neurons, norm(left), math.Max(0, top-dense.Dot(left, z))}
}

// limitWeight scales the neurons down until sum |alpha| <= t.
func limitWeight(neurons []neural.Neuron, t float64) {
	if total := weight(neurons); total > t {
		for j := range neurons {
			neurons[j].Alpha *= t / total
		}
	}
}

func weight(neurons []neural.Neuron) float64 {
	total := 0.0
	for _, neuron := range neurons {
		total += math.Abs(neuron.Alpha)
	}
	return total
}

// nearest minimises the dual function of Project over its first one or two multipliers.
type nearest struct {
	p             int
	w, z          []float64
	limit         float64
	eigen         *dense.Eigen
	basis, values []float64
	multiplier    [2]float64
	cost          float64
	gradient      [2]float64
	hessian       [2][2]float64
}

func newNearest(p int, w []float64, limit float64) *nearest {
	square := func() []float64 { return make([]float64, p*p) }
	return &nearest{p: p, w: w, z: square(), limit: limit, eigen: dense.NewEigen(p), basis: square(), values: make([]float64, p)}
}

// minimise runs Newton's method with backtracking over the first k multipliers. A step counts if the cost falls as promised or, near
// the end, where the cost has lost its digits, if the gradient halves.
func (n *nearest) minimise(k int) {
	n.evaluate(n.multiplier, k)
	for range 100 {
		slope := math.Hypot(n.gradient[0], n.gradient[1])
		if slope <= 1e-16 {
			return
		}
		step := n.newton(k)
		descent := step[0]*n.gradient[0] + step[1]*n.gradient[1]
		from, cost := n.multiplier, n.cost
		length := 1.0
		for ; length > 1e-10; length /= 2 {
			n.evaluate([2]float64{from[0] + length*step[0], from[1] + length*step[1]}, k)
			if n.cost <= cost+1e-4*length*descent || math.Hypot(n.gradient[0], n.gradient[1]) <= slope/2 {
				break
			}
		}
		if length <= 1e-10 {
			n.evaluate(from, k)
			return
		}
	}
}

// newton returns -H^-1 g, with a ridge where the dual function is flat.
func (n *nearest) newton(k int) (step [2]float64) {
	h, g := n.hessian, n.gradient
	ridge := 1e-14 * (h[0][0] + h[1][1] + 1e-6)
	if k == 1 {
		return [2]float64{-g[0] / (h[0][0] + ridge), 0}
	}
	a, b, c := h[0][0]+ridge, h[0][1], h[1][1]+ridge
	det := math.Max(a*c-b*b, ridge*(a+c))
	return [2]float64{(b*g[1] - c*g[0]) / det, (b*g[0] - a*g[1]) / det}
}

// evaluate sets Z = (W - lambda G - mu E)_+, the dual cost, its gradient and its generalised Hessian: with the eigenvalues v_i and
// eigenvectors q_i of the argument,
//
//	H_kl = sum_ij omega_ij (q_i'F_k q_j)(q_i'F_l q_j),   omega_ij = 1, v_i/(v_i - v_j), 0   for 2, 1, 0 positive ones,
//
// with F_1 = G and F_2 = E; for unit eigenvectors q_i'G q_j = delta_ij - 2 q_ip q_jp.
func (n *nearest) evaluate(multiplier [2]float64, k int) {
	p := n.p
	n.multiplier = multiplier
	copy(n.basis, n.w)
	for i := range p - 1 {
		n.basis[i*p+i] -= multiplier[0]
	}
	n.basis[p*p-1] += multiplier[0] - multiplier[1]
	n.eigen.Decompose(n.basis, n.values)
	clear(n.z)
	square := 0.0
	for i, v := range n.values {
		if v > 0 {
			q := n.basis[i*p : (i+1)*p]
			square += v * v
			for r, x := range q {
				dense.Axpy(v*x, q, n.z[r*p:(r+1)*p])
			}
		}
	}
	n.cost = square/2 + multiplier[1]*n.limit
	n.gradient = [2]float64{-traceForm(n.z, p), n.limit - n.z[p*p-1]}
	if k == 1 {
		n.gradient[1] = 0
	}
	n.curvature()
}

func (n *nearest) curvature() {
	p := n.p
	n.hessian = [2][2]float64{}
	for i, vi := range n.values {
		for j, vj := range n.values {
			omega := 0.0
			switch {
			case vi > 0 && vj > 0:
				omega = 1
			case vi > 0:
				omega = vi / (vi - vj)
			case vj > 0:
				omega = vj / (vj - vi)
			}
			e := n.basis[i*p+p-1] * n.basis[j*p+p-1]
			g := -2 * e
			if i == j {
				g++
			}
			n.hessian[0][0] += omega * g * g
			n.hessian[0][1] += omega * g * e
			n.hessian[1][1] += omega * e * e
		}
	}
	n.hessian[1][0] = n.hessian[0][1]
}
