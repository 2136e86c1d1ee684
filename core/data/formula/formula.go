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

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"text/scanner"
)

const (
	maxLength = 500
	maxDepth  = 60
)

// Formula is a parsed expression. The zero value is not a formula.
type Formula struct {
	at value
	// strict means that the comparison is <, otherwise <=; it compares the value with 0.
	comparison, strict bool
	dimension          int
}

// value returns the value of an expression at x.
type value func(x []float64) float64

// Comparison reports whether the formula is a comparison, which is true or false, rather than a value.
func (f *Formula) Comparison() bool { return f.comparison }

// Dimension returns the largest number of any variable in the formula, or 0 if it has none.
func (f *Formula) Dimension() int { return f.dimension }

// At returns the value at x, which must have at least Dimension entries. For a comparison a < b the value is a - b, and for a > b it is b -
// a; see Holds. The value may be infinite or not a number.
func (f *Formula) At(x []float64) float64 { return f.at(x) }

// Holds reports whether a comparison is true, given its value v from At.
func (f *Formula) Holds(v float64) bool { return v < 0 || !f.strict && v == 0 }

// functions are those of one number, operations those of two.
var (
	functions = map[string]func(float64) float64{
		"sin": math.Sin, "cos": math.Cos, "tan": math.Tan, "exp": math.Exp, "log": math.Log, "sqrt": math.Sqrt,
		"abs": math.Abs, "tanh": math.Tanh,
	}
	operations = map[string]func(a, b float64) float64{
		"+": func(a, b float64) float64 { return a + b }, "-": func(a, b float64) float64 { return a - b },
		"*": func(a, b float64) float64 { return a * b }, "/": func(a, b float64) float64 { return a / b },
		"^": math.Pow, "min": math.Min, "max": math.Max,
	}
)

// apply returns the value of an operation on two others.
func apply(operation func(a, b float64) float64, a, b value) value {
	return func(x []float64) float64 { return operation(a(x), b(x)) }
}

// constant returns a value that is the same everywhere, as that of a text that cannot be parsed is.
func constant(v float64) value { return func([]float64) float64 { return v } }

// variables are the numbers of the variables.
var variables = map[string]int{"x1": 1, "x": 1, "x2": 2, "y": 2, "x3": 3, "z": 3}

// parser reads tokens from a text. It keeps the first error; after that, every token is the end.
type parser struct {
	scanner.Scanner
	kind  rune // of the current token: see package scanner
	token string
	depth int
	top   int // the largest number of a variable so far
	err   error
}

var printed = strings.NewReplacer(
	"\u2212", "-", "\u2264", "<=", "\u2265", ">=", "\u00b2", "^2", "\u00b3", "^3", "\u00b7", "*", "\u00d7", "*",
)

// Parse parses a formula. An error is one sentence.
func Parse(text string) (*Formula, error) {
	if len(text) > maxLength {
		return nil, errors.New("The formula is longer than " + strconv.Itoa(maxLength) + " characters.")
	}
	// Signs that people copy from a printed page.
	p := &parser{}
	p.Init(strings.NewReader(printed.Replace(text)))
	p.Mode, p.Error = scanner.ScanIdents|scanner.ScanFloats, func(*scanner.Scanner, string) {} // the token is refused
	p.IsIdentRune = func(c rune, i int) bool {
		return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || i > 0 && c >= '0' && c <= '9'
	}
	p.next()
	if p.err == nil && p.token == "" {
		return nil, errors.New("The formula is empty.")
	}
	f := &Formula{at: p.sum()}
	switch comparison := p.token; comparison {
	case "<", "<=", ">", ">=":
		p.next()
		a, b := f.at, p.sum()
		if comparison[0] == '>' {
			a, b = b, a
		}
		f.at = apply(operations["-"], a, b)
		f.comparison, f.strict = true, len(comparison) == 1
	}
	if p.err == nil && p.token != "" {
		p.fail("an operator such as + or * is expected instead of " + p.name())
	}
	if p.err != nil {
		return nil, p.err
	}
	f.dimension = p.top
	return f, nil
}

// fail keeps the first error.
func (p *parser) fail(what string) {
	if p.err == nil {
		p.err = errors.New("In the formula, at place " + strconv.Itoa(p.Offset+1) + ", " + what + ".")
	}
	p.token = ""
}

// name returns the current token as an error names it.
func (p *parser) name() string {
	if p.token == "" {
		return "the end"
	}
	return strconv.Quote(p.token)
}

// next reads the next token: a number, a name or a sign; it is "" at the end.
func (p *parser) next() {
	if p.err != nil {
		return
	}
	p.kind = p.Scan()
	p.token = p.TokenText()
	switch {
	case p.kind > 0 && !strings.ContainsRune("+-*/^(),<>", p.kind):
		p.fail("the character " + strconv.Quote(p.token) + " has no meaning")
	case (p.kind == '<' || p.kind == '>') && p.Peek() == '=':
		p.Next()
		p.token += "="
	}
}

// sum parses a sum. All nesting goes through sum or sign, which limit its depth.
func (p *parser) sum() value {
	return p.nested(func() value { return p.chain("+-", func() value { return p.chain("*/", p.sign) }) })
}

// chain parses operands between signs, from the left to the right.
func (p *parser) chain(signs string, operand func() value) value {
	v := operand()
	for p.token != "" && strings.Contains(signs, p.token) {
		operation := operations[p.token]
		p.next()
		v = apply(operation, v, operand())
	}
	return v
}

func (p *parser) sign() value { return p.nested(p.signed) }

func (p *parser) signed() value {
	switch p.token {
	case "-":
		p.next()
		v := p.sign()
		return func(x []float64) float64 { return -v(x) }
	case "+":
		p.next()
		return p.sign()
	}
	v := p.atom()
	if p.token == "^" {
		p.next()
		v = apply(math.Pow, v, p.sign())
	}
	return v
}

// nested parses a part of an expression, one level deeper.
func (p *parser) nested(part func() value) value {
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > maxDepth {
		p.fail("the formula is nested more than " + strconv.Itoa(maxDepth/2) + " deep")
	}
	if p.err != nil {
		return constant(0)
	}
	return part()
}

func (p *parser) atom() value {
	token := p.token
	switch {
	case token == "(":
		p.next()
		v := p.sum()
		p.expect(")")
		return v
	case token != "" && (p.kind == scanner.Int || p.kind == scanner.Float):
		v, err := strconv.ParseFloat(token, 64)
		if err != nil {
			p.fail(strconv.Quote(token) + " is not a number")
		}
		p.next()
		return constant(v)
	case token != "" && p.kind == scanner.Ident:
		return p.named(strings.ToLower(token))
	}
	p.fail("a number, a variable or a parenthesis is expected instead of " + p.name())
	return constant(0)
}

// named parses a variable, pi, or a function with its arguments.
func (p *parser) named(name string) value {
	function, operation, variable := functions[name], operations[name], variables[name]
	switch {
	case variable > 0:
		p.top = max(p.top, variable)
		p.next()
		return func(x []float64) float64 { return x[variable-1] }
	case name == "pi":
		p.next()
		return constant(math.Pi)
	case function == nil && operation == nil:
		p.fail("the name " + strconv.Quote(name) + " is unknown; there are x1, x2, x3, sin, cos, tan, tanh, exp, log, sqrt, abs, min and max")
		return constant(0)
	}
	p.next()
	p.expect("(")
	v := p.sum()
	if operation != nil {
		p.expect(",")
		v = apply(operation, v, p.sum())
	} else {
		argument := v
		v = func(x []float64) float64 { return function(argument(x)) }
	}
	p.expect(")")
	return v
}

func (p *parser) expect(token string) {
	if p.token != token {
		p.fail(strconv.Quote(token) + " is expected instead of " + p.name())
		return
	}
	p.next()
}
