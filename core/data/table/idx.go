package table

import (
	"bytes"
	"encoding/binary"
	"fmt"
)

// idxMagic are the first four bytes of MNIST's files: two zeros, 8 for unsigned bytes, and the number of axes, 1 of labels and 3 of images.
const idxMagic = 0x00000800

// IsIdx reports whether data is a file of MNIST: no other kind of file starts with two zeros.
func IsIdx(data []byte) bool { return len(data) >= 2 && data[0] == 0 && data[1] == 0 }

// ParseIdx reads images or labels in MNIST's format, and the sides of the array. An image is a row of pixels from 0 to 255, row by row,
// and a label is a row of one number. Errors are fault.InputErrors.
//
// Format: http://yann.lecun.com/exdb/mnist/
func ParseIdx(file []byte) (t *Table, sides []int, err error) {
	a := &Array{kind: "u1", size: 1, name: "the idx file"}
	if len(file) < 4 {
		return nil, nil, a.cut()
	}
	axes := int(binary.BigEndian.Uint32(file) - idxMagic)
	if axes != 1 && axes != 3 {
		return nil, nil, a.fault(fmt.Sprintf("starts with the bytes % x, expected 00 00 08 01 for labels or 00 00 08 03 for images", file[:4]))
	}
	header := 4 * (1 + axes)
	if len(file) < header {
		return nil, nil, a.cut()
	}
	for at := 4; at < header; at += 4 {
		a.shape = append(a.shape, int(binary.BigEndian.Uint32(file[at:])))
	}
	if err := a.measure(); err != nil {
		return nil, nil, err
	}
	a.r = bytes.NewBuffer(file[header:])
	t, err = a.Table(axes)
	if err != nil {
		return nil, nil, err
	}
	if t.pixels = axes == 3; !t.pixels {
		t.Header = []string{"label"}
	}
	t.Notes, t.Of = nil, ""
	return t, a.shape, nil
}
