package presets

import (
	"math"
	"math/rand/v2"
)

// Samples says that the points of a preset are signals or images for a convolutional network.
type Samples struct {
	// Input is [length] or [height, width]; Filter is the length or the side of the filter. All patches are averaged: global pooling.
	Input  []int
	Filter int
	draw   func(rng *rand.Rand, i int) (x []float64, label float64)
}

// The presets of signals and images. Their samples alternate between two classes.
var sampled = []Preset{
	{"bump", "Bump anywhere", "A bump or a zigzag, wherever it stands: with global pooling a few short filters serve all places. " +
		"With a pool of 1 each place has to learn its own, and dense neurons look at the whole signal.", 1, 0.5, 0, length, 0, nil, &Samples{[]int{length}, 3, bump}, 0, 1},
	{"edge", "Rising or falling edge", "The level rises or falls, somewhere: a filter that rises has a weight above 0, those that fall below 0; their squares " +
		"cancel, and the slope remains.", 0.09, 0.5, 0.47, length, 0, nil, &Samples{[]int{length}, 3, edge}, 0, 1},
	{"bars", "Bars across or upright", "A bar across or upright, in any row or column: a filter of 2 \u00d7 2 pixels compares neighbours, and pooling forgets where.",
		1, 0.5, 0, side * side, 0, nil, &Samples{[]int{side, side}, 2, bars}, 0, 1},
}

const (
	length = 10   // of the signals
	side   = 5    // of the images
	hiss   = 0.04 // of the signals; half of it in the images
)

// coarse is round with two decimals, which keeps documents with many features short.
func coarse(v float64) float64 { return math.Round(100*clamp(v)) / 100 }

// class returns the label of sample i.
func class(i int) float64 { return 1 - 2*float64(i%2) }

// noise returns n random numbers of the given strength.
func noise(rng *rand.Rand, n int, strength float64) []float64 {
	x := make([]float64, n)
	for k := range x {
		x[k] = strength * rng.NormFloat64()
	}
	return x
}

func coarsen(x []float64) []float64 {
	for k, v := range x {
		x[k] = coarse(v)
	}
	return x
}

// bump draws a bump or a zigzag of the same energy, up or down, at a random position.
func bump(rng *rand.Rand, i int) (x []float64, label float64) {
	x, label = noise(rng, length, hiss), class(i)
	at, height := rng.IntN(length-2), between(rng, 0.7, 0.9)
	if rng.IntN(2) == 0 {
		height = -height
	}
	x[at] += 0.6 * height * label
	x[at+1] += height
	x[at+2] += 0.6 * height * label
	return coarsen(x), label
}

// edge draws a step from one level to another at a random position.
func edge(rng *rand.Rand, i int) (x []float64, label float64) {
	x, label = noise(rng, length, hiss), class(i)
	at, low := 2+rng.IntN(length-3), between(rng, -0.8, 0)
	high := low + between(rng, 0.6, 0.9)
	for k := range x {
		if (k < at) == (label > 0) {
			x[k] += low
		} else {
			x[k] += high
		}
	}
	return coarsen(x), label
}

// bars draws a horizontal bar (1) or a vertical bar (-1) in a random row or column.
func bars(rng *rand.Rand, i int) (x []float64, label float64) {
	x, label = noise(rng, side*side, hiss/2), class(i)
	at, ink := rng.IntN(side), between(rng, 0.7, 0.95)
	for k := range side {
		if label > 0 {
			x[at*side+k] += ink
		} else {
			x[k*side+at] += ink
		}
	}
	return coarsen(x), label
}
