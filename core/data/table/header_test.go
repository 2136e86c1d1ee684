package table_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"conelab/core/data/table"
)

// TestNumbersAsNames draws tables of measurements below years, wavelengths and the like: beside a word they are names, without one a row,
// and a note says how to change that.
func TestNumbersAsNames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, columns := rapid.IntRange(3, 30).Draw(t, "rows"), rapid.IntRange(3, 8).Draw(t, "columns")
		var names, lines []string
		from, step := rapid.Float64Range(310, 3000).Draw(t, "from"), rapid.Float64Range(0.5, 50).Draw(t, "step")
		for j := range columns {
			names = append(names, fmt.Sprintf("%.2f", from+float64(j)*step))
		}
		word := rapid.Bool().Draw(t, "word")
		if word {
			names[columns-1] = "target"
		}
		for range rows {
			var cells []string
			for range columns {
				cells = append(cells, fmt.Sprintf("%.6f", rapid.Float64Range(-100, 100).Draw(t, "value")))
			}
			lines = append(lines, strings.Join(cells, ","))
		}
		body := strings.Join(lines, "\n") + "\n"
		headed, err := table.ParseText([]byte(strings.Join(names, ",")+"\n"+body), table.Format{})
		if err != nil {
			t.Fatal(err)
		}
		option := map[bool]string{true: "--header no", false: "--header yes"}[word]
		if (headed.Header != nil) != word || word && !slices.Equal(headed.Header, names) || len(headed.Notes) != 1 ||
			!strings.Contains(headed.Notes[0].Option, option) {
			t.Errorf("%q becomes %q with %v", names, headed.Header, headed.Notes)
		}
	})
}

// TestRowsAreNoNames draws tables of numbers without a header, sorted ones and whole numbers among them: no row is taken for names.
func TestRowsAreNoNames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, columns := rapid.IntRange(1, 30).Draw(t, "rows"), rapid.IntRange(1, 6).Draw(t, "columns")
		kind := rapid.SampledFrom([]string{"normal", "whole", "rising", "geometric", "far"}).Draw(t, "kind")
		var text strings.Builder
		for i := range rows {
			for j := range columns {
				v := rapid.Float64Range(-3, 3).Draw(t, "value")
				switch kind {
				case "whole":
					v = math.Round(v)
				case "rising":
					v = float64(i+1) * float64(j+1)
				case "geometric":
					v = math.Pow(2, float64(-i-j))
				case "far": // numbers of all sizes in the columns
					v += math.Pow(10, float64(3*j))
				}
				fmt.Fprintf(&text, "%g,", v)
			}
			fmt.Fprintln(&text, i%2)
		}
		if strings.HasPrefix(text.String(), "0,1,2,") { // column numbers, by another rule
			return
		}
		got, err := table.ParseText([]byte(text.String()), table.Format{})
		if n, _ := got.Size(); err != nil || n != rows || got.Header != nil {
			t.Errorf("%v: %q of\n%s", err, got.Header, text.String())
		}
	})
}
