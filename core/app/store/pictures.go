package store

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"

	"rsc.io/qr/coding"

	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/network/activation"
)

// activation returns the curves of the activation and of the function it was fitted to. of holds the ends of the range, which a
// fit overrides.
func (d *Documents) activation(of string) ([]byte, error) {
	low, high, ok := pair(of)
	if !ok || !(high > low && high-low <= 1e300) {
		return nil, messages.Refuse("The curve of the activation needs a range from a number to a larger one.")
	}
	t := d.Work.Now()
	return json.Marshal(curvesOf(t.Coefficients(), t.FittedTo(), low, high))
}

// curveSteps is the number of segments of an activation's curve.
const curveSteps = 80

// curvesOf returns the curve of the activation a s^2 + b s + c on a range. If it is a fit, it also returns the curve of
// the fitted function, on the range of the fit.
func curvesOf(coefficients [3]float64, fit *protocol.PageFit, low, high float64) *protocol.ActivationCurves {
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

// drawing returns the picture of the data for browsers without WebGL.
func (d *Documents) drawing(of string) ([]byte, error) {
	drawing, ok := d.Draw(d.Pictures.Plain(), of)
	if !ok {
		return nil, messages.Refuse("A drawing needs a width, a height, a weight, 0 or 1, and colours.")
	}
	return json.Marshal(drawing)
}

// pair parses two numbers.
func pair(text string) (a, b float64, ok bool) {
	first, second, ok := strings.Cut(text, " ")
	a, errA := strconv.ParseFloat(first, 64)
	b, errB := strconv.ParseFloat(second, 64)
	return a, b, ok && errA == nil && errB == nil
}

// qr returns the QR code of a text, of the smallest version that holds it and, within that, of the highest level of error correction.
func (d *Documents) qr(text string) ([]byte, error) {
	content := coding.String(text)
	for version := coding.Version(coding.MinVersion); version <= coding.MaxVersion; version++ {
		for level := coding.H; level >= coding.L; level-- {
			if fits(content, version, level) {
				plan, err := coding.NewPlan(version, level, 0)
				if err != nil {
					return nil, err
				}
				code, err := plan.Encode(content)
				if err != nil {
					return nil, err
				}
				return json.Marshal(protocol.QR{Rows: rowsOf(code)})
			}
		}
	}
	return nil, messages.Refuse("The text has {} bytes, but a QR code holds at most {}.", len(text), maxBytes)
}

// fits reports whether a code of a version and a level can hold a content.
func fits(content coding.Encoding, version coding.Version, level coding.Level) bool {
	return content.Bits(version) <= 8*version.DataBytes(level)
}

// maxBytes is the number of bytes that the largest code can hold: its bits without those for the mode and the length.
var maxBytes = coding.Version(coding.MaxVersion).DataBytes(coding.L) - (4+16+7)/8

// rowsOf returns the rows of a code, 1 for a dark module and 0 for a light one.
func rowsOf(code *coding.Code) []string {
	rows := make([]string, code.Size)
	for y := range rows {
		row := make([]byte, code.Size)
		for x := range row {
			row[x] = '0'
			if code.Black(x, y) {
				row[x] = '1'
			}
		}
		rows[y] = string(row)
	}
	return rows
}
