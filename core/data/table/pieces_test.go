package table_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"conelab/core/data/table"
)

// TestPieces: a text is read in pieces as it is read whole, wherever it is cut: one of plain numbers, which are read faster, one with
// decimal commas, quotes, blank lines, comments and ends of lines of any kind, and two whose rows are longer than a piece, below a short
// header and a long one.
func TestPieces(t *testing.T) {
	var plain, quoted strings.Builder
	quoted.WriteString("# a comment\r\na;b;note\r\n")
	for i := range 60000 {
		fmt.Fprintf(&plain, "%d.25,-%de-3\r\n", i, i*i)
		switch i % 1000 {
		case 7:
			fmt.Fprintf(&quoted, "%d,5;\"%d\";\"two\nlines; \"\"quoted\"\"\"\r\n", i, -i)
		case 8:
			fmt.Fprintf(&quoted, "\r\n%d;1e3;x\r\n", i)
		default:
			fmt.Fprintf(&quoted, "%d,25;%d;plain text\r\n", i, i*i)
		}
	}
	names := make([]string, 300_000)
	for j := range names {
		names[j] = fmt.Sprintf("x%d", j)
	}
	long, wide := "a,b\n", strings.Join(names, ",")+"\n"
	for i := range 4 {
		long += fmt.Sprintf("\"%s\",%d\n", strings.Repeat(fmt.Sprintf("%d, ", i), 2500_000/3), i)
		wide += strings.Repeat(fmt.Sprintf("%d.000001,", i), len(names)-1) + "7\n"
	}
	for _, text := range []string{plain.String(), quoted.String(), long, wide} {
		whole, err := table.ParseText([]byte(text), table.Format{})
		if err != nil {
			t.Fatal(err)
		}
		pieces, err := table.TextPieces(strings.NewReader(text), table.Format{})
		if err != nil {
			t.Fatal(err)
		}
		part, row, count := pieces.First, 0, 0
		for ; ; count++ {
			rows, columns := part.Size()
			for i := range rows {
				for j := range columns {
					got, want := part.Value(i, j), whole.Value(row+i, j)
					if got != want && !(whole.Words(j) && part.Label(i, j) == whole.Label(row+i, j)) {
						t.Fatalf("piece %d, row %d: %g, want %g", count, row+i, got, want)
					}
				}
			}
			row += rows
			parse, err := pieces.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			if part, err = parse(); err != nil {
				t.Fatal(err)
			}
		}
		if rows, _ := whole.Size(); row != rows || count < 1 {
			t.Errorf("%d rows in %d pieces, want %d", row, count+1, rows)
		}
	}
	if _, err := table.TextPieces(bytes.NewReader(nil), table.Format{}); err == nil {
		t.Error("an empty file is read")
	}
}

// TestStrayQuote: where no line ends outside quotes any more, the line is named, however many lines there are below.
func TestStrayQuote(t *testing.T) {
	text := "a,b\n1,2\n3,12\" pipe\n" + strings.Repeat("5,6\n", 20_000_000)
	_, err := table.TextPieces(strings.NewReader(text), table.Format{})
	if err == nil || !strings.HasPrefix(err.Error(), "line 3 has more than 64 MB or a quotation mark out of place") {
		t.Error(err)
	}
}
