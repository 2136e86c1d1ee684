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

// function is an operation with its number of arguments.
type function struct {
	arguments int
	apply     func(a, b float64) float64
}

func add(a, b float64) float64      { return a + b }
func subtract(a, b float64) float64 { return a - b }
func multiply(a, b float64) float64 { return a * b }
func divide(a, b float64) float64   { return a / b }
func negate(a, _ float64) float64   { return -a }

func of(f func(float64) float64) function {
	return function{1, func(a, _ float64) float64 { return f(a) }}
}

// find returns a function by its name.
func find(name string) (function, bool) {
	switch name {
	case "sin":
		return of(math.Sin), true
	case "cos":
		return of(math.Cos), true
	case "tan":
		return of(math.Tan), true
	case "exp":
		return of(math.Exp), true
	case "log":
		return of(math.Log), true
	case "sqrt":
		return of(math.Sqrt), true
	case "abs":
		return of(math.Abs), true
	case "tanh":
		return of(math.Tanh), true
	case "min":
		return function{2, math.Min}, true
	case "max":
		return function{2, math.Max}, true
	}
	return function{}, false
}

// variable returns the number of a variable, or 0 for any other name.
func variable(name string) int {
	switch name {
	case "x1", "x":
		return 1
	case "x2", "y":
		return 2
	case "x3", "z":
		return 3
	}
	return 0
}
