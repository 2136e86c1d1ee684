package optima

import (
	"cmp"
	"math"
	"slices"

	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
)

// Turn returns the same network with neuron k turned to the direction u, of any length, or to the nearest direction that is possible,
// as when a neuron is dragged over the optimal set. The neurons must be of one sign, block and output, with |u_j| = 1, and as
// many as the rank of Z = sum |alpha_j| [u_j;1][u_j;1]'. Nothing that is given is modified.
//
// Z stays as it is, to 1e-12 of itself, and with it function and cost. Neuron k gets the largest weight there is for its direction,
//
//	|alpha| = 1 / ([u;1]' Z^+ [u;1]),
//
// and is still the k-th. The others keep their places and their sign too: they are followed along the shortest arc from the old direction
// of neuron k to the new one, in steps in which none goes far.
//
// Where the rank r is 3, the direction of neuron k determines the others but for their order. No two can meet, or the rank would drop: all
// go around the circle of possible directions together, and after a full turn each is back in its place. But a neuron much lighter than
// the others has the weight of a heavy one only while it is as near to it as about the root of the ratio of their weights, and in that
// moment the others run through all of the circle and change places: a step that leaps over it leaves them where they are, so that
// after a full turn two may have been exchanged.
//
// Where r > 3 the others are not determined; they are placed one after the other, the lightest first, each as near as possible to where it
// was. Then the path matters: after a closed drag they may be elsewhere.
//
// It reports false, without neurons, where r < 3, as two neurons determine each other; where the [u_j;1] are so nearly dependent that
// rounding would change Z; and where u has no direction. It costs a QR factorisation of r columns for each of the r - 2 choices, times the
// steps of the arc: one for most of a drag's, about 40 for a leap, 300 at most.
//
// Source: section 4.1 for any first vector on the cone in the range of Z; see ChooseFirst.
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
	// turnTolerance is how much of itself Z may change; where more has changed, the neurons are too nearly dependent.
	turnTolerance = 1e-12
	// leastPivot is the least part of a vector [u_j;1] that those before it must not explain.
	leastPivot = 1e-9
	// leastOverlap, and largestAngle, are how near to itself a vector must stay in one step for its place to be sure: in units of its own
	// length, by the coordinates in which Z is the identity, and as an angle between directions. Two neurons are at a right angle by the
	// first measure, and a swap would be seen there; a light one may go far by the second.
	leastOverlap, largestAngle = 0.95, 0.3
	// mostMoves ends the search for such steps, and then what is left of the arc is one step. To random places it takes about 40 moves, and
	// 85 where one weight is 1e-10 of the others; at 1e-16 rounding leaves no step that is short enough.
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

// span is the QR factorisation of vectors, each divided by its length.
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

// rows returns an orthonormal basis of what the vectors span.
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

// arc is a path on the sphere of possible directions, center + cos(t angle) from + sin(t angle) side for t from 0 to 1.
type arc struct {
	center, from, side, goal []float64
	angle                    float64
}

// newArc returns the shortest arc from the direction of neuron k to the goal. The sphere is the set of unit u with [u;1] in the span of the
// orthonormal rows: its center c is the shortest of all such vectors, see nearestAdmissible. Half a circle goes past the neuron that is most
// to the side.
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
	const half = 1e-8 // of the radius: less to the side than this has lost its direction to rounding
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

// follow returns the vectors at the end of the arc that the k-th goes along.
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

// move returns the vectors of another network of the same Z = sum y y', whose k-th has the possible direction u, and reports whether all
// stay so near to what they were that their places are sure.
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
	// A light neuron that has to give way to a heavy one goes far, and the other way around it does not.
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

// rotateTo turns the members such that the k-th becomes s [u;1], by the least rotation that does it, and returns how much of itself it stays.
// With [u;1] = sum_j w_j y_j, s = +-1/|w| of the sign of w_k, and h = s w it takes e_k to h, and
//
//	y_j to y_j - h_j/(1 + h_k) (y_k + s [u;1])   for the others,
//
// which together span the rest, Z - s^2 [u;1][u;1]'. Here h_k >= 0 is what is returned.
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

// rotatePair turns two vectors y and z, of which y y' + z z' is balanced, onto the cone, and returns how much of themselves they stay. Their
// forms y'Gy and z'Gz are f and -f, so cos(a) y + sin(a) z is on the cone where
//
//	f cos(2a) + y'Gz sin(2a) = 0,
//
// at two angles, a right angle apart: they exchange the vectors, and the smaller one keeps them in their places.
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

// ontoCone takes the last rounding off y = (c, t): |c| = t > 0 afterwards.
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
