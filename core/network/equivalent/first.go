package equivalent

import (
	"math"
	"math/rand/v2"

	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
)

// Choice is a network with a chosen first neuron.
type Choice struct {
	// Neurons holds as many neurons as the rank of Z, all of positive weight, the chosen one first.
	Neurons []neural.Neuron
	// Distance is the distance between the first neuron's direction and the requested one. It is zero if the requested direction was admissible.
	Distance float64
}

// ChooseFirst returns the network of the psd and balanced z, of order p = d + 1 and rank r, whose first neuron has the direction u, or the nearest
// admissible direction. All networks of Z have the same function and cost, since both are linear in Z = sum alpha [u;1][u;1]'.
//
// A direction u is admissible if [u;1] lies in the range of Z. Then with the pseudoinverse Z^+ and
//
//	s^2 = 1 / ([u;1]' Z^+ [u;1]),
//
// Z - s^2 [u;1][u;1]' is psd, balanced (as [u;1]'G[u;1] = 0), and of rank r - 1: with Z = B B' and [u;1] = B w it is B (I - w w'/|w|^2) B'. The
// neural decomposition (section 4.1) then gives the other neurons. This works for every r. For r >= 3 the admissible directions form a sphere of
// dimension r - 2 >= 1 (for d = 2 and r = 3 the whole circle); for r = 2 there are two, and for r = 1 one.
func ChooseFirst(z []float64, p int, u []float64) (Choice, error) {
	rows, err := balancedFactor(z, p)
	if err != nil || len(rows) == 0 {
		return Choice{}, err
	}
	admissible := nearestAdmissible(rows, u)
	weights, square := coordinates(rows, admissible)
	first := neural.Neuron{U: admissible, Alpha: 1 / square}
	deflate(rows, weights, 1)
	rest := gram(rows, p)
	choice := Choice{Neurons: []neural.Neuron{first}, Distance: distance(admissible, u)}
	if len(rows) > 1 {
		choice.Neurons = append(choice.Neurons, neural.Neurons(neural.Decompose(rest, p, len(rows)-1).Vectors, 1)...)
	}
	return choice, nil
}

// nearestAdmissible returns the unit vector nearest to u among those with [u;1] in the span of the given orthogonal rows, each of length d + 1.
//
// Let V be an orthonormal basis of the span, V_u its first d rows and v its last. The admissible points are u = V_u x with v'x = 1. The shortest of
// them has x = v/|v|^2; call it c. The others are c + V_u y with y orthogonal to v. For such y, V_u is an isometry, and V_u y is orthogonal to c,
// because V_u'V_u = I - v v'. So the nearest point with |u| = 1 is c + sqrt(1 - |c|^2) V_u y/|y|, where y is V_u'u without its component along v.
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
	return unitNorm(point, 1).U
}

// coordinates returns the w with [u;1] = B w, where the columns of B are the orthogonal rows, and |w|^2 = [u;1]'Z^+[u;1].
func coordinates(rows [][]float64, u []float64) (w []float64, square float64) {
	d := len(u)
	w = make([]float64, len(rows))
	for k, row := range rows {
		w[k] = (dense.Dot(row[:d], u) + row[d]) / dense.Dot(row, row)
	}
	return w, dense.Dot(w, w)
}

// deflate replaces B by B (I - part w w'/|w|^2)^(1/2), which subtracts part s^2 [u;1][u;1]' from B B'. The rows are no longer orthogonal.
func deflate(rows [][]float64, w []float64, part float64) {
	square := dense.Dot(w, w)
	along := make([]float64, len(rows[0]))
	for k, row := range rows {
		dense.Axpy(w[k], row, along)
	}
	keep := (1 - math.Sqrt(1-part)) / square
	for k, row := range rows {
		dense.Axpy(-keep*w[k], along, row)
	}
}

// WidenBalanced returns a network of m neurons, for any m from the rank up, whose weights have the given sign, +1 for Z and -1 for Z', and whose
// matrix is sign times the psd and balanced z of order p. The result varies with rng. Its cost sum |alpha| is Z_4, as for every network of Z.
//
// Each of the k neurons beyond the rank gets a random admissible direction (see ChooseFirst) and about 1/k of the weight s^2 that would lower the
// rank, so that the last neurons keep a fair share. Only two directions are admissible for rank 2, and one for rank 1; the neurons then share these
// directions' weight.
func WidenBalanced(z []float64, p, m int, sign float64, rng *rand.Rand) ([]neural.Neuron, error) {
	rows, err := balancedFactor(z, p)
	if err != nil {
		return nil, err
	}
	rank := len(rows)
	if m < rank {
		return nil, ErrTooFew
	}
	var neurons []neural.Neuron
	extra := m - rank
	for range extra {
		if rank == 0 {
			break // the zero matrix has only the empty network
		}
		u := make([]float64, p-1)
		for k := range u {
			u[k] = rng.NormFloat64()
		}
		u = nearestAdmissible(rows, u)
		w, square := coordinates(rows, u)
		part := (0.5 + 0.5*rng.Float64()) / float64(extra+1)
		deflate(rows, w, part)
		neurons = append(neurons, neural.Neuron{U: u, Alpha: sign * part / square})
		rows, _ = factors(gram(rows, p), p)
		rows = rows[:min(rank, len(rows))]
	}
	return append(neurons, neural.Neurons(neural.Decompose(gram(rows, p), p, rank).Vectors, sign)...), nil
}

func distance(x, y []float64) float64 {
	sum := 0.0
	for k := range x {
		sum += (x[k] - y[k]) * (x[k] - y[k])
	}
	return math.Sqrt(sum)
}
