package sdp

import (
	"conelab/core/numeric/dense"
	"conelab/core/numeric/lift"
)

// samplesSystem is the Newton system in the samples of all outputs, with the unknowns (w, drho), by normal equations. Its matrix is I +
// R'G R with the Gram matrix G of the operator, which has a block for each output, bordered by the trace conditions.
type samplesSystem struct {
	order         int       // n C plus the number of multipliers
	system        []float64 // the matrix, then its Cholesky factor
	gram, column  []float64 // G of an output, and the entries of R of all samples for two outputs; only where there are several
	matrix, other []float64 // of order p
}

func newSamplesSystem(s *Solver) *samplesSystem {
	f := &samplesSystem{order: len(s.step), matrix: make([]float64, s.p*s.p), other: make([]float64, s.p*s.p)}
	f.system = make([]float64, f.order*f.order)
	if s.outputs > 1 {
		f.gram, f.column = make([]float64, s.n*s.n), make([]float64, s.n)
	}
	return f
}

func (f *samplesSystem) factor(s *Solver) bool {
	clear(f.system)
	if s.outputs == 1 {
		s.addGrams(f.system, f.order, 0)
		for i, r := range s.loss.root {
			row := f.system[i*f.order : i*f.order+i+1]
			for j := range row {
				row[j] *= r * s.loss.root[j]
			}
		}
	} else {
		for o := range s.outputs {
			f.addOutput(s, o)
		}
	}
	for i := range s.rows {
		f.system[i*f.order+i]++
	}
	for k := range s.multipliers {
		f.addBorder(s, s.cones[k], s.rows+k)
	}
	return dense.Cholesky(s.ctx, f.system, f.order)
}

// addOutput adds the term of R'G R that belongs to an output's block of G.
func (f *samplesSystem) addOutput(s *Solver, o int) {
	n, c := s.n, s.outputs
	clear(f.gram)
	s.addGrams(f.gram, n, o)
	for i := range n {
		for j := range i {
			f.gram[j*n+i] = f.gram[i*n+j]
		}
	}
	for b := range c {
		for j := range f.column {
			f.column[j] = s.loss.root[(j*c+o)*c+b]
		}
		for a := b; a < c; a++ {
			for i := range n {
				width := n
				if a == b { // the lower triangle
					width = i + 1
				}
				r, row := s.loss.root[(i*c+o)*c+a], f.system[(a*n+i)*f.order+b*n:][:width]
				for j, v := range f.gram[i*n : i*n+width] {
					row[j] += r * v * f.column[j]
				}
			}
		}
	}
}

// addBorder sets the row of the trace condition of a cone.
func (f *samplesSystem) addBorder(s *Solver, c *cone, at int) {
	row := f.system[at*f.order : (at+1)*f.order]
	scaledG(c, f.other, f.matrix)
	row[at] = dense.Dot(f.other, f.other)
	c.congruence(f.matrix, c.f, f.other)
	part := s.output(row, c.output)
	s.op.AddApply(part, f.matrix, c.block)
	dense.Scale(-c.sign, part)
	s.loss.applyRootTransposed(row[:s.rows])
}

func (f *samplesSystem) solve(s *Solver) bool {
	x := s.step
	clear(x)
	for k, c := range s.cones {
		c.congruence(f.other, c.f, c.right)
		if c.hasTrace {
			x[s.rows+k] = c.traceResidual() + lift.TraceForm(f.other, s.p)
		}
		dense.Scale(-c.sign, f.other)
		s.op.AddApply(s.output(x, c.output), f.other, c.block)
	}
	s.loss.applyRootTransposed(x[:s.rows])
	dense.Axpy(-1, s.loss.eta, x[:s.rows])
	dense.CholeskySolve(f.system, f.order, x)
	return false
}
