package dataset

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"conelab/core/data/table"
)

// alignedNpy returns a .npy file of doubles whose numbers begin where NumPy has them begin, at a multiple of 64 bytes.
func alignedNpy(rows, columns int, numbers ...float64) []byte {
	shape := fmt.Sprintf("(%d, %d)", rows, columns)
	for {
		if file := npy(shape, numbers...); (len(file)-8*len(numbers))%64 == 0 {
			return file
		}
		shape += " "
	}
}

// TestInPlace: features that are all of an array of doubles are its memory, and others are copies.
func TestInPlace(t *testing.T) {
	features, err := Open(alignedNpy(3, 2, 1, 2, 3, 4, 5, 6), table.Format{})
	if err != nil {
		t.Fatal(err)
	}
	targets, err := Open(alignedNpy(3, 1, 7, 8, 9), table.Format{})
	if err != nil {
		t.Fatal(err)
	}
	both, err := Join(features, targets)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		options Options
		same    bool
	}{{Options{}, true}, {Options{Missing: Drop}, true}, {Options{Missing: Mean}, false}, {Options{Features: []string{"2"}}, false}} {
		f, err := both.Read(c.options)
		if err != nil {
			t.Fatal(err)
		}
		if same := &f.X[1][0] == &features.Numbers(2)[2]; same != c.same || fmt.Sprint(f.Y) != "[[7] [8] [9]]" || f.X[2][len(f.X[2])-1] != 6 {
			t.Errorf("%+v: in place %v: %v %v", c.options, same, f.X, f.Y)
		}
	}
}

// TestPieces: a text is read in pieces as it is read whole, with quotes, blank lines, comments and ends of lines of any kind, wherever it is cut.
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
