package data

import (
	"math"
	"math/rand/v2"
)

// Planted draws a regression problem of the paper's section 9: x is the elementwise fourth power of a Gaussian vector, and the labels
// are the outputs, without noise, of a network with the given number of neurons, directions uniform on the sphere, weights Gaussian,
// and activation sigma. Labels reach 1e5 in d = 20.
func Planted(rng *rand.Rand, n, d, neurons int, sigma func(float64) float64) *Set {
	u, alpha := make([][]float64, neurons), make([]float64, neurons)
	for j := range u {
		u[j], alpha[j] = direction(rng, d), rng.NormFloat64()
	}
	set := &Set{}
	for range n {
		x := make([]float64, d)
		for k := range x {
			x[k] = math.Pow(rng.NormFloat64(), 4)
		}
		label := 0.0
		for j := range u {
			s := 0.0
			for k, v := range x {
				s += v * u[j][k]
			}
			label += alpha[j] * sigma(s)
		}
		set.add(label, x...)
	}
	return set
}

// Ball draws n points of the unit ball's Gaussian neighbourhood in any dimension, labelled 1 inside the sphere that halves them and -1
// outside: the ring preset for tests and benchmarks in d dimensions, with a tenth of the labels flipped.
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
		set.add(label, x...)
	}
	return set
}

// direction returns a uniform point of the unit sphere.
func direction(rng *rand.Rand, d int) []float64 {
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
