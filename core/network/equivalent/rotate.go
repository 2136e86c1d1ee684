package equivalent

import (
	"cmp"
	"context"
	"math"
	"slices"

	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
)

// Rotate returns the same network with neuron k turned to the direction u, of any length, or to the nearest admissible direction,
// as when a user drags a neuron over the optimal set. The neurons must be of one sign, block and output, with |u_j| = 1, and as
// many as the rank of Z = sum |alpha_j| [u_j;1][u_j;1]'. The arguments are not modified.
//
// Z stays the same to a relative error of 1e-12, and so do function and cost. Neuron k gets the largest weight that its direction admits,
//
//	|alpha| = 1 / ([u;1]' Z^+ [u;1]),
//
// and stays at index k. The other neurons keep their indices and signs too: each goes where the least rotation takes it, so that
// in a drag, of many small turns, all move smoothly.
//
// If the rank r is 3, the direction of neuron k determines the others up to their order. No two can meet, or the rank would drop: all go
// around the circle of admissible directions together, and after a full turn each is back where it was. The exception is a neuron much
// lighter than the others. Close to a heavy one, at a distance below about the root of the ratio of their weights, it takes over that
// weight, and the others run around the whole circle and change places. A turn that jumps over these directions leaves them where they are.
// A turn by a large angle may exchange neurons, too.
//
// If r > 3, the others are not determined. They are placed one after the other, the lightest first, each as near as possible to
// where it was. Then the result depends on the path: after a closed drag they may be elsewhere.
//
// Rotate returns no neurons and false if r < 3, since two neurons determine each other; if the [u_j;1] are so nearly dependent
// that rounding would change Z; or if u has no direction. It costs a QR factorisation of at most r columns for each of r - 2 choices.
//
// Source: section 4.1, started from any vector y = s [u;1] on the cone in the range of Z = B B'. With [u;1] = B w and s^2 =
// 1/|w|^2, Z - y y' is B (I - w w'/|w|^2) B': psd, with <G, .> = 0, since y'Gy = 0, and of one rank less. For r >= 3 the admissible
// directions form a sphere of dimension r - 2.
func Rotate(neurons []neural.Neuron, k int, u []float64) (turned []neural.Neuron, ok bool) {
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
	for j, y := range move(ys, span, k, goal) {
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
	// independence is the part of a vector [u_j;1], relative to its length, that must be outside the span of the vectors before it.
	independence = 1e-9
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
	s.qr.Factorize(context.Background())
	return s
}

// independent reports whether the vectors are linearly independent.
func (s *span) independent() bool {
	for j := range s.lengths {
		if !(math.Abs(s.qr.R(j)[j]) > independence) {
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
		unit := make([]float64, len(rows))
		unit[j] = 1
		s.qr.RotateFrom(unit, rows[j])
	}
	return rows
}

// solve returns the w with [u;1] = sum_j w_j y_j.
func (s *span) solve(u []float64) []float64 {
	w := make([]float64, len(s.lengths))
	s.qr.RotateTo(w, lifted(u, 1))
	s.qr.SolveR(w)
	for j, length := range s.lengths {
		w[j] /= length
	}
	return w
}

// move returns the vectors of another network with the same Z = sum y y', in which vector k has the admissible direction u. span is that of
// all vectors.
func move(ys [][]float64, span *span, k int, u []float64) [][]float64 {
	moved := slices.Clone(ys)
	var all, rest []int
	for j := range ys {
		all = append(all, j)
		if j != k {
			rest = append(rest, j)
		}
	}
	rotateTo(moved, all, span, k, u)
	// The lightest first: a light neuron moves far when it has to make room for a heavy one, but not the other way around.
	slices.SortStableFunc(rest, func(i, j int) int { return cmp.Compare(weight(ys[i]), weight(ys[j])) })
	for ; len(rest) > 2; rest = rest[1:] {
		j, span := rest[0], newSpan(pick(moved, rest))
		rotateTo(moved, rest, span, j, nearestAdmissible(span.rows(), direction(ys[j])))
	}
	rotatePair(moved[rest[0]], moved[rest[1]])
	for _, y := range moved {
		neural.ToCone(y)
	}
	return moved
}

func pick(ys [][]float64, members []int) [][]float64 {
	picked := make([][]float64, len(members))
	for i, j := range members {
		picked[i] = ys[j]
	}
	return picked
}

// nearestAdmissible returns the unit vector nearest to u among those with [u;1] in the span of the given orthogonal rows, each of
// length d + 1.
//
// Let V be an orthonormal basis of the span, V_u its first d rows and v its last. The admissible points are u = V_u x with v'x =
// 1. The shortest of them has x = v/|v|^2; call it c. The others are c + V_u y with y orthogonal to v. For such y, V_u is an
// isometry, and V_u y is orthogonal to c, because V_u'V_u = I - v v'. So the nearest point with |u| = 1 is c + sqrt(1 - |c|^2)
// V_u y/|y|, where y is V_u'u without its component along v.
func nearestAdmissible(rows [][]float64, u []float64) []float64 {
	d, r := len(u), len(rows)
	v, y := make([]float64, r), make([]float64, r)
	for k, row := range rows {
		size := norm(row)
		v[k] = row[d] / size
		y[k] = dense.Dot(row[:d], u) / size
	}
	center := 1 / dense.Dot(v, v)
	for range 2 { // a second pass makes y orthogonal to v to full precision
		dense.Axpy(-dense.Dot(v, y)*center, v, y)
	}
	if norm(y) <= 1e-12*norm(u) && r > 1 { // all are equally near: take the basis vector with the least component along v
		least := 0
		for k := range v {
			if math.Abs(v[k]) < math.Abs(v[least]) {
				least = k
			}
		}
		y[least]++
		dense.Axpy(-dense.Dot(v, y)*center, v, y)
	}
	radius := 0.0
	if size := norm(y); size > 0 {
		// |c|^2 = 1/|v|^2 - 1.
		radius = math.Sqrt(math.Max(0, 2-center)) / size
	}
	point := make([]float64, d)
	for k, row := range rows {
		dense.Axpy((v[k]*center+radius*y[k])/norm(row), row[:d], point)
	}
	return unit(point)
}

// rotateTo turns the members, whose span is given, by the least rotation that makes the k-th equal to s [u;1]. With [u;1] = sum_j w_j y_j,
// s = +-1/|w| with the sign of w_k, and h = s w, the rotation takes e_k to h, and the other vectors
//
//	y_j to y_j - h_j/(1 + h_k) (y_k + s [u;1]).
//
// These span the rest, Z - s^2 [u;1][u;1]'. h_k is not negative.
func rotateTo(ys [][]float64, members []int, span *span, k int, u []float64) {
	w, at := span.solve(u), slices.Index(members, k)
	s := math.Copysign(1/norm(w), w[at])
	y := lifted(u, s)
	sum := slices.Clone(y)
	dense.Axpy(1, ys[k], sum)
	for i, j := range members {
		if j != k {
			ys[j] = slices.Clone(ys[j])
			dense.Axpy(-s*w[i]/(1+s*w[at]), sum, ys[j])
		}
	}
	ys[k] = y
}

// rotatePair rotates two vectors y and z with <G, y y' + z z'> = 0 onto the cone. Their forms y'Gy and
// z'Gz are f and -f, so cos(a) y + sin(a) z is on the cone where
//
//	f cos(2a) + y'Gz sin(2a) = 0.
//
// This has two solutions, a right angle apart. The larger angle exchanges the vectors; the smaller one, which is used, does not.
func rotatePair(y, z []float64) {
	f, cross := (neural.Form(y, y)-neural.Form(z, z))/2, neural.Form(y, z)
	if cross < 0 {
		f, cross = -f, -cross
	}
	sin, cos := math.Sincos(math.Atan2(-f, cross) / 2)
	for i, v := range y {
		y[i], z[i] = cos*v+sin*z[i], cos*z[i]-sin*v
	}
}
