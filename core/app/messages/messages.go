// Package messages is how a session says things to its user: it formats numbers, words and lists, fills sentences with them, and has the
// sentences that are said in several packages. All others stand where the numbers in them come from.
//
// A refusal is an error of one sentence: what is wrong, where, and what was expected. Sentences count points, rows, neurons and the like
// from 1. Those that reject a value outside the range of a field are made from the range, in package intent; what is said of a preset is
// stored with it.
package messages

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"conelab/core/app/protocol"
	"conelab/core/data/fault"
)

// trimmed returns the text of an error as a part of a sentence.
func trimmed(err error) string {
	return strings.TrimSuffix(err.Error(), ".")
}

// Sentence returns an error of a package below as a sentence, with a capital and a full stop.
func Sentence(err error) error {
	if err == nil || err.Error() == "" {
		return err
	}
	return errors.New(Capital(trimmed(err)) + ".")
}

// Capital returns the text with its first letter capitalised.
func Capital(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	if size == 0 {
		return text
	}
	return string(unicode.ToUpper(first)) + text[size:]
}

// grouped formats an integer with commas: 1,000,000.
func grouped(n int) string {
	text := strconv.Itoa(n)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}

// SumsOf names the sums of rows.
func SumsOf(rows int) string { return Fill("the sums of {=} rows", grouped(rows)) }

// StandsFor describes a sums document.
func StandsFor(rows int) string {
	return Fill("A sums document, which stands for {=} rows; there are no points to show or to draw.", grouped(rows))
}

// List joins words: a, b and c.
func List(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " and " + words[last]
}

// Number formats a number to four significant digits.
func Number(v float64) string { return figures(v, 4) }

// figures formats a number to the given significant digits.
func figures(v float64, digits int) string { return string(fault.AppendNumber(nil, v, digits)) }

// Short formats a number to three significant digits, and rounding errors as zero.
func Short(v float64) string {
	if math.Abs(v) < 1e-12 {
		return "0"
	}
	return figures(v, 3)
}

// Sum formats numbers and, as the last text, what they add up to: all with as many decimals as give the sum the given significant digits or,
// where rounded like this they would not add up, with some more. If rounding never lets them, the last number takes the rest.
func Sum(digits int, parts ...float64) (texts []string) {
	all, most := append(slices.Clone(parts), 0), 3
	for _, v := range parts {
		all[len(parts)] += v
	}
	least := digits - 1 - int(math.Floor(math.Log10(math.Abs(all[len(parts)]))))
	if least < -digits || least > 2*digits || math.IsNaN(all[len(parts)]) { // far from 1: not by decimals
		for _, v := range all {
			texts = append(texts, figures(v, digits))
		}
		return texts
	}
	for decimals := max(0, least); ; decimals++ {
		unit, rest := math.Pow10(decimals), 2*math.Round(all[len(parts)]*math.Pow10(decimals))
		for _, v := range all {
			rest -= math.Round(v * unit)
		}
		if decimals < max(0, least)+most && rest != 0 {
			continue
		}
		for k, v := range all {
			v = math.Round(v * unit)
			if k == len(parts)-1 {
				v += rest
			}
			texts = append(texts, strings.Replace(strconv.FormatFloat(v/unit, 'f', decimals, 64), "-", "−", 1))
		}
		return texts
	}
}

// Apart formats two numbers to the given significant digits or, where these are the same, to as many more as tell them apart.
func Apart(a, b float64, digits int) (one, other string) {
	for ; digits < 17; digits++ {
		if one, other = figures(a, digits), figures(b, digits); one != other {
			break
		}
	}
	return one, other
}

// Signed is Short with the sign in any case.
func Signed(v float64) string {
	if v < 0 {
		return Short(v)
	}
	return "+" + Short(v)
}

// Activation returns the formula a s² + b s + c.
func Activation(sigma [3]float64) string {
	text := ""
	for k, name := range [3]string{"s²", "s", ""} {
		v := sigma[k]
		if v == 0 {
			continue
		}
		size := Short(math.Abs(v))
		if size == "1" && name != "" && math.Abs(v) == 1 {
			size = ""
		}
		switch {
		case text != "" && v < 0:
			text += " − "
		case text != "":
			text += " + "
		case v < 0:
			text = "−"
		}
		if size != "" && name != "" {
			size += " "
		}
		text += size + name
	}
	if text == "" {
		return "0"
	}
	return text
}

// NamedBeta, NamedActivation and NamedLoss name a beta, an activation and a loss.
func NamedBeta(beta float64) string           { return "β = " + Number(beta) }
func NamedActivation(sigma [3]float64) string { return "σ(s) = " + Activation(sigma) }
func NamedLoss(name string) string            { return "the " + name + " loss" }

// Subscript returns n in Unicode subscript digits.
func Subscript(n int) string { return digits(n, "₀₁₂₃₄₅₆₇₈₉") }

// Superscript returns n in Unicode superscript digits.
func Superscript(n int) string { return digits(n, "⁰¹²³⁴⁵⁶⁷⁸⁹") }

func digits(n int, with string) string {
	out, forms := []rune{}, []rune(with)
	for _, digit := range strconv.Itoa(n) {
		out = append(out, forms[digit-'0'])
	}
	return string(out)
}

// nameLetters is the number of letters of a class name that a picture shows, with the mark of an abbreviation. A letter
// has up to four bytes.
const nameLetters = protocol.MaxNameBytes / 4

// ShortNames abbreviates class names for the pictures, each on one line; it returns nil if one of them is blank.
func ShortNames(names []string) []string {
	var all []string
	visible := func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}
	for _, name := range names {
		letters := []rune(strings.Join(strings.Fields(strings.Map(visible, name)), " "))
		if len(letters) == 0 {
			return nil
		}
		if len(letters) > nameLetters {
			letters = append(letters[:nameLetters-1], '…')
		}
		all = append(all, string(letters))
	}
	return all
}

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
//	{noun}       a number with its noun, see fault.Count
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
				b.WriteString(fault.Count(arg, verb))
			}
		}
		text = after
	}
	return b.String() + text
}
