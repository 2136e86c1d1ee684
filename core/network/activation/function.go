package activation

import (
	"fmt"
	"math"
	"strings"
)

// Function is an activation function with a name.
type Function struct {
	Name string
	// Formula is the function as text for people.
	Formula string
	At      func(s float64) float64
}

// functions lists the named functions.
var functions = []Function{
	{"relu", "max(0, s)", func(s float64) float64 { return math.Max(0, s) }},
	{"leaky-relu", "max(s/100, s)", func(s float64) float64 { return math.Max(s/100, s) }},
	{"relu6", "min(6, max(0, s))", func(s float64) float64 { return math.Min(6, math.Max(0, s)) }},
	{"elu", "s for s > 0, else exp(s) - 1", func(s float64) float64 { return math.Max(0, s) + math.Expm1(math.Min(0, s)) }},
	{"selu", "1.0507 (s for s > 0, else 1.67326 (exp(s) - 1))", selu},
	{"swish", "s / (1 + exp(-s)), also called SiLU", func(s float64) float64 { return s * sigmoid(s) }},
	{"gelu", "s Phi(s), Phi the normal distribution function", func(s float64) float64 { return s / 2 * math.Erfc(-s/math.Sqrt2) }},
	{"mish", "s tanh(log(1 + exp(s)))", func(s float64) float64 { return s * math.Tanh(softplus(s)) }},
	{"softplus", "log(1 + exp(s))", softplus},
	{"sigmoid", "1 / (1 + exp(-s))", sigmoid},
	{"tanh", "tanh(s)", math.Tanh},
	{"hard-tanh", "min(1, max(-1, s))", func(s float64) float64 { return math.Min(1, math.Max(-1, s)) }},
	{"softsign", "s / (1 + |s|)", func(s float64) float64 { return s / (1 + math.Abs(s)) }},
	{"arctan", "arctan(s)", math.Atan},
	{"sine", "sin(s)", math.Sin},
	{"cosine", "cos(s)", math.Cos},
	{"gaussian", "exp(-s^2)", func(s float64) float64 { return math.Exp(-s * s) }},
	{"absolute", "|s|", math.Abs},
	{"identity", "s", func(s float64) float64 { return s }},
	{"quadratic", "s^2", func(s float64) float64 { return s * s }},
}

// names returns the names of all functions.
func names() []string {
	names := make([]string, len(functions))
	for i, f := range functions {
		names[i] = f.Name
	}
	return names
}

// Find returns the function with the given name.
func Find(name string) (Function, error) {
	for _, f := range functions {
		if f.Name == name {
			return f, nil
		}
	}
	// The message quotes at most forty characters of the name, so that it stays one line.
	return Function{}, fmt.Errorf("activation is %.40q, expected one of %s", name, strings.Join(names(), ", "))
}

// selu is the self-normalising unit of Klambauer et al. (2017), with its constants in double precision.
func selu(s float64) float64 {
	const lambda, alpha = 1.0507009873554805, 1.6732632423543772
	if s > 0 {
		return lambda * s
	}
	return lambda * alpha * math.Expm1(s)
}

func sigmoid(s float64) float64 {
	if s < 0 {
		e := math.Exp(s)
		return e / (1 + e)
	}
	return 1 / (1 + math.Exp(-s))
}

func softplus(s float64) float64 { return math.Max(0, s) + math.Log1p(math.Exp(-math.Abs(s))) }
