package table

import (
	"bytes"
	"encoding/binary"
	"math"
	"regexp"
	"strconv"
	"strings"

	"conelab/core/document"
)

// npyMagic starts a .npy file; two bytes of version and the length of the header follow.
const npyMagic = "\x93NUMPY"

// IsNpy reports whether data is a .npy file.
func IsNpy(data []byte) bool { return bytes.HasPrefix(data, []byte(npyMagic)) }

// The header is a Python dictionary that NumPy itself writes; nothing else in it matters.
var (
	npyType  = regexp.MustCompile(`'descr':\s*'([^']*)'`)
	npyOrder = regexp.MustCompile(`'fortran_order':\s*(True|False)`)
	npyShape = regexp.MustCompile(`'shape':\s*\(\s*([1-9]\d{0,8})\s*,\s*([1-9]\d{0,8})\s*,?\s*\)`)
)

// ParseNpy reads a two-dimensional .npy file (versions 1 to 3) of floating-point numbers or integers, in C or Fortran order and either
// byte order. Errors are document.InputErrors.
//
// Format: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
func ParseNpy(data []byte) ([][]float64, error) {
	header, body, err := splitNpy(data)
	if err != nil {
		return nil, err
	}
	kind, order := npyType.FindStringSubmatch(header), npyOrder.FindStringSubmatch(header)
	shape := npyShape.FindStringSubmatch(header)
	if kind == nil || order == nil {
		return nil, npyFault("has no descr or fortran_order in its header, expected both as NumPy writes them")
	}
	if shape == nil {
		return nil, npyFault("does not hold a matrix, expected a shape of two numbers above zero")
	}
	number, size := npyNumber(kind[1])
	if number == nil {
		return nil, npyFault(`has the type "` + document.Clip(kind[1]) + `", expected floating-point numbers or integers`)
	}
	rows, _ := strconv.Atoi(shape[1])
	cols, _ := strconv.Atoi(shape[2])
	if len(body) != rows*cols*size {
		return nil, npyFault("has " + strconv.Itoa(len(body)) + " bytes of numbers, expected " + strconv.Itoa(rows*cols*size) +
			" for its shape of " + shape[1] + " by " + shape[2])
	}
	z := make([][]float64, rows)
	for i := range z {
		z[i] = make([]float64, cols)
		for j := range z[i] {
			at := i*cols + j
			if order[1] == "True" {
				at = j*rows + i
			}
			z[i][j] = number(body[at*size : (at+1)*size])
		}
	}
	return z, nil
}

// splitNpy splits the file into its header and the numbers.
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

// npyNumber returns how to read a number of the given type and its size in bytes, or nil for other types.
func npyNumber(kind string) (read func([]byte) float64, size int) {
	var order binary.ByteOrder = binary.LittleEndian
	if strings.HasPrefix(kind, ">") {
		order = binary.BigEndian
	}
	switch strings.TrimLeft(kind, "<>=|") {
	case "f8":
		return func(b []byte) float64 { return math.Float64frombits(order.Uint64(b)) }, 8
	case "f4":
		return func(b []byte) float64 { return float64(math.Float32frombits(order.Uint32(b))) }, 4
	case "i8":
		return func(b []byte) float64 { return float64(int64(order.Uint64(b))) }, 8
	case "i4":
		return func(b []byte) float64 { return float64(int32(order.Uint32(b))) }, 4
	case "i2":
		return func(b []byte) float64 { return float64(int16(order.Uint16(b))) }, 2
	case "i1":
		return func(b []byte) float64 { return float64(int8(b[0])) }, 1
	case "u8":
		return func(b []byte) float64 { return float64(order.Uint64(b)) }, 8
	case "u4":
		return func(b []byte) float64 { return float64(order.Uint32(b)) }, 4
	case "u2":
		return func(b []byte) float64 { return float64(order.Uint16(b)) }, 2
	case "u1":
		return func(b []byte) float64 { return float64(b[0]) }, 1
	}
	return nil, 0
}

func npyFault(what string) error { return fault("the .npy file", what) }
