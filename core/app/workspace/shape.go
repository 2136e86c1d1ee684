package workspace

import (
	"math"

	"conelab/core/app/messages"
	"conelab/core/app/protocol/intent"
	"conelab/core/format/document"
	"conelab/core/numeric/lift"
)

// squareImage is the number of features from which a square number of features is taken for an image.
const squareImage = 25

// Shape returns the shape in which a sample is shown: [length], [height, width] or [height, width, channels]; nil if samples are points.
func (t *State) Shape() []int { return t.shape }

// product returns the number of entries of a sample.
func product(shape []int) int {
	d := 1
	for _, v := range shape {
		d *= max(1, v)
		if d > intent.MostSize {
			return intent.MostSize
		}
	}
	return d
}

// guessShape returns the most likely shape of the samples: the present one, a square image, or a signal.
func (t *State) guessShape() []int {
	if len(t.shape) > 0 {
		return t.shape
	}
	if side := int(math.Round(math.Sqrt(float64(t.d)))); side*side == t.d && t.d >= squareImage {
		return []int{side, side}
	}
	return []int{t.d}
}

// useShape sets the shape from a document, if it has one. A convolutional network determines the shape itself.
func (t *State) useShape(shape []int) error {
	if t.architecture.Kind == document.KindConvolutional {
		shape = t.architecture.Input
	}
	if len(shape) == 0 {
		return nil
	}
	for _, v := range shape {
		if v < 1 {
			return messages.ShapeSize(v)
		}
	}
	if len(shape) > 3 || product(shape) != t.d {
		return messages.ShapeEntries(product(shape), t.d)
	}
	t.shape = shape
	return nil
}

// shapes returns the shapes that samples of d features can have: first a signal, then images, the most nearly square first, and last images of three
// channels.
func shapes(d int) [][]int {
	const most = 12
	all := [][]int{{d}}
	for h := int(math.Sqrt(float64(d))); h >= 2; h-- {
		if d%h == 0 {
			all = append(all, []int{h, d / h})
			if h != d/h {
				all = append(all, []int{d / h, h})
			}
		}
	}
	if side := int(math.Round(math.Sqrt(float64(d) / 3))); side >= 2 && 3*side*side == d {
		all = append(all[:min(len(all), most-1)], []int{side, side, 3})
	}
	return all[:min(len(all), most)]
}

// Reads returns how a network of the architecture reads samples: the height, width and channels of a sample, the height and width of a neuron's
// receptive field, and the row and column of the corner of each patch, which may lie in the padding. A dense network reads the whole sample.
func (t *State) Reads(a *lift.Architecture) (sample [3]int, filter [2]int, corners [][2]int) {
	sample = [3]int{1, 1, 1}
	switch len(t.shape) {
	case 1:
		sample[1] = t.shape[0]
	default:
		copy(sample[:], t.shape)
	}
	if a.Kind != lift.Convolutional {
		return sample, [2]int{sample[0], sample[1]}, [][2]int{{}}
	}
	height, width, pad := a.Sides()
	for k := range a.Grid() {
		row, column := k/a.Across(), k%a.Across()
		corners = append(corners, [2]int{row*a.Stride - pad, column*a.Stride - a.Padding})
	}
	return sample, [2]int{height, width}, corners
}
