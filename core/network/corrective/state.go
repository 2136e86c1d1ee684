package corrective

// state is a point Y with what the forward pass makes of it.
type state struct {
	y     *factors
	h     [][]float64 // of block k: X C', rows (i, l), as wide as the block has rows of Y
	f     []float64   // the outputs, output by output
	value float64     // of the function that is minimised
}

// shape gives the state the sizes of its factors, shape2 those of another's.
func (s *pass) shape(at *state) { s.shape2(at, at) }

func (s *pass) shape2(to, at *state) {
	for len(to.h) < s.q.blocks {
		to.h = append(to.h, nil)
	}
	for k := range to.h {
		a, b := at.y.block(k)
		to.h[k] = resize(to.h[k], s.q.n*s.q.patches*(b-a))
	}
	to.f = resize(to.f, len(s.fit.y))
}

// rows returns h of block k from the given sample on, c the block's rows of Y.
func (at *state) rows(q *points, k, from int) []float64 {
	a, b := at.y.block(k)
	return at.h[k][from*q.patches*(b-a):]
}

func (at *state) c(k int) []float64 {
	a, b := at.y.block(k)
	return at.y.rows[a*at.y.q.p : b*at.y.q.p]
}
