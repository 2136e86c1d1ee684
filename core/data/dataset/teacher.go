package dataset

import (
	"math/rand/v2"
	"strconv"

	"conelab/core/data/fault"
	"conelab/core/numeric/lift"
)

// Teacher is a random network whose outputs are the labels of planted problems (the paper's section 9). Its directions are uniform on the
// sphere and its second-layer weights Gaussian.
//
// Its windows k consist of patches; unless it is convolutional, there is one window with one patch, x itself. Its outputs are
//
//	f_o(x) = sum_j sum_k Alpha_j[k C + o] mean over the patches of window k of sigma(patch'U_j).
type Teacher struct {
	Sigma             func(float64) float64
	Features, Outputs int
	U, Alpha          [][]float64
	// patches lists, for each patch, the indices of its entries in x; -1 is padding.
	patches [][]int
	pool    int // number of patches in a window
}

// NewTeacher draws a network with the given architecture, which must be valid for d features. sigma is ignored for the quadratic kind.
func NewTeacher(rng *rand.Rand, a lift.Architecture, d, outputs, neurons int, sigma func(float64) float64) (*Teacher, error) {
	if d < 1 || outputs < 1 || neurons < 0 {
		return nil, fault.New("the teacher", "has "+strconv.Itoa(d)+" features, "+strconv.Itoa(outputs)+" outputs and "+strconv.Itoa(neurons)+
			" neurons, expected at least 1, 1 and 0")
	}
	t := &Teacher{Sigma: sigma, Features: d, Outputs: outputs, pool: 1}
	switch a.Kind {
	case lift.Quadratic:
		t.Sigma = func(s float64) float64 { return s * s }
		fallthrough
	case lift.Dense:
		t.patches = [][]int{count(d)}
	case lift.Convolutional:
		t.patches, t.pool = patches(&a), a.Shape(d).Patches
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

// patches returns the indices in x of the entries of each patch of a convolution: the patches row by row, each flattened row by row with the
// channel last; -1 is padding.
func patches(a *lift.Architecture) [][]int {
	height, width, channels := a.Input[0], a.Input[1], a.Input[2]
	tall, wide, padTop := a.Sides()
	list := make([][]int, a.Grid())
	for p := range list {
		top, left := p/a.Across()*a.Stride-padTop, p%a.Across()*a.Stride-a.Padding
		for y := top; y < top+tall; y++ {
			for x := left; x < left+wide; x++ {
				for c := range channels {
					at := (y*width+x)*channels + c
					if y < 0 || y >= height || x < 0 || x >= width {
						at = -1
					}
					list[p] = append(list[p], at)
				}
			}
		}
	}
	return list
}

// count returns 0, 1, ..., n-1.
func count(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}
