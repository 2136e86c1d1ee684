// Package presets holds the page's example data sets, each with the lesson it teaches. It is separate from package dataset, whose readers
// the page does not need.
package presets

import (
	_ "embed" // for the texts
	"math"
	"math/rand/v2"
	"strings"
)

// pointsShown and samplesShown are the numbers of points, and of signals or images, that the page shows.
const pointsShown, samplesShown = 80, 40

// Preset is a data set with a lesson. Its points lie within [-1, 1] in all features. Its labels are -1 and 1, numbers within [-1.4, 1.4] if
// there is one feature, or class numbers.
type Preset struct {
	// Name is the identifier used in intents and links; Title is for people.
	Name, Title string
	// Lesson says in one or two sentences what the set shows, and PiecewiseLesson what it shows with ReLU and the loss that it brings, for a
	// beta between 0.01 and 0.1, "" if nothing.
	Lesson, PiecewiseLesson string
	// A, B and C are the activation A s^2 + B s + C that shows the lesson.
	//
	// They matter: since |u| = 1, the quadratic part of a network has trace A sum alpha and its constant is C sum alpha, so the
	// ratio of the two is fixed by the activation. A curve f = 0 that closes around the origin needs opposite signs, that is A C
	// < 0, which the fits of ReLU and swish do not have.
	A, B, C float64
	// Dimension is the number of features: 1 to 3, or for signals and images the size of Samples.Input.
	Dimension int
	// Classes is the number of classes, each with its own output, whose numbers from 1 are the labels; 0 for data without them.
	Classes int
	point   func(rng *rand.Rand, i, n int) (x, y, z, label float64)
	// Samples is set if the points are signals or images.
	Samples *Samples
	// shown is the number of points that the page shows, if it differs from the usual number.
	shown int
	// Beta is the largest beta with which the set shows its lesson, 0 if any usual one does.
	Beta float64
	// Layers is the number of layers needed to fit the data: 1, or more for a stack of networks (package stack).
	Layers int
}

// All lists the presets in the order in which the page shows them.
var All = withTexts([]Preset{
	{Name: "parabola", A: 1, B: 1, Dimension: 2, point: parabola},
	{Name: "ring", A: 1, B: 0.5, C: -0.25, Dimension: 2, point: ring},
	{Name: "xor", A: 0.09, B: 0.5, C: 0.47, Dimension: 2, point: xor},
	{Name: "blobs", A: 0.09, B: 0.5, C: 0.47, Dimension: 2, point: blobs},
	{Name: "stripe", A: 1, B: 0.5, C: -0.08, Dimension: 2, point: stripe},
	{Name: "spiral", A: 1, B: 0.5, C: -0.25, Dimension: 2, point: spiral, Layers: 4, Beta: 0.1},
	{Name: "moons", A: 1, B: 1, C: 1, Dimension: 2, point: moons, shown: 200, Layers: 3},
	{Name: "checkerboard", A: 1, B: 1, C: 1, Dimension: 2, point: checkerboard, shown: 300, Layers: 4},
	{Name: "rings", A: 1, B: 1, C: 1, Dimension: 2, point: rings, shown: 300, Layers: 4},
	{Name: "largest", A: 1, B: 0.5, C: -0.25, Dimension: 2, Classes: 3, point: largest},
	{Name: "masked", A: 1, B: 0.5, C: -0.25, Dimension: 2, Classes: 3, point: masked},
	{Name: "valley", A: 1, B: 0.5, C: -0.25, Dimension: 1, point: valley},
	{Name: "bend", A: 0.09, B: 0.5, C: 0.47, Dimension: 1, point: bend},
	{Name: "interval", A: 1, B: 0.5, C: -0.25, Dimension: 1, point: interval},
	{Name: "shell", A: 1, B: 0.5, C: -0.12, Dimension: 3, point: shell},
	{Name: "saddle", A: 1, B: 1, Dimension: 3, point: saddle},
	{Name: "tube", A: 1, B: 0.5, C: -0.12, Dimension: 3, point: tube},

	// With a piecewise-linear activation; the polynomial is the one closest to it.
	{Name: "four", A: 0.09, B: 0.5, C: 0.47, Dimension: 2, point: four, shown: 4, Beta: 0.1},
	{Name: "wave", A: 0.09, B: 0.5, C: 0.47, Dimension: 1, point: wave},

	// Signals and images, whose samples alternate between two classes.
	{Name: "bump", A: 1, B: 0.5, Dimension: length, Samples: &Samples{[]int{length}, 3, bump}},
	{Name: "edge", A: 0.09, B: 0.5, C: 0.47, Dimension: length, Samples: &Samples{[]int{length}, 3, edge}},
	{Name: "bars", A: 1, B: 0.5, Dimension: side * side, Samples: &Samples{[]int{side, side}, 2, bars}},
})

// texts has the title and the lessons of each preset.
//
//go:embed texts.txt
var texts string

// withTexts completes the presets with their texts, which are part of the program, and with one layer where they have no number of them.
func withTexts(all []Preset) []Preset {
	byName := map[string][]string{}
	for line := range strings.Lines(texts) {
		parts := strings.Split(strings.TrimSpace(line), " | ")
		byName[parts[0]] = parts[1:]
	}
	for k := range all {
		p := &all[k]
		parts := byName[p.Name]
		p.Title, p.Lesson, p.PiecewiseLesson, p.Layers = parts[0], parts[1], strings.Join(parts[2:], ""), max(1, p.Layers)
	}
	return all
}

// Names returns the names of all presets, separated by commas.
func Names() string {
	names := make([]string, len(All))
	for i, preset := range All {
		names[i] = preset.Name
	}
	return strings.Join(names, ", ")
}

// Find returns the preset with that name.
func Find(name string) (Preset, bool) {
	for _, p := range All {
		if p.Name == name {
			return p, true
		}
	}
	return Preset{}, false
}

// Points returns the number of points that the page shows.
func (p Preset) Points() int {
	switch {
	case p.Samples != nil:
		return samplesShown
	case p.shown > 0:
		return p.shown
	}
	return pointsShown
}

// Make draws n points, the rows of x, with their labels y, rounded to four decimals. A link names a preset instead of its points, so what
// Make returns for a name, n and seed must never change.
func (p Preset) Make(n int, seed uint64) (x [][]float64, y []float64) {
	rng := rand.New(rand.NewPCG(seed, 0))
	for i := range n {
		if p.Samples != nil {
			sample, label := p.Samples.draw(rng, i)
			x, y = append(x, sample), append(y, label)
			continue
		}
		u, v, w, label := p.point(rng, i, n)
		x, y = append(x, []float64{round(u), round(v), round(w)}[:p.Dimension:p.Dimension]), append(y, round(label))
	}
	return x, y
}

// round keeps documents short, and the points equal on machines that round sines differently.
func round(v float64) float64 { return math.Round(1e4*v) / 1e4 }

// between returns a uniform number in [low, high].
func between(rng *rand.Rand, low, high float64) float64 { return low + (high-low)*rng.Float64() }

// around returns the point at an angle and a radius.
func around(angle, radius float64) (x, y float64) {
	sin, cos := math.Sincos(angle)
	return radius * cos, radius * sin
}

func ring(rng *rand.Rand, i, n int) (x, y, z, label float64) {
	angle := 2 * math.Pi * (float64(i) + 0.8*rng.Float64()) / float64(n)
	if i%2 == 0 {
		x, y = around(angle*7, 0.42*math.Sqrt(rng.Float64()))
		return x, y, 0, 1
	}
	x, y = around(angle, between(rng, 0.66, 0.94))
	return x, y, 0, -1
}

func xor(rng *rand.Rand, i, n int) (x, y, z, label float64) {
	x, y = between(rng, 0.12, 0.95), between(rng, 0.12, 0.95)
	if i&1 != 0 {
		x = -x
	}
	if i&2 != 0 {
		y = -y
	}
	return x, y, 0, math.Copysign(1, x*y)
}

func blobs(rng *rand.Rand, i, n int) (x, y, z, label float64) {
	label = class(i)
	x, y = around(2*math.Pi*rng.Float64(), 0.4*math.Sqrt(rng.Float64()))
	return x + 0.42*label, y + 0.3*label, 0, label
}

// largest has three touching blobs around the middle.
func largest(rng *rand.Rand, i, _ int) (x, y, z, label float64) {
	class := i % 3
	x, y = around(2*math.Pi*rng.Float64(), 0.36*math.Sqrt(rng.Float64()))
	mx, my := around(math.Pi*(0.5+2*float64(class)/3), 0.5)
	return x + mx, y + my, 0, float64(1 + class)
}

// masked has three blobs in a row, with few points in the middle one.
func masked(rng *rand.Rand, i, _ int) (x, y, z, label float64) {
	class := [5]int{0, 2, 1, 0, 2}[i%5]
	x, y = around(2*math.Pi*rng.Float64(), 0.28*math.Sqrt(rng.Float64()))
	along := 0.58 * float64(class-1)
	return x + along, y + along, 0, float64(1 + class)
}

func parabola(rng *rand.Rand, i, n int) (x, y, z, label float64) {
	label = class(i)
	if label > 0 {
		x = between(rng, -0.68, 0.68)
		return x, between(rng, 1.5*x*x+0.1, 0.95), 0, label
	}
	x = between(rng, -0.95, 0.95)
	return x, between(rng, -0.85, math.Min(0.95, 1.5*x*x)-0.14), 0, label
}

func stripe(rng *rand.Rand, i, n int) (x, y, z, label float64) {
	along, across := between(rng, -0.85, 0.85), between(rng, -0.2, 0.2)
	label = 1
	if i%2 == 1 {
		label = -1
		across = math.Copysign(between(rng, 0.36, 0.7), across)
	}
	// The stripe runs at 30 degrees.
	sin, cos := math.Sincos(math.Pi / 6)
	return clamp(cos*along - sin*across), clamp(sin*along + cos*across), 0, label
}

func spiral(rng *rand.Rand, i, n int) (x, y, z, label float64) {
	label = class(i)
	s := (float64(i) + 0.5) / float64(n)
	turn := 3.2*math.Pi*s + math.Pi*(1-label)/2
	x, y = around(turn+between(rng, -0.06, 0.06), 0.1+0.85*s)
	return x, y, 0, label
}

// moons are two half circles of radius 0.6, one of them upside down and shifted into the other, slightly blurred.
func moons(rng *rand.Rand, i, _ int) (x, y, z, label float64) {
	label = class(i)
	x, y = around(math.Pi*rng.Float64(), 0.6)
	x, y = label*x-0.3*label, label*y-0.15*label
	return clamp(x + 0.07*rng.NormFloat64()), clamp(y + 0.07*rng.NormFloat64()), 0, label
}

// checkerboard has three by three squares with a small gap between them.
func checkerboard(rng *rand.Rand, i, _ int) (x, y, z, label float64) {
	column, row := i%3, i/3%3
	label = 1 - 2*float64((column+row)%2)
	place := func(k int) float64 { return 0.64*float64(k-1) + between(rng, -0.28, 0.28) }
	return place(column), place(row), 0, label
}

// rings are four concentric rings of alternating classes; each has a number of points proportional to its length.
func rings(rng *rand.Rand, i, _ int) (x, y, z, label float64) {
	k := [10]int{3, 2, 3, 1, 2, 3, 0, 2, 3, 1}[i%10]
	x, y = around(2*math.Pi*rng.Float64(), 0.2+0.23*float64(k)+between(rng, -0.05, 0.05))
	return x, y, 0, 1 - 2*float64(k%2)
}

func four(rng *rand.Rand, i, _ int) (x, y, z, label float64) {
	x, y = around(math.Pi/2*(float64(i)+0.6)+0.3*(rng.Float64()-0.5), 0.72)
	return x, y, 0, class(i)
}

func wave(rng *rand.Rand, i, n int) (x, y, z, label float64) {
	x = spaced(rng, i, n)
	return x, 0, 0, 0.9*math.Sin(6.5*x) + 0.12*rng.NormFloat64()
}

func clamp(v float64) float64 { return math.Max(-1, math.Min(1, v)) }

// spaced returns position i of n in [-0.95, 0.95], slightly off an even spacing.
func spaced(rng *rand.Rand, i, n int) float64 {
	return 0.95 * (2*(float64(i)+between(rng, 0.1, 0.9))/float64(n) - 1)
}

func valley(rng *rand.Rand, i, n int) (x, y, z, label float64) {
	x = spaced(rng, i, n)
	return x, 0, 0, 1.3*x*x - 0.5*x - 0.45 + 0.08*rng.NormFloat64()
}

func bend(rng *rand.Rand, i, n int) (x, y, z, label float64) {
	x = spaced(rng, i, n)
	return x, 0, 0, 1.1*math.Max(0, x) - 0.1 + 0.05*rng.NormFloat64()
}

func interval(rng *rand.Rand, i, n int) (x, y, z, label float64) {
	x = spaced(rng, i, n)
	if math.Abs(x-0.1) < 0.45 {
		return x, 0, 0, -1
	}
	return x, 0, 0, 1
}

// direction3 returns a uniformly distributed direction in space.
func direction3(rng *rand.Rand) (x, y, z float64) {
	z = between(rng, -1, 1)
	x, y = around(2*math.Pi*rng.Float64(), math.Sqrt(1-z*z))
	return x, y, z
}

func shell(rng *rand.Rand, i, _ int) (x, y, z, label float64) {
	x, y, z = direction3(rng)
	r := 0.5 * math.Cbrt(rng.Float64())
	label = 1
	if i%2 == 1 {
		label, r = -1, between(rng, 0.7, 0.95)
	}
	return r * x, r * y, r * z, label
}

func saddle(rng *rand.Rand, i, _ int) (x, y, z, label float64) {
	label = class(i)
	x, y = between(rng, -0.9, 0.9), between(rng, -0.9, 0.9)
	z = 0.8*(x*x-y*y) + label*between(rng, 0.14, 0.5)
	return x, y, clamp(z), label
}

func tube(rng *rand.Rand, i, _ int) (x, y, z, label float64) {
	z = between(rng, -0.95, 0.95)
	if i%2 == 0 {
		x, y = around(2*math.Pi*rng.Float64(), 0.38*math.Sqrt(rng.Float64()))
		return x, y, z, 1
	}
	x, y = around(2*math.Pi*rng.Float64(), between(rng, 0.6, 0.95))
	return x, y, z, -1
}

// Samples says that the points of a preset are signals or images for a convolutional network.
type Samples struct {
	// Input is [length] or [height, width]; Filter is the length or the side of the filter. All patches are averaged: global pooling.
	Input  []int
	Filter int
	draw   func(rng *rand.Rand, i int) (x []float64, label float64)
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
