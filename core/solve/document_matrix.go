package solve

import (
	"math"
	"strings"

	"conelab/core/document"
	"conelab/core/neural"
)

// MatrixTolerance is how exactly, relative to its largest entry, a matrix must meet the conditions of a decomposition where nobody says.
const MatrixTolerance = 1e-9

// Decompose decomposes z, which must be that of a valid document.Matrix. The answer passes if z is positive semidefinite, meets the trace
// condition and is the sum of the decomposition, all within the tolerance (MatrixTolerance if zero) relative to max|Z|.
func Decompose(z [][]float64, tolerance float64) *document.Decomposition {
	if tolerance == 0 {
		tolerance = MatrixTolerance
	}
	order := len(z)
	scaled, exponent := normalize(flatten(z))
	symmetrize(scaled, order)
	dec := neural.Decompose(scaled, order, order)
	size := math.Ldexp(largest(scaled), exponent)
	out := &document.Decomposition{
		Format: document.DecompositionFormat, Rank: dec.Rank, Residual: dec.Residual, ConeViolation: dec.ConeViolation,
		MinEigenvalue: clamp(dec.MinEigenvalue * size), TraceViolation: clamp(dec.TraceViolation * size),
	}
	for _, y := range dec.Vectors {
		out.Vectors = append(out.Vectors, scale(y, exponent/2))
	}
	for _, n := range neural.Neurons(dec.Vectors, 1) {
		out.Neurons = append(out.Neurons, document.Unit{U: n.U, Alpha: clamp(math.Ldexp(n.Alpha, exponent))})
	}
	for _, step := range dec.Steps {
		out.Steps = append(out.Steps, turn(step, exponent))
	}
	out.Message = fault(dec, size, tolerance)
	out.Pass = out.Message == ""
	return out
}

// turn returns a step of the decomposition of the matrix that was scaled by 2^-exponent.
func turn(step neural.Step, exponent int) document.Turn {
	t := document.Turn{
		First: scale(step.Before[step.First], exponent/2), Y: scale(step.Y, exponent/2), Angle: step.Angle,
		FormFirst: clamp(math.Ldexp(step.FormFirst, exponent)), FormPartner: clamp(math.Ldexp(step.FormPartner, exponent)),
	}
	if step.Partner >= 0 {
		t.Partner = scale(step.Before[step.Partner], exponent/2)
	}
	return t
}

// fault says in one sentence what keeps the matrix from being decomposed, or nothing.
func fault(dec *neural.Decomposition, size, tolerance float64) string {
	var faults []string
	add := func(what string, relative float64) {
		if !(relative <= tolerance) {
			faults = append(faults, what+" "+short(relative*size)+", where rounding allows "+short(tolerance*size))
		}
	}
	add("it is not positive semidefinite, its least eigenvalue lies below zero by", -dec.MinEigenvalue)
	add("the trace of its leading block and its last entry differ by", dec.TraceViolation)
	if len(faults) == 0 {
		add("the neurons add up to the matrix only within", dec.Residual)
	}
	if len(faults) == 0 {
		return ""
	}
	return "The matrix has no exact decomposition: " + strings.Join(faults, "; ") + "."
}

// normalize scales z by the even power of two that brings its largest entry near one, and returns that power's opposite. It costs no
// rounding, and keeps squares within double precision.
func normalize(z []float64) (scaled []float64, exponent int) {
	_, exponent = math.Frexp(largest(z))
	exponent &^= 1
	return scale(z, -exponent), exponent
}

// scale returns x times 2^exponent.
func scale(x []float64, exponent int) []float64 {
	y := make([]float64, len(x))
	for i, v := range x {
		y[i] = math.Ldexp(v, exponent)
	}
	return y
}

// symmetrize replaces z by the mean of z and its transpose.
func symmetrize(z []float64, order int) {
	for i := range order {
		for j := range i {
			mean := (z[i*order+j] + z[j*order+i]) / 2
			z[i*order+j], z[j*order+i] = mean, mean
		}
	}
}

// largest returns max|x|.
func largest(x []float64) float64 {
	m := 0.0
	for _, v := range x {
		m = math.Max(m, math.Abs(v))
	}
	return m
}
