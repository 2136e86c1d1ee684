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

// lossesTo writes the losses of the points that have tangents: all losses that differ, or an evenly spaced selection if there may be too many.
func (a *Argument) lossesTo(dst *protocol.Argument) {
	stride, curves := (len(dst.Tangents)+mostLosses-1)/mostLosses, 0
	for k := range dst.Tangents {
		t := &dst.Tangents[k]
		same := slices.IndexFunc(dst.Tangents[:k], func(one protocol.Tangent) bool { return one.Curve >= 0 && a.land.SameLoss(one.Row, t.Row, a.output) })
		switch {
		case same >= 0:
			t.Curve = dst.Tangents[same].Curve
		case k%stride == 0:
			t.Curve = curves
			curves++
			a.lossTo(dst, t.Row)
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
