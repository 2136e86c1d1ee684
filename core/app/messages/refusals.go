package messages

import (
	"errors"
	"strconv"
	"strings"

	"conelab/core/data/fault"
)

// The sentences with which an intent, a file or a document is refused in several places. Each is a function of the arguments for its
// braces. Those without a capital are clauses, for a sentence that says what is refused, or for Sentence.
var (
	NoPoints          = refusal("There are no points yet.")
	NoPoint           = refusal("There is no point {+1}.")
	SumsUnreadable    = refusal("The sums cannot be read: {}.")
	ProblemUnreadable = refusal("The problem cannot be read: {}.")
	NoRow             = refusal("There is no row {+1}.")
	NoPointSelected   = refusal("No point is selected.")
	NoNeuron          = refusal("There is no neuron {+1}.")
	NothingToProbe    = refusal("A line can be probed where the pictures show a ReLU network of one or two features; " +
		"it needs one number more than there are features.")
	NoNeuronToRotate = refusal("There is no neuron {+1} to turn.")
	CannotOpen       = refusal("This cannot be opened: {}.")
	NotWork          = refusal("it is not saved work, which is a JSON object that names its format")
	NoSolution       = refusal("There is no solution yet.")
	ExportFails      = refusal("The network cannot be exported: {}.")
)

func refusal(text string) func(args ...any) error {
	return func(args ...any) error { return Refuse(text, args...) }
}

// Refuse returns a filled text (see Fill) as an error.
func Refuse(text string, args ...any) error { return errors.New(Fill(text, args...)) }

// Fill replaces the braces in a text by the arguments, in their order:
//
//	{}           a number to four significant digits, a user's text in quotation marks, or an error without its full stop
//	{3} {6} {±}  a number to three digits (Short), to six, or with its sign (Signed)
//	{+1} {_}     the number of something counted from 0, or a subscript
//	{=}          a text as it is
//	{noun}       a number with its noun, as Plural returns it
func Fill(text string, args ...any) string {
	var b strings.Builder
	b.Grow(len(text) + 16*len(args))
	for _, arg := range args {
		before, rest, _ := strings.Cut(text, "{")
		verb, after, _ := strings.Cut(rest, "}")
		b.WriteString(before)
		switch arg := arg.(type) {
		case error:
			b.WriteString(trimmed(arg))
		case float64:
			switch verb {
			case "3":
				b.WriteString(Short(arg))
			case "6":
				b.WriteString(figures(arg, 6))
			case "±":
				b.WriteString(Signed(arg))
			default:
				b.WriteString(Number(arg))
			}
		case string:
			if verb != "=" {
				arg = strconv.Quote(fault.Clip(arg))
			}
			b.WriteString(arg)
		case int:
			switch verb {
			case "":
				b.WriteString(strconv.Itoa(arg))
			case "+1":
				b.WriteString(strconv.Itoa(arg + 1))
			case "_":
				b.WriteString(Subscript(arg))
			default:
				b.WriteString(Plural(arg, verb))
			}
		}
		text = after
	}
	return b.String() + text
}

// FormulaTitle is the title of a problem whose labels come from a formula.
const FormulaTitle = "Points labelled by a formula"

// Note turns a decision about a file, reported by a package below, into a sentence.
func Note(text string) string { return Capital(text) + "." }
