// Package cifar reads the binary files of CIFAR-10, uncompressed or compressed by gzip.
package cifar

import (
	"fmt"

	"conelab/core/data/dataset"
	"conelab/core/data/fault"
	"conelab/core/data/table"
)

// Side is the height and width of an image; channels are red, green and blue.
const (
	Side     = 32
	channels = 3
	record   = 1 + channels*Side*Side
	classes  = 10
	// maxBytes is the size of the largest file accepted: twice that of all six files of CIFAR-10 together.
	maxBytes = 1 << 29
)

// Parse reads images with their labels from 0 to 9. Errors are fault.InputErrors.
//
// A record of the file is a label followed by the red, the green and the blue values of the image, each row by row. In the images returned,
// the three values of a pixel are adjacent. Format: https://www.cs.toronto.edu/~kriz/cifar.html
func Parse(content []byte) (*dataset.Images, []byte, error) {
	content, err := table.Gunzip(content, maxBytes)
	if err != nil {
		return nil, nil, err
	}
	n := len(content) / record
	if n == 0 || len(content)%record != 0 {
		return nil, nil, broken(fmt.Sprintf("has %d bytes, expected a multiple of %d", len(content), record))
	}
	const size = Side * Side
	images := &dataset.Images{N: n, Height: Side, Width: Side, Channels: channels, Pixels: make([]byte, 0, n*channels*size)}
	labels := make([]byte, n)
	for i := range n {
		row := content[i*record : (i+1)*record]
		if labels[i] = row[0]; row[0] >= classes {
			return nil, nil, broken(fmt.Sprintf("has the label %d in record %d, expected 0 to %d", row[0], i+1, classes-1))
		}
		for k := range size {
			images.Pixels = append(images.Pixels, row[1+k], row[1+size+k], row[1+2*size+k])
		}
	}
	return images, labels, nil
}

func broken(what string) error { return fault.New("the CIFAR file", what) }
