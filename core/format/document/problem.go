package document

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"conelab/core/data/fault"
	"conelab/core/data/strictjson"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

// ProblemFormat is the format of a problem document.
const ProblemFormat = "conelab/problem/1"

// The kinds of architecture, and the default loss.
const (
	KindDense         = "dense"
	KindQuadratic     = "quadratic"
	KindConvolutional = "convolutional"
	LossSquared       = "squared"
)

// Problem is a training problem.
type Problem struct {
	Format       string       `json:"format" words:"conelab/problem/1"`
	Data         Data         `json:"data"`
	Architecture Architecture `json:"architecture"`
	Activation   Activation   `json:"activation"`
	Loss         string       `json:"loss"`
	Beta         float64      `json:"beta" range:"above 0"`
	// Tolerance is the relative gap to certify; zero means the solver's default.
	Tolerance float64 `json:"tolerance,omitempty" range:"above 0 and below 1"`
	// Stack describes a network of several layers; nil means one layer.
	Stack *Stack `json:"stack,omitempty"`
	// Columns says what the numbers of the data mean; nil if that is not known.
	Columns *Columns `json:"columns,omitempty"`
	Title   string   `json:"title,omitempty"`
	Seed    int      `json:"seed,omitempty" range:"from -2147483647 to 2147483647"`
}

// Data holds n rows of features and n rows of labels.
type Data struct {
	X [][]float64 `json:"x"`
	Y [][]float64 `json:"y"`
}

// Activation is sigma(u) = A u^2 + B u + C.
type Activation = lift.Activation

// ParseProblem reads a problem document and validates it. Errors are InputErrors.
func ParseProblem(data []byte) (*Problem, error) {
	p := &Problem{}
	if err := strictjson.Read(data, p); err != nil {
		return nil, err
	}
	if err := p.Validate(); err != nil {
		return nil, err
	}
	return p, nil
}

// JSON returns the data on one line.
func (d *Data) JSON() []byte { return strictjson.Line(d) }

// JSON returns the document on one line, or nil if a number is not finite.
func (p *Problem) JSON() []byte { return strictjson.Line(p) }

// Validate returns an InputError if this version cannot train the problem.
func (p *Problem) Validate() error {
	others := *p
	others.Data = Data{}
	if err := strictjson.Check(&others); err != nil {
		return err
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
		return p.Columns.Validate("columns", len(p.Data.X[0]), len(p.Data.Y[0]))
	}
	return nil
}

// validate checks the sizes.
func (d *Data) validate() error {
	if len(d.X) == 0 {
		return fault.New("data.x", "has no rows, expected at least one")
	}
	if len(d.X[0]) == 0 {
		return fault.New("data.x[0]", "has no numbers, expected at least one")
	}
	if err := checkWidths("data.x", d.X, len(d.X[0]), " as in data.x[0]"); err != nil {
		return err
	}
	if len(d.Y) != len(d.X) {
		return fault.New("data.y", "has "+count(len(d.Y), "row")+", expected "+strconv.Itoa(len(d.X))+" as in data.x")
	}
	if len(d.Y[0]) == 0 {
		return fault.New("data.y[0]", "has no numbers, expected one for each output")
	}
	return checkWidths("data.y", d.Y, len(d.Y[0]), " as in data.y[0]")
}

// checkWidths checks that all rows have finite numbers and the given width, with the given reason for the error.
func checkWidths(where string, rows [][]float64, width int, reason string) error {
	for i, row := range rows {
		if len(row) != width {
			return fault.New(item(where, i), "has "+count(len(row), "number")+", expected "+strconv.Itoa(width)+reason)
		}
		for k, v := range row {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return fault.New(item(item(where, i), k), "is "+fault.Number(v)+", expected a finite number")
			}
		}
	}
	return nil
}

// item returns the path of item i of an array.
func item(where string, i int) string { return where + "[" + strconv.Itoa(i) + "]" }

// count returns "1 row", "2 rows", "no rows", and so on.
func count(n int, noun string) string {
	switch n {
	case 0:
		return "no " + noun + "s"
	case 1:
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}
