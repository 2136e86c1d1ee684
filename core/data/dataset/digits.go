package dataset

import (
	"fmt"
	"strconv"

	"conelab/core/data/fault"
)

// Images are n grey images of one size, row by row.
type Images struct {
	N, Height, Width int
	Pixels           []byte
}

// ReadDigits returns the frame of images, one row of pixels from 0 to 1 each, row by row, with their labels in the given encoding and
// classes (nil takes the labels' own).
func ReadDigits(images *Images, labels []byte, encoding Encoding, classes Classes) (*Frame, error) {
	if images.N != len(labels) {
		return nil, fault.New("the idx file", fmt.Sprintf("of the labels has %d, expected %d as there are images", len(labels), images.N))
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
	if f.Classes = classes; classes == nil {
		f.Classes = ClassesOf(names)
	}
	var err error
	f.Y, err = f.Classes.Encode(names, encoding, func(i int) string { return "label " + strconv.Itoa(i+1) })
	f.nameTargets()
	return f, err
}
