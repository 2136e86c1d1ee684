// Package lift turns data into the linear operator of the convex training program.
//
// A neuron sigma(x'u) with sigma(s) = a s^2 + b s + c and |u| = 1 is linear in the lifted matrix [u;1][u;1]':
//
//	sigma(x'u) = < A(x), [u;1][u;1]' >,   A(x) = [ a x x'   b x / 2 ]
//	                                             [ b x'/2   c       ]
//
// so a network is ŷ_i = < A_i, D >, D = Z - Z' (the paper's section 2, eq. (lifted network), and Theorem 3.1). This package applies
// the operator D -> ŷ, its adjoint v -> sum_i v_i A_i, and the Gram matrix < A_i, W A_j W > that the Newton system is made of, without
// ever forming the n matrices A_i.
//
// Where blocks have many patches, the matrices A_ik are stored in place of the patches, in twice the precision of a double
// (Operator.Pooled).
//
// For the squared loss Rows replaces n samples by the p(p+1)/2 rows of an orthogonal factorisation (the paper's constrained least squares form,
// appendix A), in the same place: as matrices.
//
// Notation: n samples, d features, p = d+1, q = p(p+1)/2. Matrices of order p are stored in full, row-major; svec stacks the lower
// triangle row by row with the off-diagonal entries times sqrt 2, so that < A, B > = svec(A)'svec(B).
package lift

import (
	"context"
	"fmt"

	"conelab/core/numeric/parallel"
)

// Kind is the architecture of a network.
type Kind int

const (
	// Dense: f(x) = sum_j alpha_j sigma(x'u_j).
	Dense Kind = iota
	// Quadratic: dense with sigma(s) = s^2; matrices have no last row and no trace condition, the regulariser is the trace.
	Quadratic
	// Convolutional: f(x) = sum_k sum_j alpha_jk mean over the patches of window k of sigma(patch'u_j).
	Convolutional
)

// GlobalPool, as Architecture.Pool, is one window of all patches.
const GlobalPool = -1

// Architecture describes how a network reads a sample. For Convolutional, Input is height, width, channels (a signal of length L is 1 by
// L by 1), Filter the side of the filter (a length for signals), Stride and Padding apply to both directions of an image and along a
// signal, and Pool is the number of consecutive patches averaged in a window. Patches are numbered row by row; a patch is flattened row
// by row, channel last.
type Architecture struct {
	Kind                          Kind
	Input                         [3]int
	Signal                        bool // one-dimensional: the filter is 1 by Filter
	Filter, Stride, Padding, Pool int
}

// SizeError says what is wrong with a size of a convolution, of that name in documents.
type SizeError struct{ Name, What string }

// Error returns the sentence without its full stop.
func (e *SizeError) Error() string { return "architecture." + e.Name + " " + e.What }

func sizeError(name, what string, values ...any) error {
	return &SizeError{name, fmt.Sprintf(what, values...)}
}

// Validate returns a *SizeError if the sizes of a convolution do not match each other and samples of d features, in a sentence without its full
// stop that names them as documents do.
func (a *Architecture) Validate(d int) error {
	if a.Kind != Convolutional {
		if a.Kind != Dense && a.Kind != Quadratic {
			return fmt.Errorf("architecture.kind is %d, expected one of package lift", int(a.Kind))
		}
		return nil
	}
	size := 1.0
	for _, v := range a.Input {
		if v < 1 {
			return sizeError("input", "has %d, expected sizes from 1", v)
		}
		size *= float64(v)
	}
	side := a.Input[1]
	if !a.Signal {
		side = min(side, a.Input[0])
	}
	switch padded := side + 2*a.Padding; {
	case size != float64(d):
		return sizeError("input", "is of %.0f numbers in all, expected %d, the number of features", size, d)
	case a.Stride < 1:
		return sizeError("stride", "is %d, expected 1 or more", a.Stride)
	case a.Padding < 0:
		return sizeError("padding", "is %d, expected 0 or more", a.Padding)
	case a.Filter < 1 || a.Filter > padded:
		return sizeError("filter", "is %d, expected 1 to %d, the size of the padded input", a.Filter, padded)
	case a.Padding >= a.Filter:
		return sizeError("padding", "is %d, expected less than the filter, %d", a.Padding, a.Filter)
	case a.Pool != GlobalPool && (a.Pool < 1 || a.Grid()%a.Pool != 0):
		return sizeError("pool", "is %d, expected a divisor of the number of patches, %d", a.Pool, a.Grid())
	}
	return nil
}

// Shape has the sizes of an architecture for d features: the number of blocks K, that of patches in each, and the length of a neuron's
// direction.
type Shape struct{ Blocks, Patches, Dimension int }

// steps returns the number of positions of a filter of length f in length l.
func (a *Architecture) steps(l, f int) int { return (l+2*a.Padding-f)/a.Stride + 1 }

// Sides returns the filter's height and width, and the padding of the height.
func (a *Architecture) Sides() (height, width, padding int) {
	if a.Signal {
		return 1, a.Filter, 0
	}
	return a.Filter, a.Filter, a.Padding
}

// grid returns the number of rows and columns of patches.
func (a *Architecture) grid() (rows, columns int) {
	if a.Signal {
		return 1, a.steps(a.Input[1], a.Filter)
	}
	return a.steps(a.Input[0], a.Filter), a.steps(a.Input[1], a.Filter)
}

// Grid returns the number of patches.
func (a *Architecture) Grid() int {
	rows, columns := a.grid()
	return rows * columns
}

// Across returns the number of patches in a row of them: patch k is in row k / Across() and column k mod Across().
func (a *Architecture) Across() int {
	_, columns := a.grid()
	return columns
}

// Shape returns the shape for d features. The architecture must be valid for them.
func (a *Architecture) Shape(d int) Shape {
	if a.Kind != Convolutional {
		return Shape{1, 1, d}
	}
	rows, columns := a.grid()
	height, width, _ := a.Sides()
	patches := a.Pool
	if patches == GlobalPool {
		patches = rows * columns
	}
	return Shape{rows * columns / patches, patches, height * width * a.Input[2]}
}

// New returns the operator for the n by d matrix x, which must not change. The patches of convolutional networks are copied out of x, or
// summed where that takes less room (see Shape.Pooled). Canceled, the operator is incomplete. ctx cancels all work on the samples: see
// SetContext.
func (a *Architecture) New(ctx context.Context, sigma Polynomial, x []float64, n, d int) *Operator {
	if a.Kind == Convolutional && a.Shape(d).Pooled() {
		return newPooled(ctx, sigma, a, x, n, d)
	}
	return a.Unpooled(ctx, sigma, x, n, d)
}

// Unpooled is New without pooling, so that the patches can be read.
func (a *Architecture) Unpooled(ctx context.Context, sigma Polynomial, x []float64, n, d int) *Operator {
	if a.Kind != Convolutional {
		return newOperator(ctx, sigma, a.Kind == Quadratic, x, n, 1, 1, d)
	}
	shape := a.Shape(d)
	patches := make([]float64, 0, n*shape.Blocks*shape.Patches*shape.Dimension)
	rows, columns := a.grid()
	for i := range n {
		if i%parallel.PollEvery == 0 && !parallel.Yield(ctx) {
			patches = patches[:cap(patches)]
			break
		}
		for r := range rows {
			for c := range columns {
				patches = a.appendPatch(patches, x[i*d:(i+1)*d], r, c)
			}
		}
	}
	return newOperator(ctx, sigma, false, patches, n, shape.Blocks, shape.Patches, shape.Dimension)
}

// appendPatch appends the patch of sample x in row r and column c; places in the padding are zero.
func (a *Architecture) appendPatch(dst, x []float64, r, c int) []float64 {
	height, width, pad := a.Sides()
	for i := range height {
		for j := range width {
			y, z := r*a.Stride+i-pad, c*a.Stride+j-a.Padding
			if a.Signal {
				y = 0
			}
			for channel := range a.Input[2] {
				if y < 0 || y >= a.Input[0] || z < 0 || z >= a.Input[1] {
					dst = append(dst, 0)
					continue
				}
				dst = append(dst, x[(y*a.Input[1]+z)*a.Input[2]+channel])
			}
		}
	}
	return dst
}
