package data

import (
	"math/rand/v2"
	"strconv"

	"conelab/core/document"
)

// Teacher is a random network whose outputs are the labels of planted problems (the paper's section 9): directions uniform on the sphere,
// second-layer weights Gaussian.
//
// With windows k of patches (one window of one patch, x itself, unless it is convolutional) its outputs are
//
//	f_o(x) = sum_j sum_k Alpha_j[k C + o] mean over the patches of window k of sigma(patch'U_j).
type Teacher struct {
	Sigma             func(float64) float64
	Features, Outputs int
	U, Alpha          [][]float64
	// patches lists, for each patch in order, the places of its entries in x; -1 is padding.
	patches [][]int
	pool    int // patches in a window
}

// NewTeacher draws a network of the given architecture for d features. sigma is ignored for the quadratic kind.
func NewTeacher(rng *rand.Rand, a document.Architecture, d, outputs, neurons int, sigma func(float64) float64) (*Teacher, error) {
	if d < 1 || outputs < 1 || neurons < 0 {
		return nil, fault("the teacher", "has "+strconv.Itoa(d)+" features, "+strconv.Itoa(outputs)+" outputs and "+strconv.Itoa(neurons)+
			" neurons, expected at least 1, 1 and 0")
	}
	t := &Teacher{Sigma: sigma, Features: d, Outputs: outputs, pool: 1}
	switch a.Kind {
	case "dense":
		t.patches = [][]int{count(d)}
	case "quadratic":
		t.Sigma, t.patches = func(s float64) float64 { return s * s }, [][]int{count(d)}
	case "convolutional":
		if err := t.cut(a, d); err != nil {
			return nil, err
		}
	default:
		return nil, fault("architecture.kind", `is "`+document.Clip(a.Kind)+`", expected "dense", "quadratic" or "convolutional"`)
	}
	for range neurons {
		t.U = append(t.U, Direction(rng, len(t.patches[0])))
		alpha := make([]float64, len(t.patches)/t.pool*outputs)
		for i := range alpha {
			alpha[i] = rng.NormFloat64()
		}
		t.Alpha = append(t.Alpha, alpha)
	}
	return t, nil
}

// At returns the outputs for x.
func (t *Teacher) At(x []float64) []float64 {
	y := make([]float64, t.Outputs)
	for j, u := range t.U {
		for p, patch := range t.patches {
			s := 0.0
			for k, at := range patch {
				if at >= 0 {
					s += x[at] * u[k]
				}
			}
			share := t.Sigma(s) / float64(t.pool)
			for o := range y {
				y[o] += t.Alpha[j][p/t.pool*t.Outputs+o] * share
			}
		}
	}
	return y
}

// cut finds the patches of a convolution: row by row, each flattened row by row with the channel last.
func (t *Teacher) cut(a document.Architecture, d int) error {
	height, width, channels, err := sides(a.Input, d)
	if err != nil {
		return err
	}
	stride, tall, padTop := max(1, a.Stride), a.Filter, a.Padding
	if len(a.Input) == 1 {
		tall, padTop = 1, 0
	}
	rows, columns := height+2*padTop-tall, width+2*a.Padding-a.Filter
	switch {
	case a.Padding < 0 || a.Padding > max(height, width):
		return fault("architecture.padding", "is "+strconv.Itoa(a.Padding)+", expected 0 to "+strconv.Itoa(max(height, width))+", the longer side of the input")
	case a.Filter < 1 || rows < 0 || columns < 0:
		return fault("architecture.filter", "is "+strconv.Itoa(a.Filter)+", expected 1 to the sides of the input with its padding")
	}
	for top := -padTop; top <= rows-padTop; top += stride {
		for left := -a.Padding; left <= columns-a.Padding; left += stride {
			patch := make([]int, 0, tall*a.Filter*channels)
			for y := top; y < top+tall; y++ {
				for x := left; x < left+a.Filter; x++ {
					for c := range channels {
						at := (y*width+x)*channels + c
						if y < 0 || y >= height || x < 0 || x >= width {
							at = -1
						}
						patch = append(patch, at)
					}
				}
			}
			t.patches = append(t.patches, patch)
		}
	}
	if t.pool = max(1, int(a.Pool)); a.Pool == document.GlobalPool {
		t.pool = len(t.patches)
	}
	if len(t.patches)%t.pool != 0 {
		return fault("architecture.pool", "is "+strconv.Itoa(t.pool)+", expected a divisor of "+strconv.Itoa(len(t.patches))+", the number of patches")
	}
	return nil
}

// sides returns the height, width and channels of an input of one to three sizes, whose product is d.
func sides(input []int, d int) (height, width, channels int, err error) {
	height, width, channels = 1, 1, 1
	switch len(input) {
	case 1:
		width = input[0]
	case 2:
		height, width = input[0], input[1]
	case 3:
		height, width, channels = input[0], input[1], input[2]
	default:
		return 0, 0, 0, fault("architecture.input", "has "+strconv.Itoa(len(input))+" sizes, expected [length], [height, width] or [height, width, channels]")
	}
	if height < 1 || width < 1 || channels < 1 || height > d || width > d || channels > d || height*width*channels != d {
		return 0, 0, 0, fault("architecture.input", "does not multiply to "+strconv.Itoa(d)+", expected the sizes of an input with as many numbers as there are features")
	}
	return height, width, channels, nil
}

// count returns 0, 1, ..., n-1.
func count(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}
