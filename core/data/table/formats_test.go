package table_test

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"conelab/core/data/table"
)

// TestLIBSVM writes random rows with many zeros, counted from 0 or 1, and reads them; a column that
// another file has is zeros.
func TestLIBSVM(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, d, first := rapid.IntRange(1, 20).Draw(t, "n"), rapid.IntRange(1, 9).Draw(t, "d"), rapid.IntRange(0, 1).Draw(t, "first")
		var text strings.Builder
		want := make([][]float64, n)
		for i := range want {
			want[i] = make([]float64, d+1)
			label := rapid.SampledFrom([]string{"+1", "-1", "2.5", "0"}).Draw(t, "label")
			want[i][d], _ = strconv.ParseFloat(label, 64)
			text.WriteString(label)
			for k := range d {
				ends := i == 0 && (k == 0 || k == d-1) // so that the width can be told
				if v := rapid.Float64Range(-1e3, 1e3).Draw(t, "value"); ends || rapid.Bool().Draw(t, "listed") {
					want[i][k] = v
					fmt.Fprintf(&text, " %d:%s", k+first, strconv.FormatFloat(v, 'g', -1, 64))
				}
			}
			text.WriteString(rapid.SampledFrom([]string{"\n", " # said\n", "\r\n", "\n\n"}).Draw(t, "end"))
		}
		content := []byte(text.String())
		got, err := table.Open(content, table.Format{})
		if err != nil {
			t.Fatal(err)
		}
		rows, err := got.All()
		if err != nil || !reflect.DeepEqual(rows, want) || got.Name(0) != strconv.Itoa(first) || got.Name(d) != "label" {
			t.Errorf("%v: %v, want %v, of\n%s", err, rows, want, text.String())
		}
		wide, err := table.Open(content, table.Format{Known: []string{"99", strconv.Itoa(first), "label"}})
		if err != nil {
			t.Fatal(err)
		}
		for i := range want {
			if v := wide.Value(i, 99-first); wide.Name(99-first) != "99" || v != 0 || wide.Value(i, 100-first) != want[i][d] {
				t.Errorf("row %d of the wide table: %g", i, v)
			}
		}
	})
}

func TestLIBSVMFaults(t *testing.T) {
	for text, sentence := range map[string]string{
		"1 1:2\n1,2 1:3\n":               `line 2 has the label "1,2", expected one finite number`,
		"1 3:2 1:5\n":                    `line 1 has "1:5", expected index:value with rising indices and finite numbers`,
		"1 1:2\n\n2 1:inf\n":             `line 3 has "1:inf", expected index:value with rising indices and finite numbers`,
		"1 1:2\n2 2000000000:1\n3 1:1\n": `the file has 3 rows of 2000000000 features, expected at most 134217728 numbers with all zeros`,
	} {
		if _, err := table.Open([]byte(text), table.Format{}); err == nil || err.Error() != sentence {
			t.Errorf("%q:\n got %v\nwant %s", text, err, sentence)
		}
	}
	for _, text := range []string{"1 2 3\n", "a 1:2\n", "1 a:2\n", "1,2:3\n", "", "1\n2\n", "1:2 3:4\n"} {
		if got, err := table.Open([]byte(text), table.Format{}); err == nil && got.Name(0) != "" {
			t.Errorf("%q is taken for LIBSVM's format", text)
		}
	}
}

// TestARFF writes random cells, quoted in the ways of the format, and reads them.
func TestARFF(t *testing.T) {
	cell := rapid.StringMatching(`[a-z0-9 ,'"{}%\\.]{1,6}`)
	quote := func(text string) string {
		return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(text) + "'"
	}
	rapid.Check(t, func(t *rapid.T) {
		n, d := rapid.IntRange(1, 8).Draw(t, "n"), rapid.IntRange(1, 5).Draw(t, "d")
		var text strings.Builder
		text.WriteString("% said\n@relation 'a b'\n")
		var header []string
		for j := range d {
			header = append(header, fmt.Sprintf("%s %d", cell.Draw(t, "name"), j))
			fmt.Fprintf(&text, "@ATTRIBUTE %s %s\n", quote(header[j]),
				rapid.SampledFrom([]string{"numeric", "string", "{'u v', w}"}).Draw(t, "type"))
		}
		text.WriteString("@data\n")
		var want [][]string
		for range n {
			var cells, written []string
			for j := range d {
				cells = append(cells, cell.Draw(t, "cell"))
				written = append(written, quote(cells[j]))
			}
			want = append(want, cells)
			text.WriteString(strings.Join(written, ", ") + "\n")
		}
		got, err := table.Open([]byte(text.String()), table.Format{})
		if err != nil || !reflect.DeepEqual(got.Header, header) || !reflect.DeepEqual(got.Rows, want) {
			t.Fatalf("%v: want %q\n%s", err, want, text.String())
		}
	})
}

func TestARFFFaults(t *testing.T) {
	const head = "@relation r\n@attribute a numeric\n@attribute b {u, v}\n"
	for text, sentence := range map[string]string{
		head:                    `the ARFF file has no rows, expected some after @data`,
		head + "@data\n1\n":     `line 5 has 1 cell, expected 2 as there are attributes`,
		head + "@data\n{1 u}\n": `line 5 is a sparse row, expected a row with all attributes: in Weka, the filter SparseToNonSparse`,
		head + "1,u\n":          `line 4 is 1,u, expected @attribute or @data`,
	} {
		if _, err := table.Open([]byte(text), table.Format{}); err == nil || err.Error() != sentence {
			t.Errorf("%q:\n got %v\nwant %s", text, err, sentence)
		}
	}
}
