package table

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"conelab/core/data/fault"
)

// npyMagic is the beginning of a .npy file; two bytes for the version and the length of the header follow.
const npyMagic = "\x93NUMPY"

// IsNpy reports whether data is a .npy file.
func IsNpy(data []byte) bool { return bytes.HasPrefix(data, []byte(npyMagic)) }

// Array is a .npy file (versions 1 to 3) of floating-point numbers or integers in either byte order, or of strings, or an idx file. Of any
// number of axes the first counts the rows; the others are flattened with the last one running fastest, and a vector is one column.
//
// Format: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
type Array struct {
	// Rows counts the first axis, Columns all others together.
	Rows, Columns int
	kind          string
	size          int // bytes of an entry
	letter        int // bytes of a character of a string, 0 for numbers
	byColumns     bool
	shape         []int
	name          string // in errors
	r             io.Reader
	done          int   // rows
	broken        error // of an array in an archive that has neither numbers nor strings
}

const (
	// MaxAxes is the largest number of axes of an array.
	MaxAxes = 8
	// maxRow is the size of the longest row: products with it stay within the range of integers. maxHeader is that of the longest header,
	// maxBytes that of the largest array that is read whole, which an archive may hold in few bytes.
	maxRow, maxHeader, maxBytes = 1 << 27, 1 << 16, 1 << 30
	maxSide                     = 999999999
	pythonSpaces                = " \t\n\f\r"
	npyName                     = "the .npy file"
)

// vector reports whether the array has a single axis.
func (a *Array) vector() bool { return len(a.shape) == 1 }

func (a *Array) fault(what string) error { return fault.New(a.name, what) }

// cut returns the error for a file that ends too early.
func (a *Array) cut() error { return a.fault("ends within its header, expected a whole file") }

// OpenArray reads the header of a .npy file. Errors are fault.InputErrors.
func OpenArray(r io.Reader) (*Array, error) { return openArray(npyName, r) }

// openArray is OpenArray with a name for errors.
func openArray(name string, r io.Reader) (*Array, error) {
	a := &Array{name: name, r: r}
	beginning := make([]byte, 8)
	if _, err := io.ReadFull(r, beginning); err != nil || !IsNpy(beginning) {
		return nil, a.cut()
	}
	size := 4 // of the length of the header
	switch version := beginning[6]; version {
	case 1:
		size = 2
	case 2, 3:
	default:
		return nil, a.fault("has version " + strconv.Itoa(int(version)) + ", expected 1, 2 or 3")
	}
	length := make([]byte, 4)
	_, _ = io.ReadFull(r, length[:size]) // what is not there, the header lacks, too
	count := int64(binary.LittleEndian.Uint32(length))
	if count > maxHeader {
		return nil, a.fault("has a header of " + strconv.FormatInt(count, 10) + " bytes, expected at most " + strconv.Itoa(maxHeader))
	}
	header, err := io.ReadAll(io.LimitReader(r, count))
	if err != nil || int64(len(header)) < count {
		return nil, a.cut()
	}
	return a, a.describe(string(header))
}

// describe reads the header, a Python dictionary that NumPy itself writes. Its three names are searched for by hand: package regexp would
// be a twentieth of the page's program.
func (a *Array) describe(header string) error {
	entry := func(name string) string {
		_, rest, _ := strings.Cut(header, "'"+name+"':")
		return strings.TrimLeft(rest, pythonSpaces)
	}
	if fields, structured := strings.CutPrefix(entry("descr"), "["); structured {
		names, _, _ := strings.Cut(fields, "]")
		return a.fault("is a structured array, of " + fault.Clip(names) + ", expected an array of numbers: " +
			`in Python, pandas.DataFrame(data).to_csv("data.csv", index=False)`)
	}
	kind, typed := strings.CutPrefix(entry("descr"), "'")
	kind, _, ended := strings.Cut(kind, "'")
	fortran := strings.HasPrefix(entry("fortran_order"), "True")
	if !typed || !ended || !fortran && !strings.HasPrefix(entry("fortran_order"), "False") {
		return a.fault("has no descr or fortran_order in its header, expected both as NumPy writes them")
	}
	a.kind, a.shape, a.byColumns = kind, npyShape(entry("shape")), fortran
	var number func([]byte) float64
	number, a.size = npyNumber(kind)
	if number == nil {
		a.letter, a.size = npyString(kind)
	}
	switch {
	case len(a.shape) > 2 && fortran:
		return a.fault("has more than two axes in Fortran order, expected C order for these")
	case strings.HasSuffix(kind, "f2"):
		return a.fault("has half-precision numbers, expected single or double precision: " +
			`in Python, numpy.save(file, data.astype("f4"))`)
	case strings.HasSuffix(kind, "O"):
		return a.fault("holds Python objects, expected numbers or strings: in Python, numpy.save(file, data.astype(float))")
	case a.size == 0:
		return a.fault(`has the type "` + fault.Clip(kind) + `", expected floating-point numbers or integers`)
	}
	err := a.measure()
	a.byColumns = fortran && a.Columns > 1
	return err
}

// measure sets the numbers of rows and columns by the shape.
func (a *Array) measure() error {
	if len(a.shape) == 0 || len(a.shape) > MaxAxes || slices.ContainsFunc(a.shape, func(n int) bool { return n < 1 || n > maxSide }) {
		return a.fault(fmt.Sprintf("has no shape that can be read, expected one to %d numbers from 1 to %d", MaxAxes, maxSide))
	}
	a.Rows, a.Columns = a.shape[0], 1
	for _, n := range a.shape[1:] {
		a.Columns *= n
		if a.Columns*a.size > maxRow {
			return a.fault("has the shape " + a.sides() + ", expected rows of at most " + strconv.Itoa(maxRow>>20) + " MB")
		}
	}
	return nil
}

// npyShape reads a tuple of numbers; for any other text it returns an empty slice.
func npyShape(text string) (shape []int) {
	inside, _, closed := strings.Cut(text, ")")
	if !closed || !strings.HasPrefix(text, "(") {
		return nil
	}
	for _, axis := range strings.FieldsFunc(inside[1:], func(r rune) bool { return strings.ContainsRune(","+pythonSpaces, r) }) {
		n, err := strconv.Atoi(axis)
		if err != nil {
			return nil
		}
		shape = append(shape, n)
	}
	return shape
}

// sides returns the shape as text.
func (a *Array) sides() string {
	names := make([]string, len(a.shape))
	for i, n := range a.shape {
		names[i] = strconv.Itoa(n)
	}
	return strings.Join(names, " by ")
}

// npyNumber returns a function that reads a number of the given type, such as <f8, and the size of the type in bytes; nil for unsupported
// types.
func npyNumber(kind string) (read func([]byte) float64, size int) {
	var order binary.ByteOrder = binary.LittleEndian
	if strings.HasPrefix(kind, ">") {
		order = binary.BigEndian
	}
	kind = strings.TrimLeft(kind, "<>=|")
	read = map[string]func(b []byte) float64{
		"f8": func(b []byte) float64 { return math.Float64frombits(order.Uint64(b)) },
		"f4": func(b []byte) float64 { return float64(math.Float32frombits(order.Uint32(b))) },
		"i8": func(b []byte) float64 { return float64(int64(order.Uint64(b))) },
		"i4": func(b []byte) float64 { return float64(int32(order.Uint32(b))) },
		"i2": func(b []byte) float64 { return float64(int16(order.Uint16(b))) },
		"i1": func(b []byte) float64 { return float64(int8(b[0])) },
		"u8": func(b []byte) float64 { return float64(order.Uint64(b)) },
		"u4": func(b []byte) float64 { return float64(order.Uint32(b)) },
		"u2": func(b []byte) float64 { return float64(order.Uint16(b)) },
		"u1": func(b []byte) float64 { return float64(b[0]) },
		"b1": func(b []byte) float64 { return float64(b[0]) },
	}[kind]
	if read == nil {
		return nil, 0
	}
	return read, int(kind[1] - '0')
}

// npyString returns the number of bytes of a character and of a string, for arrays of type S or U; 0 for others.
func npyString(kind string) (letter, size int) {
	kind = strings.TrimLeft(kind, "<=|")
	if len(kind) < 2 || kind[0] != 'S' && kind[0] != 'U' {
		return 0, 0
	}
	length, err := strconv.Atoi(kind[1:])
	letter = 1
	if kind[0] == 'U' {
		letter = 4
	}
	if err != nil || length < 1 || length > maxHeader {
		return 0, 0
	}
	return letter, letter * length
}

// openNpy returns the table in a .npy file: see Array.Table.
func openNpy(data []byte, axes int) (*Table, error) {
	a, err := OpenArray(bytes.NewBuffer(data))
	if err != nil {
		return nil, err
	}
	return a.Table(axes)
}

// large returns an error if the array is too large to be read whole.
func (a *Array) large() error {
	if float64(a.Rows)*float64(a.Columns*a.size) <= maxBytes {
		return nil
	}
	what := "has too many numbers, expected at most " + strconv.Itoa(maxBytes>>20) + " MB of them"
	if a.byColumns {
		what += ", or rows one after the other: numpy.ascontiguousarray(data)"
	}
	return a.fault(what)
}

// Table returns the table of all rows. The array may have two axes, or more if axes is larger.
func (a *Array) Table(axes int) (*Table, error) {
	if err := a.large(); err != nil {
		return nil, err
	}
	if len(a.shape) > max(2, axes) {
		what := "has the shape " + a.sides() + ", expected two axes, rows and columns"
		return nil, fault.WithOption(a.fault(what), "--kind convolutional takes the axes after the first for signals or images")
	}
	body, err := a.body(a.Rows)
	if err != nil {
		return nil, err
	}
	t := a.table(body, 0, a.Rows)
	if len(a.shape) > 2 {
		rows := fault.Count(t.height, "row") + " of " + fault.Count(t.width, "number")
		t.Notes = []Note{{Sentence: "the array of " + a.sides() + " is read as " + rows}}
	}
	return t, nil
}

// table returns the table of some rows, given their entries.
func (a *Array) table(body []byte, from, rows int) *Table {
	t := &Table{Of: " of " + a.name, height: rows, width: a.Columns, from: from}
	switch {
	case strings.HasSuffix(a.kind, "u1"):
		t.bytes = body
		return t
	case a.letter == 0:
		number, _ := npyNumber(a.kind)
		t.numbers = make([]float64, rows*a.Columns)
		for k := range t.numbers {
			t.numbers[k] = number(body[k*a.size:])
		}
		return t
	}
	t.Rows, t.decimal = make([][]string, rows), '.'
	for k := range rows * a.Columns {
		t.Rows[k/a.Columns] = append(t.Rows[k/a.Columns], npyText(body[k*a.size:(k+1)*a.size], a.letter))
	}
	t.evaluate()
	return t
}

// npyText returns a string, which ends with zeros.
func npyText(text []byte, letter int) string {
	if letter == 4 {
		runes := make([]rune, 0, len(text)/4)
		for ; len(text) > 0; text = text[4:] {
			runes = append(runes, rune(binary.LittleEndian.Uint32(text)))
		}
		text = []byte(string(runes))
	}
	return string(bytes.TrimRight(text, "\x00"))
}

// FirstRows returns a .npy file with the first rows of another one, and reads no more of that, unless it is stored column by column.
func FirstRows(r io.Reader, rows int) ([]byte, error) {
	a, err := OpenArray(r)
	if err != nil {
		return nil, err
	}
	a.shape[0] = min(rows, a.Rows)
	body, err := a.body(a.shape[0])
	header := "{'descr': '" + a.kind + "', 'fortran_order': False, 'shape': (" + strings.ReplaceAll(a.sides(), " by ", ", ") + ",)}\n"
	return slices.Concat([]byte(npyMagic+"\x01\x00"), binary.LittleEndian.AppendUint16(nil, uint16(len(header))), []byte(header), body), err
}

// next returns the function that parses the next rows, at most the given number: see Pieces.
func (a *Array) next(rows int) (parse func() (*Table, error), err error) {
	from := a.done
	rows = min(rows, a.Rows-from)
	if rows == 0 {
		return nil, io.EOF
	}
	body, err := a.body(rows)
	return func() (*Table, error) { return a.table(body, from, rows), nil }, err
}

// body returns the entries of the given number of next rows, row by row.
func (a *Array) body(rows int) (body []byte, err error) {
	if a.byColumns {
		if err := a.byRows(); err != nil {
			return nil, err
		}
	}
	body, err = read(a.r, rows*a.Columns*a.size)
	a.done += rows
	if errors.Is(err, io.EOF) {
		return nil, a.fault("ends before its last number, expected as many as in its shape of " + a.sides())
	}
	if a.done == a.Rows && err == nil {
		if more, _ := read(a.r, 1); len(more) > 0 {
			return nil, a.fault("goes on after its last number, expected as many as in its shape of " + a.sides())
		}
	}
	return body, err
}

// byRows reads an array that is stored column by column whole, and writes it row by row.
func (a *Array) byRows() error {
	if err := a.large(); err != nil {
		return err
	}
	a.byColumns = false
	columns, err := a.body(a.Rows)
	if err != nil {
		return err
	}
	rows := make([]byte, 0, len(columns))
	for k := range a.Rows * a.Columns {
		at := (k%a.Columns*a.Rows + k/a.Columns) * a.size
		rows = append(rows, columns[at:at+a.size]...)
	}
	a.r, a.done = bytes.NewBuffer(rows), 0
	return nil
}

// read reads the given number of bytes, without a copy if they are in memory. It takes no more memory than there are bytes.
func read(r io.Reader, count int) ([]byte, error) {
	if memory, ok := r.(*bytes.Buffer); ok && memory.Len() >= count {
		return memory.Next(count), nil
	}
	var b bytes.Buffer
	b.Grow(min(count, 2*pieceBytes))
	_, err := io.CopyN(&b, r, int64(count))
	return b.Bytes(), err
}

// ArrayPieces returns the pieces of an array, and of one of targets on its right, which may be nil.
func ArrayPieces(features, targets *Array) (p *Pieces, err error) {
	rows := pieceBytes / (features.Columns * features.size)
	if targets != nil {
		targets.name = "the targets"
		rows = min(rows, pieceBytes/(targets.Columns*targets.size))
		if _, err := Join(&Table{height: features.Rows}, &Table{height: targets.Rows}); err != nil {
			return nil, err
		}
	}
	p = &Pieces{Next: func() (func() (*Table, error), error) {
		left, err := features.next(max(1, rows))
		if err != nil || targets == nil {
			return left, err
		}
		right, err := targets.next(max(1, rows))
		return func() (*Table, error) {
			x, err := left()
			if err != nil {
				return nil, err
			}
			y, err := right()
			if err != nil {
				return nil, err
			}
			return Join(x, y)
		}, err
	}}
	parse, err := p.Next()
	if err == nil {
		p.First, err = parse()
	}
	return p, err
}
