package protocol

import "math"

// Argument is one of the five pictures that say why nothing can be better; Act is zero where none is shown.
//
// Directions lie on a circle, at an angle in radians: (cos, sin) in the coordinates of the circle. Of two features it is the circle of all
// directions, of one there are only the angles 0 and pi, and of more it is the circle through two neurons, or of the first two axes.
type Argument struct {
	// Act is Price, Curve, Bowl, Tangents or Bounds.
	Act Act
	// Full is how much of it has been shown, in [0, 1].
	Full float64
	// Only says that there are two directions, u = 1 at the angle 0 and u = -1 at pi.
	Only bool
	// Angle is that of the direction that is looked at.
	Angle float64
	// Circle is g on the circle, as a quadratic of (cos, sin); in the act Bounds that of the network's own dual vector, before it is scaled.
	Circle Quadratic
	// Marks are the neurons that lie on the circle.
	Marks []Spot
	// Gain is g at the angle. Added are costs of the network with one more neuron there, of weights that go evenly from -Reach to Reach.
	Gain, Reach float64
	Added       []float64
	// Section are the costs along the line through the optimum, at 0, and another network, at 1, evenly from SectionLow to SectionHigh; At is
	// where on it the network is that is shown.
	Section []float64
	At      float64
	// Tangents are those to the loss of each point, the lowest first, or of so many of the points that there is room for them in a picture; Low and High
	// are the ends of the outputs over which losses are drawn. Losses has the curves of the tangents, LossSamples numbers for each, evenly from Low to
	// High.
	Tangents  []Tangent
	Low, High float64
	Losses    []float64
	// Sum is that of the heights of the first tangents of all points: of so many as the film has come to in its last quarter, all of them at its end.
	// Deepest is the least sum of so many, Whole that of all.
	Sum, Deepest, Whole float64
	// Cost is that of the network that is shown, Bound what is proved: in the act Bounds by the network's own dual vector, else by the certified
	// one.
	Cost, Bound float64
	// Best is the cost of the optimum, Worst that of the network at the other end, Least the bound there.
	Best, Worst, Least float64
}

// Spot is a neuron on the circle.
type Spot struct {
	Angle  float64
	Neuron int
	// Turn, in degrees, and Scale are what was done to it in the act Bounds, 0 and 1 for nothing.
	Turn, Scale float64
}

// Tangent is the line of slope -V under the loss of a point as a function of its output: Height - V f <= loss(f) for all f, with equality at Fit.
type Tangent struct {
	// Row is the point's among those that the network is trained on; in a snapshot it is the point's index among all.
	Row int
	// Curve says which of the losses is the point's, -1 for none.
	Curve int
	// Fit is the network's output for the point, Loss what it loses there. Height is the line's at the output 0.
	Fit, Loss, V, Height float64
}

// TangentsDrawn and TangentsLevel are the parts of the film Tangents in which the lines have been drawn, and have come to be level.
const TangentsDrawn, TangentsLevel = 0.25, 0.75

// LossSamples is how many numbers a curve of Argument.Losses has.
const LossSamples = 97

// SectionLow and SectionHigh are the ends of Argument.Section.
const SectionLow, SectionHigh = -0.5, 1.5

// SectionAt returns the cost at a place of the section, linear between those that are known.
func (a *Argument) SectionAt(place float64) float64 {
	last := len(a.Section) - 1
	at := max(0, min((place-SectionLow)/(SectionHigh-SectionLow)*float64(last), float64(last)))
	k := min(int(at), last-1)
	return a.Section[k] + (at-float64(k))*(a.Section[k+1]-a.Section[k])
}

// LossAt returns a curve of the losses at an output, linear between those that are known, and whether there is that curve.
func (a *Argument) LossAt(curve int, output float64) (float64, bool) {
	if curve < 0 || (curve+1)*LossSamples > len(a.Losses) || !(a.High > a.Low) {
		return 0, false
	}
	of := a.Losses[curve*LossSamples : (curve+1)*LossSamples]
	at := max(0, min((output-a.Low)/(a.High-a.Low)*(LossSamples-1), LossSamples-1))
	k := min(int(at), LossSamples-2)
	return of[k] + (at-float64(k))*(of[k+1]-of[k]), true
}

// Looked returns the neuron in whose direction the picture looks, -1 for none.
func (a *Argument) Looked() int {
	for i := range a.Marks {
		if math.Abs(math.Remainder(a.Marks[i].Angle-a.Angle, 2*math.Pi)) < 1e-3 {
			return a.Marks[i].Neuron
		}
	}
	return -1
}

// ArgumentUnits is the length of the five films of the argument: the price goes once around the circle, a quarter in a unit.
const ArgumentUnits = 4.0

// Argues reports whether the act is one of the argument's.
func (a Act) Argues() bool { return a >= Price && a <= Bounds }

func (c *codec) argument(a *Argument) {
	c.small((*int)(&a.Act), 0, int(Bounds))
	c.number(&a.Full)
	c.flag(&a.Only)
	c.number(&a.Angle)
	c.quadratic(&a.Circle)
	for i := range each(c, &a.Marks, 28) {
		c.number(&a.Marks[i].Angle)
		c.integer(&a.Marks[i].Neuron, 0)
		c.numbers(&a.Marks[i].Turn, &a.Marks[i].Scale)
	}
	c.numbers(&a.Gain, &a.Reach)
	each(c, &a.Added, 8)
	c.vector(a.Added)
	each(c, &a.Section, 8)
	c.vector(a.Section)
	for i := range each(c, &a.Tangents, 40) {
		t := &a.Tangents[i]
		c.integer(&t.Row, -1)
		c.integer(&t.Curve, -1)
		c.numbers(&t.Fit, &t.Loss, &t.V, &t.Height)
	}
	c.numbers(&a.Low, &a.High, &a.Sum, &a.Deepest, &a.Whole)
	each(c, &a.Losses, 8)
	c.vector(a.Losses)
	c.numbers(&a.At, &a.Cost, &a.Bound, &a.Best, &a.Worst, &a.Least)
}
