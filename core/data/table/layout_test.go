package table_test

import (
	"encoding/csv"
	"math"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"conelab/core/data/table"
)

// TestLayoutIsGuessed writes tables of numbers and words with every separator and decimal mark, and reads them without being told.
func TestLayoutIsGuessed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		separator := rapid.SampledFrom([]rune{',', ';', '\t', '|'}).Draw(t, "separator")
		comma := rapid.Bool().Draw(t, "comma")
		rows, width := rapid.IntRange(2, 8).Draw(t, "rows"), rapid.IntRange(2, 5).Draw(t, "columns")
		words := rapid.SliceOfN(rapid.Bool(), width, width).Draw(t, "words")
		words[width-1] = false
		var b strings.Builder
		w := csv.NewWriter(&b)
		w.Comma = separator
		header := make([]string, width)
		for j := range header {
			header[j] = "column " + strconv.Itoa(j)
		}
		_ = w.Write(header) // into memory
		want := make([][]float64, rows)
		for i := range want {
			cells := make([]string, width)
			want[i] = make([]float64, width)
			for j := range cells {
				if words[j] {
					cells[j], want[i][j] = rapid.SampledFrom([]string{"red", "dark blue", "a, b", "x;y", "tall (2 m)"}).Draw(t, "word"), math.NaN()
					continue
				}
				cents := rapid.IntRange(-9999, 9999).Draw(t, "cents")
				cells[j], want[i][j] = strconv.FormatFloat(float64(cents)/100, 'f', 2, 64), float64(cents)/100
				if comma {
					cells[j] = strings.Replace(cells[j], ".", ",", 1)
				}
			}
			_ = w.Write(cells)
		}
		w.Flush()
		got, err := table.ParseText([]byte(b.String()), table.Format{})
		if err != nil {
			t.Fatalf("%v\n%s", err, b.String())
		}
		for i := range want {
			for j, v := range want[i] {
				if read := got.Value(i, j); read != v && !(math.IsNaN(read) && math.IsNaN(v)) || got.Words(j) != words[j] {
					t.Fatalf("row %d, column %d is %g, words %v\n%s", i, j, read, got.Words(j), b.String())
				}
			}
		}
	})
}
