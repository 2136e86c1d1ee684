package intent

import (
	"math"
	"strconv"
)

// Field holds the properties of a field other than its kind.
type Field struct {
	// Name is the field's name in JSON.
	Name string
	// What begins the sentence that rejects a value, such as "The tolerance". For an index it is the noun counted, such as "neuron".
	What string
	// Index marks an index, from 0, of a neuron, a point or the like; -1 means none if the range allows it.
	Index bool
	// Optional is set if the field can be omitted.
	Optional bool
	// Key is set if the presence of the field distinguishes the intent from others of the same name.
	Key bool
}

// Range restricts a number, or each number of a list. The zero Range allows all numbers.
type Range struct {
	Low, High float64
	// Kind tells which bounds apply and whether they are included.
	Kind Bounds
	// Unit follows the bounds in sentences, such as " per cent".
	Unit string
	// Says is the sentence that rejects a value, or "" for the standard one.
	Says string
}

// Bounds is the kind of a Range.
type Bounds int

// The kinds of range: unbounded; Low <= v, where a High above 0 is an upper limit that sentences do not mention; Low < v; Low <= v <= High; Low < v <
// High.
const (
	Unbounded Bounds = iota
	From
	Above
	Between
	Inside
)

// Holds reports whether v is within the range.
func (r Range) Holds(v float64) bool {
	switch r.Kind {
	case From:
		return v >= r.Low && (r.High <= 0 || v <= r.High)
	case Above:
		return v > r.Low
	case Between:
		return v >= r.Low && v <= r.High
	case Inside:
		return v > r.Low && v < r.High
	}
	return v == v
}

// Words describes the range, to follow "must be", for integers or for any numbers.
func (r Range) Words(whole bool) string {
	low, high := number(r.Low), number(r.High)
	noun := "a number"
	if whole {
		noun = "a whole number"
	}
	switch r.Kind {
	case From:
		return noun + " from " + low + " on" + r.Unit
	case Above:
		return noun + " above " + low + r.Unit
	case Between:
		if whole {
			return noun + " from " + low + " to " + high + r.Unit
		}
		return "between " + low + " and " + high + r.Unit
	case Inside:
		return "above " + low + " and below " + high + r.Unit
	}
	return noun
}

func from(low float64) Range          { return Range{Kind: From, Low: low} }
func above(low float64) Range         { return Range{Kind: Above, Low: low} }
func between(low, high float64) Range { return Range{Kind: Between, Low: low, High: high} }
func inside(low, high float64) Range  { return Range{Kind: Inside, Low: low, High: high} }

// in returns the range with a unit, saying the range with its own sentence.
func (r Range) in(unit string) Range     { r.Unit = unit; return r }
func (r Range) saying(says string) Range { r.Says = says; return r }
func field(name, what string) Field      { return Field{Name: name, What: what} }
func index(name, what string) Field      { return Field{Name: name, What: what, Index: true} }
func (f Field) optional() Field          { f.Optional = true; return f }
func (f Field) key() Field               { f.Key = true; return f }

// number returns the text of a bound.
func number(v float64) string {
	if v == math.Trunc(v) && math.Abs(v) < 1e16 {
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return strconv.FormatFloat(v, 'g', 12, 64)
}
