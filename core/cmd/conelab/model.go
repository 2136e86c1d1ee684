package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"conelab/core/format/document"
	"conelab/core/network/activation"
	"conelab/core/numeric/lift"
)

// model chooses the network and the loss. Options that are not given keep the value of the problem document or of usual.
type model struct {
	Kind       *string  `group:"Network" help:"dense, quadratic (activation u^2) or convolutional (dense)."`
	Input      []int    `placeholder:"SIZES" group:"Network" help:"Convolutional: length, or height,width, or height,width,channels of the input."`
	Filter     *int     `placeholder:"F" group:"Network" help:"Convolutional: side of the filter."`
	Stride     *int     `placeholder:"S" group:"Network" help:"Convolutional: stride (1)."`
	Padding    *int     `placeholder:"P" group:"Network" help:"Convolutional: zeros around the input (0)."`
	Pool       *string  `placeholder:"P" group:"Network" help:"Convolutional: how many consecutive patches are averaged, or global (1)."`
	Activation *string  `placeholder:"NAME[:L,U]" group:"Network" help:"Fit of degree two of a function on [L, U]: relu, gelu, tanh, ... (relu with the paper's rounded coefficients; -5,5)."`
	A          *float64 `group:"Network" help:"Coefficient a of the activation a u^2 + b u + c."`
	B          *float64 `group:"Network" help:"Coefficient b."`
	C          *float64 `group:"Network" help:"Coefficient c."`
	Loss       *string  `group:"Network" help:"${losses}; squared is the full sum of squares (squared)."`
}

// defaultBeta is the default of beta, the price of a unit of weight.
const defaultBeta = 0.01

// usual returns a problem with the default settings and without data.
func usual() *document.Problem {
	return &document.Problem{
		Architecture: document.Architecture{Kind: document.KindDense}, Activation: document.Activation(lift.ReLU),
		Loss: document.LossSquared, Beta: defaultBeta,
	}
}

// loss returns the name of the loss, or "" if it is not given.
func (m *model) loss() string {
	if m.Loss == nil {
		return ""
	}
	return *m.Loss
}

// apply applies the options to the problem.
func (m *model) apply(p *document.Problem) error {
	if err := m.shape(&p.Architecture); err != nil {
		return err
	}
	if m.Activation != nil {
		sigma, err := parseActivation(*m.Activation)
		if err != nil {
			return err
		}
		p.Activation = document.Activation(sigma)
	}
	set(&p.Activation.A, m.A)
	set(&p.Activation.B, m.B)
	set(&p.Activation.C, m.C)
	set(&p.Loss, m.Loss)
	return nil
}

// set stores a value that is given.
func set[T any](to, given *T) {
	if given != nil {
		*to = *given
	}
}

// shape applies the options to the architecture. A change of its kind resets its sizes.
func (m *model) shape(a *document.Architecture) error {
	if m.Kind != nil {
		*a = document.Architecture{Kind: *m.Kind}
	}
	if m.Input != nil {
		a.Input = m.Input
	}
	for _, option := range []struct {
		name  string
		given *int
		least int
		to    *int
	}{{"filter", m.Filter, 1, &a.Filter}, {"stride", m.Stride, 1, &a.Stride}, {"padding", m.Padding, 0, &a.Padding}} {
		if option.given != nil && (*option.given < option.least || *option.given > math.MaxInt32) {
			return fmt.Errorf("--%s is %d, expected a whole number from %d", option.name, *option.given, option.least)
		}
		set(option.to, option.given)
	}
	if m.Pool == nil {
		return nil
	}
	if a.Pool = document.GlobalPool; *m.Pool != "global" {
		n, err := strconv.Atoi(*m.Pool)
		if err != nil || n < 1 || n > math.MaxInt32 {
			return fmt.Errorf("--pool is %.40q, expected a whole number from 1, or global", *m.Pool)
		}
		a.Pool = document.Pool(n)
	}
	return nil
}

// parseActivation returns the polynomial for NAME or NAME:L,U. For ReLU and swish on the default range it has the paper's rounded coefficients.
func parseActivation(text string) (lift.Activation, error) {
	name, limits, ranged := strings.Cut(text, ":")
	low, high := activation.Low, activation.High
	if ranged {
		var err1, err2 error
		l, u, _ := strings.Cut(limits, ",")
		low, err1 = strconv.ParseFloat(l, 64)
		high, err2 = strconv.ParseFloat(u, 64)
		if err1 != nil || err2 != nil {
			return lift.Activation{}, fmt.Errorf("--activation is %.60q, expected NAME or NAME:L,U with two numbers", text)
		}
	}
	f, err := activation.Find(name)
	if err != nil {
		return lift.Activation{}, fmt.Errorf("--activation: %w", err)
	}
	if rounded, ok := map[string]lift.Activation{"relu": lift.ReLU, "swish": lift.Swish}[name]; ok && !ranged {
		return rounded, nil
	}
	fitted, err := activation.Fit(f.At, low, high, activation.Points)
	if err != nil {
		return lift.Activation{}, fmt.Errorf("--activation: %w", err)
	}
	return fitted.Activation, nil
}

// validate refuses options that make the problem invalid.
func validate(p *document.Problem) error {
	if err := p.Validate(); err != nil {
		return fmt.Errorf("with the given options, %w", err)
	}
	return nil
}
