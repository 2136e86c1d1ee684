package geometry

import (
	"math"

	"conelab/core/dense"
	"conelab/core/neural"
)

// Full is the neural spectrahedron M(T) = { Z - Z' : Z, Z' psd, tr Z_1 = Z_4, tr Z'_1 = Z'_4, Z_4 + Z'_4 <= T } of the paper's eq.
// (neuralset): all networks with sum |alpha| <= T. It is symmetric about 0, which is inside it, and spans the matrices with
// < G, W > = 0.
type Full struct {
	D int
	T float64
}

// Support returns max < V, W > over the body, T max |g_V|, and a neuron of weight +-T whose matrix attains it.
func (b Full) Support(v []float64) (value float64, neuron neural.Neuron) {
	order(v, b.D)
	value, neuron = extreme(v, b.D, false)
	neuron.Alpha *= b.T
	return b.T * value, neuron
}

// Radius returns a number r such that M(1) contains every balanced matrix of norm r:
//
//	r^2 = 2/(d(d+2)) for d >= 2,   r^2 = 2 for d = 1.
//
// Proof: M(1) contains the ball if |S| r <= max |g_S| for every balanced S (those are the bodies' support functions). The maximum
// is at least the root mean square over the sphere. With S_1 = S_0 + (S_4/d) I, tr S_0 = 0, the moments of the sphere give
//
//	mean g_S^2 = S_4^2 (1+1/d)^2 + 4 |S_2|^2 / d + 2 |S_0|^2 / (d(d+2)),   |S|^2 = S_4^2 (1+1/d) + 2 |S_2|^2 + |S_0|^2,
//
// so the ratio is at least the least of 1 + 1/d, 2/d and, where S_0 exists, 2/(d(d+2)).
func (b Full) Radius() float64 {
	if b.D == 1 {
		return math.Sqrt2
	}
	d := float64(b.D)
	return math.Sqrt(2 / (d * (d + 2)))
}

// Crossing is where a ray leaves M(T), with its proof.
type Crossing struct {
	// Lower <= exact step <= Upper. Lower is proved by a network at that point of the ray, Upper by the plane < Normal, . >.
	Lower, Upper float64
	// Neurons is a network whose matrix is from + Lower direction, up to rounding.
	Neurons []neural.Neuron
	// Normal is the plane's normal S, < S, direction > = 1 before rounding: every W of the body has < S, W > <= T max |g_S|.
	Normal []float64
}

// Exit returns the largest s with from + s direction in M(T).
//
// Duality: s* = min over S with < S, direction > = 1 of T max|g_S| - < S, from >. Both sides are one small semidefinite program (see
// interior), and what it returns is checked from the definitions: the upper bound by the support function of its S, the lower one
// by the sum |alpha| of its network, whose distance r from the ray costs at most r/Radius more weight. The point at 0 has weight
// gamma_0 < T, so a point of weight gamma > T at s is left for s (T - gamma_0)/(gamma - gamma_0), by convexity of the gauge.
//
// The bounds agree to 1e-9 as a rule and 1e-6 at worst; Upper is the sharper. The cost grows as d^6: 0.3 ms for d = 2, 40 ms for
// d = 20.
func (b Full) Exit(from, direction []float64) (Crossing, error) {
	order(from, b.D)
	p := order(direction, b.D)
	w, way := balanced(from, p), balanced(direction, p)
	start := 0.0
	if norm(w) > 0 {
		start = b.Gauge(w).Upper
	}
	if start >= b.T || norm(minus(from, w)) > 1e-9*norm(from) {
		return Crossing{}, ErrNotInterior
	}
	size := norm(way)
	if size == 0 {
		return Crossing{Lower: math.Inf(1), Upper: math.Inf(1)}, nil
	}
	n := newInterior(p, scaled(1/b.T, w), 1)
	n.aim(scaled(1/size, way))
	n.solve()
	unit := b.T / size // of the program's step
	crossing := Crossing{Normal: scaled(1/size, n.s), Neurons: n.network(b.T)}
	crossing.Upper = b.upper(n.s, w, scaled(1/size, way)) / size
	crossing.Lower = n.step * unit
	rest := minus(ray(w, crossing.Lower, way), Assemble(crossing.Neurons, b.D))
	if gamma := weight(crossing.Neurons) + norm(rest)/b.Radius(); gamma > b.T {
		crossing.Lower *= (b.T - start) / (gamma - start)
	}
	crossing.Lower = math.Max(0, math.Min(crossing.Lower, crossing.Upper))
	return crossing, nil
}

// upper returns (T max|g_S| - < S, from >)/< S, direction >, a bound of the step for any S with < S, direction > > 0.
func (b Full) upper(s, from, direction []float64) float64 {
	slope := dense.Dot(s, direction)
	if !(slope > 0) {
		return math.Inf(1)
	}
	reach, _ := b.Support(s)
	return (reach - dense.Dot(s, from)) / slope
}

// Gauge is the smallest t with W in M(t), the least sum |alpha| of a network whose matrix is W, between two proved bounds.
type Gauge struct {
	Lower, Upper float64
	Neurons      []neural.Neuron
	Normal       []float64
}

// Gauge returns the gauge of M(1) at the balanced w (a part along G is taken off); T plays no part.
//
// Primal: min Z_4 + Z'_4 over Z - Z' = W. Dual: max < S, W > over |g_S| <= 1 on the sphere. It is what the paper's regulariser is as a
// function of the matrix alone, as the nuclear norm is for the quadratic activation.
func (b Full) Gauge(w []float64) Gauge {
	p := order(w, b.D)
	way := balanced(w, p)
	size := norm(way)
	if size == 0 {
		return Gauge{Normal: make([]float64, p*p)}
	}
	n := newInterior(p, make([]float64, p*p), 1)
	n.aim(scaled(1/size, way))
	n.solve()
	g := Gauge{Normal: n.s, Neurons: n.network(math.Inf(1))}
	for j := range g.Neurons {
		g.Neurons[j].Alpha *= size / n.step
	}
	rest := norm(minus(way, Assemble(g.Neurons, b.D)))
	g.Upper = weight(g.Neurons) + rest/b.Radius()
	if reach, _ := extreme(n.s, b.D, false); reach > 0 {
		g.Normal = scaled(1/reach, n.s)
		g.Lower = math.Max(0, dense.Dot(g.Normal, way))
	}
	return g
}

// Contains reports whether w is in M(T) up to tolerance, relative to T, and by how much it misses: the larger of the gauge's excess over
// T and of |< G, W >|. The bounds of the gauge decide to which side a doubtful case falls: it is inside if Lower allows it.
func (b Full) Contains(w []float64, tolerance float64) (inside bool, violation float64) {
	p := order(w, b.D)
	violation = max(0, b.Gauge(w).Lower-b.T, math.Abs(traceForm(w, p)), asymmetry(w, p))
	return violation <= tolerance*b.T, violation
}

// Project returns the nearest point of M(T).
//
// The program  min |Z - Z' - W|^2 / 2  over the body has the dual
//
//	min over S  |S - W|^2 / 2 + T max |g_S|,   Z - Z' = W - S,
//
// (Moreau: W is the sum of the projection and of the proximal point of the support function). interior solves both together; Gap is
// then computed by the support function: 1e-11 of max(|W|, T)^2 as a rule. The cost grows as d^6.
func (b Full) Project(w []float64) Projection {
	p := order(w, b.D)
	way := balanced(w, p)
	size := norm(way)
	if b.T <= 0 || size == 0 {
		return certify(b, w, nil)
	}
	n := newInterior(p, scaled(1/size, way), b.T/size)
	n.solve()
	neurons := n.network(math.Inf(1))
	for j := range neurons {
		neurons[j].Alpha *= size
	}
	return certify(b, w, neurons)
}

func (b Full) size() (int, float64) { return b.D, b.T }
