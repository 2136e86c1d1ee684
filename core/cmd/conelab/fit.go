package main

import (
	"fmt"

	"conelab/core/format/document"
	"conelab/core/network/activation"
)

// fitCommand fits a polynomial activation to a function.
type fitCommand struct {
	Name string  `arg:"" help:"Name of the function: relu, gelu, swish, tanh, softplus, ... (a wrong one lists them all)."`
	Low  float64 `default:"-5" help:"Lower end L of the range (${default})."`
	High float64 `default:"5" help:"Upper end U (${default})."`
	N    int     `default:"1000" help:"Number of points (${default})."`
}

// Help returns the long help text of the command.
func (*fitCommand) Help() string {
	return `Prints the polynomial a u^2 + b u + c that is closest to the function in the least-squares sense at N points spaced linearly on [L, U] (the paper's section 9), with the root of the mean squared residual and the largest one.

Examples:

    conelab fit-activation relu

    conelab fit-activation gelu --low -3 --high 3 --n 2000`
}

// Run fits the polynomial and writes the document.
func (c *fitCommand) Run(s *streams) error {
	f, err := activation.Find(c.Name)
	if err != nil {
		return err
	}
	fitted, err := activation.Fit(f.At, c.Low, c.High, c.N)
	if err != nil {
		return err
	}
	sigma := fitted.Activation
	d := &document.Fit{
		Name: f.Name, Formula: f.Formula, Low: c.Low, High: c.High, Points: c.N,
		A: sigma.A, B: sigma.B, C: sigma.C, RMS: fitted.RMS, Max: fitted.Max,
	}
	line := fmt.Sprintf("%s is about %.6g u^2 %+.6g u %+.6g, off by at most %.3g", f.Formula, sigma.A, sigma.B, sigma.C, fitted.Max)
	return s.write(d.JSON(), line)
}
