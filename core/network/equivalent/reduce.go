package equivalent

import (
	"math"

	"conelab/core/numeric/dense"
	"conelab/core/numeric/lift"
)

// Functional is a linear function of several symmetric matrices, sum_k < F_k, Z_k >: entry k is svec(F_k), the lower triangle row by row
// with the off-diagonal entries times sqrt 2, or nil for zero.
type Functional [][]float64

// Reduced is a solution of lower rank with the same values of the kept functionals.
type Reduced struct {
	// Blocks are the new psd matrices, After their ranks.
	Blocks [][]float64
	After  []int
	// Steps counts the moves to the boundary, each of which lowers the rank by at least one.
	Steps int
}

// Reduce lowers the ranks of psd matrices of order p as far as the functionals to be kept allow (Pataki 1998): at the end
//
//	sum_k r_k (r_k + 1)/2 <= the number of independent functionals.
//
// For a solution (Z, Z') of the training program, keep the outputs < A_i, Z - Z' >, the balances < G, Z > and < G, Z' >, and the
// cost Z_4 + Z'_4. The result then is a solution too, of at most that rank. Interior-point methods return the analytic centre of
// the optimal face, which has the largest rank; this returns a corner of that face.
//
// Let Z_k = B_k B_k', with B_k of full column rank. Every direction W_k = B_k X_k B_k' with sum_k < B_k'F_k B_k, X_k > = 0 for
// all functionals keeps their values. Z + s W = B (I + s X) B' stays psd up to s = -1/v, where v is the eigenvalue of the X_k
// with the largest absolute value; there the rank falls. Such an X exists as long as there are more unknowns than independent
// functionals.
func Reduce(blocks [][]float64, p int, keep []Functional) Reduced {
	r := reduction{p: p, keep: keep, rows: make([][][]float64, len(blocks))}
	for k, z := range blocks {
		r.rows[k] = factor(z, p)
	}
	var result Reduced
	for x := r.kernel(); x != nil; x = r.kernel() {
		r.move(x)
		result.Steps++
	}
	for _, rows := range r.rows {
		result.Blocks, result.After = append(result.Blocks, gram(rows, p)), append(result.After, len(rows))
	}
	return result
}

// reduction is the state of Reduce. rows[k] holds the columns of B_k.
type reduction struct {
	p    int
	keep []Functional
	rows [][][]float64
}

// independent is the least part of a functional's row, relative to the row's size, that must remain after the rows before it are
// projected out for the functional to count. It is far above rounding, and so small that leaving the functional out does not
// affect the fit.
const independent = 1e-12

// kernel returns an X = (svec X_1, svec X_2, ...) with |X| = 1 for which < B_k'F_k B_k, X_k > sums to zero for all functionals,
// or nil if only X = 0 does. Gram-Schmidt, applied twice to each row, gives an orthonormal basis of the rows. The result starts
// from the unit vector with the largest component orthogonal to that basis.
func (r *reduction) kernel() []float64 {
	unknowns := 0
	for _, rows := range r.rows {
		unknowns += len(rows) * (len(rows) + 1) / 2
	}
	left := make([]float64, unknowns) // for each unit vector, the square of its orthogonal component
	for i := range left {
		left[i] = 1
	}
	var basis [][]float64
	for _, functional := range r.keep {
		if len(basis) == unknowns {
			return nil
		}
		row, size := r.row(functional, unknowns)
		orthogonalise(row, basis)
		orthogonalise(row, basis)
		length := norm(row)
		if !(length > independent*size) {
			continue
		}
		for i := range row {
			row[i] /= length
			left[i] -= row[i] * row[i]
		}
		basis = append(basis, row)
	}
	if len(basis) >= unknowns {
		return nil
	}
	best := 0
	for i, v := range left {
		if v > left[best] {
			best = i
		}
	}
	x := make([]float64, unknowns)
	x[best] = 1
	for range 3 {
		orthogonalise(x, basis)
		dense.Axpy(1/norm(x)-1, append([]float64(nil), x...), x)
	}
	return x
}

func orthogonalise(x []float64, basis [][]float64) {
	for _, b := range basis {
		dense.Axpy(-dense.Dot(b, x), b, x)
	}
}

// row returns the stacked svec(B_k'F_k B_k), and sum_k |F_k| |B_k|^2, an upper bound of its size.
func (r *reduction) row(functional Functional, unknowns int) (row []float64, size float64) {
	row = make([]float64, 0, unknowns)
	f, image := make([]float64, r.p*r.p), make([]float64, r.p)
	for k, rows := range r.rows {
		if functional[k] == nil {
			row = append(row, make([]float64, len(rows)*(len(rows)+1)/2)...)
			continue
		}
		lift.UnpackTo(f, functional[k], r.p)
		for i, b := range rows {
			dense.MulNT(image, b, f, 1, r.p, r.p)
			for j := range i {
				row = append(row, math.Sqrt2*dense.Dot(image, rows[j]))
			}
			row = append(row, dense.Dot(image, b))
			size += norm(functional[k]) * dense.Dot(b, b)
		}
	}
	return row, size
}

// move moves along X to the boundary: the new B is B (I + s X)^(1/2) without the columns that vanish.
func (r *reduction) move(x []float64) {
	type spectrum struct{ vectors, values []float64 }
	spectra := make([]spectrum, len(r.rows))
	largest := 0.0
	for k, rows := range r.rows {
		n := len(rows)
		size := n * (n + 1) / 2
		s := spectrum{make([]float64, n*n), make([]float64, n)}
		lift.UnpackTo(s.vectors, x[:size], n)
		x = x[size:]
		if n > 0 {
			dense.NewEigen(n).Decompose(s.vectors, s.values)
		}
		for _, v := range s.values {
			if math.Abs(v) > math.Abs(largest) {
				largest = v
			}
		}
		spectra[k] = s
	}
	for k, s := range spectra {
		var rows [][]float64
		n := len(s.values)
		for i, v := range s.values {
			part := 1 - v/largest
			if part <= rankTolerance {
				continue
			}
			row := make([]float64, r.p)
			for j, b := range r.rows[k] {
				dense.Axpy(math.Sqrt(part)*s.vectors[i*n+j], b, row)
			}
			rows = append(rows, row)
		}
		r.rows[k] = rows
	}
}
