package main

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/alecthomas/kong"

	"conelab/core/data/fault"
)

// expectedOf ends the sentence that refuses a text which is not among the choices: with the one that is probably meant, or else with all.
func expectedOf(text string, choices []string) string {
	if near := fault.Nearest(text, choices); near != "" {
		return fmt.Sprintf("; did you mean %q?", near)
	}
	return ", expected one of " + strings.TrimPrefix(strings.Join(choices, ", "), ", ")
}

// plain replaces what kong says in usage errors by plain words.
var plain = strings.NewReplacer(
	"missing flags: ", "expected the option ", " (string)", "", `"",`, "", `but got "EOL" (EOL)`, "", `but got "EOL" (<nil>)`, "",
	"a valid 64 bit int ", "a whole number ", "a valid 64 bit uint ", "a whole number from 0 ", "a float ", "a number ",
	"expected string value", "expected a value", "expected float value", "expected a number", "expected int value", "expected a whole number",
)

// usageError returns the sentence for an error of kong's, with the command that shows the help: for the command that was named, if one was.
func usageError(err error) string {
	help := "conelab --help"
	if e := (*kong.ParseError)(nil); errors.As(err, &e) && e.Context.Selected() != nil {
		help = "conelab help " + e.Context.Selected().Name
	}
	return plain.Replace(err.Error()) + " (see " + help + ")"
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
