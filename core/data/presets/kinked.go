package presets

import (
	"math"
	"math/rand/v2"
)

// kinked are the presets that come with a piecewise-linear activation. Their polynomial is the one closest to it.
var kinked = []Preset{
	{"four", "Four points", "Opposite corners share a label. Choose ReLU, and f bends along lines that hang on the points.", 0.09, 0.5, 0.47, 2, 0, four, nil, 4, 1},
	{"wave", "Wave", "A wave turns four times, and f, a parabola, once: errors remain. Choose ReLU, which bends f as often as it pays.", 0.09, 0.5, 0.47, 1, 0, wave, nil, 0, 1},
}

// kinkedLessons are the sentences on presets with ReLU and the loss that it brings, for a beta between 0.01 and 0.1.
var kinkedLessons = map[string]string{
	"four":         "Drag a point, and the lines that hang on it turn with it. At most two hang on each.",
	"wave":         "Between its knots f is straight. Most knots are at points, and raising \u03b2 takes knots away.",
	"spiral":       "f bends along lines, and so follows both arms. Every point is right, which no conic can do.",
	"moons":        "A line with a few bends passes between the moons, and nearly all points are right.",
	"checkerboard": "Nine squares need many bends. Nearly all points are right, where one layer of the polynomial gets little more than half.",
}

// KinkedLesson says what the set shows with ReLU, "" if nothing.
func (p Preset) KinkedLesson() string { return kinkedLessons[p.Name] }

func four(rng *rand.Rand, i, _ int) (x, y, z, label float64) {
	x, y = around(math.Pi/2*(float64(i)+0.6)+0.3*(rng.Float64()-0.5), 0.72)
	return x, y, 0, class(i)
}

func wave(rng *rand.Rand, i, n int) (x, y, z, label float64) {
	x = sweep(rng, i, n)
	return x, 0, 0, 0.9*math.Sin(6.5*x) + 0.12*rng.NormFloat64()
}
