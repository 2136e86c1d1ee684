// Package document reads and writes Conelab's JSON documents: problem, sums, solution, matrix, decomposition and check, those of a path over
// beta and of a cross-validation. Each type has beside it what makes solvers' types of it, or it of theirs. JSON has neither infinity nor
// NaN, so results are clamped to finite numbers here.
//
// Each field is declared once, in the tags of its struct, by which package strictjson reads, checks and writes it; what depends on more
// than one field is checked here. Reading is strict, because a document may be written by hand or by an unknown program: null is not
// zero, and an unknown or repeated name is not skipped. An error is one sentence that says what is wrong, where (data.x[1][0], or a line
// and column), and what was expected. Writing keeps every number exactly: as the shortest text that reads back as the same double.
//
// The formats are versioned by their "format" name; a version never changes.
package document

import (
	"errors"
	"strconv"
	"strings"

	"conelab/core/data/fault"
	"conelab/core/data/strictjson"
	"conelab/core/network/kind"
	"conelab/core/numeric/dense"
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
	Format string `json:"format" words:"conelab/problem/1"`
	Data   Data   `json:"data"`
	Settings
	Seed int `json:"seed,omitempty" range:"from -2147483647 to 2147483647"`
}

// Settings say what network is trained for which cost, whatever the data are.
type Settings struct {
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
}

// Data holds n rows of features and n rows of labels.
type Data struct {
	X [][]float64 `json:"x"`
	Y [][]float64 `json:"y"`
}

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
	if err := p.Evaluable(); err != nil {
		return err
	}
	of, _ := loss.Parse(p.Loss) // no error: Evaluable has checked it
	if err := p.Activation.Kind().CheckSize(len(p.Data.X), len(p.Data.X[0]), of); err != nil {
		return &fault.InputError{Sentence: err.Error()}
	}
	return nil
}

// Evaluable is Validate for points that the network is not trained on, however many they are.
func (p *Problem) Evaluable() error {
	others := *p
	others.Data = Data{}
	if err := strictjson.Check(&others); err != nil {
		return err
	}
	lossFn, err := loss.Parse(p.Loss)
	if err != nil {
		return fault.New("loss", `is "`+fault.Clip(p.Loss)+`", expected one of `+strings.Join(loss.Names(), ", "))
	}
	if err := p.Data.validate(); err != nil {
		return err
	}
	if _, err := p.Architecture.Lift(len(p.Data.X[0])); err != nil {
		return err
	}
	if err := p.checkLabels(lossFn); err != nil {
		return &fault.InputError{Sentence: err.Error()}
	}
	if err := p.Activation.validate(p); err != nil {
		return err
	}
	if p.Stack != nil {
		if err := p.Stack.validate("stack"); err != nil {
			return err
		}
	}
	if p.Columns == nil {
		return nil
	}
	if err := p.Columns.Validate("columns", len(p.Data.X[0]), len(p.Data.Y[0])); err != nil {
		return err
	}
	return p.checkOnes()
}

// checkLabels returns an error if the labels are not valid for a loss.
func (p *Problem) checkLabels(of loss.Loss) error {
	return of.CheckLabels(len(p.Data.Y), len(p.Data.Y[0]), func(i, o int) float64 { return p.Data.Y[i][o] })
}

// checkOnes returns an error if the data do not have the feature of ones that the columns say they have.
func (p *Problem) checkOnes() error {
	if !p.Columns.Bias {
		return nil
	}
	if p.Architecture.Kind == KindConvolutional {
		return fault.New("columns.bias",
			`is true, expected it only with the kinds "dense" and "quadratic": patches have no place for a feature of ones`)
	}
	for i, row := range p.Data.X {
		if last := len(row) - 1; last == 0 || row[last] != 1 {
			return fault.New(item(item("data.x", i), last),
				"is "+fault.Number(row[last])+", expected 1 after other features, since columns.bias is true")
		}
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
		return fault.New("data.y", "has "+fault.Count(len(d.Y), "row")+", expected "+strconv.Itoa(len(d.X))+" as in data.x")
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
			return fault.New(item(where, i), "has "+fault.Count(len(row), "number")+", expected "+strconv.Itoa(width)+reason)
		}
		for k, v := range row {
			if !dense.Finite(v) {
				return fault.New(item(item(where, i), k), "is "+fault.Number(v)+", expected a finite number")
			}
		}
	}
	return nil
}

// item returns the path of item i of an array.
func item(where string, i int) string { return where + "[" + strconv.Itoa(i) + "]" }

// Architecture is the shape of the network. The sizes are for convolutional networks only. Input is [length], [height, width] or [height,
// width, channels]; features are row by row, with the channels of a pixel one after the other. Filter is the side of the filter. If left
// out, Stride is 1, Padding, which is less than Filter, 0, and Pool, the number of consecutive patches that are averaged and a divisor of
// the number of all, 1.
type Architecture struct {
	Kind    string `json:"kind" words:"dense|quadratic|convolutional"`
	Input   []int  `json:"input,omitempty" range:"above 0"`
	Filter  int    `json:"filter,omitempty" range:"above 0"`
	Stride  int    `json:"stride,omitempty" range:"above 0"`
	Padding int    `json:"padding,omitempty"`
	Pool    Pool   `json:"pool,omitempty" range:"above 0" negativeMeans:"global"`
}

// Pool is the number of consecutive patches that are averaged, or GlobalPool for all of them.
type Pool int

// GlobalPool averages all patches; it is written "global".
const GlobalPool Pool = lift.GlobalPool

// UnmarshalJSON is how encoding/json reads an architecture, as work of the first form has it.
func (a *Architecture) UnmarshalJSON(text []byte) error { return strictjson.Read(text, a) }

// Lift returns the architecture for data with that many features, or an InputError that says why they do not match.
func (a *Architecture) Lift(features int) (lift.Architecture, error) {
	switch a.Kind {
	case KindDense:
		return lift.Architecture{}, a.bare()
	case KindQuadratic:
		return lift.Architecture{Kind: lift.Quadratic}, a.bare()
	case KindConvolutional:
		return a.convolution(features)
	}
	return lift.Architecture{}, fault.New("architecture.kind", `is "`+fault.Clip(a.Kind)+`", expected "dense", "quadratic" or "convolutional"`)
}

// ArchitectureOf is the inverse of Lift.
func ArchitectureOf(a *lift.Architecture) Architecture {
	switch a.Kind {
	case lift.Dense:
		return Architecture{Kind: KindDense}
	case lift.Quadratic:
		return Architecture{Kind: KindQuadratic}
	}
	out := Architecture{Kind: KindConvolutional, Filter: a.Filter, Padding: a.Padding}
	switch {
	case a.Signal:
		out.Input = []int{a.Input[1]}
	case a.Input[2] == 1:
		out.Input = []int{a.Input[0], a.Input[1]}
	default:
		out.Input = []int{a.Input[0], a.Input[1], a.Input[2]}
	}
	if a.Stride > 1 { // defaults are left out, which keeps documents short
		out.Stride = a.Stride
	}
	if a.Pool != 1 {
		out.Pool = Pool(a.Pool)
	}
	return out
}

// bare returns an error if sizes of a convolution are given for another kind of network; they are not ignored.
func (a *Architecture) bare() error {
	for _, size := range []struct {
		name  string
		given bool
	}{{"input", len(a.Input) > 0}, {"filter", a.Filter != 0}, {"stride", a.Stride != 0}, {"padding", a.Padding != 0}, {"pool", a.Pool != 0}} {
		if size.given {
			return fault.New("architecture."+size.name, `is given, expected only with the kind "convolutional"`)
		}
	}
	return nil
}

// convolution fills in defaults and checks that all sizes match.
func (a *Architecture) convolution(features int) (out lift.Architecture, err error) {
	out = lift.Architecture{
		Kind: lift.Convolutional, Input: [3]int{1, 1, 1}, Signal: len(a.Input) == 1, Filter: a.Filter, Stride: max(1, a.Stride),
		Padding: a.Padding, Pool: int(a.Pool),
	}
	switch len(a.Input) {
	case 1:
		out.Input[1] = a.Input[0]
	case 2, 3:
		copy(out.Input[:], a.Input)
	default:
		return out, fault.New("architecture.input", "has "+fault.Count(len(a.Input),
			"number")+", expected [length], [height, width] or [height, width, channels]")
	}
	if out.Pool == 0 {
		out.Pool = 1
	}
	if wrong := (*lift.SizeError)(nil); errors.As(out.Validate(features), &wrong) {
		return out, fault.New("architecture."+wrong.Name, wrong.What)
	}
	return out, nil
}

// Activation is sigma(s) = A s^2 + B s + C or, with a name, sigma(s) = s for s > 0 and else kappa s: see Kappa.
type Activation struct {
	A    float64 `json:"a" unless:"name"`
	B    float64 `json:"b" unless:"name"`
	C    float64 `json:"c" unless:"name"`
	Name string  `json:"name,omitempty" words:"polynomial|relu|leaky|absolute"`
	// Slope is kappa of a leaky ReLU.
	Slope float64 `json:"slope,omitempty" range:"above 0 and below 1"`
}

// PolynomialOf returns a polynomial as an activation.
func PolynomialOf(sigma lift.Polynomial) Activation {
	return Activation{A: sigma.A, B: sigma.B, C: sigma.C}
}

// Polynomial returns the polynomial; it is zero for an activation with a name.
func (a Activation) Polynomial() lift.Polynomial { return lift.Polynomial{A: a.A, B: a.B, C: a.C} }

// Kind returns the kind of network that sigma asks for.
func (a Activation) Kind() *kind.Kind {
	if a.IsPiecewise() {
		return kind.Piecewise
	}
	return kind.Polynomial
}

// IsPiecewise reports whether sigma is piecewise linear.
func (a Activation) IsPiecewise() bool { return a.Name != "" }

// Kappa returns the slope of a piecewise-linear sigma at negative numbers.
func (a Activation) Kappa() float64 {
	if a.Name == lift.NameAbsolute {
		return -1
	}
	return a.Slope
}

// Function returns sigma as solvers take it.
func (a Activation) Function() lift.Activation {
	if a.IsPiecewise() {
		return lift.Piecewise{Slope: a.Kappa()}
	}
	return a.Polynomial()
}

// validate checks what goes with a piecewise-linear activation in a problem.
func (a Activation) validate(p *Problem) error {
	slope := "is missing, expected a number above 0 and below 1 with the name leaky"
	if a.Slope != 0 {
		slope = "is " + fault.Number(a.Slope) + ", expected only with the name leaky"
	}
	with := `, expected with the activation "` + a.Name + `" `
	switch {
	case (a.Name == lift.NameLeaky) != (a.Slope != 0):
		return fault.New("activation.slope", slope)
	case !a.IsPiecewise():
		return nil
	case p.Architecture.Kind != KindDense:
		return fault.New("architecture.kind", `is "`+p.Architecture.Kind+`"`+with+"dense")
	case p.Stack != nil:
		return fault.New("stack", "is given"+with+"one layer")
	}
	return nil
}
