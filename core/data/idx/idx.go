// Package idx reads the files of MNIST, uncompressed or compressed by gzip.
package idx

import (
	"encoding/binary"
	"fmt"

	"conelab/core/data/dataset"
	"conelab/core/data/fault"
	"conelab/core/data/table"
)

// The first four bytes of MNIST's files: two zeros, 8 for unsigned bytes, and the number of dimensions.
const (
	labels = 0x00000801
	images = 0x00000803
	// maxBytes is the size of the largest file accepted, five times that of MNIST.
	maxBytes = 1 << 28
)

// ParseImages reads images. Errors are fault.InputErrors.
//
// Format: http://yann.lecun.com/exdb/mnist/
func ParseImages(content []byte) (*dataset.Images, error) {
	sides, pixels, err := parse(content, images, "images")
	if err != nil {
		return nil, err
	}
	return &dataset.Images{N: sides[0], Height: sides[1], Width: sides[2], Pixels: pixels}, nil
}

// ParseLabels reads labels. Errors are fault.InputErrors.
func ParseLabels(content []byte) ([]byte, error) {
	_, body, err := parse(content, labels, "labels")
	return body, err
}

// parse reads a file that must begin with the given four bytes: the dimensions, big-endian, and then the data.
func parse(file []byte, magic uint32, kind string) (sides []int, body []byte, err error) {
	if file, err = table.Gunzip(file, maxBytes+1<<10); err != nil {
		return nil, nil, err
	}
	header := 4 * (1 + int(magic&0xff))
	if len(file) < 4 {
		return nil, nil, broken("ends within its header, expected a whole file")
	}
	if found := binary.BigEndian.Uint32(file); found != magic {
		expected := binary.BigEndian.AppendUint32(nil, magic)
		return nil, nil, broken(fmt.Sprintf("starts with the bytes % x, expected % x for %s", file[:4], expected, kind))
	}
	if len(file) < header {
		return nil, nil, broken("ends within its header, expected a whole file")
	}
	total := uint64(1)
	for at := 4; at < header; at += 4 {
		side := binary.BigEndian.Uint32(file[at:])
		sides = append(sides, int(side))
		// No overflow: the product stays below 2^28 times 2^32.
		if total *= uint64(side); total == 0 || total > maxBytes {
			return nil, nil, broken(fmt.Sprintf("has %d bytes or more of %s by its header, expected 1 to %d", total, kind, maxBytes))
		}
	}
	if body = file[header:]; uint64(len(body)) != total {
		return nil, nil, broken(fmt.Sprintf("has %d bytes of %s, expected %d by its header", len(body), kind, total))
	}
	return sides, body, nil
}

func broken(what string) error { return fault.New("the idx file", what) }
