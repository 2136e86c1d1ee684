// Package cifar reads the binary files of CIFAR-10.
package cifar

import (
	"fmt"

	"conelab/core/data/fault"
)

// Side is the height and width of an image, whose Channels are red, green and blue.
const (
	Side     = 32
	Channels = 3
	record   = 1 + Channels*Side*Side
	classes  = 10
)

// File holds images, row by row with the three values of a pixel adjacent, and their labels from 0 to 9.
type File struct{ Pixels, Labels []byte }

// Parse reads a file. Errors are fault.InputErrors.
//
// A record of the file is a label followed by the red, the green and the blue values of the image, each row by row.
// Format: https://www.cs.toronto.edu/~kriz/cifar.html
func Parse(content []byte) (f File, err error) {
	n := len(content) / record
	if n == 0 || len(content)%record != 0 {
		return f, fault.New("the CIFAR file", fmt.Sprintf("has %d bytes, expected a multiple of %d", len(content), record))
	}
	const size = Side * Side
	for i := range n {
		row := content[i*record : (i+1)*record]
		if row[0] >= classes {
			return f, fault.New("the CIFAR file", fmt.Sprintf("has the label %d in record %d, expected 0 to %d", row[0], i+1, classes-1))
		}
		f.Labels = append(f.Labels, row[0])
		for k := range size {
			f.Pixels = append(f.Pixels, row[1+k], row[1+size+k], row[1+2*size+k])
		}
	}
	return f, nil
}
