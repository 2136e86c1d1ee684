package workspace

import (
	"cmp"
	"math"
	"slices"

	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/format/document"
	"conelab/core/numeric/lift"
)

const (
	// firstFilter is the side of the filter of a new convolutional network, if the samples are large enough.
	firstFilter = 3
	// separatePatches is the largest number of patches that have filters of their own in a new convolutional network. With more
	// patches all are pooled, which keeps the program small.
	separatePatches = 64
	// drawnEntries is the largest number of entries of a sample that can be drawn by hand.
	drawnEntries = 256
)

// WithArchitecture returns the state with a network of the given kind. Sizes of a convolution that are not given stay the same, or are
// adapted to those that are.
func (t *State) WithArchitecture(in *intent.SetArchitecture) (next State, err error) {
	next = *t
	if in.Kind == document.KindConvolutional {
		err = next.convolve(in)
		if err != nil {
			return next, messages.Refuse("This network does not suit the data: {}.", err)
		}
		return t.remodelled(next)
	}
	next.Architecture = lift.Architecture{}
	if in.Kind == document.KindQuadratic {
		next.Architecture.Kind = lift.Quadratic
	}
	if next.D <= DrawnFeatures { // so few features are points again
		next.shape = nil
	}
	return t.remodelled(next)
}

// remodelled returns a state with another architecture, or an error if it does not suit the data.
func (t *State) remodelled(next State) (State, error) {
	if !next.Stackable() {
		next.stack = nil
	}
	if fault := next.fault(); fault != nil {
		return next, messages.Refuse("This network does not suit the data: {}.", fault)
	}
	next.growWindow()
	return next, nil
}

// WithBlank returns the state without points, ready to draw signals or images of a shape.
func (t *State) WithBlank(shape []int) (State, error) {
	d := product(shape)
	if len(shape) < 1 || len(shape) > 2 || d < 2 || d > drawnEntries {
		return *t, messages.Refuse("Samples to draw have a length, or a height and a width, of 2 to {} numbers in all.", drawnEntries)
	}
	next := t.emptied(d)
	next.shape = shape
	next.setPiecewise(document.Activation{})
	next.stack = nil
	err := next.convolve(&intent.SetArchitecture{})
	return next, err
}

// convolve makes the network convolutional, with the given sizes, or says why they do not suit the data. Sizes that are not given are
// adapted to those that are.
func (t *State) convolve(z *intent.SetArchitecture) (err error) {
	a, fresh := document.ArchitectureOf(&t.Architecture), t.Architecture.Kind != lift.Convolutional
	if fresh {
		a = document.Architecture{Kind: document.KindConvolutional, Input: t.shape, Filter: firstFilter}
		if len(a.Input) == 0 {
			a.Input = guessShape(t.D)
		}
	}
	if z.Input != nil {
		a.Input = z.Input
	}
	a.Stride = *cmp.Or(z.Stride, &a.Stride)
	filter := *cmp.Or(z.Filter, &a.Filter)
	side := filter
	if len(a.Input) > 0 {
		side = slices.Min(a.Input[:min(2, len(a.Input))])
	}
	a.Padding = *cmp.Or(z.Padding, new(min(a.Padding, filter-1)))
	a.Filter = *cmp.Or(z.Filter, new(max(1, min(filter, side+2*a.Padding))))
	a.Padding = *cmp.Or(z.Padding, new(min(a.Padding, a.Filter-1)))
	unpooled := a
	unpooled.Pool = 0
	lifted, err := unpooled.Lift(product(a.Input))
	if z.Pool != nil {
		a.Pool = document.Pool(*z.Pool)
	} else if err == nil {
		switch patches := lifted.Grid(); {
		case fresh && patches > separatePatches:
			a.Pool = document.GlobalPool
		case a.Pool > 0 && patches%int(a.Pool) != 0:
			a.Pool = 1
		}
	}
	t.shape, t.Bias = a.Input, false
	t.Architecture, err = a.Lift(t.D)
	return err
}

// Convolution describes a convolutional network for the page. It returns nil for other networks.
func (t *State) Convolution() *protocol.PageConvolution {
	a := t.Architecture
	if a.Kind != lift.Convolutional {
		return nil
	}
	shape := a.Shape(t.D)
	c := &protocol.PageConvolution{
		Input: document.ArchitectureOf(&a).Input, Filter: a.Filter, Stride: a.Stride, Padding: a.Padding, Pool: a.Pool, Shapes: shapes(t.D),
		Patches: a.Grid(), Blocks: shape.Blocks, Size: shape.Dimension, Order: shape.Dimension + 1, Matrices: 2 * shape.Blocks * t.Outputs,
		Pools: []int{}, // encodes as [] rather than null if there is one patch
	}
	for p := 1; p < c.Patches; p++ {
		if c.Patches%p == 0 {
			c.Pools = append(c.Pools, p)
		}
	}
	return c
}

// squareImage is the number of features from which a square number of features is taken for an image.
const squareImage = 25

// product returns the number of entries of a sample.
func product(shape []int) int {
	d := 1
	for _, v := range shape {
		d *= max(1, v)
		if d > intent.MaxSize {
			return intent.MaxSize
		}
	}
	return d
}

// guessShape returns the most likely shape of samples of d features: a square image, or a signal.
func guessShape(d int) []int {
	if side := int(math.Round(math.Sqrt(float64(d)))); side*side == d && d >= squareImage {
		return []int{side, side}
	}
	return []int{d}
}

// useShape sets the shape from a document, if it has one. A convolutional network determines the shape itself.
func (t *State) useShape(shape []int) error {
	if t.Architecture.Kind == lift.Convolutional {
		shape = document.ArchitectureOf(&t.Architecture).Input
	}
	if len(shape) == 0 {
		return nil
	}
	for _, v := range shape {
		if v < 1 {
			return messages.Refuse("the shape of a sample has the size {}, expected whole numbers above 0", v)
		}
	}
	if len(shape) > 3 || product(shape) != t.D {
		return messages.Refuse("the shape of a sample has {} entries in up to three directions, expected {}, the number of features",
			product(shape), t.D)
	}
	t.shape = shape
	return nil
}

// shapes returns the shapes that samples of d features can have: first a signal, then images, the most nearly square first, and
// last images of three channels.
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

// ReceptiveFields returns how the network reads samples: the height, width and channels of a sample, the height and width
// of a neuron's receptive field, and the row and column of the corner of each patch, which may lie in the padding. A dense
// network reads the whole sample.
func (t *State) ReceptiveFields() (sample [3]int, filter [2]int, corners [][2]int) {
	sample = [3]int{1, 1, 1}
	switch len(t.shape) {
	case 1:
		sample[1] = t.shape[0]
	default:
		copy(sample[:], t.shape)
	}
	a := t.Architecture
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
