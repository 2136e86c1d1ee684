package certify

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

// Validate reports in one sentence what keeps the problem from being solved, as strictly as documents are read.
func (p *Problem) Validate() error {
	if err := p.validateData(); err != nil {
		return err
	}
	for i, v := range []float64{p.Sigma.A, p.Sigma.B, p.Sigma.C} {
		if !isFinite(v) {
			return fmt.Errorf("Sigma.%c is %g, expected a finite number", "ABC"[i], v)
		}
	}
	if !isFinite(p.Beta) || p.Beta <= 0 {
		return fmt.Errorf("Beta is %g, expected a finite number above 0", p.Beta)
	}
	if p.Tolerance != 0 && !(p.Tolerance > 0 && p.Tolerance < 1) {
		return fmt.Errorf("Tolerance is %g, expected a number above 0 and below 1, or 0 for %g", p.Tolerance, DefaultTolerance)
	}
	return nil
}

// validateData checks all but the activation, beta and the tolerance.
func (p *Problem) validateData() error {
	switch n := p.Samples(); {
	case p.Loss < loss.Squared || p.Loss > loss.Softmax:
		return fmt.Errorf("Loss is %d, expected one of package loss", int(p.Loss))
	case p.D < 1:
		return fmt.Errorf("D is %d, expected at least one feature", p.D)
	case p.Outputs < 0:
		return fmt.Errorf("Outputs is %d, expected at least one, or 0 for one", p.Outputs)
	case len(p.X) == 0:
		return fmt.Errorf("X has no numbers, expected at least one sample of %d", p.D)
	case len(p.X)%p.D != 0:
		return fmt.Errorf("X has %d numbers, expected a multiple of D = %d", len(p.X), p.D)
	case len(p.Y)%p.outputs() != 0 || n != len(p.X)/p.D:
		return fmt.Errorf("Y has %d numbers, expected %d: one for each of %d samples and %d outputs", len(p.Y), len(p.X)/p.D*p.outputs(), len(p.X)/p.D, p.outputs())
	}
	for i, x := range p.X {
		if !isFinite(x) {
			return fmt.Errorf("X[%d] is %g, expected a finite number", i, x)
		}
	}
	if err := p.validateArchitecture(); err != nil {
		return err
	}
	return p.validateLabels()
}

// validateLabels checks that the loss takes the labels.
func (p *Problem) validateLabels() error {
	n, outputs := p.Samples(), p.outputs()
	if p.Loss.Separable() && !slices.ContainsFunc(p.Y, func(y float64) bool { return !p.Loss.Takes(y) }) {
		return nil
	}
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = make([]float64, outputs)
		for o := range rows[i] {
			rows[i][o] = p.Y[o*n+i]
		}
	}
	return p.Loss.CheckLabels(rows)
}

// validateArchitecture checks the sizes of a convolution.
func (p *Problem) validateArchitecture() error {
	a := &p.Architecture
	if a.Kind != lift.Convolutional {
		if a.Kind != lift.Dense && a.Kind != lift.Quadratic {
			return fmt.Errorf("Architecture.Kind is %d, expected one of package lift", int(a.Kind))
		}
		return nil
	}
	size := func(name string, v, low, high int) error {
		if v < low || v > high {
			return fmt.Errorf("Architecture.%s is %d, expected %d to %s", name, v, low, limit(high))
		}
		return nil
	}
	side := a.Input[1]
	if !a.Signal {
		side = min(side, a.Input[0])
	}
	entries := 1
	for i, v := range a.Input {
		if err := size("Input["+strconv.Itoa(i)+"]", v, 1, p.D); err != nil {
			return err
		}
		entries *= v
	}
	if entries != p.D {
		return fmt.Errorf("Architecture.Input has %d entries in all, expected D = %d", entries, p.D)
	}
	for _, err := range []error{
		size("Stride", a.Stride, 1, math.MaxInt), size("Padding", a.Padding, 0, max(0, a.Filter-1)), size("Filter", a.Filter, 1, side+2*max(0, a.Padding)),
	} {
		if err != nil {
			return err
		}
	}
	if a.Pool != lift.GlobalPool && (a.Pool < 1 || a.Grid()%a.Pool != 0) {
		return fmt.Errorf("Architecture.Pool is %d, expected a divisor of the number of patches, %d, or GlobalPool", a.Pool, a.Grid())
	}
	return nil
}

// limit returns the number, or words for none.
func limit(v int) string {
	if v == math.MaxInt {
		return "any number"
	}
	return strconv.Itoa(v)
}

// refuse ends the job of a problem that cannot be solved: it says why.
func (j *Job) refuse(err error) { j.Refuse("The problem cannot be solved: " + err.Error() + ".") }

// Refuse ends the job, in place of solving a problem, with a failed result without a network, which has the sentence.
func (j *Job) Refuse(sentence string) {
	j.result = &Result{Status: Failed, Message: sentence, Objective: math.Inf(1), Lower: math.Inf(-1), Gap: math.Inf(1)}
}
