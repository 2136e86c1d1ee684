package protocol

import "math"

// Argument is the state of one of the five pictures that explain why no network costs less. Topic is zero if none is shown.
//
// Directions lie on a circle and are given by their angle in radians: (cos, sin) in the coordinates of the circle. With two
// features this is the circle of all directions; with one feature only the angles 0 and pi occur; with more it is the circle
// through two neurons, or through the first two axes.
type Argument struct {
	// Topic is Price, Curve, Bowl, Tangents or Bounds.
	Topic Topic
	// Progress is the share of the animation that has been shown, in [0, 1].
	Progress float64
	// Line is set if there are just two directions, u = 1 at angle 0 and u = -1 at angle pi.
	Line bool
	// Angle is the direction under consideration.
	Angle float64
	// Circle is g on the circle, as a quadratic in (cos, sin). In the topic Bounds it belongs to the network's own dual vector, before
	// scaling.
	Circle Quadratic
	// Marks holds the neurons on the circle.
	Marks []CircleNeuron
	// Gain is g at Angle. Added holds the costs of the network with one more neuron there, for weights equally spaced from -Reach to Reach,
	// which are the same at all angles.
	Gain, Reach float64
	Added       []float64
	// Traced is the range of Progress that the price animation has covered since it was chosen, where its curve is drawn. It goes beyond
	// [0, 1] where the animation was moved past its start or its end.
	Traced [2]float64
	// Baseline holds the neurons of another network, which the animation Tangents compares with their prices. Rival is what that network
	// costs: the heights, what its price exceeds its gain by, and what its losses exceed their lines by. It is 0 if there are several outputs.
	Baseline []NeuronGain
	Rival    float64
	// Heaviest is the largest |alpha| of the two networks that the bowl mixes.
	Heaviest float64
	// Section holds the costs along the line through the optimum, at 0, and another network, at 1, equally spaced from SectionLow
	// to SectionHigh. At is the position of the network shown.
	Section []float64
	At      float64
	// Tangents holds the tangents to the losses of the points, as many as fit into the picture. Low and High are
	// the ends of the range of outputs over which losses are drawn. Losses holds the curves that the tangents touch, LossSamples
	// values for each, equally spaced from Low to High.
	Tangents  []Tangent
	Low, High float64
	Losses    []float64
	// Sum is the sum of the heights of the first tangents, which the animation adds up one after the other. Lowest and Highest are the ends
	// of the range of these sums, 0 among them, Whole is the sum of all.
	Sum, Lowest, Highest, Whole float64
	// Cost is the cost of the network shown. Bound is the proved lower bound: in the topic Bounds by the network's own dual vector,
	// otherwise by the certified one.
	Cost, Bound float64
	// Best is the cost of the optimum, Worst the cost of the network at the other end, and Least the bound there.
	Best, Worst, Least float64
}

// CircleNeuron is a neuron on the circle.
type CircleNeuron struct {
	Angle  float64
	Neuron int
	// Turn, in degrees, and Scale are its perturbation in the topic Bounds, 0 and 1 if there is none.
	Turn, Scale float64
}

// Tangent is a line of slope -V below the loss of a point as a function of its output: Height - V f <= loss(f) for all f, with
// equality at Fit.
type Tangent struct {
	// Row is the index of the point among the training points; in a snapshot it is the index among all points.
	Row int
	// Curve is the index of the point's loss in Argument.Losses, -1 for none.
	Curve int
	// Fit is the network's output for the point, Loss the loss there. Height is the value of the line at output 0.
	Fit, Loss, V, Height float64
}

// NeuronGain is a neuron of another network: what it adds to the sum of v f over the points, alpha g(u), and its price, beta |alpha|.
type NeuronGain struct{ Gain, Price float64 }

// Compared returns what all neurons of the other network gain, and their price.
func (a *Argument) Compared() (all NeuronGain) {
	for _, one := range a.Baseline {
		all.Gain, all.Price = all.Gain+one.Gain, all.Price+one.Price
	}
	return all
}

// TangentsDrawn, TangentsCompared, TangentsLevel and TangentsSummed are the shares of the animation Tangents after which all lines have been
// drawn, another network has been compared with its price, the lines have been turned level, and their heights have been added up. From
// TangentsRival on the cost of the other network is seen to be no less than their sum.
const TangentsDrawn, TangentsCompared, TangentsLevel, TangentsSummed, TangentsRival = 0.25, 0.45, 0.6, 0.72, 0.83

// Compares reports whether another network is compared with its price.
func (a *Argument) Compares() bool {
	return a.Progress > TangentsDrawn && a.Progress < TangentsCompared && len(a.Baseline) > 0
}

// LossSamples is the number of values per curve of Argument.Losses.
const LossSamples = 97

// SectionLow and SectionHigh are the ends of Argument.Section.
const SectionLow, SectionHigh = -0.5, 1.5

// SectionAt returns the cost at a position on the section, by linear interpolation.
func (a *Argument) SectionAt(place float64) float64 {
	last := len(a.Section) - 1
	at := max(0, min((place-SectionLow)/(SectionHigh-SectionLow)*float64(last), float64(last)))
	k := min(int(at), last-1)
	return a.Section[k] + (at-float64(k))*(a.Section[k+1]-a.Section[k])
}

// LossAt returns the value of a curve of Losses at an output, by linear interpolation, and whether the curve exists.
func (a *Argument) LossAt(curve int, output float64) (float64, bool) {
	if curve < 0 || (curve+1)*LossSamples > len(a.Losses) || !(a.High > a.Low) {
		return 0, false
	}
	of := a.Losses[curve*LossSamples : (curve+1)*LossSamples]
	at := max(0, min((output-a.Low)/(a.High-a.Low)*(LossSamples-1), LossSamples-1))
	k := min(int(at), LossSamples-2)
	return of[k] + (at-float64(k))*(of[k+1]-of[k]), true
}

// NeuronAtAngle returns the neuron at Angle, -1 for none.
func (a *Argument) NeuronAtAngle() int {
	if neuron, away := a.Nearest(); away < 1e-3 {
		return neuron
	}
	return -1
}

// Nearest returns the neuron nearest to Angle, and how far from it that is, in radians; -1 and pi if there is none.
func (a *Argument) Nearest() (neuron int, away float64) {
	neuron, away = -1, math.Pi
	for i := range a.Marks {
		if angle := math.Abs(math.Remainder(a.Marks[i].Angle-a.Angle, 2*math.Pi)); angle < away {
			neuron, away = a.Marks[i].Neuron, angle
		}
	}
	return neuron, away
}

// ArgumentUnits is the length of each of the five animations. The price animation goes round the circle, a quarter in each unit.
const ArgumentUnits = 4.0

// Argues reports whether the topic belongs to the optimality argument.
func (a Topic) Argues() bool { return a >= Price && a <= Bounds }

// PageArgument is the state of the controls of the optimality argument.
type PageArgument struct {
	// Baseline is the network compared with the optimum: empty, random or perturbed.
	Baseline string `json:"baseline"`
	// Perturbations lists the perturbed neurons of the network shown.
	Perturbations []PagePerturbation `json:"perturbations"`
	// Round is the share of the circle of directions that the price animation has covered since it was chosen or the network changed, 1 at
	// its end; on the map of all lines, how many lines far apart the user has pointed at, of those that are a search of it.
	Round float64 `json:"round"`
	// Best is the largest size of g in the directions considered since the price animation was chosen, 0 in the other topics. A neuron pays
	// where it exceeds beta. Neuron is the number of the neuron where that was, if any.
	Best   float64 `json:"best"`
	Neuron int     `json:"neuron,omitempty"`
	// AtPrice is set if Best is the price, up to rounding. Searched is set if all of the circle was considered, or of the map as many lines as
	// are a search of it, and no neuron pays.
	AtPrice  bool `json:"atPrice"`
	Searched bool `json:"searched"`
	// Cost is that of the network shown, and Bound the lower bound that it proves in the topic Bounds; otherwise that of the optimum.
	Cost  float64 `json:"cost"`
	Bound float64 `json:"bound"`
}

// PagePerturbation is the perturbation of the neuron Number: a turn in degrees and a factor of its weight.
type PagePerturbation struct {
	Number int     `json:"number"`
	Turn   float64 `json:"turn"`
	Scale  float64 `json:"scale"`
}
