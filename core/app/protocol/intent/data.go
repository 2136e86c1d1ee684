package intent

import "math"

// The bounds of how the data are made.
const (
	// MostShare bounds the share of the points held out and the noise of the labels, in per cent.
	MostShare = 50
	// MostSeed is the largest seed of a sample.
	MostSeed = math.MaxInt32
	// MostMade bounds the points made by a formula, MostNoise their noise.
	MostMade, MostNoise = 5000, 100
	// safe is the largest whole number up to which JavaScript has all.
	safe = 1<<53 - 1
)

// Dimension empties the stage for points of another number of features.
type Dimension struct {
	Value int // number of features
}

func (i *Dimension) form(f *Form) {
	f.do("dimension")
	f.whole(field("value", "The number of features to draw"), &i.Value, between(1, 3))
}

// Blank empties the stage for signals or images, to be drawn.
type Blank struct {
	Input []int // length, or height and width, of 2 to 256 numbers in all
}

func (i *Blank) form(f *Form) {
	f.do("blank")
	f.wholes(field("input", "The input").optional(), &i.Input, sizes)
}

// Classes makes the labels those of classes, or numbers.
type Classes struct {
	Value int // number of classes, 2 for the signs of one output, or 0 for numbers
}

func (i *Classes) form(f *Form) {
	const says = "The number of classes must be 2 to 6, or 0 for numbers."
	f.do("classes")
	f.whole(field("value", "The number of classes"), &i.Value, between(0, MostClasses).saying(says))
	f.require(i.Value != 1, says)
}

// Hold holds out another share of the points for testing.
type Hold struct {
	Value float64 // share in per cent
	Final bool    // false while a slider moves
}

func (i *Hold) form(f *Form) {
	f.do("hold")
	f.number(field("value", "The hold"), &i.Value, between(0, MostShare).in(" per cent"))
	f.flag("final", &i.Final, true)
}

// Noise gives the labels other noise, in place of the noise they have.
type Noise struct {
	Value float64 // level in per cent
	Final bool    // false while a slider moves
}

func (i *Noise) form(f *Form) {
	f.do("noise")
	f.number(field("value", "The noise"), &i.Value, between(0, MostShare).in(" per cent"))
	f.flag("final", &i.Final, true)
}

// Sample draws the points of a preset, the noise and the points held out anew.
type Sample struct {
	Value int // seed
}

func (i *Sample) form(f *Form) {
	f.do("sample")
	f.whole(field("value", "The seed"), &i.Value, between(0, MostSeed))
}

// Formula makes points at random in [-1, 1]^d and labels them by a formula.
type Formula struct {
	Text  string  // formula, see package formula
	N     int     // number of points
	Noise float64 // standard deviation of what is added to the formula's value, before it is compared
	Seed  int     // of the points and the noise
}

func (i *Formula) form(f *Form) {
	f.do("formula")
	f.text(field("text", "The formula"), &i.Text)
	f.whole(field("n", "The number of points"), &i.N, between(1, MostMade))
	f.numberOr(0, field("noise", "The noise").optional(), &i.Noise, between(0, MostNoise))
	f.wholeOr(0, field("seed", "The seed").optional(), &i.Seed, between(0, safe))
}
