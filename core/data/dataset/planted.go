package dataset

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"sort"
	"strconv"

	"conelab/core/numeric/lift"
)

// Teacher is a random network whose outputs are the labels of planted problems (the paper's section 9). Its directions are uniform on the
// sphere and its second-layer weights Gaussian. With patches p of x in blocks k, its outputs are
//
//	f_o(x) = sum_j sum_k Alpha_j[k C + o] mean over the patches of block k of sigma(p'U_j).
type Teacher struct {
	Sigma             func(float64) float64
	Features, Outputs int
	U, Alpha          [][]float64
	architecture      lift.Architecture
}

// NewTeacher draws a network with the given architecture, which must be valid for d features; there are one output or more. sigma is
// ignored for the quadratic kind.
func NewTeacher(rng *rand.Rand, a lift.Architecture, d, outputs, neurons int, sigma func(float64) float64) *Teacher {
	t := &Teacher{Sigma: sigma, Features: d, Outputs: outputs, architecture: a}
	if a.Kind == lift.Quadratic {
		t.Sigma = func(s float64) float64 { return s * s }
	}
	shape := a.Shape(d)
	for range neurons {
		t.U = append(t.U, Direction(rng, shape.Dimension))
		alpha := make([]float64, shape.Blocks*outputs)
		for i := range alpha {
			alpha[i] = rng.NormFloat64()
		}
		t.Alpha = append(t.Alpha, alpha)
	}
	return t
}

// At returns the outputs for x.
func (t *Teacher) At(x []float64) []float64 {
	y := make([]float64, t.Outputs)
	s := t.architecture.New(context.Background(), lift.Polynomial{A: 1}, x, 1, len(x))
	for j, u := range t.U {
		for k := range s.Blocks() {
			for l := range s.Patches() {
				product := 0.0
				for i, v := range s.Patch(0, k, l) {
					product += v * u[i]
				}
				share := t.Sigma(product) / float64(s.Patches())
				for o := range y {
					y[o] += t.Alpha[j][k*t.Outputs+o] * share
				}
			}
		}
	}
	return y
}

// Features says how the points of a planted problem are drawn.
type Features int

const (
	// FourthPowers are elementwise fourth powers of Gaussians, as in the paper's section 9. For d = 20 labels radius 1e5.
	FourthPowers Features = iota
	// Gaussians are standard normal.
	Gaussians
)

// Draw draws n points, labelled with the teacher's outputs plus Gaussian noise of the given standard deviation.
func Draw(rng *rand.Rand, n int, features Features, noise float64, teacher *Teacher) *Frame {
	f := &Frame{X: make([][]float64, n), Y: make([][]float64, n)}
	for k := range teacher.Features {
		f.Features = append(f.Features, "x"+strconv.Itoa(k+1))
	}
	for o := range teacher.Outputs {
		f.Targets = append(f.Targets, "y"+strconv.Itoa(o+1))
	}
	for i := range n {
		x := make([]float64, teacher.Features)
		for k := range x {
			x[k] = rng.NormFloat64()
			if features == FourthPowers {
				x[k] = math.Pow(x[k], 4)
			}
		}
		f.X[i], f.Y[i] = x, teacher.At(x)
		if noise == 0 {
			continue
		}
		for o := range f.Y[i] {
			f.Y[i][o] += noise * rng.NormFloat64()
		}
	}
	return f
}

// Classify replaces numeric labels by classes. A single output becomes 1 above its lower median and -1 elsewhere; several outputs become
// one-hot rows of the largest.
func (f *Frame) Classify() {
	if len(f.Targets) > 1 {
		for _, row := range f.Y {
			top := 0
			for o, v := range row {
				if v > row[top] {
					top = o
				}
			}
			clear(row)
			row[top] = 1
		}
		f.Classes = f.Targets
		return
	}
	values := make([]float64, len(f.Y))
	for i, row := range f.Y {
		values[i] = row[0]
	}
	sort.Float64s(values)
	for _, row := range f.Y {
		if row[0] > values[(len(values)-1)/2] {
			row[0] = 1
		} else {
			row[0] = -1
		}
	}
	f.Classes = Classes{"-1", "1"}
}

// Planted draws a regression problem of the paper's section 9: x is the elementwise fourth power of a Gaussian vector, and the labels
// are the outputs, without noise, of a dense Teacher with one output.
func Planted(rng *rand.Rand, n, d, neurons int, sigma func(float64) float64) *Set {
	f := Draw(rng, n, FourthPowers, 0, NewTeacher(rng, lift.Architecture{}, d, 1, neurons, sigma))
	return &Set{f.X, slices.Concat(f.Y...)}
}

// Ball draws n Gaussian points in d dimensions, labelled 1 inside the sphere |x|^2 = 0.7 d, which for d = 2 contains about half of them,
// and -1 outside: the ring preset in d dimensions, for tests and benchmarks, with a tenth of the labels flipped.
func Ball(rng *rand.Rand, n, d int) *Set {
	set := &Set{}
	for range n {
		x, square := make([]float64, d), 0.0
		for k := range x {
			x[k] = rng.NormFloat64()
			square += x[k] * x[k]
		}
		label := math.Copysign(1, float64(d)*0.7-square)
		if rng.IntN(10) == 0 {
			label = -label
		}
		set.X, set.Y = append(set.X, x), append(set.Y, label)
	}
	return set
}

// Direction returns a uniformly distributed point of the unit sphere.
func Direction(rng *rand.Rand, d int) []float64 {
	u, square := make([]float64, d), 0.0
	for k := range u {
		u[k] = rng.NormFloat64()
		square += u[k] * u[k]
	}
	for k := range u {
		u[k] /= math.Sqrt(square)
	}
	return u
}

// Set is n labelled points: X is n rows of d features, Y has their n labels.
type Set struct {
	X [][]float64
	Y []float64
}
