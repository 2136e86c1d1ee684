package dataset

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"conelab/core/data/table"
)

// TestPieces: a text is read in pieces as it is read whole, with quotes, blank lines, comments and ends of lines of any kind, wherever it
// is cut.
func TestPieces(t *testing.T) {
	var b strings.Builder
	b.WriteString("a;b;note\r\n")
	for i := range 60000 {
		switch i % 1000 {
		case 7:
			fmt.Fprintf(&b, "%d,5;\"%d\";\"two\nlines; \"\"quoted\"\"\"\r\n", i, -i)
		case 8:
			fmt.Fprintf(&b, "\r\n# a comment\r\n%d;1e3;x\r\n", i)
		default:
			fmt.Fprintf(&b, "%d,25;%d;plain text\r\n", i, i*i)
		}
	}
	text := b.String()
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
				if got, want := part.Label(i, j), whole.Label(row+i, j); got != want || j < 2 && part.Value(i, j) != whole.Value(row+i, j) {
					t.Fatalf("piece %d, row %d: %q, want %q", count, row+i, got, want)
				}
			}
		}
		row += rows
		parse, err := pieces.Next()
		if err != nil {
			break
		}
		if part, err = parse(); err != nil {
			t.Fatal(err)
		}
	}
	if rows, _ := whole.Size(); row != rows || count < 1 {
		t.Errorf("%d rows in %d pieces, want %d", row, count+1, rows)
	}
	if _, err := table.TextPieces(bytes.NewReader(nil), table.Format{}); err == nil {
		t.Error("an empty file is read")
	}
}
