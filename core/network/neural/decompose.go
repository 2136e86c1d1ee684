package neural

import (
	"context"
	"iter"
	"math"
	"slices"

	"conelab/core/numeric/dense"
	"conelab/core/numeric/lift"
)

// Step is one step of the decomposition. It takes p_1 = Before[First] and p_j = Before[Partner], and rotates the pair by Angle,
//
//	y = cos(a) p_1 + sin(a) p_j,   w = cos(a) p_j - sin(a) p_1,   y y' + w w' = p_1 p_1' + p_j p_j',
//
// so that y'Gy = 0. It outputs y and replaces p_j by w. tan(a) is the paper's alpha.
type Step struct {
	Before         [][]float64
	First, Partner int // Partner is -1 if p_1 is already on the cone
	Angle          float64
	// FormFirst and FormPartner are p_1'Gp_1 and p_j'Gp_j.
	FormFirst, FormPartner float64
	Y                      []float64
}

// Decomposition is the result of Decompose.
type Decomposition struct {
	// Eigenvalues of Z, ascending.
	Eigenvalues []float64
	// Rank is the number of eigenvalues above the rounding error of Z.
	Rank int
	// TraceViolation is |< G, Z >| / max|Z|, the violation of the convex program's constraint tr Z_1 = Z_4.
	TraceViolation float64
	// MinEigenvalue is the least eigenvalue divided by max|Z|.
	MinEigenvalue float64
	// Vectors holds the y, which are on the cone to full precision: |c| = t up to rounding, t >= 0.
	Vectors [][]float64
	Steps   []Step
	// Residual is max|Z - sum y y'| / max|Z|. ConeViolation is the largest |y'Gy| / |y|^2 before the final projection onto the cone.
	Residual, ConeViolation float64
}

// rankTolerance is the rounding error of an eigenvalue, relative to the order times the largest eigenvalue.
const rankTolerance = 4e-16

// Decompose decomposes the symmetric z of order p >= 2, row-major. It never fails. If z is not psd, its negative part is
// dropped; if z violates the trace condition, its spatial part is rescaled to meet it. MinEigenvalue, TraceViolation and Residual
// measure the effect. If there are more than maxRank positive eigenvalues, the smallest are dropped. O(p^3).
//
// Matrices without the trace condition belong to networks with quadratic activation and need no cone: the neurons are their scaled
// eigenvectors (the paper's section 5).
func Decompose(z []float64, p, maxRank int, hasTrace bool) *Decomposition {
	values := make([]float64, p)
	dec, size := FromFactors(rootsOf(z, p, maxRank, values), hasTrace), dense.Largest(z)
	dec.Eigenvalues = values
	if size == 0 {
		return dec
	}
	dec.MinEigenvalue = values[0] / size
	if hasTrace {
		dec.TraceViolation = math.Abs(lift.TraceForm(z, p)) / size
	}
	dec.Residual = residual(z, dec.Vectors, p) / size
	return dec
}

// WithVectors returns the decomposition of Z = sum y y' into vectors that are on the cone already, in the given order: each step
// outputs one vector without a rotation. For matrices without the trace condition there are no steps.
func WithVectors(z []float64, p int, vectors [][]float64, hasTrace bool) *Decomposition {
	dec := Decompose(z, p, 0, hasTrace)
	dec.Vectors, dec.Rank = vectors, len(vectors)
	if size := dense.Largest(z); size > 0 {
		dec.Residual = residual(z, vectors, p) / size
	}
	if !hasTrace {
		return dec
	}
	for k, y := range vectors {
		step := Step{Before: vectors[k:], Partner: -1, FormFirst: Form(y, y), Y: y}
		dec.Steps = append(dec.Steps, step)
		dec.ConeViolation = math.Max(dec.ConeViolation, math.Abs(step.FormFirst)/dense.Dot(y, y))
	}
	return dec
}

// DecomposePart decomposes the positive part of Z - Z' (plus), or of Z' - Z, for matrices of order p without the trace condition.
func DecomposePart(z, other []float64, p, maxRank int, plus bool) *Decomposition {
	difference := append([]float64(nil), z...)
	dense.Axpy(-1, other, difference)
	if !plus {
		for i := range difference {
			difference[i] = -difference[i]
		}
	}
	dec := Decompose(difference, p, maxRank, false)
	dec.MinEigenvalue = math.Max(0, dec.MinEigenvalue) // the negative part belongs to the other matrix
	dec.Residual = 0
	return dec
}

// Neurons returns the neurons of the given sign, without those of zero weight. A vector on the cone, y = (c, t), has the
// direction c/|c| and the weight t^2; any other vector has the direction y/|y| and the weight |y|^2.
func (dec *Decomposition) Neurons(sign float64, hasTrace bool) (neurons []Neuron) {
	for _, y := range dec.Vectors {
		c, weight := y, dense.Dot(y, y)
		if hasTrace {
			c, weight = y[:len(y)-1], y[len(y)-1]*y[len(y)-1]
		}
		norm := math.Sqrt(dense.Dot(c, c))
		if !(norm > 0) || weight == 0 {
			continue
		}
		u := append([]float64(nil), c...)
		for k := range u {
			u[k] /= norm
		}
		neurons = append(neurons, Neuron{U: u, Alpha: sign * weight})
	}
	return neurons
}

// rootsOf writes the eigenvalues of z into values, and returns sqrt(lambda) q for at most maxRank of those above rounding, largest first.
func rootsOf(z []float64, p, maxRank int, values []float64) (roots [][]float64) {
	vectors := append([]float64(nil), z...)
	dense.NewEigen(p).Decompose(context.Background(), vectors, values)
	threshold := rankTolerance * float64(p) * math.Max(values[p-1], -values[0])
	for i := p - 1; i >= 0 && values[i] > threshold && len(roots) < maxRank; i-- {
		q := vectors[i*p : (i+1)*p]
		orient(q)
		for k := range q {
			q[k] *= math.Sqrt(values[i])
		}
		roots = append(roots, q)
	}
	return roots
}

// extract repeats the paper's step until no vector is left.
func (dec *Decomposition) extract(remaining [][]float64) {
	for len(remaining) > 0 {
		step := choosePair(remaining)
		p1 := remaining[step.First]
		rest := make([][]float64, 0, len(remaining)-1)
		var w []float64
		if step.Partner < 0 {
			step.Y = append([]float64(nil), p1...)
		} else {
			step.Y, w = turn(p1, remaining[step.Partner], step.Angle)
		}
		for k, v := range remaining {
			switch k {
			case step.First:
			case step.Partner:
				rest = append(rest, w)
			default:
				rest = append(rest, v)
			}
		}
		violation := ToCone(step.Y)
		dec.ConeViolation = math.Max(dec.ConeViolation, violation)
		dec.Steps = append(dec.Steps, step)
		dec.Vectors = append(dec.Vectors, step.Y)
		remaining = rest
	}
}

// choosePair picks p_1, the first vector, and as its partner the vector with the largest form of the opposite sign, which makes the
// rotation as well conditioned as possible. For opposite signs the discriminant g_1j^2 - g_11 g_jj has no cancellation, and the
// smaller root
//
//	tan(a) = -g_11 / (g_1j + sign(g_1j) sqrt(g_1j^2 - g_11 g_jj))
//
// divides by at least sqrt(-g_11 g_jj). If no vector has the opposite sign, the forms add up to zero only by rounding, and p_1 is
// on the cone as far as double precision can tell.
func choosePair(remaining [][]float64) Step {
	p1 := remaining[0]
	step := Step{Before: remaining, First: 0, Partner: -1, FormFirst: Form(p1, p1)}
	for j := 1; j < len(remaining); j++ {
		if g := Form(remaining[j], remaining[j]); (g < 0) != (step.FormFirst < 0) && math.Abs(g) > math.Abs(step.FormPartner) {
			step.Partner, step.FormPartner = j, g
		}
	}
	if step.Partner < 0 || math.Abs(step.FormFirst) <= coneTolerance*dense.Dot(p1, p1) {
		step.Partner, step.FormPartner = -1, 0
		return step
	}
	cross := Form(p1, remaining[step.Partner])
	root := math.Hypot(cross, math.Sqrt(math.Abs(step.FormFirst))*math.Sqrt(math.Abs(step.FormPartner)))
	step.Angle = math.Atan(-step.FormFirst / (cross + math.Copysign(root, cross)))
	return step
}

// coneTolerance is the rounding error of p'Gp relative to |p|^2.
const coneTolerance = 1e-15

// turn returns cos(a) p + sin(a) q and cos(a) q - sin(a) p.
func turn(p, q []float64, angle float64) (y, w []float64) {
	sin, cos := math.Sincos(angle)
	y, w = make([]float64, len(p)), make([]float64, len(p))
	for k := range p {
		y[k] = cos*p[k] + sin*q[k]
		w[k] = cos*q[k] - sin*p[k]
	}
	return y, w
}

// ToCone puts y = (c, t) exactly on the cone with t > 0, by setting |c| and t to their mean, and returns how far y was from it,
// | |c|^2 - t^2 | / |y|^2.
func ToCone(y []float64) float64 {
	d := len(y) - 1
	orient(y)
	c, t := math.Sqrt(dense.Dot(y[:d], y[:d])), y[d]
	if c == 0 || t == 0 {
		return 0 // only for a vector lost in rounding; it stays as it is and counts in the residual
	}
	mean := (c + t) / 2
	for k := range d {
		y[k] *= mean / c
	}
	y[d] = mean
	return math.Abs(c-t) * (c + t) / (c*c + t*t)
}

// RestoreTrace scales the two parts of the vectors (c, t) of a factor so that sum |c|^2 = sum t^2, which restores the trace condition
// < G, Z > = 0 after rounding or truncation. It returns false if that is impossible because one of the two sums is zero.
func RestoreTrace(vectors iter.Seq[[]float64]) bool {
	var space, time float64
	for v := range vectors {
		d := len(v) - 1
		space += dense.Dot(v[:d], v[:d])
		time += v[d] * v[d]
	}
	if !(space > 0 && time > 0) {
		return false
	}
	// Both parts are scaled by the fourth root of the ratio, in opposite directions, so that |Z| hardly changes.
	scale := math.Sqrt(math.Sqrt(time / space))
	for v := range vectors {
		d := len(v) - 1
		dense.Scale(scale, v[:d])
		v[d] /= scale
	}
	return true
}

// orient flips the sign of v if its last entry is negative.
func orient(v []float64) {
	if v[len(v)-1] < 0 {
		for k := range v {
			v[k] = -v[k]
		}
	}
}

// Form returns x'Gy.
func Form(x, y []float64) float64 {
	d := len(x) - 1
	return dense.Dot(x[:d], y[:d]) - x[d]*y[d]
}

// residual returns max|Z - sum y y'|.
func residual(z []float64, vectors [][]float64, p int) float64 {
	left := append([]float64(nil), z...)
	for _, y := range vectors {
		for i, v := range y {
			dense.Axpy(-v, y, left[i*p:(i+1)*p])
		}
	}
	return dense.Largest(left)
}

// FromFactors decomposes Z = sum y y', given by the y. These need not be on the cone: only the sum of their forms y'Gy must be
// zero, and it is corrected for rounding. It is the part of Decompose after the eigenvectors, for matrices too large to be
// formed. It returns no eigenvalues and measures only the distance from the cone. The y of a matrix with the trace condition are
// overwritten.
func FromFactors(vectors [][]float64, hasTrace bool) *Decomposition {
	dec := &Decomposition{Rank: len(vectors)}
	if !hasTrace {
		dec.Vectors = vectors
	} else if RestoreTrace(slices.Values(vectors)) {
		dec.extract(vectors)
	}
	return dec
}
