package formula

import (
	"errors"
	"math"
	"strconv"
	"strings"
)

// parser reads tokens from a text. It keeps the first error; after that, every token is the end.
type parser struct {
	text  string
	at    int // where the current token begins
	end   int // where it ends
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
	text = printed.Replace(text)
	p := &parser{text: text}
	p.next()
	if p.err == nil && p.token == "" {
		return nil, errors.New("The formula is empty.")
	}
	f := &Formula{root: p.sum()}
	switch comparison := p.token; comparison {
	case "<", "<=", ">", ">=":
		p.next()
		a, b := f.root, p.sum()
		if comparison[0] == '>' {
			a, b = b, a
		}
		f.root = &node{apply: subtract, a: a, b: b}
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
		p.err = errors.New("In the formula, at place " + strconv.Itoa(p.at+1) + ", " + what + ".")
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
	p.at = p.end
	for p.at < len(p.text) && (p.text[p.at] == ' ' || p.text[p.at] == '\t' || p.text[p.at] == '\n' || p.text[p.at] == '\r') {
		p.at++
	}
	p.end = p.at
	if p.at == len(p.text) {
		p.token = ""
		return
	}
	switch c := p.text[p.at]; {
	case isDigit(c) || c == '.':
		p.number()
	case isLetter(c):
		for p.end < len(p.text) && (isLetter(p.text[p.end]) || isDigit(p.text[p.end])) {
			p.end++
		}
	case strings.IndexByte("+-*/^(),", c) >= 0:
		p.end++
	case c == '<' || c == '>':
		p.end++
		if p.end < len(p.text) && p.text[p.end] == '=' {
			p.end++
		}
	default:
		_, size := firstRune(p.text[p.at:])
		p.fail("the character " + strconv.Quote(p.text[p.at:p.at+size]) + " has no meaning")
		return
	}
	p.token = p.text[p.at:p.end]
}

// number moves end past a number: digits, a point, an exponent.
func (p *parser) number() {
	digits := func() {
		for p.end < len(p.text) && isDigit(p.text[p.end]) {
			p.end++
		}
	}
	digits()
	if p.end < len(p.text) && p.text[p.end] == '.' {
		p.end++
		digits()
	}
	if p.end < len(p.text) && (p.text[p.end] == 'e' || p.text[p.end] == 'E') {
		back := p.end
		p.end++
		if p.end < len(p.text) && (p.text[p.end] == '+' || p.text[p.end] == '-') {
			p.end++
		}
		if p.end == len(p.text) || !isDigit(p.text[p.end]) {
			p.end = back // not an exponent
			return
		}
		digits()
	}
}

func firstRune(text string) (rune, int) {
	for i, r := range text {
		if i > 0 {
			return r, i
		}
	}
	return 0, len(text)
}

func isDigit(c byte) bool  { return c >= '0' && c <= '9' }
func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// sum parses a sum. All nesting goes through sum or sign, which limit its depth.
func (p *parser) sum() *node {
	if !p.enter() {
		return &node{}
	}
	defer p.leave()
	n := p.product()
	for p.token == "+" || p.token == "-" {
		apply := add
		if p.token == "-" {
			apply = subtract
		}
		p.next()
		n = &node{apply: apply, a: n, b: p.product()}
	}
	return n
}

func (p *parser) product() *node {
	n := p.sign()
	for p.token == "*" || p.token == "/" {
		apply := multiply
		if p.token == "/" {
			apply = divide
		}
		p.next()
		n = &node{apply: apply, a: n, b: p.sign()}
	}
	return n
}

func (p *parser) sign() *node {
	if !p.enter() {
		return &node{}
	}
	defer p.leave()
	switch p.token {
	case "-":
		p.next()
		return &node{apply: negate, a: p.sign()}
	case "+":
		p.next()
		return p.sign()
	}
	n := p.atom()
	if p.token == "^" {
		p.next()
		n = &node{apply: math.Pow, a: n, b: p.sign()}
	}
	return n
}

func (p *parser) enter() bool {
	if p.depth++; p.depth > maxDepth && p.err == nil {
		p.fail("the formula is nested more than " + strconv.Itoa(maxDepth/2) + " deep")
	}
	return p.err == nil
}

func (p *parser) leave() { p.depth-- }

func (p *parser) atom() *node {
	token := p.token
	switch {
	case token == "(":
		p.next()
		n := p.sum()
		p.expect(")")
		return n
	case token != "" && (isDigit(token[0]) || token[0] == '.'):
		v, err := strconv.ParseFloat(token, 64)
		if err != nil {
			p.fail(strconv.Quote(token) + " is not a number")
			return &node{}
		}
		p.next()
		return &node{value: v}
	case token != "" && isLetter(token[0]):
		return p.named(strings.ToLower(token))
	}
	p.fail("a number, a variable or a parenthesis is expected instead of " + p.name())
	return &node{}
}

// named parses a variable, pi, or a function with its arguments.
func (p *parser) named(name string) *node {
	if v := variable(name); v > 0 {
		p.top = max(p.top, v)
		p.next()
		return &node{variable: v}
	}
	if name == "pi" {
		p.next()
		return &node{value: math.Pi}
	}
	f, ok := find(name)
	if !ok {
		p.fail("the name " + strconv.Quote(name) + " is unknown; there are x1, x2, x3, sin, cos, tan, tanh, exp, log, sqrt, abs, min and max")
		return &node{}
	}
	p.next()
	p.expect("(")
	n := &node{apply: f.apply, a: p.sum()}
	if f.arguments == 2 {
		p.expect(",")
		n.b = p.sum()
	}
	p.expect(")")
	return n
}

func (p *parser) expect(token string) {
	if p.token != token {
		p.fail(strconv.Quote(token) + " is expected instead of " + p.name())
		return
	}
	p.next()
}
