package table

import (
	"bufio"
	"bytes"
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
	next  func() (parse func() (*Table, error), err error)
}

// Next returns the function that parses the next piece, which any goroutine may call; its table is nil where there are only blank lines.
// After the last piece the error is io.EOF. Errors are fault.InputErrors or those of reading.
func (p *Pieces) Next() (parse func() (*Table, error), err error) { return p.next() }

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
	for end := 0; c.first == nil; {
		more, err := c.fill(end)
		if err != nil {
			return nil, err
		}
		c.first, err = ParseText(c.rest[:more], format)
		if err != nil && (more == end || !strings.HasSuffix(err.Error(), headerAlone)) {
			return nil, err
		}
		end = more
		if c.first != nil {
			c.cut(end)
			c.first.more = !c.ended || len(c.rest) > 0
		}
	}
	return &Pieces{c.first, func() (func() (*Table, error), error) {
		end, err := c.fill(0)
		if err == nil && end == 0 {
			err = io.EOF
		}
		line := c.line
		piece := c.cut(end)
		return func() (*Table, error) { return c.first.further(piece, line) }, err
	}}, nil
}

// fill reads until the rest has whole lines beyond its first bytes, as many as given, and returns the length of all of them. After the
// last line it returns the length of the rest.
func (c *textPieces) fill(beyond int) (end int, err error) {
	for size := pieceBytes; ; size *= 2 {
		if n := len(c.rest); !c.ended && n < size {
			grown := make([]byte, size)
			m, err := io.ReadFull(c.r, grown[copy(grown, c.rest):])
			c.rest = grown[:n+m]
			c.ended = errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
			if err != nil && !c.ended {
				return 0, err
			}
		}
		if c.ended {
			return len(c.rest), nil
		}
		if end = lastLine(c.rest); end > beyond {
			return end, nil
		}
		if size >= maxLine {
			what := "has more than " + strconv.Itoa(maxLine>>20) + " MB or a quotation mark out of place, expected a row of numbers"
			return 0, fault.New("line "+strconv.Itoa(c.line+1+bytes.Count(c.rest[:end], []byte("\n"))), what)
		}
	}
}

// cut takes a piece off the rest.
func (c *textPieces) cut(end int) (piece []byte) {
	piece, c.rest = c.rest[:end], c.rest[end:]
	c.line += bytes.Count(piece, []byte("\n"))
	return piece
}

// lastLine returns the length of the lines up to the last whose end is not within quotes.
func lastLine(text []byte) (end int) {
	quoted := false
	for at := 0; at < len(text); quoted = !quoted {
		next := bytes.IndexByte(text[at:], '"')
		if next < 0 {
			next = len(text) - at
		}
		if last := bytes.LastIndexByte(text[at:at+next], '\n'); last >= 0 && !quoted {
			end = at + last + 1
		}
		at += next + 1
	}
	return end
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
