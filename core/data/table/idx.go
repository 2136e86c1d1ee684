package table

import (
	"encoding/binary"
	"fmt"

	"conelab/core/data/fault"
)

// The first four bytes of MNIST's files: two zeros, 8 for unsigned bytes, and the number of dimensions, 1 of labels and 3 of images.
const (
	idxMagic = 0x00000800
	// maxIdx is the size of the largest file accepted, five times that of MNIST.
	maxIdx = 1 << 28
)

// IsIdx reports whether data is a file of MNIST: no other kind of file starts with two zeros.
func IsIdx(data []byte) bool { return len(data) >= 2 && data[0] == 0 && data[1] == 0 }

// ParseIdx reads images or labels in MNIST's format, and the sides of the array. An image is a row of pixels from 0 to 255, row by row,
// and a label is a row of one number. Errors are fault.InputErrors.
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
		total *= uint64(side)
		if total == 0 || total > maxIdx {
			return nil, nil, idxFault(fmt.Sprintf("has %d bytes or more by its header, expected 1 to %d", total, maxIdx))
		}
	}
	body := file[header:]
	if uint64(len(body)) != total {
		return nil, nil, idxFault(fmt.Sprintf("has %d bytes of numbers, expected %d by its header", len(body), total))
	}
	if axes == 1 {
		t = OfBytes(body, 1, false)
		t.Header = []string{"label"}
		return t, sides, nil
	}
	return OfBytes(body, len(body)/sides[0], true), sides, nil
}

func idxFault(what string) error { return fault.New("the idx file", what) }
