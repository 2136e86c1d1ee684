package workspace

import (
	"math"
	"math/rand/v2"
	"slices"

	"conelab/core/network/path"
)

// disturb gives the clean labels the noise that level and seed say. The window grows where labels have left it; that of a preset comes
// back with them.
func (t *State) disturb() {
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

// noisy returns the n labels of each output with noise: of classes, each label 1 or -1 is flipped with the probability level, and each
// one-hot row says another class; numbers get Gaussian noise, whose deviation is level times their root mean square. The same seed meets
// the same labels with any level: those of a lower one are among those of a higher one, and the Gaussians only grow.
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

// rootMeanSquare returns the size of the values, whatever their scale.
func rootMeanSquare(values []float64) float64 {
	largest, sum := 0.0, 0.0
	for _, v := range values {
		largest = math.Max(largest, math.Abs(v))
	}
	if largest == 0 {
		return 0
	}
	for _, v := range values {
		sum += v / largest * (v / largest)
	}
	return largest * math.Sqrt(sum/float64(len(values)))
}

// Disturbed counts the points trained on whose labels the noise has changed.
func (t *State) Disturbed() (count int) {
	if t.clean == nil {
		return 0
	}
	for i, n := 0, t.Samples(); i < n; i++ {
		changed := false
		for at := i; at < len(t.y); at += n {
			changed = changed || t.y[at] != t.clean[at]
		}
		if changed && !t.IsHeld(i) {
			count++
		}
	}
	return count
}
