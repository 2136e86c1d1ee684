package view

import (
	"cmp"
	"math"
	"slices"

	"conelab/core/app/protocol"
	"conelab/core/network/landscape"
)

const (
	// mostTangents is the largest number of points drawn, mostLosses the largest number of loss curves.
	mostTangents, mostLosses = 240, 60
	// beside is the margin of the drawn range of outputs, relative to the range of the points' outputs.
	beside = 0.16
)

// level is the fraction of the film at which the lines have become horizontal. From then on their heights are added up.
const level = protocol.TangentsLevel

// tangents returns the tangents of the output that is shown, sorted by height.
func (a *Argument) tangents() []landscape.Tangent {
	if a.lines == nil {
		a.lines = a.land.TangentsTo(make([]landscape.Tangent, 0, a.of.Samples), a.output)
		slices.SortStableFunc(a.lines, func(s, t landscape.Tangent) int { return cmp.Compare(s.Height, t.Height) })
	}
	return a.lines
}

// counted returns the number of heights that are added up at the fraction full of the film.
func (a *Argument) counted(full float64) int {
	part := max(0, min((full-level)/(1-level), 1))
	return int(math.Round(part * float64(len(a.tangents()))))
}

// tangentsTo writes the tangents, the losses, and the sum of the heights so far.
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

// lossesTo writes the losses of the points that have tangents: all losses that differ, or an evenly spaced selection if there are too many.
func (a *Argument) lossesTo(dst *protocol.Argument) {
	var first []int // first tangent of each different loss
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

// lossTo appends the loss curve of a sample.
func (a *Argument) lossTo(dst *protocol.Argument, row int) {
	start := len(dst.Losses)
	for k := range protocol.LossSamples {
		dst.Losses = append(dst.Losses, dst.Low+(dst.High-dst.Low)*float64(k)/(protocol.LossSamples-1))
	}
	a.land.LossTo(dst.Losses[start:], dst.Losses[start:], row, a.output)
}

// outputs returns the drawn range of outputs. It includes the outputs of all points, the output 0, and the labels if an output approximates its
// label.
func (a *Argument) outputs() (low, high float64) {
	for _, t := range a.tangents() {
		low, high = min(low, t.Fit), max(high, t.Fit)
	}
	if a.land.Separable() { // an output approximates its label
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
