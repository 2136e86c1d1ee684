package table

import (
	"encoding/binary"
	"fmt"
	"strings"
)

// NpyHead is what the header of a .npy file says.
type NpyHead struct {
	// Rows counts the first axis, Columns all others together. Size is the number of bytes of a number, and Start where the numbers start.
	Rows, Columns, Size, Start int
	// Fortran says that the numbers stand column by column.
	Fortran bool
	kind    string
	shape   []int
}

// mostColumns is the largest number of columns of a header that is believed: products with it stay within the range of integers.
const mostColumns = 1 << 24

// ReadNpyHead reads the header from the beginning of a .npy file. It reports false if there is none of an array of numbers.
func ReadNpyHead(beginning []byte) (h NpyHead, ok bool) {
	a, err := readNpy(beginning)
	if err != nil || len(a.shape) == 0 {
		return h, false
	}
	number, size := npyNumber(a.kind)
	h = NpyHead{Rows: a.shape[0], Columns: 1, Size: size, Start: len(beginning) - len(a.body), Fortran: a.fortran, kind: a.kind, shape: a.shape}
	for _, n := range a.shape[1:] {
		if h.Columns *= n; h.Columns > mostColumns {
			return h, false
		}
	}
	return h, number != nil
}

// First returns the header of a file that has only the first rows, and the number of bytes of those.
func (h *NpyHead) First(rows int) (header []byte, size int) {
	sides := fmt.Sprint(rows, ",")
	for _, n := range h.shape[1:] {
		sides += fmt.Sprint(n, ",")
	}
	text := "{'descr': '" + h.kind + "', 'fortran_order': False, 'shape': (" + strings.TrimSpace(sides) + "), }\n"
	header = append([]byte(npyMagic), 1, 0)
	header = binary.LittleEndian.AppendUint16(header, uint16(len(text)))
	return append(header, text...), rows * h.Columns * h.Size
}
