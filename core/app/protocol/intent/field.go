package intent

import (
	"math"
	"strconv"
)

// Field says what a field of an intent is, beside its kind.
type Field struct {
	// Name is that in JSON.
	Name string
	// What is how a sentence begins that refuses a value: "The tolerance". Of an index it is what is counted: "neuron".
	What string
	// Index says that the number counts neurons, points or the like, from 0; -1 is for none, where the range allows it.
	Index bool
	// Optional says that the field can be left out.
	Optional bool
	// Key says that the field, by being there, tells the intent from others of the same name.
	Key bool
}

// Range bounds a number, or each number of a list. The zero Range has no bounds.
type Range struct {
	Low, High float64
	// Kind says which of the bounds there are, and whether they belong to the range.
	Kind Bounds
	// Unit follows the bounds in sentences: " per cent".
	Unit string
	// Says is the sentence that refuses a value, where the usual one does not do.
	Says string
}

// Bounds are the kinds of range.
type Bounds int

// The kinds of range: no bounds; Low <= v, where a High above 0 is a limit that sentences do not name; Low < v; Low <= v <= High;
// Low < v < High.
const (
	Unbounded Bounds = iota
	From
	Above
	Between
	Inside
)

// Holds reports whether v is in the range.
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

// Words says the range after "must be", for whole numbers or any.
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

// in returns the range with a unit, saying with a sentence of its own.
func (r Range) in(unit string) Range     { r.Unit = unit; return r }
func (r Range) saying(says string) Range { r.Says = says; return r }
func field(name, what string) Field      { return Field{Name: name, What: what} }
func index(name, what string) Field      { return Field{Name: name, What: what, Index: true} }
func (f Field) optional() Field          { f.Optional = true; return f }
func (f Field) key() Field               { f.Key = true; return f }

// number returns the usual text of a bound.
func number(v float64) string {
	if v == math.Trunc(v) && math.Abs(v) < 1e16 {
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return strconv.FormatFloat(v, 'g', 12, 64)
}
