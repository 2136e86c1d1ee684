package table

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"math"
	"strconv"

	"conelab/core/data/fault"
)

// Pieces reads a table in pieces of about a megabyte, so that memory does not grow with the number of rows.
type Pieces struct {
	// First is the first piece, by which the others are read.
	First *Table
	next  func() (parse func() (*Table, error), err error)
}

// Next returns the function that parses the next piece, which any goroutine may call; its table is nil where there are only blank lines.
// After the last piece the error is io.EOF. Errors are fault.InputErrors or those of reading.
func (p *Pieces) Next() (parse func() (*Table, error), err error) { return p.next() }

const (
	// pieceBytes is about the size of a piece, beginningBytes that of what tells the kind of a file, longestLine that of the longest line.
	pieceBytes, beginningBytes, longestLine = 1 << 20, 1 << 12, 1 << 26
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

// textPieces cuts a text into pieces of whole lines.
type textPieces struct {
	r     io.Reader
	rest  []byte // read, but not yet part of a piece
	ended bool
	line  int // the number of lines before the rest
	first *Table
}

// TextPieces returns the pieces of a text table in UTF-8 or Windows-1252, which is as ParseText expects it in its first piece.
func TextPieces(r io.Reader, format Format) (*Pieces, error) {
	c := &textPieces{r: r}
	piece, _, err := c.cut()
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	c.first, err = ParseText(piece, format)
	if err != nil {
		return nil, err
	}
	return &Pieces{c.first, func() (func() (*Table, error), error) {
		piece, line, err := c.cut()
		return func() (*Table, error) { return c.first.further(piece, line) }, err
	}}, nil
}

// cut returns the next piece, up to the last line whose end is not within quotes, and how many lines are before it.
func (c *textPieces) cut() (piece []byte, line int, err error) {
	for size := pieceBytes; ; size *= 2 {
		if !c.ended {
			grown := make([]byte, size)
			n := copy(grown, c.rest)
			m, err := io.ReadFull(c.r, grown[n:])
			c.ended = errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
			if err != nil && !c.ended {
				return nil, 0, err
			}
			c.rest = grown[:n+m]
		}
		end := len(c.rest)
		if !c.ended {
			end = lastLine(c.rest)
		}
		switch {
		case c.ended && end == 0:
			return nil, 0, io.EOF
		case end > 0:
			piece, line = c.rest[:end], c.line
			c.rest = c.rest[end:]
			c.line += bytes.Count(piece, []byte("\n"))
			return piece, line, nil
		case size >= longestLine:
			what := "has more than " + strconv.Itoa(longestLine>>20) + " MB or a quotation mark out of place, expected a row of numbers"
			return nil, 0, fault.New("line "+strconv.Itoa(c.line+1), what)
		}
	}
}

// lastLine returns the length of the lines up to the last that does not end within quotes.
func lastLine(text []byte) int {
	for end := bytes.LastIndexByte(text, '\n'); end >= 0; end = bytes.LastIndexByte(text[:end], '\n') {
		if bytes.Count(text[:end], []byte(`"`))%2 == 0 {
			return end + 1
		}
	}
	return 0
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
			what := "has " + strconv.Itoa(len(row)) + " cells, expected " + strconv.Itoa(t.width) + " as in the lines before"
			return nil, fault.New("line "+strconv.Itoa(u.lines[i]), what)
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
	return len(beginning) > 0 && checkText(beginning) == nil && !isARFF(beginning) && !isLIBSVM(beginning) && !brackets && !IsUTF16(beginning)
}
