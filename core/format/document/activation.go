package document

import (
	"conelab/core/data/fault"
	"conelab/core/network/kind"
	"conelab/core/numeric/lift"
)

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
	if a.Name == "" {
		return kind.Polynomial
	}
	return kind.Piecewise
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
