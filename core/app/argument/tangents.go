package argument

import (
	"cmp"
	"math"
	"slices"

	"conelab/core/app/protocol"
	"conelab/core/network/landscape"
)

const (
	// mostTangents is how many points are drawn, mostLosses for how many of them the curve of the loss is.
	mostTangents, mostLosses = 240, 60
	// beside is by which part of their range the outputs that are drawn go beyond those of the points.
	beside = 0.16
)

// level is the part of the film in which the lines have become level; from then on their heights are added up.
const level = protocol.TangentsLevel

// tangents returns those of the output that is shown, the lowest first.
func (a *Argument) tangents() []landscape.Tangent {
	if a.lines == nil {
		a.lines = a.land.TangentsTo(make([]landscape.Tangent, 0, a.of.Samples), a.output)
		slices.SortStableFunc(a.lines, func(s, t landscape.Tangent) int { return cmp.Compare(s.Height, t.Height) })
	}
	return a.lines
}

// counted returns how many of the heights are added up where the film has shown a part full of its length.
func (a *Argument) counted(full float64) int {
	part := max(0, min((full-level)/(1-level), 1))
	return int(math.Round(part * float64(len(a.tangents()))))
}

// tangentsTo writes the lines under the losses, the losses, and the sum of the heights so far.
func (a *Argument) tangentsTo(dst *protocol.Argument) {
	all, sum := a.tangents(), 0.0
	dst.Low, dst.High = a.outputs()
	counted := a.counted(dst.Full)
	for i := range all {
		if i == counted {
			dst.Sum = sum
		}
		sum += all[i].Height
		dst.Deepest = min(dst.Deepest, sum)
	}
	if dst.Whole = sum; counted == len(all) {
		dst.Sum = sum
	}
	stride := max(1, (len(all)+mostTangents-1)/mostTangents)
	for i := 0; i < len(all); i += stride {
		t := &all[i]
		dst.Tangents = append(dst.Tangents, protocol.Tangent{Row: t.Row, Curve: -1, Fit: t.Fit, Loss: t.Loss, V: t.V, Height: t.Height})
	}
	a.lossesTo(dst)
}

// lossesTo writes the losses of the points that have tangents: of all, or where too many differ of some that are spread evenly.
func (a *Argument) lossesTo(dst *protocol.Argument) {
	var first []int // of the tangents with a loss of its own
	of := make([]int, len(dst.Tangents))
	for k := range dst.Tangents {
		of[k] = slices.IndexFunc(first, func(j int) bool { return a.land.SameLoss(dst.Tangents[j].Row, dst.Tangents[k].Row, a.output) })
		if of[k] < 0 {
			of[k], first = len(first), append(first, k)
		}
	}
	stride := max(1, (len(first)+mostLosses-1)/mostLosses)
	for k := 0; k < len(first); k += stride {
		a.lossTo(dst, dst.Tangents[first[k]].Row)
	}
	for k := range dst.Tangents {
		if of[k]%stride == 0 {
			dst.Tangents[k].Curve = of[k] / stride
		}
	}
}

// lossTo appends the loss of a sample.
func (a *Argument) lossTo(dst *protocol.Argument, row int) {
	start := len(dst.Losses)
	for k := range protocol.LossSamples {
		dst.Losses = append(dst.Losses, dst.Low+(dst.High-dst.Low)*float64(k)/(protocol.LossSamples-1))
	}
	a.land.LossTo(dst.Losses[start:], dst.Losses[start:], row, a.output)
}

// outputs returns the ends of the outputs that are drawn: all of the points', the output 0, and the labels where these are outputs, too.
func (a *Argument) outputs() (low, high float64) {
	for _, t := range a.tangents() {
		low, high = min(low, t.Fit), max(high, t.Fit)
	}
	if a.land.Separable() { // an output is to be near its label
		for _, t := range a.tangents() {
			y := a.land.Label(t.Row, a.output)
			low, high = min(low, y), max(high, y)
		}
	}
	if !(high > low) {
		low, high = -1, 1
	}
	margin := beside * (high - low)
	return low - margin, high + margin
}
