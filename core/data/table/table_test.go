package table_test

import (
	"encoding/csv"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"conelab/core/data/table"
)

func TestFaults(t *testing.T) {
	for text, sentence := range map[string]string{
		"":                            `the table is empty, expected rows of numbers`,
		" \n# nothing\n":              `the table is empty, expected rows of numbers`,
		"a,b\n":                       `the table has a header but no rows, expected at least one row of numbers`,
		"a,b\n1,2\n3,abc\n":           `line 3, column 2 (b) is "abc", expected a number`,
		"# x\n1,2\n\n3,\n":            `line 4, column 2 is missing, expected a number`,
		"1,2\n# x\n3,4\n":             `line 2 has 1 cell, expected 2 as in line 1; # begins a comment only above the first row`,
		"a,b\n1,2\n#N/A,4\n":          `line 3, column 1 (a) is "#N/A", expected a number`,
		"1\t2\t3\n4\t\t6\n":           `line 2, column 2 is missing, expected a number`,
		"x,y\n,2\n":                   `line 2, column 1 (x) is missing, expected a number`,
		",\n1,2\n":                    `line 1, column 1 is missing, expected a number`,
		"1,2\n3\n":                    `line 2 has 1 cell, expected 2 as in line 1`,
		"a,b\n0.1,2,3\n":              `line 2 has 3 cells, expected 2 as in the header`,
		"Birds, 2020\na,b,c\n1,2,3\n": "line 2 has 3 cells, expected 2 as in line 1; a title above the table is left out if it begins with #",
		"a,y\n1.234.567,1\n2.345,2\n": `line 2, column 1 (a) is "1.234.567", a number with marks between its thousands, expected a ` +
			"decimal point as in the other numbers of the table",
		"1 2\n3 4 5\n":         `line 2 has 3 cells, expected 2 as in line 1`,
		"1,abc\n":              `line 1, column 2 is "abc", expected a number`,
		"a,b\nc,d\n":           `line 2, column 1 (a) is "c", expected a number`,
		"1,NaN\n":              `line 1, column 2 is NaN, expected a finite number`,
		"1,-inf\n":             `line 1, column 2 is -inf, expected a finite number`,
		"y\n2024-01-31\n":      `line 2, column 1 (y) is the date "2024-01-31", expected a number`,
		"y\n31.1.2024 12:30\n": `line 2, column 1 (y) is the date "31.1.2024 12:30", expected a number`,
		"y\n1/31/2024\n":       `line 2, column 1 (y) is the date "1/31/2024", expected a number`,
		"y\n12:30\n":           `line 2, column 1 (y) is the time "12:30", expected a number`,
		"y,z\n12 %,1\n":        `line 2, column 1 (y) is the percentage "12 %", expected a number`,
		"b c\nx\n":             `line 2, column 1 (b c) is "x", expected a number`,
		"y\n3_5\n":             `line 2, column 1 (y) is "3_5", expected a number`,
		"x\n1\n1_000\n":        `line 3, column 1 (x) is "1_000", expected a number`,
		"y\n0x1p4\n":           `line 2, column 1 (y) is "0x1p4", expected a number`,
		"1,1e999\n":            `line 1, column 2 is 1e999, expected a number within double precision`,
		"\"1,234\",5\n\"2,345\",6\n": `line 1, column 1 is "1,234", which may be 1.234 or 1234, expected numbers without commas, or ` +
			`semicolons between the cells`,
		"0,5;1\n1.5;3\n": `line 2, column 1 is "1.5", expected a decimal comma as in the other numbers of the table`,
		"PAR1\x15": `the file is a Parquet file, expected text or NumPy: in Python, ` +
			`pandas.read_parquet(file).to_csv("data.csv", index=False)`,
		"SQLite format 3\x00": `the file is an SQLite database, expected text: sqlite3 -csv -header FILE "SELECT * FROM TABLE", or ` +
			`conelab sums --sql`,
		"1,2\n3,\"4\n": `line 2 has a quotation mark out of place, expected quotes around whole cells only`,
		"1,2\n3,4\"\n": `line 2 has a quotation mark out of place, expected quotes around whole cells only`,
		"1,2\r3,4\r": `the table has carriage returns alone at the ends of its lines, expected line feeds: in Excel, save it ` +
			`as CSV UTF-8`,
		"1\x00,\x002\x00\n": `the table has a byte of zero, expected rows of numbers as plain text`,
	} {
		if _, err := all([]byte(text)); err == nil || err.Error() != sentence {
			t.Errorf("%q:\n got %v\nwant %s", text, err, sentence)
		}
	}
	if _, err := table.Open([]byte("[\n {\"a\":1}]"), table.Format{}); err == nil || !strings.Contains(err.Error(), "JSON records") {
		t.Error(err)
	}
}

// all returns the numbers of a text.
func all(text []byte) ([][]float64, error) {
	t, err := table.ParseText(text, table.Format{Header: table.HeaderOfWords})
	if err != nil {
		return nil, err
	}
	return t.All()
}

// TestParseText: what other programs do not write, of which package specimen has files, but people do.
func TestParseText(t *testing.T) {
	for name, c := range map[string]struct {
		text   string
		format table.Format
		header []string
		rows   [][]string
	}{
		"no last newline": {"1,-2.5\n3e2,4", table.Format{}, nil, [][]string{{"1", "-2.5"}, {"3e2", "4"}}},
		"comments": {"# by hand, with; commas\n\n  # more, \n   \n1 -2.5\n3e2 4\n", table.Format{}, nil,
			[][]string{{"1", "-2.5"}, {"3e2", "4"}}},
		"no comments":  {"#,Name\n1,a\n#2,b\n", table.Format{}, []string{"#", "Name"}, [][]string{{"1", "a"}, {"#2", "b"}}},
		"quoted":       {"\"#ff0000\",2\n\"#00ff00\",3\n", table.Format{}, nil, [][]string{{"#ff0000", "2"}, {"#00ff00", "3"}}},
		"padded":       {"\"a;1\", \"b\"\"c\"\n 1 , -2.5\n", table.Format{}, []string{"a;1", `b"c`}, [][]string{{"1", "-2.5"}}},
		"padded tabs":  {"1 \t -2.5\n3e2\t4 \n", table.Format{}, nil, [][]string{{"1", "-2.5"}, {"3e2", "4"}}},
		"one number":   {"7", table.Format{}, nil, [][]string{{"7"}}},
		"all text":     {"a,b\nc,d\n", table.Format{Header: table.HeaderNever}, nil, [][]string{{"a", "b"}, {"c", "d"}}},
		"years":        {"1999,2000\n1,2\n", table.Format{Header: table.HeaderAlways}, []string{"1999", "2000"}, [][]string{{"1", "2"}}},
		"given commas": {"1,2;5\n3,4\n", table.Format{Separator: ','}, nil, [][]string{{"1", "2;5"}, {"3", "4"}}},
		"missing":      {"1,\n,2\n", table.Format{}, nil, [][]string{{"1", ""}, {"", "2"}}},
	} {
		got, err := table.ParseText([]byte(c.text), c.format)
		if err != nil || !reflect.DeepEqual(got.Header, c.header) || !reflect.DeepEqual(got.Rows, c.rows) {
			t.Errorf("%s: got %v, %v", name, got, err)
		}
	}
	_, err := table.ParseText([]byte("1\n"), table.Format{Separator: 'x'})
	if err == nil || err.Error() != "the separator is 'x', expected a comma, semicolon, tab, space or vertical bar" {
		t.Error(err)
	}
}

// TestNotes: what a text has that is read otherwise than it stands there is said.
func TestNotes(t *testing.T) {
	const windows = "the text is not UTF-8 and is read as Windows-1252, which contains Latin-1"
	const zeros = `column 2 (zip) has zeros in front, as codes have: "08001" is read as the number 8001`
	const truth = `column 1 (a) has words such as "TRUE": true is 1 and false is 0`
	for text, want := range map[string]string{
		"a,b\n1,2\n":                                        "",
		"a,b\nTRUE,1\nFALSE,2\n":                            truth,
		"a,zip\n1,8001\n2,08001\n":                          zeros,
		"a,b\n0,0.5\n2,0\n":                                 "",
		"# by hand\na,b\n1,2\n3,4\n":                        "the comments above the first row are left out, 1 line",
		"# 1\n#2\na;b\n1;2\n":                               "the comments above the first row are left out, 2 lines",
		"na\xefve,b\n1,2\n":                                 windows,
		"@relation r\n@attribute na\xefve real\n@data\n1\n": windows,
		"10,20,30\n1,2,0\n2,3,4\n0,1,1\n5,5,5\n2,1,1\n":     `the first line, "10 20 30", is read as a row`,
		"1,2,3\n3,2,0\n2,3,4\n4,1,1\n5,5,5\n2,1,1\n":        `the first line, "1 2 3", is read as a row`,
		"1,2,3\n3,4,5\n2,3,4\n4,5,6\n5,6,7\n":               "",
		"1990,1991,1995\n2,0.5,7\n1,3,4.5\n2,2,4\n":         `the first line, "1990 1991 1995", is read as a row`,
	} {
		got, err := table.Open([]byte(text), table.Format{})
		if err != nil {
			t.Fatal(err)
		}
		if want == "" && len(got.Notes) > 0 || want != "" && (len(got.Notes) != 1 || got.Notes[0].Sentence != want) {
			t.Errorf("%q: %v, want %s", text, got.Notes, want)
		}
	}
}

// TestLine writes texts that a spreadsheet would take for formulas, numbers, and cells of several lines, and reads them again.
func TestLine(t *testing.T) {
	header := []string{"=cmd|' /C calc'!A0", "+a", "-b", "@c", "two\nlines", `q"uote`}
	row := []string{"-0.5", "+3", "-1e-300", "1", "=1+1", "a\n\n;b"}
	lines := table.Line(header) + table.Line(row)
	if want := "\"\t=cmd|' /C " +
		"calc'!A0\",\"\t+a\",\"\t-b\",\"\t@c\",\"two\nlines\",\"q\"\"uote\"\n-0.5,+3,-1e-300,1,\"\t=1+1\",\"a\n\n;b\"\n"; lines != want {
		t.Errorf("the lines are %q", lines)
	}
	again, err := table.ParseText([]byte(lines), table.Format{})
	if err != nil || !slices.Equal(again.Header, header) || !slices.Equal(again.Rows[0], row) {
		t.Errorf("they are read as %v: %v", again, err)
	}
}

func TestColumn(t *testing.T) {
	named, err := table.ParseText([]byte("a,b,2,b\nx,x,x,x\n"), table.Format{Header: table.HeaderAlways})
	if err != nil {
		t.Fatal(err)
	}
	bare, err := table.ParseText([]byte("1,2\n"), table.Format{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		text     *table.Table
		name     string
		column   int
		sentence string
	}{
		{named, "a", 0, ""}, {named, "2", 2, ""}, {named, "4", 3, ""}, {bare, "2", 1, ""},
		{named, "b", 0, `the table has several columns called "b", expected one, or the number of a column`},
		{named, "5", 0, `the table has no column "5", expected a name of its header or the number of a column, 1 to 4`},
		{bare, "0", 0, `the table has no column "0", expected the number of a column, 1 to 2`},
	} {
		got, err := c.text.Column(c.name)
		if got != c.column || (err == nil) != (c.sentence == "") || err != nil && err.Error() != c.sentence {
			t.Errorf("%s: %d, %v, want %d %s", c.name, got, err, c.column, c.sentence)
		}
	}
}

// TestThousands writes numbers with every decimal mark and every mark between thousands, and reads them without being told.
func TestThousands(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		decimal := rapid.SampledFrom([]string{".", ","}).Draw(t, "decimal")
		mark := rapid.SampledFrom([]string{".", ",", " ", "'", "\u2019", "\u00a0", "\u202f", "\u2009"}).
			Filter(func(mark string) bool { return mark != decimal }).Draw(t, "mark")
		var text strings.Builder
		var want []float64
		for range rapid.IntRange(1, 8).Draw(t, "rows") {
			thousands, ones := rapid.IntRange(-999, 999).Draw(t, "thousands"), rapid.IntRange(0, 999).Draw(t, "ones")
			cents := rapid.IntRange(0, 99).Draw(t, "cents")
			if thousands == 0 {
				thousands = 1
			}
			v, err := strconv.ParseFloat(fmt.Sprintf("%d%03d.%02d", thousands, ones, cents), 64)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&text, "\"%d%s%03d%s%02d\",1\n", thousands, mark, ones, decimal, cents)
			want = append(want, v)
		}
		got, err := table.ParseText([]byte(text.String()), table.Format{})
		if err != nil {
			t.Fatalf("%v\n%s", err, text.String())
		}
		for i, v := range want {
			if got.Value(i, 0) != v {
				t.Fatalf("row %d is %v, want %v\n%s", i, got.Value(i, 0), v, text.String())
			}
		}
		note := func(n table.Note) bool {
			return strings.HasPrefix(n.Sentence, "marks between thousands are left out: ")
		}
		if !slices.ContainsFunc(got.Notes, note) {
			t.Errorf("no note of the marks in %v", got.Notes)
		}
	})
}

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

// TestNumbersAsNames draws tables of measurements below years, wavelengths and the like: beside a word they are names, without one a row,
// and a note says how to change that.
func TestNumbersAsNames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, columns := rapid.IntRange(3, 30).Draw(t, "rows"), rapid.IntRange(3, 8).Draw(t, "columns")
		var names, lines []string
		from, step := rapid.Float64Range(310, 3000).Draw(t, "from"), rapid.Float64Range(0.5, 50).Draw(t, "step")
		for j := range columns {
			names = append(names, fmt.Sprintf("%.2f1", from+float64(j)*step))
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
		body := strings.Join(append(lines, "900"+lines[0][strings.IndexByte(lines[0], ','):]), "\n") + "\n" // the last of which does not ascend
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
