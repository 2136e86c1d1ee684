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
	return &s.best.bound
}

// bound returns the vector that the oracle was asked for last, with its g in all features.
func (o *oracle) bound(dual []float64, peak float64) Bound {
	q, order := o.q, o.q.total
	if q.balanced {
		order++
	}
	b := Bound{Dual: dual, Peak: peak, Quadratics: make([][]float64, len(o.full))}
	for at, small := range o.full {
		full := make([]float64, order*order)
		for i, row := range q.features {
			for j, column := range q.features {
				full[row*order+column] = small[i*o.order+j]
			}
			if q.balanced {
				h := o.h[at][i] / 2
				full[row*order+q.total], full[q.total*order+row] = h, h
			}
		}
		if q.balanced {
			full[order*order-1] = o.corner[at]
		}
		b.Quadratics[at%o.outputs*q.blocks+at/o.outputs] = full
	}
	return b
}
