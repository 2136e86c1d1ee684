package document

import (
	"strconv"

	"conelab/core/data/fault"
	"conelab/core/data/strictjson"
	"conelab/core/numeric/lift"
)

// Architecture is the shape of the network. The sizes are for convolutional networks only. Input is [length], [height, width] or [height,
// width, channels], and Filter is the side of the filter. If left out, Stride is 1, Padding 0, and Pool, the number of consecutive patches
// that are averaged, 1.
type Architecture struct {
	Kind    string `json:"kind" words:"dense|quadratic|convolutional"`
	Input   []int  `json:"input,omitempty" range:"above 0"`
	Filter  int    `json:"filter,omitempty" range:"above 0"`
	Stride  int    `json:"stride,omitempty" range:"above 0"`
	Padding int    `json:"padding,omitempty"`
	Pool    Pool   `json:"pool,omitempty" range:"above 0" minus:"global"`
}

// Pool is the number of consecutive patches that are averaged, or GlobalPool for all of them.
type Pool int

// GlobalPool averages all patches; it is written "global".
const GlobalPool Pool = lift.GlobalPool

// UnmarshalJSON is how encoding/json reads an architecture, as work of the first form has it.
func (a *Architecture) UnmarshalJSON(text []byte) error { return strictjson.Read(text, a) }

// Lift returns the architecture for data with that many features, or an InputError that says why they do not match.
func (a *Architecture) Lift(features int) (lift.Architecture, error) {
	switch a.Kind {
	case KindDense:
		return lift.Architecture{}, a.bare()
	case KindQuadratic:
		return lift.Architecture{Kind: lift.Quadratic}, a.bare()
	case KindConvolutional:
		return a.convolution(features)
	}
	return lift.Architecture{}, fault.New("architecture.kind", `is "`+fault.Clip(a.Kind)+`", expected "dense", "quadratic" or "convolutional"`)
}

// bare returns an error if sizes of a convolution are given for another kind of network; they are not ignored.
func (a *Architecture) bare() error {
	for _, size := range []struct {
		name  string
		given bool
	}{{"input", len(a.Input) > 0}, {"filter", a.Filter != 0}, {"stride", a.Stride != 0}, {"padding", a.Padding != 0}, {"pool", a.Pool != 0}} {
		if size.given {
			return fault.New("architecture."+size.name, `is given, expected only with the kind "convolutional"`)
		}
	}
	return nil
}

// convolution fills in defaults and checks that all sizes match.
func (a *Architecture) convolution(features int) (out lift.Architecture, err error) {
	out = lift.Architecture{
		Kind: lift.Convolutional, Input: [3]int{1, 1, 1}, Signal: len(a.Input) == 1, Filter: a.Filter, Stride: max(1, a.Stride),
		Padding: a.Padding, Pool: int(a.Pool),
	}
	switch len(a.Input) {
	case 1:
		out.Input[1] = a.Input[0]
	case 2, 3:
		copy(out.Input[:], a.Input)
	default:
		return out, fault.New("architecture.input", "has "+count(len(a.Input), "number")+", expected [length], [height, width] or [height, width, channels]")
	}
	size := 1
	for _, v := range out.Input {
		if v <= 0 || v > features {
			return out, fault.New("architecture.input", "does not have the "+strconv.Itoa(features)+" entries of a row of data.x")
		}
		size *= v
	}
	if size != features {
		return out, fault.New("architecture.input", "has "+count(size, "number")+" in all, expected "+strconv.Itoa(features)+" as in a row of data.x")
	}
	if out.Pool == 0 {
		out.Pool = 1
	}
	return out, a.fits(&out)
}

// fits checks the filter and the pool.
func (a *Architecture) fits(out *lift.Architecture) error {
	side := out.Input[1]
	if !out.Signal {
		side = min(side, out.Input[0])
	}
	if a.Filter < 1 || a.Filter > side+2*a.Padding {
		return fault.New("architecture.filter", "is "+strconv.Itoa(a.Filter)+", expected 1 to "+strconv.Itoa(side+2*a.Padding)+", the size of the padded input")
	}
	if a.Padding >= a.Filter {
		return fault.New("architecture.padding", "is "+strconv.Itoa(a.Padding)+", expected less than the filter, "+strconv.Itoa(a.Filter))
	}
	if patches := out.Grid(); out.Pool != lift.GlobalPool && patches%out.Pool != 0 {
		return fault.New("architecture.pool", "is "+strconv.Itoa(out.Pool)+", expected a divisor of the number of patches, "+strconv.Itoa(patches))
	}
	return nil
}
