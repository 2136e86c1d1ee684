package frankwolfe

// Bound is a dual vector with what the oracle knows of it.
type Bound struct {
	// Dual is the vector, in the domain of the conjugate and not scaled to be feasible, output by output.
	Dual []float64
	// Quadratics has g of block k of output o at o K + k, as matrices of the order of the samples; Peak is the largest |g|.
	Quadratics [][]float64
	Peak       float64
}

// Bound returns the best dual vector so far, in the features of the samples, or nil before there is any.
func (s *Solver) Bound() *Bound {
	if s.best.bound.Dual == nil {
		return nil
	}
	kept, q := &s.best.bound, s.q
	bound := &Bound{Dual: kept.Dual, Peak: kept.Peak, Quadratics: make([][]float64, len(kept.Quadratics))}
	for at, small := range kept.Quadratics {
		k, o := at/s.oracle.outputs, at%s.oracle.outputs
		bound.Quadratics[o*q.blocks+k] = q.expandForm(small)
	}
	return bound
}

// keep copies the g of the vector that the oracle was asked for last, of order d and the spare place, with their h and corner behind.
func (o *oracle) keep(b *Bound, dual []float64, peak float64) {
	b.Dual, b.Peak = append(b.Dual[:0], dual...), peak
	for len(b.Quadratics) < len(o.full) {
		b.Quadratics = append(b.Quadratics, nil)
	}
	for at, full := range o.full {
		form := append(b.Quadratics[at][:0], full...)
		form = append(form, o.h[at]...)
		b.Quadratics[at] = append(form, o.corner[at])
	}
}

// expandForm returns the matrix of a g that was kept, in all features.
func (q *points) expandForm(small []float64) []float64 {
	inner, order := q.d+q.spare, q.total
	if q.balanced {
		order++
	}
	full := make([]float64, order*order)
	for i, row := range q.features {
		for j, column := range q.features {
			full[row*order+column] = small[i*inner+j]
		}
		if q.balanced {
			h := small[inner*inner+i] / 2
			full[row*order+q.total], full[q.total*order+row] = h, h
		}
	}
	if q.balanced {
		full[order*order-1] = small[len(small)-1]
	}
	return full
}
