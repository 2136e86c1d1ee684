package table_test

import (
	"bytes"
	"io"
	"testing"

	"conelab/core/data/table"
)

// TestManyLines reads a text of several pieces.
func TestManyLines(t *testing.T) {
	const rows = 400_000
	pieces, err := table.TextPieces(bytes.NewReader(bytes.Repeat([]byte("1,2.5,3\r\n"), rows)), table.Format{})
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
