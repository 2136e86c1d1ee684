package optima

import (
	"cmp"
	"math"
	"slices"

	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
)

// Turn returns the same network with neuron k turned to the direction u, of any length, or to the nearest admissible direction, as when a user drags
// a neuron over the optimal set. The neurons must be of one sign, block and output, with |u_j| = 1, and as many as the rank of Z = sum |alpha_j|
// [u_j;1][u_j;1]'. The arguments are not modified.
//
// Z stays the same to a relative error of 1e-12, and so do function and cost. Neuron k gets the largest weight that its direction admits,
//
//	|alpha| = 1 / ([u;1]' Z^+ [u;1]),
//
// and stays at index k. The other neurons keep their indices and signs too: they are followed along the shortest arc from the old direction of neuron
// k to the new one, in steps short enough that none moves far.
//
// If the rank r is 3, the direction of neuron k determines the others up to their order. No two can meet, or the rank would drop: all go around the
// circle of admissible directions together, and after a full turn each is back where it was. The exception is a neuron much lighter than the others.
// It has the weight of a heavy one only while their distance is below about the root of the ratio of their weights; in that moment the others run
// around the whole circle and change places. A step that jumps over this moment leaves them where they are, so that after a full turn two may have
// been exchanged.
//
// If r > 3, the others are not determined. They are placed one after the other, the lightest first, each as near as possible to where it was. Then
// the result depends on the path: after a closed drag they may be elsewhere.
//
// Turn returns no neurons and false if r < 3, where two neurons determine each other, if the [u_j;1] are so nearly dependent that rounding would
// change Z, or if u has no direction. Each step of the arc costs a QR factorisation of r columns for each of r - 2 choices. Most drags take one step,
// a jump takes about 40, and 300 is the limit.
//
// Source: section 4.1, started from any vector on the cone in the range of Z; see ChooseFirst.
func Turn(neurons []neural.Neuron, k int, u []float64) (turned []neural.Neuron, ok bool) {
	length := norm(u)
	if len(neurons) < 3 || !(length > 0) || math.IsInf(length, 1) || !sameKind(neurons) {
		return nil, false
	}
	ys := vectors(neurons)
	span := newSpan(ys)
	if !span.independent() {
		return nil, false
	}
	rows := span.rows()
	goal := unit(u)
	if len(rows) < len(u)+1 {
		goal = nearestAdmissible(rows, goal)
	}
	for j, y := range newArc(rows, neurons, k, goal).follow(ys, k) {
		neuron := neurons[j]
		neuron.U, neuron.Alpha = direction(y), math.Copysign(weight(y), neuron.Alpha)
		turned = append(turned, neuron)
	}
	turned[k].U = goal
	before, after := assemble(neurons, len(u)), assemble(turned, len(u))
	if !sameKind(turned) || !(distance(after, before) <= turnTolerance*norm(before)) {
		return nil, false
	}
	return turned, true
}

const (
	// turnTolerance is the largest relative change of Z. A larger change means that the neurons are too nearly dependent.
	turnTolerance = 1e-12
	// leastPivot is the least part of a vector [u_j;1], relative to its length, that must be independent of those before it.
	leastPivot = 1e-9
	// leastOverlap and largestAngle bound how far a vector may move in one step for its identity to be certain: the first as a cosine in the
	// coordinates in which Z is the identity, the second as an angle between directions. In those coordinates two neurons are at a right angle, so
	// the first bound catches an exchange. A light neuron can move far within the first bound, so the second is needed too.
	leastOverlap, largestAngle = 0.95, 0.3
	// mostMoves is the largest number of steps; after it, the rest of the arc is one step. A turn to a random place takes about 40 steps, and 85
	// where one weight is 1e-10 of the others. At 1e-16, rounding leaves no step short enough.
	mostMoves = 300
)

// sameKind reports whether the neurons are of one sign, block, output and dimension.
func sameKind(neurons []neural.Neuron) bool {
	first, sign := neurons[0], math.Copysign(1, neurons[0].Alpha)
	for _, neuron := range neurons {
		if !(neuron.Alpha*sign > 0) || neuron.Block != first.Block || neuron.Output != first.Output || len(neuron.U) != len(first.U) {
			return false
		}
	}
	return true
}

// vectors returns y_j = sqrt|alpha_j| [u_j;1].
func vectors(neurons []neural.Neuron) [][]float64 {
	ys := make([][]float64, len(neurons))
	for j, neuron := range neurons {
		ys[j] = lifted(neuron.U, math.Sqrt(math.Abs(neuron.Alpha)))
	}
	return ys
}

// lifted returns s [u;1]; direction and weight are u and s^2 of a vector of that form.
func lifted(u []float64, s float64) []float64 {
	y := make([]float64, len(u)+1)
	dense.Axpy(s, u, y[:len(u)])
	y[len(u)] = s
	return y
}

func direction(y []float64) []float64 { return unit(y[:len(y)-1]) }
func weight(y []float64) float64      { return y[len(y)-1] * y[len(y)-1] }

func unit(x []float64) []float64 {
	u, length := make([]float64, len(x)), norm(x)
	for i, v := range x {
		u[i] = v / length
	}
	return u
}

// span is the QR factorisation of vectors that are normalised first.
type span struct {
	qr      *dense.QR
	p       int
	lengths []float64
}

func newSpan(ys [][]float64) *span {
	s := &span{dense.NewQR(len(ys[0]), len(ys)), len(ys[0]), make([]float64, len(ys))}
	for j, y := range ys {
		s.lengths[j] = norm(y)
		for i, v := range y {
			s.qr.Column(j)[i] = v / s.lengths[j]
		}
	}
	s.qr.Factorize()
	return s
}

// independent reports whether the vectors are linearly independent.
func (s *span) independent() bool {
	if len(s.lengths) > s.p {
		return false
	}
	for j := range s.lengths {
		if !(math.Abs(s.qr.Column(j)[j]) > leastPivot) {
			return false
		}
	}
	return true
}

// rows returns an orthonormal basis of the span.
func (s *span) rows() [][]float64 {
	rows := make([][]float64, len(s.lengths))
	for j := range rows {
		rows[j] = make([]float64, s.p)
		rows[j][j] = 1
		s.qr.RotateFrom(rows[j])
	}
	return rows
}

// solve returns the w with [u;1] = sum_j w_j y_j.
func (s *span) solve(u []float64) []float64 {
	w := lifted(u, 1)
	s.qr.RotateTo(w)
	w = w[:len(s.lengths)]
	for j := len(w) - 1; j >= 0; j-- {
		column := s.qr.Column(j)
		w[j] /= column[j]
		dense.Axpy(-w[j], column[:j], w[:j])
	}
	for j, length := range s.lengths {
		w[j] /= length
	}
	return w
}

// arc is a path on the sphere of admissible directions: center + cos(t angle) from + sin(t angle) side for t from 0 to 1.
type arc struct {
	center, from, side, goal []float64
	angle                    float64
}

// newArc returns the shortest arc from the direction of neuron k to the goal. The sphere is the set of unit u with [u;1] in the span of the
// orthonormal rows; its center c is the shortest vector u with [u;1] in the span, see nearestAdmissible. An arc of half a circle passes the neuron
// that is farthest to the side.
func newArc(rows [][]float64, neurons []neural.Neuron, k int, goal []float64) *arc {
	d := len(goal)
	a := &arc{center: make([]float64, d), goal: goal}
	square := 0.0
	for _, row := range rows {
		square += row[d] * row[d]
		dense.Axpy(row[d], row[:d], a.center)
	}
	for i := range a.center {
		a.center[i] /= square
	}
	from := func(u []float64) []float64 {
		x := append([]float64(nil), u...)
		dense.Axpy(-1, a.center, x)
		return x
	}
	a.from = from(neurons[k].U)
	across := func(u []float64) []float64 {
		x := from(u)
		dense.Axpy(-dense.Dot(x, a.from)/dense.Dot(a.from, a.from), a.from, x)
		return x
	}
	a.side = across(goal)
	radius := norm(a.from)
	a.angle = math.Atan2(norm(a.side)*radius, dense.Dot(from(goal), a.from))
	const half = 1e-8 // relative to the radius: a shorter side has lost its direction to rounding
	if a.angle > math.Pi/2 && norm(a.side) < half*radius {
		for _, neuron := range neurons {
			if other := across(neuron.U); norm(other) > norm(a.side) {
				a.side = other
			}
		}
	}
	if length := norm(a.side); length > 0 {
		for i := range a.side {
			a.side[i] *= radius / length
		}
	}
	return a
}

// at returns the direction at t.
func (a *arc) at(t float64) []float64 {
	if t == 1 {
		return a.goal
	}
	sin, cos := math.Sincos(t * a.angle)
	u := append([]float64(nil), a.center...)
	dense.Axpy(cos, a.from, u)
	dense.Axpy(sin, a.side, u)
	return unit(u)
}

// follow moves vector k along the arc to its end, and returns all vectors there.
func (a *arc) follow(ys [][]float64, k int) [][]float64 {
	at, step := 0.0, 1.0
	for range mostMoves {
		next := math.Min(1, at+step)
		moved, near := move(ys, k, a.at(next))
		if !near {
			step /= 2
			continue
		}
		if next == 1 {
			return moved
		}
		ys, at, step = moved, next, 2*step
	}
	ys, _ = move(ys, k, a.goal)
	return ys
}

// move returns the vectors of another network with the same Z = sum y y', in which vector k has the admissible direction u. near reports whether all
// vectors stay so close to where they were that their identities are certain.
func move(ys [][]float64, k int, u []float64) (moved [][]float64, near bool) {
	moved = slices.Clone(ys)
	var all, rest []int
	for j := range ys {
		all = append(all, j)
		if j != k {
			rest = append(rest, j)
		}
	}
	overlap := rotateTo(moved, all, k, u)
	// The lightest first: a light neuron moves far when it has to make room for a heavy one, but not the other way around.
	slices.SortStableFunc(rest, func(i, j int) int { return cmp.Compare(weight(ys[i]), weight(ys[j])) })
	for ; len(rest) > 2; rest = rest[1:] {
		j := rest[0]
		overlap = math.Min(overlap, rotateTo(moved, rest, j, nearestAdmissible(newSpan(pick(moved, rest)).rows(), direction(ys[j]))))
	}
	overlap = math.Min(overlap, rotatePair(moved[rest[0]], moved[rest[1]]))
	near = overlap >= leastOverlap
	for j, y := range moved {
		ontoCone(y)
		near = near && (j == k || dense.Dot(direction(y), direction(ys[j])) >= math.Cos(largestAngle))
	}
	return moved, near
}

func pick(ys [][]float64, members []int) [][]float64 {
	picked := make([][]float64, len(members))
	for i, j := range members {
		picked[i] = ys[j]
	}
	return picked
}

// rotateTo turns the members by the least rotation that makes the k-th equal to s [u;1], and returns the k-th's overlap with what it was. With [u;1]
// = sum_j w_j y_j, s = +-1/|w| with the sign of w_k, and h = s w, the rotation takes e_k to h, and the other vectors
//
//	y_j to y_j - h_j/(1 + h_k) (y_k + s [u;1]).
//
// These span the rest, Z - s^2 [u;1][u;1]'. The overlap is h_k >= 0.
func rotateTo(ys [][]float64, members []int, k int, u []float64) (overlap float64) {
	w, at := newSpan(pick(ys, members)).solve(u), slices.Index(members, k)
	s := math.Copysign(1/norm(w), w[at])
	overlap = s * w[at]
	y := lifted(u, s)
	sum := slices.Clone(y)
	dense.Axpy(1, ys[k], sum)
	for i, j := range members {
		if j != k {
			ys[j] = slices.Clone(ys[j])
			dense.Axpy(-s*w[i]/(1+overlap), sum, ys[j])
		}
	}
	ys[k] = y
	return overlap
}

// rotatePair rotates two vectors y and z, of which y y' + z z' is balanced, onto the cone, and returns the cosine of the rotation. Their forms y'Gy
// and z'Gz are f and -f, so cos(a) y + sin(a) z is on the cone where
//
//	f cos(2a) + y'Gz sin(2a) = 0.
//
// This has two solutions, a right angle apart. The larger angle exchanges the vectors; the smaller one, which is used, does not.
func rotatePair(y, z []float64) (overlap float64) {
	f, cross := (form(y, y)-form(z, z))/2, form(y, z)
	if cross < 0 {
		f, cross = -f, -cross
	}
	sin, cos := math.Sincos(math.Atan2(-f, cross) / 2)
	for i, v := range y {
		y[i], z[i] = cos*v+sin*z[i], cos*z[i]-sin*v
	}
	return cos
}

// form returns x'Gy.
func form(x, y []float64) float64 {
	d := len(x) - 1
	return dense.Dot(x[:d], y[:d]) - x[d]*y[d]
}

// ontoCone removes the last rounding error from y = (c, t): afterwards |c| = t > 0.
func ontoCone(y []float64) {
	d := len(y) - 1
	length := norm(y[:d])
	mean := math.Copysign((length+math.Abs(y[d]))/2, y[d])
	for i := range d {
		y[i] *= math.Abs(mean) / length
	}
	y[d] = mean
	if mean < 0 {
		for i := range y {
			y[i] = -y[i]
		}
	}
}
