// Package idx reads the files of MNIST, uncompressed or compressed by gzip.
package idx

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"io"
	"strconv"

	"conelab/core/data/dataset"
	"conelab/core/data/fault"
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
	sides, pixels, err := parse(content, images)
	if err != nil {
		return nil, err
	}
	return &dataset.Images{N: sides[0], Height: sides[1], Width: sides[2], Pixels: pixels}, nil
}

// ParseLabels reads labels. Errors are fault.InputErrors.
func ParseLabels(content []byte) ([]byte, error) {
	_, body, err := parse(content, labels)
	return body, err
}

// parse reads a file that must begin with the given four bytes: the dimensions, big-endian, and then the data.
func parse(file []byte, magic uint32) (sides []int, body []byte, err error) {
	reader := io.Reader(bytes.NewReader(file))
	if bytes.HasPrefix(file, []byte{0x1f, 0x8b}) {
		packed, err := gzip.NewReader(reader)
		if err != nil {
			return nil, nil, errPacked
		}
		reader = packed
	}
	sides, total, err := readHeader(reader, magic)
	if err != nil {
		return nil, nil, err
	}
	// Reading one byte more than expected also makes gzip verify its checksum.
	body, err = io.ReadAll(io.LimitReader(reader, int64(total)+1))
	switch {
	case err != nil:
		return nil, nil, errPacked
	case uint64(len(body)) < total:
		return nil, nil, broken(fmt.Sprintf("has %d bytes of %s, expected %d by its header", len(body), kind(magic), total))
	case uint64(len(body)) > total:
		return nil, nil, broken(fmt.Sprintf("has more than the %d bytes of %s that its header expects", total, kind(magic)))
	}
	return sides, body, nil
}

// readHeader reads the first four bytes and the dimensions; it also returns the product of the dimensions.
func readHeader(reader io.Reader, magic uint32) (sides []int, total uint64, err error) {
	var found uint32
	if err := readBig(reader, &found); err != nil {
		return nil, 0, err
	}
	if found != magic {
		return nil, 0, broken(fmt.Sprintf("starts with the bytes % x, expected % x for %s", big(found), big(magic), kind(magic)))
	}
	sides, total = make([]int, magic&0xff), 1
	for i := range sides {
		var side uint32
		if err := readBig(reader, &side); err != nil {
			return nil, 0, err
		}
		sides[i] = int(side)
		// No overflow: the product stays below 2^28 times 2^32.
		if total *= uint64(side); total == 0 || total > maxBytes {
			return nil, 0, broken("has " + strconv.FormatUint(total, 10) + " bytes or more of " + kind(magic) + " by its header, expected 1 to " +
				strconv.Itoa(maxBytes))
		}
	}
	return sides, total, nil
}

var errPacked = broken("cannot be unpacked, expected whole gzip data")

// readBig reads a big-endian number.
func readBig(r io.Reader, v *uint32) error {
	switch err := binary.Read(r, binary.BigEndian, v); err {
	case nil:
		return nil
	case io.EOF, io.ErrUnexpectedEOF:
		return broken("ends within its header, expected a whole file")
	default:
		return errPacked
	}
}

func big(v uint32) []byte { return binary.BigEndian.AppendUint32(nil, v) }

func kind(magic uint32) string {
	if magic == images {
		return "images"
	}
	return "labels"
}

func broken(what string) error { return fault.New("the idx file", what) }
