package data

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"io"
	"strconv"
)

// Images are n grey images of one size, row by row.
type Images struct {
	N, Height, Width int
	Pixels           []byte
}

// The first four bytes of MNIST's files: two zeros, 8 for unsigned bytes, and the number of dimensions.
const (
	idxLabels = 0x00000801
	idxImages = 0x00000803
	// maxBytes is the largest file taken, five times that of MNIST.
	maxBytes = 1 << 28
)

// ParseImages reads images in the idx format of MNIST, plain or packed by gzip. Errors are document.InputErrors.
//
// Format: http://yann.lecun.com/exdb/mnist/
func ParseImages(data []byte) (*Images, error) {
	sides, pixels, err := parseIdx(data, idxImages)
	if err != nil {
		return nil, err
	}
	return &Images{sides[0], sides[1], sides[2], pixels}, nil
}

// ParseLabels reads labels in the idx format of MNIST, plain or packed by gzip. Errors are document.InputErrors.
func ParseLabels(data []byte) ([]byte, error) {
	_, labels, err := parseIdx(data, idxLabels)
	return labels, err
}

// parseIdx reads a file with the given first four bytes: the dimensions, big-endian, and then the bytes.
func parseIdx(data []byte, magic uint32) (sides []int, body []byte, err error) {
	reader := io.Reader(bytes.NewReader(data))
	if bytes.HasPrefix(data, []byte{0x1f, 0x8b}) {
		packed, err := gzip.NewReader(reader)
		if err != nil {
			return nil, nil, idxUnpacked
		}
		reader = packed
	}
	var found uint32
	if err := readBig(reader, &found); err != nil {
		return nil, nil, err
	}
	if found != magic {
		return nil, nil, idxFault(fmt.Sprintf("starts with the bytes % x, expected % x for %s", big(found), big(magic), content(magic)))
	}
	sides, total := make([]int, magic&0xff), uint64(1)
	for i := range sides {
		var side uint32
		if err := readBig(reader, &side); err != nil {
			return nil, nil, err
		}
		sides[i] = int(side)
		// No overflow: the product stays below 2^28 times 2^32.
		if total *= uint64(side); total == 0 || total > maxBytes {
			return nil, nil, idxFault("has " + strconv.FormatUint(total, 10) + " bytes or more of " + content(magic) + " by its header, expected 1 to " +
				strconv.Itoa(maxBytes))
		}
	}
	// One byte more than expected is asked for, which also makes gzip check its sum.
	body, err = io.ReadAll(io.LimitReader(reader, int64(total)+1))
	switch {
	case err != nil:
		return nil, nil, idxUnpacked
	case uint64(len(body)) < total:
		return nil, nil, idxFault(fmt.Sprintf("has %d bytes of %s, expected %d by its header", len(body), content(magic), total))
	case uint64(len(body)) > total:
		return nil, nil, idxFault(fmt.Sprintf("has more than the %d bytes of %s that its header expects", total, content(magic)))
	}
	return sides, body, nil
}

var idxUnpacked = idxFault("cannot be unpacked, expected whole gzip data")

// readBig reads a big-endian number.
func readBig(r io.Reader, v *uint32) error {
	switch err := binary.Read(r, binary.BigEndian, v); err {
	case nil:
		return nil
	case io.EOF, io.ErrUnexpectedEOF:
		return idxFault("ends within its header, expected a whole file")
	default:
		return idxUnpacked
	}
}

func big(v uint32) []byte { return binary.BigEndian.AppendUint32(nil, v) }

func content(magic uint32) string {
	if magic == idxImages {
		return "images"
	}
	return "labels"
}

func idxFault(what string) error { return fault("the idx file", what) }

// ReadDigits returns the frame of images, one row of pixels from 0 to 1 each, row by row, with their labels in the given encoding and
// classes (nil takes the labels' own).
func ReadDigits(images *Images, labels []byte, encoding Encoding, classes Classes) (*Frame, error) {
	if images.N != len(labels) {
		return nil, idxFault(fmt.Sprintf("of the labels has %d, expected %d as there are images", len(labels), images.N))
	}
	size := images.Height * images.Width
	f := &Frame{X: make([][]float64, images.N), Targets: []string{"label"}}
	for k := range size {
		f.Features = append(f.Features, fmt.Sprintf("pixel %d,%d", k/images.Width+1, k%images.Width+1))
	}
	names := make([]string, images.N)
	for i := range f.X {
		f.X[i], names[i] = make([]float64, size), strconv.Itoa(int(labels[i]))
		for k, v := range images.Pixels[i*size : (i+1)*size] {
			f.X[i][k] = float64(v) / 255
		}
	}
	if encoding == Numbers {
		for _, label := range labels {
			f.Y = append(f.Y, []float64{float64(label)})
		}
		return f, nil
	}
	f.encode(names, &Options{Encoding: encoding, Classes: classes})
	var err error
	f.Y, err = f.Classes.Encode(names, encoding, func(i int) string { return "label " + strconv.Itoa(i+1) })
	f.nameTargets()
	return f, err
}
