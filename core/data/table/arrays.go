package table

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unsafe"

	"conelab/core/data/fault"
)

// npyMagic is the beginning of a .npy file; two bytes for the version and the length of the header follow.
const npyMagic = "\x93NUMPY"

// IsNpy reports whether data is a .npy file.
func IsNpy(data []byte) bool { return bytes.HasPrefix(data, []byte(npyMagic)) }

// The header is a Python dictionary that NumPy itself writes. Its three names are searched for by hand: package regexp would be a twentieth
// of the page's program.

// entry returns the text after 'name': in the header, without leading spaces, or "".
func entry(header, name string) string {
	_, rest, _ := strings.Cut(header, "'"+name+"':")
	return strings.TrimLeft(rest, pythonSpaces)
}

const pythonSpaces = " \t\n\f\r"

// MostAxes is the largest number of axes of an array.
const MostAxes = 8

// npyShape reads a tuple of up to MostAxes numbers from 1 to 999999999; for any other tuple it returns an empty slice.
func npyShape(text string) []int {
	const digits = 9
	inside, _, closed := strings.Cut(strings.TrimPrefix(text, "("), ")")
	if !closed || !strings.HasPrefix(text, "(") {
		return nil
	}
	inside = strings.TrimRight(inside, pythonSpaces)
	inside = strings.TrimSuffix(inside, ",")
	var shape []int
	for axis := range strings.SplitSeq(inside, ",") {
		axis = strings.Trim(axis, pythonSpaces)
		n, err := strconv.Atoi(axis)
		if err != nil || len(axis) > digits || axis[0] < '1' || axis[0] > '9' || len(shape) == MostAxes {
			return nil
		}
		shape = append(shape, n)
	}
	return shape
}

// npyArray is the parsed header with the bytes of the numbers.
type npyArray struct {
	kind    string
	fortran bool
	shape   []int
	body    []byte
}

// ParseNpy reads a .npy file (versions 1 to 3) of floating-point numbers or integers in either byte order. Of any number of axes the
// first counts the rows; the others are flattened with the last one running fastest, and a vector is one column.
//
// Format: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
func ParseNpy(data []byte) ([][]float64, error) {
	a, err := readNpy(data)
	if err != nil {
		return nil, err
	}
	numbers, err := a.numbers()
	if err != nil {
		return nil, err
	}
	rows := make([][]float64, a.shape[0])
	cols := len(numbers) / len(rows)
	for i := range rows {
		rows[i] = slices.Clone(numbers[i*cols : (i+1)*cols])
	}
	return rows, nil
}

// readNpy parses the file. The shape is empty if it is empty in the file, or if it has numbers outside 1 to 999999999.
func readNpy(data []byte) (*npyArray, error) {
	header, body, err := splitNpy(data)
	if err != nil {
		return nil, err
	}
	if fields, structured := strings.CutPrefix(entry(header, "descr"), "["); structured {
		names, _, _ := strings.Cut(fields, "]")
		return nil, npyFault("is a structured array, of " + fault.Clip(names) + ", expected an array of numbers: " +
			`in Python, pandas.DataFrame(data).to_csv("data.csv", index=False)`)
	}
	kind, typed := strings.CutPrefix(entry(header, "descr"), "'")
	kind, _, ended := strings.Cut(kind, "'")
	order := entry(header, "fortran_order")
	fortran := strings.HasPrefix(order, "True")
	if !typed || !ended || !fortran && !strings.HasPrefix(order, "False") {
		return nil, npyFault("has no descr or fortran_order in its header, expected both as NumPy writes them")
	}
	a := &npyArray{kind: kind, fortran: fortran, shape: npyShape(entry(header, "shape")), body: body}
	return a, nil
}

// numbers returns the numbers as shape[0] rows, one after the other, with all other axes flattened.
func (a *npyArray) numbers() ([]float64, error) {
	switch {
	case len(a.shape) == 0:
		return nil, npyFault("holds no rows, expected a shape of one to eight numbers above zero")
	case len(a.shape) > 2 && a.fortran:
		return nil, npyFault("has more than two axes in Fortran order, expected C order for these")
	}
	number, size := npyNumber(a.kind)
	switch {
	case strings.HasSuffix(a.kind, "O"):
		return nil, npyFault("holds Python objects, expected numbers or strings: in Python, numpy.save(file, data.astype(float))")
	case number == nil:
		return nil, npyFault(`has the type "` + fault.Clip(a.kind) + `", expected floating-point numbers or integers`)
	}
	if err := a.checkSize(size); err != nil {
		return nil, err
	}
	rows := a.shape[0]
	return numbersOf(a.body, a.kind, rows, len(a.body)/size/rows, a.fortran), nil
}

// numbersOf returns numbers row by row. Where they are doubles as memory has them, they are not copied: body must not change, and may be a file
// in the place of memory.
func numbersOf(body []byte, kind string, rows, columns int, byColumns bool) []float64 {
	little := binary.NativeEndian.Uint16([]byte{1, 0}) == 1
	if first := unsafe.SliceData(body); kind == "<f8" && little && !byColumns && uintptr(unsafe.Pointer(first))%8 == 0 {
		return unsafe.Slice((*float64)(unsafe.Pointer(first)), rows*columns)
	}
	number, size := npyNumber(kind)
	numbers := make([]float64, rows*columns)
	for to := range numbers {
		at := to
		if byColumns {
			at = to%columns*rows + to/columns
		}
		numbers[to] = number(body[at*size : (at+1)*size])
	}
	return numbers
}

// checkSize returns an error if the body does not have as many entries of that size in bytes as the shape.
func (a *npyArray) checkSize(size int) error {
	total := float64(size)
	for _, n := range a.shape {
		total *= float64(n)
	}
	if float64(len(a.body)) == total {
		return nil
	}
	held := "has " + strconv.Itoa(len(a.body)) + " bytes of numbers"
	return npyFault(held + ", expected " + fault.Number(total) + " for its shape of " + a.sides())
}

// sides returns the shape as text.
func (a *npyArray) sides() string {
	names := make([]string, len(a.shape))
	for i, n := range a.shape {
		names[i] = strconv.Itoa(n)
	}
	return strings.Join(names, " by ")
}

// splitNpy splits the file into its header and the bytes of the numbers.
func splitNpy(data []byte) (header string, body []byte, err error) {
	short := npyFault("ends within its header, expected a whole file")
	if !IsNpy(data) || len(data) < 12 {
		return "", nil, short
	}
	start, length := 12, int64(binary.LittleEndian.Uint32(data[8:]))
	switch version := data[6]; version {
	case 1:
		start, length = 10, int64(binary.LittleEndian.Uint16(data[8:]))
	case 2, 3:
	default:
		return "", nil, npyFault("has version " + strconv.Itoa(int(version)) + ", expected 1, 2 or 3")
	}
	if int64(len(data)-start) < length {
		return "", nil, short
	}
	end := start + int(length)
	return string(data[start:end]), data[end:], nil
}

// npyNumber returns a function that reads a number of the given type, such as <f8, and the size of the type in bytes; nil for unsupported
// types.
func npyNumber(kind string) (read func([]byte) float64, size int) {
	var order binary.ByteOrder = binary.LittleEndian
	if strings.HasPrefix(kind, ">") {
		order = binary.BigEndian
	}
	kind = strings.TrimLeft(kind, "<>=|")
	if len(kind) != 2 || !strings.Contains("1248", kind[1:]) {
		return nil, 0
	}
	size = int(kind[1] - '0')
	bits := map[int]func([]byte) uint64{
		8: order.Uint64, 4: func(b []byte) uint64 { return uint64(order.Uint32(b)) }, 2: func(b []byte) uint64 { return uint64(order.Uint16(b)) },
		1: func(b []byte) uint64 { return uint64(b[0]) },
	}[size]
	above := 64 - 8*size // the bits that a sign has to fill
	switch {
	case kind == "f8":
		return func(b []byte) float64 { return math.Float64frombits(bits(b)) }, size
	case kind == "f4":
		return func(b []byte) float64 { return float64(math.Float32frombits(uint32(bits(b)))) }, size
	case kind == "f2":
		return func(b []byte) float64 { return half(uint16(bits(b))) }, size
	case kind[0] == 'i':
		return func(b []byte) float64 { return float64(int64(bits(b)<<above) >> above) }, size
	case kind[0] == 'u' || kind == "b1":
		return func(b []byte) float64 { return float64(bits(b)) }, size
	}
	return nil, 0
}

// half returns the value of a half-precision number: a sign, five bits of exponent and ten of fraction.
func half(bits uint16) float64 {
	sign, exponent, fraction := 1-2*float64(bits>>15), int(bits>>10&31), float64(bits&1023)
	switch exponent {
	case 0:
		return sign * math.Ldexp(fraction, -24)
	case 31:
		if fraction != 0 {
			return math.NaN()
		}
		return math.Inf(int(sign))
	}
	return sign * math.Ldexp(1024+fraction, exponent-25)
}

func npyFault(what string) error { return fault.New(npyName, what) }

// npyName is the file's name in errors.
const npyName = "the .npy file"

// Npz is an archive of NumPy arrays.
type Npz struct {
	Names  []string // in the order of the archive, without .npy
	arrays [][]byte
}

// IsNpz reports whether data is a zip file whose first file is a NumPy array. (A workbook of Excel is a zip file, too.)
func IsNpz(data []byte) bool {
	const nameLength, name = 26, 30 // the offsets of the length of the first file's name, and of the name
	if !bytes.HasPrefix(data, []byte("PK\x03\x04")) || len(data) < name {
		return false
	}
	end := name + int(data[nameLength]) + int(data[nameLength+1])<<8
	return end <= len(data) && bytes.HasSuffix(data[name:end], []byte(npySuffix))
}

const npySuffix = ".npy"

// ParseNpz reads an archive whose arrays have at most most bytes when unpacked. Errors are fault.InputErrors.
func ParseNpz(data []byte, most int) (*Npz, error) {
	broken := npzFault("cannot be unpacked, expected a whole archive")
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, broken
	}
	z := &Npz{}
	for _, file := range archive.File {
		name, array := strings.CutSuffix(file.Name, npySuffix)
		if !array {
			continue
		}
		var content []byte
		reader, err := file.Open()
		if err == nil {
			content, err = io.ReadAll(io.LimitReader(reader, int64(most)+1))
		}
		switch {
		case len(content) > most:
			return nil, npzFault("has too much when unpacked, expected at most " + strconv.Itoa(most>>20) + " MB more")
		case err != nil:
			return nil, broken
		}
		most -= len(content)
		z.Names, z.arrays = append(z.Names, name), append(z.arrays, content)
	}
	if len(z.Names) == 0 {
		return nil, npzFault("has no array, expected at least one")
	}
	return z, nil
}

// Open returns an array as a table, as OpenNpy does.
func (z *Npz) Open(name string, axes int) (*Table, error) {
	k := slices.Index(z.Names, name)
	if k < 0 {
		return nil, npzFault(`has no array "` + fault.Clip(name) + `", expected one of ` + z.list())
	}
	t, err := OpenNpy(z.arrays[k], axes)
	if err != nil {
		what := fault.New(`the array "`+fault.Clip(name)+`"`, strings.TrimPrefix(err.Error(), npyName+" "))
		return nil, fault.WithOption(what, fault.Option(err))
	}
	t.Of = ` of the array "` + name + `"`
	return t, nil
}

// Pair returns the names of the array of features and of the array of targets. Of two arrays with equally many rows, the targets are the
// one that is a vector, or the one with a name such as y. A single array holds both, and targets is "".
func (z *Npz) Pair() (features, targets string, err error) {
	switch len(z.Names) {
	case 1:
		return z.Names[0], "", nil
	case 2:
		first, second := z.shape(0), z.shape(1)
		if len(first) == 0 || len(second) == 0 || first[0] != second[0] {
			break
		}
		if y, other := likeTargets(z.Names[0], first), likeTargets(z.Names[1], second); y > other {
			return z.Names[1], z.Names[0], nil
		} else if y < other {
			return z.Names[0], z.Names[1], nil
		}
	}
	return "", "", fault.WithOption(npzFault("has the arrays "+z.list()+", expected two, of features and of one label for each row"),
		"--arrays X,Y names those of the features and of the targets")
}

// likeTargets says how much an array looks like targets: a vector does more than a name.
func likeTargets(name string, shape []int) (likeness int) {
	if slices.Contains([]string{"y", "labels", "label", "targets", "target"}, strings.ToLower(name)) {
		likeness = 1
	}
	if slices.Max(append([]int{1}, shape[1:]...)) == 1 {
		likeness += 2
	}
	return likeness
}

func (z *Npz) shape(k int) []int {
	a, err := readNpy(z.arrays[k])
	if err != nil {
		return nil
	}
	return a.shape
}

// list names the arrays with their shapes, or the first of them.
func (z *Npz) list() string {
	const most = 6
	var names []string
	for k := range z.Names[:min(len(z.Names), most)] {
		var sides []string
		for _, n := range z.shape(k) {
			sides = append(sides, strconv.Itoa(n))
		}
		names = append(names, fault.Clip(z.Names[k])+" ("+strings.Join(sides, " by ")+")")
	}
	if len(z.Names) > most {
		names = append(names, "...")
	}
	return strings.Join(names, ", ")
}

func npzFault(what string) error { return fault.New("the .npz file", what) }

// The first four bytes of MNIST's files: two zeros, 8 for unsigned bytes, and the number of dimensions, 1 of labels and 3 of images.
const (
	idxMagic = 0x00000800
	// mostIdx is the size of the largest file accepted, five times that of MNIST.
	mostIdx = 1 << 28
)

// IsIdx reports whether data is a file of MNIST: no other kind of file starts with two zeros.
func IsIdx(data []byte) bool { return len(data) >= 2 && data[0] == 0 && data[1] == 0 }

// ParseIdx reads images or labels in MNIST's format, and the sides of the array. An image is a row of pixels from 0 to 1, row by row, and
// a label is a row of one number. Errors are fault.InputErrors.
//
// Format: http://yann.lecun.com/exdb/mnist/
func ParseIdx(file []byte) (t *Table, sides []int, err error) {
	if len(file) < 4 {
		return nil, nil, idxFault("ends within its header, expected a whole file")
	}
	axes := int(binary.BigEndian.Uint32(file) - idxMagic)
	if axes != 1 && axes != 3 {
		return nil, nil, idxFault(fmt.Sprintf("starts with the bytes % x, expected 00 00 08 01 for labels or 00 00 08 03 for images", file[:4]))
	}
	header := 4 * (1 + axes)
	if len(file) < header {
		return nil, nil, idxFault("ends within its header, expected a whole file")
	}
	total := uint64(1)
	for at := 4; at < header; at += 4 {
		side := binary.BigEndian.Uint32(file[at:])
		sides = append(sides, int(side))
		// No overflow: the product stays below 2^28 times 2^32.
		if total *= uint64(side); total == 0 || total > mostIdx {
			return nil, nil, idxFault(fmt.Sprintf("has %d bytes or more by its header, expected 1 to %d", total, mostIdx))
		}
	}
	body := file[header:]
	if uint64(len(body)) != total {
		return nil, nil, idxFault(fmt.Sprintf("has %d bytes of numbers, expected %d by its header", len(body), total))
	}
	if axes == 1 {
		t = OfBytes(body, 1, 1)
		t.Header = []string{"label"}
		return t, sides, nil
	}
	return OfBytes(body, len(body)/sides[0], 255), sides, nil
}

func idxFault(what string) error { return fault.New("the idx file", what) }
