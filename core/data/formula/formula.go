// Package formula parses expressions of up to three variables, such as "x1^2 + x2^2 < 0.5", and evaluates them. Evaluation has no loops,
// makes no calls except to the listed functions, and allocates nothing. Length and nesting are limited when the text is parsed.
//
//	formula    = sum [("<" | ">" | "<=" | ">=") sum]
//	sum        = product {("+" | "-") product}
//	product    = sign {("*" | "/") sign}
//	sign       = ["+" | "-"] sign | power
//	power      = atom ["^" sign]                       so -x^2 = -(x^2), and 2^3^2 = 2^9
//	atom       = number | variable | "pi" | function "(" sum {"," sum} ")" | "(" sum ")"
//	variable   = x1 | x2 | x3 | x | y | z              x, y and z are other names of x1, x2 and x3
//	function   = sin cos tan exp log sqrt abs tanh of one, min max of two
package formula

import "math"

const (
	maxLength = 500
	maxDepth  = 60
)

// Formula is a parsed expression. The zero value is not a formula.
type Formula struct {
	root *node
	// strict means that the comparison is <, otherwise <=; it compares root with 0.
	comparison, strict bool
	dimension          int
}

// node is an operation with its arguments, a value, or a variable.
type node struct {
	apply    func(a, b float64) float64 // nil for a value or a variable
	a, b     *node                      // b is nil for functions of one argument
	value    float64
	variable int // from 1; 0 for a value
}

// Comparison reports whether the formula is a comparison, which is true or false, rather than a value.
func (f *Formula) Comparison() bool { return f.comparison }

// Dimension returns the largest number of any variable in the formula, or 0 if it has none.
func (f *Formula) Dimension() int { return f.dimension }

// At returns the value at x, which must have at least Dimension entries. For a comparison a < b the value is a - b, and for a > b it is b -
// a; see Holds. The value may be infinite or not a number.
func (f *Formula) At(x []float64) float64 { return f.root.at(x) }

// Holds reports whether a comparison is true, given its value v from At.
func (f *Formula) Holds(v float64) bool { return v < 0 || !f.strict && v == 0 }

func (n *node) at(x []float64) float64 {
	switch {
	case n.apply == nil && n.variable > 0:
		return x[n.variable-1]
	case n.apply == nil:
		return n.value
	case n.b == nil:
		return n.apply(n.a.at(x), 0)
	}
	return n.apply(n.a.at(x), n.b.at(x))
}

// operation is a sign or a function with its number of arguments.
type operation struct {
	arguments int
	apply     func(a, b float64) float64
}

func of(f func(float64) float64) operation {
	return operation{1, func(a, _ float64) float64 { return f(a) }}
}

var operations = map[string]operation{
	"+": {2, func(a, b float64) float64 { return a + b }}, "-": {2, func(a, b float64) float64 { return a - b }},
	"*": {2, func(a, b float64) float64 { return a * b }}, "/": {2, func(a, b float64) float64 { return a / b }}, "^": {2, math.Pow},
	"sin": of(math.Sin), "cos": of(math.Cos), "tan": of(math.Tan), "exp": of(math.Exp), "log": of(math.Log),
	"sqrt": of(math.Sqrt), "abs": of(math.Abs),
	"tanh": of(math.Tanh), "min": {2, math.Min}, "max": {2, math.Max}, "negative": of(func(a float64) float64 { return -a }),
}

// variables are the numbers of the variables.
var variables = map[string]int{"x1": 1, "x": 1, "x2": 2, "y": 2, "x3": 3, "z": 3}
