package table

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"

	"conelab/core/data/fault"
)

// Pieces reads a table in pieces of about a megabyte, so that memory does not grow with the number of rows.
type Pieces struct {
	// First is the first piece, by which the others are read.
	First *Table
	// Next returns the function that parses the next piece, which any goroutine may call; its table is nil where there are only blank lines.
	// After the last piece the error is io.EOF. Errors are fault.InputErrors or those of reading.
	Next func() (parse func() (*Table, error), err error)
}

const (
	// pieceBytes is about the size of a piece, beginningBytes that of what tells the kind of a file, maxLine that of the longest line.
	pieceBytes, beginningBytes, maxLine = 1 << 20, 1 << 12, 1 << 26
)

// Unpacked returns the content of a gzip file, which may have several members, or of any other file as it is, with its beginning.
func Unpacked(r io.Reader) (content io.Reader, beginning []byte, packed bool, err error) {
	b := bufio.NewReaderSize(r, pieceBytes)
	beginning, err = b.Peek(beginningBytes)
	packed = bytes.HasPrefix(beginning, []byte(gzipMagic))
	if packed {
		z, wrong := gzip.NewReader(b)
		if wrong != nil {
			return nil, nil, true, gzipFault()
		}
		b = bufio.NewReaderSize(z, pieceBytes)
		beginning, err = b.Peek(beginningBytes)
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, nil, true, gzipFault()
		}
	}
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return b, beginning, packed, err
}

// TextPieces returns the pieces of a text table in UTF-8 or Windows-1252, which is as ParseText expects it in its first piece.
func TextPieces(r io.Reader, format Format) (*Pieces, error) {
	b := bufio.NewReaderSize(r, pieceBytes)
	text, err := wholeLines(b, 0)
	if err != nil {
		return nil, err
	}
	first, err := ParseText(text, format)
	for err != nil && strings.HasSuffix(err.Error(), headerAlone) {
		more, ended := wholeLines(b, bytes.Count(text, []byte("\n")))
		if ended != nil || len(more) == 0 {
			return nil, cmp.Or(ended, err)
		}
		text = append(text, more...)
		first, err = ParseText(text, format)
	}
	if err != nil {
		return nil, err
	}
	line := bytes.Count(text, []byte("\n")) // the number of lines before the next piece
	return &Pieces{first, func() (func() (*Table, error), error) {
		before := line
		piece, err := wholeLines(b, before)
		if err == nil && len(piece) == 0 {
			err = io.EOF
		}
		line += bytes.Count(piece, []byte("\n"))
		return func() (*Table, error) { return first.further(piece, before) }, err
	}}, nil
}

// wholeLines reads about a megabyte, up to the end of a line that is not within quotes, or nothing at the end of the text; before is the
// number of lines above it.
func wholeLines(r *bufio.Reader, before int) (text []byte, err error) {
	text = make([]byte, pieceBytes)
	n, err := io.ReadFull(r, text)
	text = text[:n]
	for quotes := bytes.Count(text, []byte{'"'}); err == nil && (quotes%2 == 1 || text[len(text)-1] != '\n'); {
		if len(text) > maxLine {
			at := len(text)
			if quotes%2 == 1 {
				at = bytes.LastIndexByte(text, '"')
			}
			what := "has more than " + strconv.Itoa(maxLine>>20) + " MB or a quotation mark out of place, expected a row of numbers"
			return nil, fault.New("line "+strconv.Itoa(before+1+bytes.Count(text[:at], []byte("\n"))), what)
		}
		var line []byte
		line, err = r.ReadSlice('\n')
		if errors.Is(err, bufio.ErrBufferFull) {
			err = nil
		}
		text, quotes = append(text, line...), quotes+bytes.Count(line, []byte{'"'})
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = nil
	}
	return text, err
}

// further parses another piece of the text; line is the number of lines before it.
func (t *Table) further(piece []byte, line int) (*Table, error) {
	from := line
	if t.Header != nil {
		from--
	}
	if numbers := t.plain(piece); numbers != nil {
		u := &Table{Header: t.Header, Of: t.Of, from: from, height: len(numbers) / t.width, width: t.width, numbers: numbers}
		u.words = make([]bool, t.width)
		return u, nil
	}
	if err := checkText(piece); err != nil {
		return nil, err
	}
	u := &Table{Header: t.Header, Of: t.Of, from: from, decimal: t.decimal, unclear: t.unclear, comma: t.comma}
	text, _ := toUTF8(piece)
	if err := u.read(text, t.comma, line); err != nil {
		return nil, err
	}
	for i, row := range u.Rows {
		if len(row) > t.width && blank(row[t.width:]) {
			u.Rows[i] = row[:t.width]
		} else if len(row) != t.width {
			return nil, u.ragged(i, t.width, "the lines before")
		}
	}
	if len(u.Rows) == 0 {
		return nil, nil
	}
	u.evaluate()
	return u, nil
}

// plain returns the numbers of a piece in which every cell is a plain finite number, or nil: such pieces are read many times faster.
func (t *Table) plain(piece []byte) []float64 {
	if t.comma >= 0x80 || t.comma == ' ' || t.decimal != '.' {
		return nil
	}
	numbers := make([]float64, 0, len(piece)/8)
	for len(piece) > 0 {
		end := bytes.IndexByte(piece, '\n')
		if end < 0 {
			end = len(piece)
		}
		line := bytes.TrimSuffix(piece[:end], []byte("\r"))
		piece = piece[min(end+1, len(piece)):]
		cells := 0
		for from := 0; from <= len(line); cells++ {
			to := from
			for to < len(line) && line[to] != byte(t.comma) {
				to++
			}
			v, err := decimalNumber(string(line[from:to]))
			if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
				return nil
			}
			numbers = append(numbers, v)
			from = to + 1
		}
		if cells != t.width {
			return nil
		}
	}
	return numbers
}

// OnePiece returns a table as one piece.
func OnePiece(t *Table) *Pieces {
	return &Pieces{t, func() (func() (*Table, error), error) { return nil, io.EOF }}
}

// IsPlainText reports whether a file with that beginning is read by TextPieces, as far as it is a table.
func IsPlainText(beginning []byte) bool {
	brackets := bytes.HasPrefix(bytes.TrimSpace(beginning), []byte("["))
	return len(beginning) > 0 && checkText(beginning) == nil && !isARFF(beginning) && !isLIBSVM(beginning) && !brackets && !isUTF16(beginning)
}
