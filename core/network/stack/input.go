package stack

import (
	"math"
	"slices"

	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
)

// Input says how a layer's input h follows from its features g, which are neurons of the layers below and features passed on, in the order
// of Network.Sources. Each g_k is clamped to [Low_k, High_k], and then
//
//	h_k = (g_k - Mean_k) / Scale_k.
//
// The zero value is that of a first layer, h = g = x.
type Input struct {
	Mean  []float64 `json:"mean"`
	Scale []float64 `json:"scale"`
	// Low and High bound the g_k, a little beyond their range on the training points.
	Low  []float64 `json:"low"`
	High []float64 `json:"high"`
}

// Identity reports whether h = g.
func (in *Input) Identity() bool { return in.Mean == nil }

// constantFeature is the standard deviation, relative to the size of the mean, below which a feature counts as constant.
const constantFeature = 1e-12

// newInput returns the input for the n by width features g at the training points; weights are the relative sizes of the scaled features.
// The mean square length of h is one, so that beta means the same for any number of features.
func newInput(g []float64, width int, weights []float64) Input {
	in := Input{}
	in.Low, in.High = bounds(g, width)
	in.Mean, in.Scale = make([]float64, width), make([]float64, width)
	for k, deviation := range in.centre(g) {
		in.Scale[k] = 1
		if deviation > 0 {
			in.Scale[k] = deviation / weights[k]
		}
	}
	in.normalize(g)
	return in
}

// clipRoom is the room beyond a feature's range on the training points, in units of that range. Without it fresh points of the same kind
// are clipped, too, and up to 1.5 % of them misclassified (see the package's documentation).
const clipRoom = 0.1

// bounds returns Low and High for the features g.
func bounds(g []float64, width int) (low, high []float64) {
	low, high = append([]float64(nil), g[:width]...), append([]float64(nil), g[:width]...)
	for i, v := range g {
		k := i % width
		low[k], high[k] = math.Min(low[k], v), math.Max(high[k], v)
	}
	for k := range low {
		room := clipRoom * (high[k] - low[k])
		low[k], high[k] = low[k]-room, high[k]+room
	}
	return low, high
}

// centre sets the means and returns the standard deviations, zero for constant features.
func (in *Input) centre(g []float64) (deviations []float64) {
	width := len(in.Mean)
	n := float64(len(g) / width)
	for i, v := range g {
		in.Mean[i%width] += v / n
	}
	deviations = make([]float64, width)
	for i, v := range g {
		deviations[i%width] += (v - in.Mean[i%width]) * (v - in.Mean[i%width]) / n
	}
	for k, square := range deviations {
		deviations[k] = math.Sqrt(square)
		if deviations[k] <= constantFeature*math.Abs(in.Mean[k]) {
			deviations[k] = 0
		}
	}
	return deviations
}

// normalize makes the mean square length of h one.
func (in *Input) normalize(g []float64) {
	width := len(in.Mean)
	h := slices.Clone(g)
	in.apply(h)
	size := math.Sqrt(dense.Dot(h, h) / float64(len(g)/width))
	if !(size > 0) {
		return
	}
	for k := range in.Scale {
		in.Scale[k] *= size
	}
}

// apply overwrites the features g with h, a row for each point.
func (in *Input) apply(g []float64) {
	width := len(in.Mean)
	for i, v := range g {
		k := i % width
		g[i] = (math.Max(in.Low[k], math.Min(v, in.High[k])) - in.Mean[k]) / in.Scale[k]
	}
}

// A neuron with halfWeightShare of its layer's weight gets a feature of half the size of a heavy one's, so that the layers above do not
// jump when a light neuron comes or goes.
const halfWeightShare = 0.1

// sizes returns the relative sizes of the features of one layer's neurons: |alpha| / (|alpha| + halfWeightShare sum |alpha|).
func sizes(neurons []neural.Neuron) []float64 {
	total := 0.0
	for _, neuron := range neurons {
		total += math.Abs(neuron.Alpha)
	}
	list := make([]float64, len(neurons))
	for j, neuron := range neurons {
		weight := math.Abs(neuron.Alpha)
		list[j] = weight / (weight + halfWeightShare*total)
	}
	return list
}

// unscaled returns the direction whose product with the centred features is h'u. It is for layers above the first.
func (in *Input) unscaled(u []float64) []float64 {
	direction := make([]float64, len(u))
	for k, v := range u {
		direction[k] = v / in.Scale[k]
	}
	return direction
}
