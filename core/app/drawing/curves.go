package drawing

import (
	"math"

	"conelab/core/app/protocol"
	"conelab/core/network/activation"
)

const (
	// curveSteps is the number of segments of an activation's curve.
	curveSteps = 80
	// near is the relative difference up to which losses count as equal.
	near = 1e-3
)

// Activation returns the curve of the activation a s^2 + b s + c on a range. If it is a fit, it also returns the curve of the fitted function, on the
// range of the fit.
func Activation(coefficients [3]float64, fit *protocol.PageFit, low, high float64) *protocol.ActivationCurves {
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

// Path returns the losses along a path, or nil if no points were held out to test its values.
func Path(path []protocol.PagePath) *protocol.PageCurves {
	top, least := 1e-300, math.Inf(1)
	for i := range path {
		p := &path[i]
		if p.Train == nil || p.Test == nil {
			return nil
		}
		top, least = max(top, p.Train.Loss, p.Test.Loss), min(least, p.Test.Loss)
	}
	c := &protocol.PageCurves{Best: -1}
	for i := range path {
		p := &path[i]
		c.Train, c.Test = append(c.Train, p.Train.Loss/top), append(c.Test, p.Test.Loss/top)
		if p.Test.Loss <= least*(1+near) && (c.Best < 0 || p.Beta > path[c.Best].Beta) {
			c.Best = i
		}
	}
	if c.Best < 0 { // there is no value yet
		return nil
	}
	return c
}
