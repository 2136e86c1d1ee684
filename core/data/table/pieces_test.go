package table_test

import (
	"bytes"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"

	"conelab/core/data/table"
)

// TestLineEnds draws the ends of the lines of a table, alone and mixed, and reads it in one piece and byte by byte: its rows are the same.
func TestLineEnds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.SliceOfN(rapid.SampledFrom([]string{"1,2", "-3,4.5", "\u22123,0", `"6",7`, ""}), 1, 20).Draw(t, "lines")
		plain, drawn := "a,b\n", "a,b\r"
		for _, line := range append(lines, "8,9") {
			plain += line + "\n"
			drawn += line + rapid.SampledFrom([]string{"\r", "\n", "\r\n"}).Draw(t, "end")
		}
		want, err := table.ParseText([]byte(plain), table.Format{})
		if err != nil {
			t.Fatal(err)
		}
		rows, _ := want.All()
		whole, err := table.ParseText([]byte(drawn), table.Format{})
		if err != nil {
			t.Fatal(err)
		}
		pieces, nor := table.TextPieces(iotest.OneByteReader(strings.NewReader(drawn)), table.Format{})
		if nor != nil {
			t.Fatal(nor)
		}
		for _, got := range []*table.Table{whole, pieces.First} {
			if all, err := got.All(); err != nil || !reflect.DeepEqual(all, rows) || !reflect.DeepEqual(got.Header, want.Header) {
				t.Fatalf("%q: %v, %v, want %v", drawn, all, err, rows)
			}
		}
	})
}

// TestManyLinesOfOldMacs reads a text of several pieces.
func TestManyLinesOfOldMacs(t *testing.T) {
	const rows = 400_000
	pieces, err := table.TextPieces(bytes.NewReader(bytes.Repeat([]byte("1,2.5,3\r"), rows)), table.Format{})
	if err != nil {
		t.Fatal(err)
	}
	count, _ := pieces.First.Size()
	for {
		parse, err := pieces.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		piece, err := parse()
		if err != nil {
			t.Fatal(err)
		}
		n, _ := piece.Size()
		count += n
	}
	if count != rows {
		t.Errorf("%d rows, want %d", count, rows)
	}
}
