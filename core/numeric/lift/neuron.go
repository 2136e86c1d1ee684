package lift

import (
	"conelab/core/numeric/dense"
)

// short is the number of features below which a call costs more than a product.
const short = 12

// Neuron returns the output of a neuron with direction u in block k for sample i: the mean of sigma(x'u) over the patches.
func (s *Samples) Neuron(i, k int, u []float64) float64 {
	if s.pooled != nil {
		var sum [1]float64
		s.AddForm(sum[:], i, 1, k, u, 1)
		return sum[0]
	}
	sum := 0.0
	for l := range s.patches {
		sum += s.sigma.At(dense.Dot(s.Patch(i, k, l), u))
	}
	return sum / float64(s.patches)
}

// AddNeuron adds alpha times the outputs of that neuron for all samples to dst.
func (s *Samples) AddNeuron(dst []float64, alpha float64, k int, u []float64) {
	s.AddNeuronFrom(dst, 0, alpha, k, u)
}

// AddNeuronFrom does so for as many samples as dst has entries, from the given one on. Canceled, it leaves some out.
func (s *Samples) AddNeuronFrom(dst []float64, from int, alpha float64, k int, u []float64) {
	if s.pooled != nil {
		s.AddForm(dst, from, alpha, k, u, 1)
		return
	}
	if s.patches > 1 || s.d >= short {
		for i := range dst {
			if i%pollEvery == 0 && s.Canceled() {
				return
			}
			dst[i] += alpha * s.Neuron(from+i, k, u)
		}
		return
	}
	for i := range dst {
		dot := 0.0
		for j, v := range s.Patch(from+i, k, 0) {
			dot += v * u[j]
		}
		dst[i] += alpha * s.sigma.At(dot)
	}
}

// AddForm adds factor [c;t]'A_ik [c;t] to dst for as many samples as it has entries, from the given one on; without a last row of A_ik, factor c'A_ik c.
func (s *Samples) AddForm(dst []float64, from int, factor float64, k int, c []float64, t float64) {
	if s.pooled != nil {
		w := make([]float64, s.q)
		s.formWeights(w, factor, c, t)
		s.addPooled(dst, from, k, w)
		return
	}
	share, square := factor/float64(s.patches), t*t
	for i := range dst {
		if i%pollEvery == 0 && s.Canceled() {
			return
		}
		for l := range s.patches {
			dot := dense.Dot(s.Patch(from+i, k, l), c)
			dst[i] += share * (s.sigma.A*dot*dot + s.sigma.B*dot*t + s.sigma.C*square)
		}
	}
}

// SlopeTo writes the gradient in c of factor [c;t]'A_ik [c;t] into dst, and returns the derivative in t; without a last row of A_ik, the gradient of
// factor c'A_ik c, and zero.
func (s *Samples) SlopeTo(dst []float64, i, k int, factor float64, c []float64, t float64) (last float64) {
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
