package dataset

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"conelab/core/numeric/lift"
)

func rng(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 11)) }

func cube(s float64) float64 { return s*s*s + 1 }

// TestTeacherByDefinition computes the outputs of each architecture from its definition, for a two-dimensional input with channels.
func TestTeacherByDefinition(t *testing.T) {
	const height, width, channels, outputs = 4, 5, 2, 3
	const filter, padding, stride, pool = 3, 1, 2, 2
	a := lift.Architecture{Kind: lift.Convolutional, Input: [3]int{height, width, channels}, Filter: filter, Padding: padding, Stride: stride, Pool: pool}
	teacher := NewTeacher(rng(1), a, height*width*channels, outputs, 2, cube)
	f := Draw(rng(2), 3, Gaussians, 0, teacher)
	for i, x := range f.X {
		want := make([]float64, outputs)
		const rows, columns = (height+2*padding-filter)/stride + 1, (width+2*padding-filter)/stride + 1
		for r := range rows {
			for c := range columns {
				window := (r*columns + c) / pool
				for j, u := range teacher.U {
					s, k := 0.0, 0
					for y := r*stride - padding; y < r*stride-padding+filter; y++ {
						for z := c*stride - padding; z < c*stride-padding+filter; z++ {
							for channel := range channels {
								if y >= 0 && y < height && z >= 0 && z < width {
									s += u[k] * x[channels*(width*y+z)+channel]
								}
								k++
							}
						}
					}
					for o := range want {
						want[o] += teacher.Alpha[j][window*outputs+o] * cube(s) / pool
					}
				}
			}
		}
		for o := range want {
			if math.Abs(f.Y[i][o]-want[o]) > 1e-12*(1+math.Abs(want[o])) {
				t.Errorf("output %d of point %d is %g, want %g", o, i, f.Y[i][o], want[o])
			}
		}
	}
}

func TestDraw(t *testing.T) {
	teacher := NewTeacher(rng(4), lift.Architecture{}, 3, 2, 2, cube)
	const n = 4000
	plain, powers, noisy := Draw(rng(5), n, Gaussians, 0, teacher), Draw(rng(5), n, FourthPowers, 0, teacher), Draw(rng(5), n, Gaussians, 2, teacher)
	whole(t, plain)
	if !reflect.DeepEqual(plain, Draw(rng(5), n, Gaussians, 0, teacher)) || reflect.DeepEqual(plain, Draw(rng(6), n, Gaussians, 0, teacher)) {
		t.Error("the seed does not decide the points")
	}
	square, noise := 0.0, 0.0
	for i, x := range plain.X {
		for k, v := range x {
			square += v * v / (3 * n)
			if powers.X[i][k] != math.Pow(v, 4) {
				t.Fatalf("%g is not the fourth power of %g", powers.X[i][k], v)
			}
		}
		for o, y := range teacher.At(noisy.X[i]) {
			noise += (noisy.Y[i][o] - y) * (noisy.Y[i][o] - y) / (2 * n)
		}
	}
	if math.Abs(square-1) > 0.1 || math.Abs(noise-4) > 0.4 {
		t.Errorf("variances %g and %g, want 1 and 4", square, noise)
	}
}

func TestClassify(t *testing.T) {
	one := &Frame{Columns: Columns{Targets: []string{"y1"}}, Y: [][]float64{{3}, {-1}, {2}, {9}}}
	one.Classify()
	if !reflect.DeepEqual(one.Y, [][]float64{{1}, {-1}, {-1}, {1}}) || !reflect.DeepEqual(one.Classes, Classes{"-1", "1"}) {
		t.Errorf("%v", one)
	}
	two := &Frame{Columns: Columns{Targets: []string{"y1", "y2"}}, Y: [][]float64{{3, 4}, {-1, -2}}}
	two.Classify()
	if !reflect.DeepEqual(two.Y, [][]float64{{0, 1}, {1, 0}}) || !reflect.DeepEqual(two.Classes, Classes{"y1", "y2"}) {
		t.Errorf("%v", two)
	}
}
