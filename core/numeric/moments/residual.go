package moments

import (
	"math"

	"conelab/core/numeric/exact"
)

// Unit is a hidden unit Alpha sigma(x'U) of one output.
type Unit struct {
	U     []float64
	Alpha float64
}

// Residual describes r = y - f for one output and a network by sums over all rows.
type Residual struct {
	// Square is r'r, Labels r'y.
	Square, Labels float64
	// Size is sum |w_i| m_i, with the coefficients w of r in the monomials and y, and m_i^2 the sum of the squares of monomial i, or of y.
	// By the inequality of Cauchy and Schwarz, Square is known up to Size^2 times the relative error of the sums.
	Size     float64
	gradient []exact.Double // sum of r times each monomial
}

// Residual returns the residual of output o for a network of the form. It takes about Len^2 products in twice the precision of a double.
func (s *Sums) Residual(f *Form, o int, units []Unit) *Residual {
	w := s.coefficients(f, units)
	r := &Residual{gradient: make([]exact.Double, s.Len)}
	yy := s.value(s.outputs(o) + o)
	labels, square := yy, exact.Double{}
	r.Size = math.Sqrt(math.Max(0, yy.Value()))
	for j := range s.Len {
		cross := s.value(s.cross(o) + j)
		sum := cross
		for i, wi := range w {
			if wi.High != 0 {
				sum = sum.Plus(wi.Times(s.value(s.product[j*s.Len+i])))
			}
		}
		r.gradient[j] = sum
		labels, square = labels.Plus(w[j].Times(cross)), square.Plus(w[j].Times(sum))
		r.Size += math.Abs(w[j].High) * s.size(j)
	}
	r.Labels, r.Square = labels.Value(), square.Plus(labels).Value()
	return r
}

// coefficients returns the coefficients of -f in the monomials.
func (s *Sums) coefficients(f *Form, units []Unit) []exact.Double {
	w := make([]exact.Double, s.Len)
	for _, unit := range units {
		e := 0
		for r := range f.Order {
			for c := range r + 1 {
				u, v := 1.0, 1.0
				if r < f.Dimension {
					u = unit.U[r]
				}
				if c < f.Dimension {
					v = unit.U[c]
				}
				factor := -f.Factors[e]
				if c < r {
					factor *= 2
				}
				high, low := exact.Product(u, v)
				term := exact.Double{High: high, Low: low}.Times(exact.Of(unit.Alpha)).Times(exact.Of(factor))
				w[f.Places[e]] = w[f.Places[e]].Plus(term)
				e++
			}
		}
	}
	return w
}

// size returns the root of the sum of the squares of monomial j.
func (s *Sums) size(j int) float64 { return math.Sqrt(math.Max(0, s.At(s.product[j*s.Len+j]))) }

// GradientTo writes the matrix of g(u) = sum 2 r sigma(x'u), of the form's order, into dst. It returns a bound on the error of |g(u)| for
// |u| = 1 from the relative error of the sums and from rounding.
func (s *Sums) GradientTo(dst []float64, f *Form, r *Residual, relative float64) (off float64) {
	var square, linear, rounding float64
	e := 0
	for i := range f.Order {
		for j := range i + 1 {
			place, factor := f.Places[e], 2*f.Factors[e]
			v := factor * r.gradient[place].Value()
			dst[i*f.Order+j], dst[j*f.Order+i] = v, v
			m, double := factor*relative*r.Size*s.size(place), 2.0
			switch {
			case j == f.Dimension:
				off += math.Abs(m)
			case i == f.Dimension:
				linear += 4 * m * m
			case i == j:
				double = 1
				fallthrough
			default:
				square += double * m * m
			}
			rounding += 2 * v * v
			e++
		}
	}
	return off + math.Sqrt(square) + math.Sqrt(linear) + 0x1p-51*math.Sqrt(rounding)
}
