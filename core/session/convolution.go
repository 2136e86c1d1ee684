package session

import (
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strconv"

	"conelab/core/document"
	"conelab/core/lift"
)

const (
	// firstFilter is the side of the filter that a new convolutional network has, if the samples are as large.
	firstFilter = 3
	// separatePatches is how many patches at most have filters of their own in a new convolutional network: beyond, all are pooled, which
	// keeps the program small.
	separatePatches = 64
	// drawnEntries bounds the samples that are drawn by hand.
	drawnEntries = 256
	// largestSize bounds all sizes of a convolution.
	largestSize = 1 << 20
	// squareImage is the number of features from which on a square number of them is taken for an image.
	squareImage = 25
)

// sizes are those of a convolutional network in intents: what is left out stays as it is, or becomes what fits.
type sizes struct {
	Input   []float64       `json:"input"`
	Filter  *float64        `json:"filter"`
	Stride  *float64        `json:"stride"`
	Padding *float64        `json:"padding"`
	Pool    json.RawMessage `json:"pool"`
}

func (z *sizes) given() bool {
	return z.Input != nil || z.Filter != nil || z.Stride != nil || z.Padding != nil || z.Pool != nil
}

// setArchitecture changes the kind of network, and the sizes of a convolutional one.
func (s *Session) setArchitecture(in *intent) (err error) {
	next := s.state
	switch in.Kind {
	case document.KindDense, document.KindQuadratic:
		if in.given() {
			return errors.New("Sizes of an input, a filter or a pool belong to convolutional networks; a " + in.Kind + " one has none.")
		}
		next.architecture = document.Architecture{Kind: in.Kind}
		if next.d <= drawnFeatures { // such samples are points again
			next.shape = nil
		}
	case document.KindConvolutional:
		if next.architecture, err = s.convolution(&in.sizes); err != nil {
			return err
		}
		next.shape = next.architecture.Input
	default:
		return errors.New("There is no architecture " + strconv.Quote(document.Clip(in.Kind)) + ".")
	}
	if err := s.remodel(next, "This network does not suit the data"); err != nil {
		return err
	}
	if !s.showsAll() {
		s.fitWindow()
	}
	return nil
}

// blankSamples empties the stage for signals or images of a shape, to be drawn.
func (s *Session) blankSamples(in *intent) error {
	input, err := whole("input", in.Input, 1)
	if err != nil {
		return err
	}
	d := product(input)
	if len(input) < 1 || len(input) > 2 || d < 2 || d > drawnEntries {
		return errors.New("Samples to draw have a length, or a height and a width, of 2 to " + strconv.Itoa(drawnEntries) + " numbers in all.")
	}
	next := s.state
	next.blank(d)
	next.shape = input
	if next.architecture, err = next.convolution(&sizes{}); err != nil {
		return err
	}
	s.finishGesture()
	s.change(next)
	return nil
}

// convolution returns the convolutional network that the sizes ask for. It may still not suit the data where they are given.
func (t *state) convolution(z *sizes) (a document.Architecture, err error) {
	fresh := t.architecture.Kind != document.KindConvolutional
	if a = t.architecture; fresh {
		a = document.Architecture{Kind: document.KindConvolutional, Input: t.guessShape(), Filter: firstFilter}
	}
	if z.Input != nil {
		if a.Input, err = whole("input", z.Input, 1); err != nil {
			return a, err
		}
	}
	for _, size := range []struct {
		name  string
		given *float64
		low   int
		to    *int
	}{{"filter", z.Filter, 1, &a.Filter}, {"stride", z.Stride, 1, &a.Stride}, {"padding", z.Padding, 0, &a.Padding}} {
		if size.given == nil {
			continue
		}
		v, err := whole(size.name, []float64{*size.given}, size.low)
		if err != nil {
			return a, err
		}
		*size.to = v[0]
	}
	if z.Pool != nil {
		if json.Unmarshal(z.Pool, &a.Pool) != nil {
			return a, errors.New(`The pool must be a whole number above 0 or "global", but it is ` + document.Clip(string(z.Pool)) + ".")
		}
	}
	adapt(&a, z, fresh)
	return a, nil
}

// adapt makes the sizes that are not given fit to those that are.
func adapt(a *document.Architecture, z *sizes, fresh bool) {
	if z.Padding == nil {
		a.Padding = max(0, min(a.Padding, a.Filter-1))
	}
	if z.Filter == nil && len(a.Input) > 0 {
		side := slices.Min(a.Input[:min(2, len(a.Input))])
		a.Filter = max(1, min(a.Filter, side+2*a.Padding))
		if z.Padding == nil {
			a.Padding = min(a.Padding, a.Filter-1)
		}
	}
	lifted, err := (&document.Architecture{
		Kind: a.Kind, Input: a.Input, Filter: a.Filter, Stride: a.Stride, Padding: a.Padding,
	}).Lift(product(a.Input))
	if err == nil && z.Pool == nil {
		switch patches := lifted.Grid(); {
		case fresh && patches > separatePatches:
			a.Pool = document.GlobalPool
		case a.Pool > 0 && patches%int(a.Pool) != 0:
			a.Pool = 1
		}
	}
	*a = normal(*a)
}

// normal leaves out what need not be said, which makes documents short.
func normal(a document.Architecture) document.Architecture {
	if a.Stride == 1 {
		a.Stride = 0
	}
	if a.Pool == 1 {
		a.Pool = 0
	}
	return a
}

// sameArchitecture reports whether two architectures say the same.
func sameArchitecture(a, b *document.Architecture) bool {
	p, q := normal(*a), normal(*b)
	return p.Kind == q.Kind && slices.Equal(p.Input, q.Input) && p.Filter == q.Filter && p.Stride == q.Stride && p.Padding == q.Padding &&
		p.Pool == q.Pool
}

// whole returns sizes as whole numbers from low on.
func whole(name string, values []float64, low int) ([]int, error) {
	out := make([]int, len(values))
	for i, v := range values {
		if v != math.Trunc(v) || v < float64(low) || v > largestSize {
			return nil, errors.New("The " + name + " must be a whole number from " + strconv.Itoa(low) + " on, but it is " + number(v) + ".")
		}
		out[i] = int(v)
	}
	return out, nil
}

// product returns the number of entries of a sample.
func product(shape []int) int {
	d := 1
	for _, v := range shape {
		d *= max(1, v)
		if d > largestSize {
			return largestSize
		}
	}
	return d
}

// guessShape returns how samples are most likely to be looked at: as they are, as a square image, or as a signal.
func (t *state) guessShape() []int {
	if len(t.shape) > 0 {
		return t.shape
	}
	if side := int(math.Round(math.Sqrt(float64(t.d)))); side*side == t.d && t.d >= squareImage {
		return []int{side, side}
	}
	return []int{t.d}
}

// useShape sets how samples are looked at, if a document says it; a convolutional network says it itself.
func (t *state) useShape(shape []int) error {
	if t.architecture.Kind == document.KindConvolutional {
		shape = t.architecture.Input
	}
	if len(shape) == 0 {
		return nil
	}
	for _, v := range shape {
		if v < 1 {
			return errors.New("The shape of a sample has the size " + strconv.Itoa(v) + ", expected whole numbers above 0.")
		}
	}
	if len(shape) > 3 || product(shape) != t.d {
		return errors.New("The shape of a sample has " + strconv.Itoa(product(shape)) + " entries in up to three directions, expected " +
			strconv.Itoa(t.d) + ", the number of features.")
	}
	t.shape = shape
	return nil
}

// shapes returns the shapes that samples of d features can have: a signal, then images, the most square ones first; of three channels last.
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

// reads returns how a network reads samples: the height, width and channels of a sample, the height and width of what a neuron sees, and
// the row and column of the corner of each patch, which may lie in the padding. A dense network sees the whole sample.
func (t *state) reads(a *lift.Architecture) (sample [3]int, filter [2]int, corners [][2]int) {
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
