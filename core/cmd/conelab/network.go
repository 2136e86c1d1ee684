package main

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"conelab/core/format/document"
	"conelab/core/network/activation"
	"conelab/core/numeric/lift"
)

// network chooses the network, the loss and beta. Options that are not given keep the value of the problem document or of solve.Problem.
type network struct {
	Kind       *string  `words:"dense|quadratic|convolutional" group:"Network" help:"@kind"`
	Input      []int    `placeholder:"SIZES" group:"Network" help:"@input"`
	Filter     *int     `placeholder:"F" range:"from 1" group:"Network" help:"Convolutional: side of the filter."`
	Stride     *int     `placeholder:"S" range:"from 1" group:"Network" help:"@stride"`
	Padding    *int     `placeholder:"P" group:"Network" help:"@padding"`
	Pool       *string  `placeholder:"P" group:"Network" help:"@pool"`
	Activation *string  `placeholder:"NAME[:L,U]" group:"Network" help:"@activation"`
	A          *float64 `group:"Network" help:"Coefficient a of the activation a u^2 + b u + c, in place of a name."`
	B          *float64 `group:"Network" help:"Coefficient b."`
	C          *float64 `group:"Network" help:"Coefficient c."`
	Loss       *string  `words:"{losses}" group:"Network" help:"@loss"`
	Beta       *float64 `range:"above 0" group:"Network" help:"Weight of the regularisation term (0.01)."`
}

// apply applies the options to the problem, and refuses values that no data make valid.
func (m *network) apply(p *document.Problem) error {
	coefficients := m.A != nil || m.B != nil || m.C != nil
	quadratic := m.Kind != nil && *m.Kind == document.KindQuadratic
	switch {
	case quadratic && (m.Activation != nil || coefficients):
		return errors.New("--activation, --a, --b or --c is given with --kind quadratic, expected none of them: its activation is u^2")
	case m.Activation != nil && *m.Activation != polynomial && coefficients:
		return fmt.Errorf("--a, --b or --c is given with --activation %.40s, expected either its name or the coefficients of a polynomial",
			*m.Activation)
	case quadratic:
		p.Activation = document.PolynomialOf(lift.Polynomial{A: 1})
	case m.Activation != nil:
		sigma, err := parseActivation(*m.Activation)
		if err != nil {
			return err
		}
		p.Activation = sigma
	case p.Activation.IsPiecewise() && coefficients:
		return fmt.Errorf("--a, --b or --c is given with the activation %s, expected them with a polynomial", p.Activation.Name)
	}
	set(&p.Activation.A, m.A)
	set(&p.Activation.B, m.B)
	set(&p.Activation.C, m.C)
	set(&p.Loss, m.Loss)
	set(&p.Beta, m.Beta)
	return m.shape(&p.Architecture)
}

// set stores a value, unless it is nil.
func set[T any](to, value *T) {
	if value != nil {
		*to = *value
	}
}

// shape applies the options to the architecture. A change of its kind resets its sizes.
func (m *network) shape(a *document.Architecture) error {
	if m.Kind != nil {
		*a = document.Architecture{Kind: *m.Kind}
	}
	if m.Input != nil {
		a.Input = m.Input
	}
	if m.Kind != nil && a.Kind == document.KindConvolutional && a.Input == nil {
		return errors.New("--kind is convolutional without --input, expected the sizes of the input")
	}
	set(&a.Filter, m.Filter)
	set(&a.Stride, m.Stride)
	set(&a.Padding, m.Padding)
	if m.Pool == nil {
		return nil
	}
	a.Pool = document.GlobalPool
	if *m.Pool != "global" {
		n, err := strconv.Atoi(*m.Pool)
		if err != nil || n < 1 || n > math.MaxInt32 {
			return fmt.Errorf("--pool is %.40q, expected a whole number from 1, or global", *m.Pool)
		}
		a.Pool = document.Pool(n)
	}
	return nil
}

// polynomial is the name of the default activation, whose coefficients options may replace.
const polynomial = "polynomial"

// parseActivation returns the activation for NAME, leaky:SLOPE or NAME:L,U. A polynomial for swish on the default range has the paper's
// rounded coefficients.
func parseActivation(text string) (document.Activation, error) {
	name, rest, ranged := strings.Cut(text, ":")
	var numbers []float64
	for number := range strings.SplitSeq(rest, ",") {
		if v, err := strconv.ParseFloat(number, 64); err == nil {
			numbers = append(numbers, v)
		}
	}
	low, high, slope := activation.Low, activation.High, lift.LeakySlope
	switch {
	case text == polynomial:
		return document.PolynomialOf(lift.ReLU), nil
	case text == "swish":
		return document.PolynomialOf(lift.Swish), nil
	case name == lift.NameLeaky:
		if len(numbers) == 1 {
			slope = numbers[0]
		}
		if ranged && len(numbers) != 1 || !(slope > 0 && slope < 1) {
			return document.Activation{}, fmt.Errorf("--activation is %.60q, expected leaky:SLOPE with a slope above 0 and below 1", text)
		}
		return document.Activation{Name: name, Slope: slope}, nil
	case !ranged && (name == lift.NameReLU || name == lift.NameAbsolute):
		return document.Activation{Name: name}, nil
	case ranged && len(numbers) != 2:
		return document.Activation{}, fmt.Errorf("--activation is %.60q, expected NAME or NAME:L,U with two numbers", text)
	case ranged:
		low, high = numbers[0], numbers[1]
	}
	f, err := activation.Find(name)
	if err != nil {
		exact := []string{lift.NameReLU, lift.NameLeaky, lift.NameAbsolute, polynomial}
		fitted := slices.DeleteFunc(activation.Names(), func(name string) bool { return slices.Contains(exact, name) })
		return document.Activation{}, fmt.Errorf("--activation is %.40q%s", name, expectedOf(name, slices.Concat(exact, fitted)))
	}
	fitted, err := activation.Fit(f.At, low, high, activation.Points)
	if err != nil {
		return document.Activation{}, fmt.Errorf("--activation: %w", err)
	}
	return document.PolynomialOf(fitted.Activation), nil
}

// stacking holds the options for several layers. Options that are not given keep the value of the problem document or of solve.Problem.
type stacking struct {
	Layers string  `placeholder:"N|auto" group:"Layers" help:"@layers"`
	Skip   *string `words:"input|all|none" placeholder:"WHAT" group:"Layers" help:"@skip"`
}

// apply applies the options to the problem; nil has none.
func (o *stacking) apply(p *document.Problem) error {
	switch {
	case o == nil || o.Layers == "" && o.Skip == nil:
		return nil
	case o.Layers == "" && p.Stack == nil:
		return errors.New("--skip is given without --layers, expected it with several layers")
	case o.Layers != "" && p.Activation.IsPiecewise():
		return fmt.Errorf("--layers is given with the activation %s, expected it with a polynomial", p.Activation.Name)
	case p.Stack == nil:
		p.Stack = &document.Stack{}
	}
	set(&p.Stack.Skip, o.Skip)
	if o.Layers == "" {
		return nil
	}
	p.Stack.Layers, p.Stack.Most = document.AutoDepth, 0
	if o.Layers != "auto" {
		n, err := strconv.Atoi(o.Layers)
		if err != nil || n < 1 || n > document.MostLayers {
			return fmt.Errorf("--layers is %.40q, expected 1 to %d, or auto", o.Layers, document.MostLayers)
		}
		p.Stack.Layers = document.Depth(n)
	}
	return nil
}

// noStack refuses a problem with several layers for a command that takes one layer.
func noStack(p *document.Problem, command string) error {
	if p.Stack == nil {
		return nil
	}
	return fmt.Errorf("the problem has a stack of layers, expected one layer for %s", command)
}
