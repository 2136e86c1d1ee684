package table

import (
	"bytes"
	"encoding/binary"
	"math"
	"strconv"
	"strings"

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

// npyShape reads a tuple of up to eight numbers from 1 to 999999999; for any other tuple it returns an empty slice.
func npyShape(text string) []int {
	const most, digits = 8, 9
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
		if err != nil || len(axis) > digits || axis[0] < '1' || axis[0] > '9' || len(shape) == most {
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
	switch {
	case len(a.shape) == 0:
		return nil, npyFault("holds no rows, expected a shape of one to eight numbers above zero")
	case len(a.shape) > 2 && a.fortran:
		return nil, npyFault("has more than two axes in Fortran order, expected C order for these")
	}
	return a.rows()
}

// readNpy parses the file. The shape is empty if it is empty in the file, or if it has numbers outside 1 to 999999999.
func readNpy(data []byte) (*npyArray, error) {
	header, body, err := splitNpy(data)
	if err != nil {
		return nil, err
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

// rows returns the numbers as shape[0] rows, with all other axes flattened.
func (a *npyArray) rows() ([][]float64, error) {
	number, size := npyNumber(a.kind)
	if number == nil {
		return nil, npyFault(`has the type "` + fault.Clip(a.kind) + `", expected floating-point numbers or integers`)
	}
	names, total := make([]string, len(a.shape)), float64(size)
	for i, n := range a.shape {
		names[i], total = strconv.Itoa(n), total*float64(n)
	}
	if float64(len(a.body)) != total {
		return nil, npyFault("has " + strconv.Itoa(len(a.body)) + " bytes of numbers, expected " + fault.Number(total) + " for its shape of " +
			strings.Join(names, " by "))
	}
	rows := a.shape[0]
	z, cols := make([][]float64, rows), len(a.body)/size/rows
	for i := range z {
		z[i] = make([]float64, cols)
		for j := range z[i] {
			at := i*cols + j
			if a.fortran {
				at = j*rows + i
			}
			z[i][j] = number(a.body[at*size : (at+1)*size])
		}
	}
	return z, nil
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
