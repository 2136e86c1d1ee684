package lift

import (
	"conelab/core/numeric/dense"
	"conelab/core/numeric/parallel"
)

// ColumnsTo writes the svec(A_ik) of all samples as columns: entry j of each into column(j), of length n.
func (s *Operator) ColumnsTo(column func(j int) []float64, k int) {
	rows := make([]float64, min(liftedStrip, s.n)*s.q)
	for from := 0; from < s.n; from += liftedStrip {
		to := min(s.n, from+liftedStrip)
		s.LiftTo(rows, s.q, from, to, k)
		for j := range s.q {
			c := column(j)[from:to]
			for i := range c {
				c[i] = rows[i*s.q+j]
			}
		}
	}
}

// Neuron returns the output of a neuron with direction u in block k for sample i: the mean of sigma(x'u) over the patches.
func (s *Operator) Neuron(i, k int, u []float64) float64 {
	var sum [1]float64
	s.AddForm(sum[:], i, 1, k, u, 1)
	return sum[0]
}

// AddNeuron adds alpha times a neuron's outputs to dst, for len(dst) samples starting at from.
func (s *Operator) AddNeuron(dst []float64, from int, alpha float64, k int, u []float64) {
	s.AddForm(dst, from, alpha, k, u, 1)
}

// AddForm adds factor [c;t]'A_ik [c;t], or factor c'A_ik c where A_ik has no last row, to dst, for len(dst) samples starting at from.
// Canceled, it leaves some out.
func (s *Operator) AddForm(dst []float64, from int, factor float64, k int, c []float64, t float64) {
	if s.pooled != nil {
		s.formWeights(s.pooled.work, factor, c, t)
		s.addPooled(dst, from, k, s.pooled.work)
		return
	}
	sigma := Polynomial{s.sigma.A, s.sigma.B * t, s.sigma.C * t * t}
	if s.patches == 1 && s.d < short {
		for i := range dst {
			dot := 0.0
			for j, v := range s.Patch(from+i, k, 0) {
				dot += v * c[j]
			}
			dst[i] += factor * sigma.At(dot)
		}
		return
	}
	share := factor / float64(s.patches)
	for i := range dst {
		if i%parallel.PollEvery == 0 && !s.Yield() {
			return
		}
		for l := range s.patches {
			dst[i] += share * sigma.At(dense.Dot(s.Patch(from+i, k, l), c))
		}
	}
}

// SlopeTo writes the gradient in c of factor [c;t]'A_ik [c;t] into dst, and returns the derivative in t; without a last row of
// A_ik, the gradient of factor c'A_ik c, and zero.
func (s *Operator) SlopeTo(dst []float64, i, k int, factor float64, c []float64, t float64) (last float64) {
	if s.pooled != nil {
		return s.pooledSlopeTo(dst, i, k, factor, c, t)
	}
	clear(dst)
	share := factor / float64(s.patches)
	for l := range s.patches {
		x := s.Patch(i, k, l)
		dot := dense.Dot(x, c)
		dense.Axpy(share*(2*s.sigma.A*dot+s.sigma.B*t), x, dst)
		last += share * (s.sigma.B*dot + 2*s.sigma.C*t)
	}
	return last
}
