package sdp

import (
	"math"

	"conelab/core/numeric/dense"
)

// pair is the workspace in which W and W', the scaling points of the Z and Z' of one block and output, are diagonalised together:
//
//	W = T diag(a) T',   W' = T diag(1 - a) T',   0 <= a <= 1,
//
// so that < A_i, W A_j W > + < A_i, W' A_j W' > is one product of T'A_i T and T'A_j T, with the weights a_k a_l + (1 - a_k)(1 - a_l), instead
// of two.
type pair struct {
	sum, moved, basis, shares []float64
	weights                   []float64 // square roots of the weights, packed like svec
}

func newPair(p int) *pair {
	matrix := func() []float64 { return make([]float64, p*p) }
	return &pair{matrix(), matrix(), matrix(), make([]float64, p), make([]float64, p*(p+1)/2)}
}

// pairFrom times the order is the number of samples above which the joint diagonalisation pays.
const pairFrom = 3

// addGrams adds sum < A_ik, W_k A_jk W_k > over the cones of an output to the lower triangle of m.
func (s *Solver) addGrams(m []float64, stride, output int) {
	for k := 0; k < len(s.cones); k += 2 {
		plus, minus := s.cones[k], s.cones[k+1]
		if plus.output != output {
			continue
		}
		if s.op.Paired() && s.n >= pairFrom*s.p && s.diagonalise(plus, minus) {
			s.op.AddWeightedGram(m, stride, s.pair.basis, s.pair.weights, plus.block)
			continue
		}
		s.op.AddGram(m, stride, plus.f, plus.block)
		s.op.AddGram(m, stride, minus.f, minus.block)
	}
}

// diagonalise computes T and the weights. With W + W' = L L' and F = L G, the rows of U are the eigenvectors of G G', and T = L U'.
func (s *Solver) diagonalise(plus, minus *cone) bool {
	if s.pair == nil {
		s.pair = newPair(s.p)
	}
	p, l, g := s.p, s.pair.sum, s.pair.moved
	clear(l)
	dense.AddGram(s.ctx, l, p, plus.f, p, p)
	dense.AddGram(s.ctx, l, p, minus.f, p, p)
	if !dense.Cholesky(s.ctx, l, p) {
		return false
	}
	copy(g, plus.f)
	for i := range p {
		clear(l[i*p+i+1 : (i+1)*p])
		row := g[i*p : (i+1)*p]
		for k, v := range l[i*p : i*p+i] {
			dense.Axpy(-v, g[k*p:(k+1)*p], row)
		}
		dense.Scale(1/l[i*p+i], row)
	}
	dense.SymmetricNT(s.matrix, g, g, p, p)
	if !plus.eigen.Decompose(s.matrix, s.pair.shares) {
		return false
	}
	dense.MulNT(s.pair.basis, l, s.matrix, p, p, p)
	at := 0
	for i, a := range s.pair.shares {
		a = math.Max(0, math.Min(a, 1))
		s.pair.shares[i] = a
		for _, b := range s.pair.shares[:i+1] {
			s.pair.weights[at] = math.Sqrt(a*b + (1-a)*(1-b))
			at++
		}
	}
	return true
}
