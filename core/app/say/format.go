package say

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"unicode"

	"conelab/core/app/protocol"

	"conelab/core/data/fault"
)

// refuse returns a sentence as an error.
func refuse(words ...string) error { return errors.New(strings.Join(words, "")) }

// because makes a sentence of an error of the packages below.
func because(what string, err error) error {
	if err == nil {
		return nil
	}
	return refuse(what, ": ", trimmed(err), ".")
}

// trimmed returns the text of an error without its full stop.
func trimmed(err error) string { return strings.TrimSuffix(err.Error(), ".") }

// Sentence returns an error of the packages below as a sentence: with a capital, and a full stop.
func Sentence(err error) error {
	if err == nil || err.Error() == "" {
		return err
	}
	return refuse(Capital(trimmed(err)), ".")
}

// Capital returns the text with a capital first.
func Capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// Clip shortens a text of the user's that comes back in a sentence.
func Clip(text string) string { return fault.Clip(text) }

func quote(text string) string { return strconv.Quote(Clip(text)) }

// count returns a whole number, nth what is counted from 0 as it is named.
func count(n int) string { return strconv.Itoa(n) }

func nth(i int) string { return strconv.Itoa(i + 1) }

// Plural returns so many of a noun: one neuron, 2 neurons.
func Plural(n int, noun string) string {
	if n == 1 {
		return "one " + noun
	}
	return count(n) + " " + noun + "s"
}

// Number returns four digits of a number, Brief three.
func Number(v float64) string { return figures(v, 4) }

// Brief returns three digits of a number.
func Brief(v float64) string { return figures(v, 3) }

// Plain returns three digits of a number and Full all, as programs read them.
func Plain(v float64) string { return strconv.FormatFloat(v, 'g', 3, 64) }

// Full returns all digits of a number.
func Full(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// exponents are what FormatFloat writes of powers of ten, and what the page does.
var exponents = strings.NewReplacer("e-0", "e−", "e+0", "e", "e+", "e", "-", "−")

// figures returns so many significant digits of a number as the page writes them everywhere, with a real minus sign: 0.05, −2, 4.6e−11, 3e6.
func figures(v float64, digits int) string {
	return exponents.Replace(strconv.FormatFloat(v, 'g', digits, 64))
}

// precise returns v with seven significant digits.
func precise(v float64) string { return figures(v, 7) }

// short returns v with three significant digits, of rounding errors zero; signed puts the sign before it in any case.
func short(v float64) string {
	if math.Abs(v) < 1e-12 {
		return "0"
	}
	return Brief(v)
}

func signed(v float64) string {
	if v < 0 {
		return short(v)
	}
	return "+" + short(v)
}

// term returns v as the next term of a sum.
func term(v float64) string {
	if v < 0 {
		return " − " + short(-v)
	}
	return " + " + short(v)
}

// Activation returns a u² + b u + c.
func Activation(sigma [3]float64) string {
	text := ""
	for k, name := range [3]string{"u²", "u", ""} {
		v := sigma[k]
		if v == 0 {
			continue
		}
		size := short(math.Abs(v))
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
		text += size + name
	}
	if text == "" {
		return "0"
	}
	return text
}

// Join puts one sentence after another, either of which may be "".
func Join(first, second string) string {
	if first == "" || second == "" {
		return first + second
	}
	return first + " " + second
}

// matrix returns the name of the matrix of a sign.
func matrix(sign int) string {
	if sign < 0 {
		return "Z′"
	}
	return "Z"
}

// outputName returns the name of an output, f with a subscript.
func outputName(output int) string { return "f" + subscript(output+1) }

// subscript returns n in Unicode subscript digits, superscript in superscript ones.
func subscript(n int) string { return digits(n, "₀₁₂₃₄₅₆₇₈₉") }

func superscript(n int) string { return digits(n, "⁰¹²³⁴⁵⁶⁷⁸⁹") }

func digits(n int, with string) string {
	out, forms := []rune{}, []rune(with)
	for _, digit := range count(n) {
		out = append(out, forms[digit-'0'])
	}
	return string(out)
}

// nameLetters is how many letters of a class's name stand in a picture, the last a mark that there are more; each has up to four bytes.
const nameLetters = protocol.MostNameBytes / 4

// ShortNames returns names of classes as they stand in the pictures, on one line each; none at all if one of them is blank.
func ShortNames(names []string) []string {
	var all []string
	for _, name := range names {
		letters := []rune(strings.Join(strings.Fields(strings.Map(printed, name)), " "))
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

// printed puts a blank in the place of what cannot be seen.
func printed(r rune) rune {
	if unicode.IsControl(r) {
		return ' '
	}
	return r
}
