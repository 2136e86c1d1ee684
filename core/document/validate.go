package document

import (
	"encoding/json"
	"math"
	"strconv"
)

const toleranceExpected = "expected a number above 0 and below 1"

// Validate reports what keeps the problem from being trained by this version, as an InputError.
func (p *Problem) Validate() error {
	switch {
	case p.Format != "" && p.Format != ProblemFormat:
		return fault("format", `is "`+Clip(p.Format)+`", expected "`+ProblemFormat+`"`)
	case p.Architecture.Kind != KindDense:
		return fault("architecture.kind", `is "`+Clip(p.Architecture.Kind)+`", expected "dense", the only kind that this version trains`)
	case p.Loss != LossSquared:
		return fault("loss", `is "`+Clip(p.Loss)+`", expected "squared", the only loss that this version trains`)
	}
	if err := p.Architecture.validate(); err != nil {
		return err
	}
	if err := p.Data.validate(); err != nil {
		return err
	}
	return p.validateNumbers()
}

// validateNumbers checks the activation, beta and the tolerance.
func (p *Problem) validateNumbers() error {
	for i, v := range []float64{p.Activation.A, p.Activation.B, p.Activation.C} {
		if !finite(v) {
			return fault("activation."+"abc"[i:i+1], "is "+Number(v)+", expected a finite number")
		}
	}
	if !finite(p.Beta) || p.Beta <= 0 {
		return fault("beta", "is "+Number(p.Beta)+", expected a finite number above 0")
	}
	if p.Tolerance != 0 && !(p.Tolerance > 0 && p.Tolerance < 1) {
		return fault("tolerance", "is "+Number(p.Tolerance)+", "+toleranceExpected)
	}
	return nil
}

// validate refuses the sizes of a convolution for a dense network, rather than to ignore them.
func (a *Architecture) validate() error {
	for _, size := range []struct {
		name  string
		given bool
	}{{"input", len(a.Input) > 0}, {"filter", a.Filter != 0}, {"stride", a.Stride != 0}, {"padding", a.Padding != 0}, {"pool", a.Pool != 0}} {
		if size.given {
			return fault("architecture."+size.name, `is given, expected only with the kind "convolutional"`)
		}
	}
	return nil
}

func (d *Data) validate() error {
	if len(d.X) == 0 {
		return fault("data.x", "has no rows, expected at least one")
	}
	if len(d.X[0]) == 0 {
		return fault("data.x[0]", "has no numbers, expected at least one")
	}
	if err := validateRows("data.x", d.X, len(d.X[0]), " as in data.x[0]"); err != nil {
		return err
	}
	if len(d.Y) != len(d.X) {
		return fault("data.y", "has "+count(len(d.Y), "row")+", expected "+strconv.Itoa(len(d.X))+" as in data.x")
	}
	return validateRows("data.y", d.Y, 1, ", since this version trains networks with one output")
}

// validateRows checks that all rows have the given width, for the given reason, and hold finite numbers.
func validateRows(where string, rows [][]float64, width int, reason string) error {
	for i, row := range rows {
		if len(row) != width {
			return fault(item(where, i), "has "+count(len(row), "number")+", expected "+strconv.Itoa(width)+reason)
		}
		for j, v := range row {
			if !finite(v) {
				return fault(item(item(where, i), j), "is "+Number(v)+", expected a finite number")
			}
		}
	}
	return nil
}

// count returns "1 row", "2 rows", "no rows".
func count(n int, noun string) string {
	switch n {
	case 0:
		return "no " + noun + "s"
	case 1:
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// numberText returns the text of a number token, or "".
func numberText(token json.Token) string {
	text, _ := token.(json.Number)
	return string(text)
}
