package workspace

import (
	"math"
	"math/rand/v2"
	"slices"

	"conelab/core/network/path"
)

// applyNoise applies noise of the present level and seed to the clean labels. The window of a preset is reset first, and then grows if labels have
// left it.
func (t *State) applyNoise() {
	if t.clean == nil {
		t.clean = t.y
	}
	if t.noise == 0 || len(t.y) == 0 {
		t.y, t.clean = t.clean, nil
	} else {
		t.y = noisy(t.clean, t.Samples(), t.noise/100, uint64(t.sample))
	}
	if t.preset != "" {
		t.window = unitWindow
	}
	t.growWindow()
}

// noisy returns labels with noise, n for each output. For classes, each label 1 or -1 is flipped with probability level, and each one-hot row moves
// to another class with that probability. Numbers get Gaussian noise with a standard deviation of level times their root mean square. For a given
// seed, a higher level changes the same labels as a lower one and more, and scales the same Gaussians.
func noisy(clean []float64, n int, level float64, seed uint64) []float64 {
	rng, y, outputs := rand.New(rand.NewPCG(seed, 2)), slices.Clone(clean), len(clean)/n
	switch path.ClassesOf(clean, n) {
	case path.Signs:
		for i := range y {
			if rng.Float64() < level {
				y[i] = -y[i]
			}
		}
	case path.Largest:
		for i := range n {
			hit, by := rng.Float64() < level, 1+rng.IntN(outputs-1)
			if hit {
				from := i
				for y[from] != 1 {
					from += n
				}
				to := (from + by*n) % len(y)
				y[from], y[to] = y[to], y[from]
			}
		}
	default:
		size := rootMeanSquare(clean)
		for i, v := range clean {
			if noise := rng.NormFloat64(); size > 0 {
				y[i] = rounded(v+level*size*noise, size)
			}
		}
	}
	return y
}

// rootMeanSquare returns the root mean square of the values.
func rootMeanSquare(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v * v / float64(len(values))
	}
	return math.Sqrt(sum)
}

// Disturbed returns the number of training points whose labels the noise has changed.
func (t *State) Disturbed() (count int) {
	for i := range t.Samples() {
		if t.clean != nil && !t.IsHeld(i) && !slices.Equal(t.RowOf(t.y, i), t.RowOf(t.clean, i)) {
			count++
		}
	}
	return count
}
