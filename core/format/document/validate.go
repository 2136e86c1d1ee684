package document

import (
	"encoding/json"
	"errors"
	"math"
	"strconv"
	"strings"

	"conelab/core/data/fault"
	"conelab/core/numeric/loss"
)

const toleranceExpected = "expected a number above 0 and below 1"

// Validate returns an InputError if this version cannot train the problem.
func (p *Problem) Validate() error {
	if p.Format != "" && p.Format != ProblemFormat {
		return fault.New("format", `is "`+fault.Clip(p.Format)+`", expected "`+ProblemFormat+`"`)
	}
	kind, err := loss.Parse(p.Loss)
	if err != nil {
		return fault.New("loss", `is "`+fault.Clip(p.Loss)+`", expected one of `+strings.Join(loss.Names(), ", "))
	}
	if err := p.Data.validate(); err != nil {
		return err
	}
	if _, err := p.Architecture.Lift(len(p.Data.X[0])); err != nil {
		return err
	}
	if err := kind.CheckLabels(p.Data.Y); err != nil {
		var label *loss.LabelError
		if errors.As(err, &label) {
			return fault.New(label.Where, label.What)
		}
		return err
	}
	if p.Stack != nil {
		if err := p.Stack.validate("stack", kind); err != nil {
			return err
		}
	}
	if p.Columns != nil {
		if err := p.Columns.validate("columns", len(p.Data.X[0]), len(p.Data.Y[0])); err != nil {
			return err
		}
	}
	return p.validateNumbers()
}

// validateNumbers checks the activation, beta and the tolerance.
func (p *Problem) validateNumbers() error {
	for i, v := range []float64{p.Activation.A, p.Activation.B, p.Activation.C} {
		if !finite(v) {
			return fault.New("activation."+"abc"[i:i+1], "is "+fault.Number(v)+", expected a finite number")
		}
	}
	if !finite(p.Beta) || p.Beta <= 0 {
		return fault.New("beta", "is "+fault.Number(p.Beta)+", expected a finite number above 0")
	}
	if p.Tolerance != 0 && !(p.Tolerance > 0 && p.Tolerance < 1) {
		return fault.New("tolerance", "is "+fault.Number(p.Tolerance)+", "+toleranceExpected)
	}
	return nil
}

func (d *Data) validate() error {
	if len(d.X) == 0 {
		return fault.New("data.x", "has no rows, expected at least one")
	}
	if len(d.X[0]) == 0 {
		return fault.New("data.x[0]", "has no numbers, expected at least one")
	}
	if err := validateRows("data.x", d.X, len(d.X[0]), " as in data.x[0]"); err != nil {
		return err
	}
	if len(d.Y) != len(d.X) {
		return fault.New("data.y", "has "+count(len(d.Y), "row")+", expected "+strconv.Itoa(len(d.X))+" as in data.x")
	}
	if len(d.Y[0]) == 0 {
		return fault.New("data.y[0]", "has no numbers, expected one for each output")
	}
	return validateRows("data.y", d.Y, len(d.Y[0]), " as in data.y[0]")
}

// validateRows checks that all rows have the given width, with the given reason for the error, and hold finite numbers.
func validateRows(where string, rows [][]float64, width int, reason string) error {
	for i, row := range rows {
		if len(row) != width {
			return fault.New(item(where, i), "has "+count(len(row), "number")+", expected "+strconv.Itoa(width)+reason)
		}
		for j, v := range row {
			if !finite(v) {
				return fault.New(item(item(where, i), j), "is "+fault.Number(v)+", expected a finite number")
			}
		}
	}
	return nil
}

// count returns "1 row", "2 rows", "no rows", and so on.
func count(n int, noun string) string {
	switch n {
	case 0:
		return "no " + noun + "s"
	case 1:
		return "1 " + noun
	}
	if stem, ok := strings.CutSuffix(noun, "y"); ok {
		noun = stem + "ie"
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// numberText returns the text of a number token, or "" for other tokens.
func numberText(token json.Token) string {
	text, _ := token.(json.Number)
	return string(text)
}
