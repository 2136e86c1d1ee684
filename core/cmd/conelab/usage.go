package main

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"conelab/core/data/fault"
)

// checkValues wraps the decoders of flags: a missing or empty value is refused, one that begins with a minus is taken, and in place of one
// that is not among the choices the nearest is suggested.
func checkValues(flags []*kong.Flag) {
	for _, f := range flags {
		if !f.IsBool() {
			f.Mapper = flagValue{f.Mapper}
		}
	}
}

// flagValue decodes the value of a flag.
type flagValue struct{ kong.Mapper }

// Decode checks the next word of the command line, which is to be the value, and decodes it.
func (m flagValue) Decode(ctx *kong.DecodeContext, target reflect.Value) error {
	token := ctx.Scan.Pop()
	text, _ := token.Value.(string)
	choices := ctx.Value.EnumSlice() // a single empty one where any value will do
	switch {
	case text == "" && (ctx.Value.Enum == "" || token.Type != kong.FlagValueToken): // or the end of the line; a default may be empty
		return errors.New("expected a value")
	case token.Type == kong.UntypedToken && isFlag(text):
		return fmt.Errorf("expected a value but got the option %s; write =%s if that is the value", text, text)
	case ctx.Value.Enum != "" && !slices.Contains(choices, text):
		return fmt.Errorf("got %.40q%s", text, expectedOf(text, choices))
	}
	ctx.Scan.PushTyped(token.Value, kong.FlagValueToken) // kong takes these with a minus, too
	return m.Mapper.Decode(ctx, target)
}

// expectedOf ends the sentence that refuses a text which is not among the choices: with the one that is probably meant, or else with all.
func expectedOf(text string, choices []string) string {
	if near := fault.Nearest(text, choices); near != "" {
		return fmt.Sprintf("; did you mean %q?", near)
	}
	return ", expected one of " + strings.TrimPrefix(strings.Join(choices, ", "), ", ")
}

// isFlag reports whether a word is written as a flag, and neither as a negative number nor as a minus alone.
func isFlag(word string) bool {
	name, ok := strings.CutPrefix(word, "-")
	return ok && name != "" && !strings.ContainsAny(name[:1], ".0123456789")
}

// plain replaces what kong says in usage errors by plain words.
var plain = strings.NewReplacer(
	"missing flags: ", "expected the option ", " (string)", "",
	"a valid 64 bit int ", "a whole number ", "a valid 64 bit uint ", "a whole number from 0 ", "a float ", "a number ",
	"expected float value", "expected a number", "expected int value", "expected a whole number",
)

// usageError returns the sentence for an error of kong's, with the command that shows the help: for the command that was named, if one was.
func usageError(err error) string {
	text, help := plain.Replace(err.Error()), "conelab --help"
	if e := (*kong.ParseError)(nil); errors.As(err, &e) && e.Context.Selected() != nil {
		command := e.Context.Selected()
		help = "conelab help " + command.Name
		if unknown, ok := strings.CutPrefix(text, "unknown flag "); ok { // kong suggests any flag of one letter
			unknown, _, _ = strings.Cut(unknown, ",")
			text = "unknown flag " + unknown
			if near := fault.Nearest(strings.TrimLeft(unknown, "-"), names(command)); near != "" {
				text += "; did you mean --" + near + "?"
			}
		}
	}
	return text + " (see " + help + ")"
}

// names returns the names of all flags of a command, with their aliases.
func names(command *kong.Node) (names []string) {
	for _, group := range command.AllFlags(true) {
		for _, f := range group {
			names = append(append(names, f.Name), f.Aliases...)
		}
	}
	return names
}

// within refuses a whole number that is out of range, as the value of an option.
func within(option string, value, least, most int) error {
	if least <= value && value <= most {
		return nil
	}
	if most == math.MaxInt {
		return fmt.Errorf("--%s is %d, expected a whole number from %d", option, value, least)
	}
	return fmt.Errorf("--%s is %d, expected %d to %d", option, value, least, most)
}

// fraction refuses a number that is not between 0 and 1, as the value of an option.
func fraction(option string, value float64) error {
	if value > 0 && value < 1 {
		return nil
	}
	return fmt.Errorf("--%s is %g, expected a number above 0 and below 1", option, value)
}
