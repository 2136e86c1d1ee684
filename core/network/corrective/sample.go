package corrective

import "math"

// sampleSize is the number of samples of the preconditioner.
const sampleSize = 2000

// sample is a part of the samples, which stands for all in a preconditioner: the curvature of the loss is that of the part times what it is a
// part of.
type sample struct {
	pass    *pass
	numbers []int
	state   state
	all     int
}

func newSample(s *pass, count int) *sample {
	q, numbers := s.q.subset(max(1, count/(s.q.patches*s.fit.outputs)))
	t := &fit{kind: s.fit.kind, n: q.n, outputs: s.fit.outputs, y: make([]float64, q.n*s.fit.outputs), curvature: make([]float64, q.n*s.fit.outputs)}
	return &sample{pass: newPass(q, t, s.beta), numbers: numbers, all: s.q.n}
}

// take copies what belongs to the part from the state of all.
func (c *sample) take(at *state, t *fit) {
	q := c.pass.q
	c.state.y = at.y
	c.pass.shape(&c.state)
	c.pass.prepare(at.y.count())
	for k := range q.blocks {
		a, b := at.y.block(k)
		width := q.patches * (b - a)
		for r, i := range c.numbers {
			copy(c.state.h[k][r*width:(r+1)*width], at.h[k][i*width:(i+1)*width])
		}
	}
	scale := float64(c.all) / float64(q.n)
	c.pass.fit.scale = math.Sqrt(scale)
	for o := range t.outputs {
		for r, i := range c.numbers {
			c.pass.fit.curvature[o*q.n+r] = t.curvature[o*t.n+i]
			if t.outputs == 1 {
				c.pass.fit.curvature[r] *= scale
			}
		}
	}
}
