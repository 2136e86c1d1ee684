package view

import (
	"math"

	"conelab/core/app/protocol"
	"conelab/core/app/workspace"
	"conelab/core/network/activation"
	"conelab/core/numeric/lift"
)

// Plain returns the data as they are drawn without WebGL: the snapshot or, for networks without pictures, the points. Of more than three
// features it has the first two, and otherwise the function, too.
func (p *Pictures) Plain() *protocol.Snapshot {
	c, shown := p.content(), &protocol.Snapshot{}
	t := c.data.state
	c.SnapshotTo(shown)
	if t.Pictured() {
		return shown
	}
	c.pointsTo(shown, &c.data)
	shown.Dimension = t.D
	if shown.Dimension > workspace.DrawnFeatures {
		shown.Dimension = 2
	}
	shown.Level, shown.Window = t.Level(), t.Fitted(shown.Dimension)
	if t.Architecture.Kind == lift.Quadratic && t.D <= workspace.DrawnFeatures {
		for _, n := range c.neurons {
			if n.Output == c.Work.Output() && len(n.U) == t.Inputs() { // others belong to other data
				part := c.data.frame.Neuron(&n, t.Coefficients())
				shown.Function.Add(1, &part)
			}
		}
	}
	return shown
}

// curveSteps is the number of segments of an activation's curve.
const curveSteps = 80

// ActivationCurves returns the curve of the activation a s^2 + b s + c on a range. If it is a fit, it also returns the curve of
// the fitted function, on the range of the fit.
func ActivationCurves(coefficients [3]float64, fit *protocol.PageFit, low, high float64) *protocol.ActivationCurves {
	c := &protocol.ActivationCurves{Low: low, High: high}
	if fit != nil {
		c.Low, c.High = fit.Low, fit.High
	}
	c.Sigma = values(c, func(s float64) float64 { return (coefficients[0]*s+coefficients[1])*s + coefficients[2] })
	if fit != nil {
		if f, err := activation.Find(fit.Name); err == nil {
			c.Name, c.Goal = fit.Name, values(c, f.At)
		}
	}
	for _, v := range append(c.Sigma[:len(c.Sigma):len(c.Sigma)], c.Goal...) {
		c.Bottom, c.Top = math.Min(c.Bottom, v), math.Max(c.Top, v)
	}
	return c
}

// values returns the values of a function at equal steps along the range.
func values(c *protocol.ActivationCurves, f func(float64) float64) []float64 {
	v := make([]float64, curveSteps+1)
	for i := range v {
		// This form places the points of a symmetric range exactly symmetrically.
		v[i] = drawable(f(c.Low*(float64(curveSteps-i)/curveSteps) + c.High*(float64(i)/curveSteps)))
	}
	return v
}

// highest is the largest absolute value on a curve, so that differences do not overflow.
const highest = 1e300

// drawable returns a value that can be drawn: NaN becomes 0, and large values are bounded.
func drawable(v float64) float64 {
	if v != v {
		return 0
	}
	return math.Max(-highest, math.Min(highest, v))
}
