package certify

import (
	"math"
	"slices"
	"sort"
	"strings"

	"conelab/core/data/fault"
	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
)

// MatrixTolerance is the default tolerance, relative to a matrix's largest entry, for the conditions of a decomposition.
const MatrixTolerance = 1e-9

// largestEntry bounds the entries, so that sums of their squares do not overflow.
const largestEntry = 1e150

// Decomposition is the neural decomposition of a given matrix, all in the matrix's own units.
type Decomposition struct {
	// Message says why the matrix cannot be decomposed, and by how much it misses; it is empty when the matrix passes.
	Message string `json:"message,omitempty"`
	// Findings are the conditions for a sum of neurons: two of the matrix, then that of the decomposition.
	Findings []Finding
	// Decimals is positive if the matrix does not pass only because its entries were rounded to that many decimals: it misses the conditions
	// by at most Rounding, the most that such rounding can cause.
	Decimals int
	Rounding float64
	// Rank counts the nonzero eigenvalues: positive ones above the rounding of Z, negative ones beyond the tolerance.
	Rank int `json:"rank"`
	// Residual is max|Z - sum y y'| / max|Z|, ConeViolation the largest |y'Gy| / |y|^2.
	Residual      float64 `json:"residual"`
	ConeViolation float64 `json:"cone_violation"`
	// MinEigenvalue is that of Z, TraceViolation |< G, Z >|.
	MinEigenvalue  float64     `json:"min_eigenvalue"`
	TraceViolation float64     `json:"trace_violation"`
	Vectors        [][]float64 `json:"vectors"`
	Neurons        []neural.Neuron
	Steps          []Step `json:"steps"`
}

// Pass reports whether the matrix is positive semidefinite, meets the trace condition and is the sum of the decomposition.
func (d *Decomposition) Pass() bool { return d.Message == "" }

// Step is one step of the decomposition: Y = cos(Angle) First + sin(Angle) Partner lies on the cone. Without a Partner, First already did.
// FormFirst and FormPartner are their y'Gy.
type Step struct {
	First       []float64 `json:"first"`
	Partner     []float64 `json:"partner,omitempty"`
	FormFirst   float64   `json:"form_first"`
	FormPartner float64   `json:"form_partner"`
	Angle       float64   `json:"angle"`
	Y           []float64 `json:"y"`
}

// Decompose decomposes the finite symmetric matrix z. It passes within the tolerance (MatrixTolerance if zero) relative to max|Z|. Numbers
// above largestEntry are refused.
func Decompose(z [][]float64, tolerance float64) *Decomposition {
	if tolerance == 0 {
		tolerance = MatrixTolerance
	}
	order, matrix := len(z), slices.Concat(z...)
	size := dense.Largest(matrix)
	if size > largestEntry {
		return &Decomposition{Message: "The numbers of the matrix are too large for double precision; divide them by one number."}
	}
	symmetrize(matrix, order)
	dec := neural.Decompose(matrix, order, order, true)
	v := conditions(dec, size, tolerance*size)
	out := &Decomposition{
		Findings: v.Findings, Rank: dec.Rank + sort.SearchFloat64s(dec.Eigenvalues, -tolerance*size),
		Residual: dec.Residual, ConeViolation: dec.ConeViolation, MinEigenvalue: dec.MinEigenvalue * size,
		TraceViolation: dec.TraceViolation * size,
		Vectors:        dec.Vectors, Neurons: dec.Neurons(1, true),
	}
	if k := Decimals(z); k > 0 && !v.Pass {
		// Rounding changes each entry by at most half a unit, and so eigenvalues and trace differences by at most order times that.
		out.Rounding = float64(order)*0.5*math.Pow10(-k) + tolerance*size
		if out.Findings = conditions(dec, size, out.Rounding).Findings; out.Findings[0].Pass && out.Findings[1].Pass {
			out.Decimals = k
		}
	}
	switch {
	case out.Decimals > 0:
		out.Message = "Correct to " + fault.Count(out.Decimals, "decimal") + ": rounding to them explains the least eigenvalue " +
			short(out.MinEigenvalue) + " and the difference " + short(out.TraceViolation) + " of the trace of the leading block from the " +
			"last entry, both within " + short(out.Rounding) + ". Give all digits to decompose it."
	case !v.Pass:
		out.Message = "The matrix has no exact decomposition: " + out.Unmet(short) + "."
	}
	for _, step := range dec.Steps {
		one := Step{First: step.Before[step.First], FormFirst: step.FormFirst, FormPartner: step.FormPartner, Angle: step.Angle, Y: step.Y}
		if step.Partner >= 0 {
			one.Partner = step.Before[step.Partner]
		}
		out.Steps = append(out.Steps, one)
	}
	return out
}

// Decimals returns how many decimals the entries of some rows have, or 0 if they have more than rounded numbers are printed with.
func Decimals(z [][]float64) int {
	const most = 8
	for k := range most + 1 {
		unit, rounded := math.Pow10(k), true
		for _, row := range z {
			for _, v := range row {
				rounded = rounded && math.Abs(v*unit-math.Round(v*unit)) <= 1e-13*math.Abs(v*unit)
			}
		}
		if rounded {
			return k
		}
	}
	return 0
}

// conditions measures the conditions for a sum of neurons; rounding may put each off by allowed.
func conditions(dec *neural.Decomposition, size, allowed float64) *Verdict {
	v := &Verdict{Pass: true}
	v.Add("its least eigenvalue is below zero by", math.Max(0, -dec.MinEigenvalue*size), allowed)
	v.Add("the trace of its leading block and its last entry differ by", dec.TraceViolation*size, allowed)
	v.Add("the sum of the neurons differs from the matrix by", dec.Residual*size, allowed)
	return v
}

// Unmet names the conditions that the matrix does not meet, as a part of a sentence, with numbers in the given style. A matrix that cannot
// be a sum of neurons is not also blamed for its neurons' sum.
func (d *Decomposition) Unmet(number func(float64) string) string {
	var unmet []string
	for i, f := range d.Findings {
		if !f.Pass && (i < 2 || unmet == nil) {
			unmet = append(unmet, f.What+" "+number(f.Measured)+", where rounding allows "+number(f.Limit))
		}
	}
	return strings.Join(unmet, "; ")
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

// Matrices holds Z and Z' of one block and output, as rows.
type Matrices struct {
	Block  int         `json:"block"`
	Output int         `json:"output"`
	Plus   [][]float64 `json:"plus"`
	Minus  [][]float64 `json:"minus"`
}

// Assemble returns the matrices that the neurons add up to, output by output, block by block.
func (p *Problem) Assemble(neurons []neural.Neuron) []Matrices {
	var all []Matrices
	for o := range p.outputs() {
		for k := range p.Architecture.Shape(p.D).Blocks {
			all = append(all, Matrices{Block: k, Output: o, Plus: assemble(p, neurons, 1, k, o), Minus: assemble(p, neurons, -1, k, o)})
		}
	}
	return all
}

// assemble returns the rows of sum |alpha| [u;1][u;1]', or sum |alpha| u u' for quadratic networks, over the neurons of a sign, block and
// output.
func assemble(p *Problem, neurons []neural.Neuron, sign float64, block, output int) [][]float64 {
	order := p.order()
	z := make([]float64, order*order)
	neural.Assemble(z, neurons, sign, block, output, p.hasTrace())
	for i := range order { // symmetric to the last bit
		for j := range i {
			z[j*order+i] = z[i*order+j]
		}
	}
	return slices.Collect(slices.Chunk(z, order))
}
