package dataset

import (
	"fmt"
	"slices"
	"strconv"

	"conelab/core/data/fault"
)

// Images are n images of the same size, row by row, channel last. Channels is 0 or 1 for grey images.
type Images struct {
	N, Height, Width, Channels int
	Pixels                     []byte
}

// Only returns the images whose label is one of keep, at least two labels, with their labels.
func (i *Images) Only(labels []byte, keep ...byte) (*Images, []byte) {
	rest, kept := *i, []byte(nil)
	rest.N, rest.Pixels = 0, nil
	size := i.Height * i.Width * max(1, i.Channels)
	for k, label := range labels[:min(len(labels), i.N)] {
		if slices.Contains(keep, label) {
			rest.N++
			rest.Pixels, kept = append(rest.Pixels, i.Pixels[k*size:(k+1)*size]...), append(kept, label)
		}
	}
	return &rest, kept
}

// pixel returns the name of feature k.
func (i *Images) pixel(k int) string {
	if i.Channels > 1 {
		return fmt.Sprintf("pixel %d,%d,%d", k/i.Channels/i.Width+1, k/i.Channels%i.Width+1, k%i.Channels+1)
	}
	return fmt.Sprintf("pixel %d,%d", k/i.Width+1, k%i.Width+1)
}

// ReadDigits returns the frame of images, each a row of pixels from 0 to 1, row by row, with their labels in the given encoding and classes
// (nil for the classes of these labels).
func ReadDigits(images *Images, labels []byte, encoding Encoding, classes Classes) (*Frame, error) {
	if images.N != len(labels) {
		return nil, fault.New("the idx file", fmt.Sprintf("of the labels has %d, expected %d as there are images", len(labels), images.N))
	}
	size := images.Height * images.Width * max(1, images.Channels)
	f := &Frame{X: make([][]float64, images.N), Targets: []string{"label"}}
	for k := range size {
		f.Features = append(f.Features, images.pixel(k))
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
