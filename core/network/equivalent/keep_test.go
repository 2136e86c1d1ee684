package equivalent

import "conelab/core/numeric/lift"

// keepPair returns what Reduce must keep of a pair (Z, Z') of order p for the training program, rows being the svec(A_i) of the data:
//
//	< A_i, Z - Z' >  for every i                                  the outputs, eq. (polyact_convex_program_final)
//	< G, Z >, < G, Z' >                                           the balance, if balanced
//	Z_4 + Z'_4 if balanced, else tr Z + tr Z'                     the cost sum |alpha|
//
// So n + 3 functionals, n + 1 for the quadratic activation, and after Reduce at most r with r(r+1)/2 + r'(r'+1)/2 <= n + 3.
func keepPair(rows [][]float64, p int, balanced bool) []Functional {
	var keep []Functional
	for _, row := range rows {
		negated := make([]float64, len(row))
		for i, v := range row {
			negated[i] = -v
		}
		keep = append(keep, Functional{row, negated})
	}
	if !balanced {
		trace := diagonal(p, 1, 1)
		return append(keep, Functional{trace, trace})
	}
	g, corner := diagonal(p, 1, -1), diagonal(p, 0, 1)
	return append(keep, Functional{g, nil}, Functional{nil, g}, Functional{corner, corner})
}

// diagonal returns svec(diag(a, ..., a, last)).
func diagonal(p int, a, last float64) []float64 {
	packed := make([]float64, p*(p+1)/2)
	for i := range p {
		packed[(i+1)*(i+2)/2-1] = a
	}
	packed[len(packed)-1] = last
	return packed
}

// pack returns svec of the symmetric z of order p: the lower triangle row by row, off-diagonal entries times sqrt 2, so that
// < A, B > = svec(A)'svec(B).
func pack(z []float64, p int) []float64 {
	packed := make([]float64, p*(p+1)/2)
	lift.PackTo(packed, z, p)
	return packed
}

// dataRow returns svec(A(x)) of a sample x, A(x) = [a x x', b x/2; b x'/2, c]: sigma(x'u) = < A(x), [u;1][u;1]' >. With quadratic it is
// svec(a x x'), of order d.
func dataRow(x []float64, a, b, c float64, quadratic bool) []float64 {
	d := len(x)
	if quadratic {
		z := make([]float64, d*d)
		addOuter(z, a, x)
		return pack(z, d)
	}
	p := d + 1
	z := make([]float64, p*p)
	for i, v := range x {
		for j, w := range x {
			z[i*p+j] = a * (v * w)
		}
		z[i*p+d], z[d*p+i] = b*v/2, b*v/2
	}
	z[p*p-1] = c
	return pack(z, p)
}
