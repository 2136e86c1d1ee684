package lift

import (
	"context"
	"math"

	"conelab/core/numeric/dense"
	"conelab/core/numeric/parallel"
)

// Operator is the lifted operator of n data points: row i has K blocks, and A_ik, of order p, is the mean of A(x) over the P patches x of
// its block k (Theorems 3.1, 8.1 and 9.1; dense networks have K = P = 1). With the quadratic activation A(x) = x x' and p = d (Theorem
// 5.1).
type Operator struct {
	ctx                         context.Context
	sigma                       Polynomial
	square                      bool
	x                           []float64 // n by K by P by d
	pooled                      *pooled   // in place of x where blocks have many patches
	n, blocks, patches, d, p, q int       // q = p(p+1)/2
	// Workspace of AddGram: h is X F with rows of length p, t its product with F's last row; congruent has the n rows svec(F'A_i F).
	h, t, half, squares, row, congruent []float64
	lift                                []float64 // of congruenceTo
	forms                               []float64 // of AddApply
	norms                               []float64 // of Norms, once called
}

// newOperator returns the operator for x, n by blocks by patches by d, which it keeps. A quadratic one ignores sigma.
func newOperator(ctx context.Context, sigma Polynomial, square bool, x []float64, n, blocks, patches, d int) *Operator {
	p := d + 1
	if square {
		sigma, p = Polynomial{A: 1}, d
	}
	return &Operator{
		ctx: ctx, sigma: sigma, square: square, x: x, n: n, p: p, q: p * (p + 1) / 2, blocks: blocks, patches: patches, d: d,
		lift: make([]float64, p), forms: make([]float64, dense.FormScratch(d)),
	}
}

// SetContext sets the context of all work on the samples from now on. Once it is canceled, results are incomplete: check Canceled before
// using them.
func (s *Operator) SetContext(ctx context.Context) { s.ctx = ctx }
func (s *Operator) Context() context.Context       { return s.ctx }

// Canceled and Yield are those of package parallel, for the context.
func (s *Operator) Canceled() bool { return parallel.Canceled(s.ctx) }
func (s *Operator) Yield() bool    { return parallel.Yield(s.ctx) }

// Len returns n, Order p, Blocks K, HasTrace whether the matrices have a last row, and with it the trace condition.
func (s *Operator) Len() int       { return s.n }
func (s *Operator) Order() int     { return s.p }
func (s *Operator) Blocks() int    { return s.blocks }
func (s *Operator) HasTrace() bool { return !s.square }

// Dimension returns d, the length of a neuron's direction; Patches P.
func (s *Operator) Dimension() int { return s.d }
func (s *Operator) Patches() int   { return s.patches }

// Activation returns the activation.
func (s *Operator) Activation() Polynomial { return s.sigma }

// Patch returns patch l of block k of sample i; for a pooled sample it is cut out anew. The caller must not change it.
func (s *Operator) Patch(i, k, l int) []float64 {
	if s.pooled != nil {
		return s.patch(i, k, l)
	}
	at := ((i*s.blocks+k)*s.patches + l) * s.d
	return s.x[at : at+s.d]
}

// Norms returns the norms of the A_ik, sample by sample, or an upper bound where they are not pooled: |a| |x|^2 + |b| |x| + |c| for the
// longest patch. The caller must not change them.
func (s *Operator) Norms() []float64 {
	if s.norms != nil {
		return s.norms
	}
	s.norms = make([]float64, s.n*s.blocks)
	for at := range s.norms {
		if at%parallel.PollEvery == 0 && !s.Yield() {
			break
		}
		if s.pooled != nil {
			s.norms[at] = lowerNorm(s.matrix(at/s.blocks, at%s.blocks), s.p)
			continue
		}
		longest := 0.0
		for l := range s.patches {
			square := 0.0
			for _, x := range s.x[(at*s.patches+l)*s.d : (at*s.patches+l+1)*s.d] {
				square += x * x
			}
			longest = math.Max(longest, square)
		}
		s.norms[at] = math.Abs(s.sigma.A)*longest + math.Abs(s.sigma.B)*math.Sqrt(longest) + math.Abs(s.sigma.C)
	}
	return s.norms
}

// AddApply adds < A_ik, D > to dst_i for the symmetric D of order p. n P p^2 multiplications, n p^2/2 for pooled samples.
func (s *Operator) AddApply(dst, d []float64, k int) {
	if s.pooled != nil {
		packLower(s.pooled.work, d, s.p, 2)
		s.addPooled(dst[:s.n], 0, k, s.pooled.work)
		return
	}
	if s.n <= parallel.SpanLength {
		s.addApply(dst, d, k, 0, s.n, s.forms)
		return
	}
	parallel.Spans(s.n, func(from, to int) { s.addApply(dst, d, k, from, to, make([]float64, len(s.forms))) })
}

// addApply is AddApply for the samples (from, to); from must be a multiple of the block of rows that dense.AddForms works on.
func (s *Operator) addApply(dst, d []float64, k, from, to int, scratch []float64) {
	p, sigma, share, apart := s.p, s.sigma, 1/float64(s.patches), s.blocks*s.patches*s.d
	if s.patches == 1 && s.d < short {
		s.addApplyShort(dst, d, k, from, to)
		return
	}
	for l := range s.patches {
		x := s.x[(k*s.patches+l)*s.d:]
		dense.AddForms(dst[from:to], share*sigma.A, x[from*apart:], apart, s.d, d, p, scratch)
		if s.square {
			continue
		}
		for i := from; i < to; i++ {
			dst[i] += share * (sigma.B*dense.Dot(d[s.d*p:s.d*p+s.d], x[i*apart:i*apart+s.d]) + sigma.C*d[p*p-1])
		}
	}
}

// addApplyShort is addApply for a few features and one patch: x'(L x + l) + c with the lower triangle L of D_x, its entries off the
// diagonal doubled.
func (s *Operator) addApplyShort(dst, d []float64, k, from, to int) {
	var lower [short * short]float64
	var linear [short]float64
	constant := 0.0
	for j := range s.d {
		for l := range j + 1 {
			lower[j*short+l] = 2 * s.sigma.A * d[j*s.p+l]
		}
		lower[j*short+j] /= 2
		if !s.square {
			linear[j] = s.sigma.B * d[s.d*s.p+j]
			constant = s.sigma.C * d[s.p*s.p-1]
		}
	}
	apart := s.blocks * s.d
	for i := from; i < to; i++ {
		x, sum := s.x[k*s.d+i*apart:][:s.d], constant
		for j, xj := range x {
			t := linear[j]
			for l, w := range lower[j*short : j*short+j+1] {
				t += w * x[l]
			}
			sum += t * xj
		}
		dst[i] += sum
	}
}

// AdjointTo writes sum_i v_i A_ik, of order p, into dst.
func (s *Operator) AdjointTo(dst, v []float64, k int) {
	if s.pooled != nil {
		s.pooledAdjointTo(dst, v, k)
		return
	}
	clear(dst)
	s.scaleAdjoint(dst, s.accumulate(dst, v, k))
}

// accumulate adds the mean over the patches of sum_i v_i x x' to the lower triangle of dst, and that of sum_i v_i x to its last row, if
// there is one. It returns the sum of the v.
func (s *Operator) accumulate(dst, v []float64, k int) float64 {
	switch {
	case s.large():
		s.addGram(dst, v, k)
		return s.addLines(dst, v, k)
	case s.d < short && s.patches == 1:
		return s.addShort(dst, v, k)
	}
	return s.addPatches(dst, v, k)
}

// scaleAdjoint multiplies what accumulate added by a and b/2, mirrors it, and sets the corner to c sum.
func (s *Operator) scaleAdjoint(dst []float64, sum float64) {
	p := s.p
	for j := range s.d {
		for l := range j + 1 {
			dst[j*p+l] *= s.sigma.A
			dst[l*p+j] = dst[j*p+l]
		}
		if !s.square {
			dst[s.d*p+j] *= s.sigma.B / 2
			dst[j*p+s.d] = dst[s.d*p+j]
		}
	}
	if !s.square {
		dst[p*p-1] = s.sigma.C * sum
	}
}

// addPatches is accumulate, patch by patch.
func (s *Operator) addPatches(dst, v []float64, k int) (sum float64) {
	p, share := s.p, 1/float64(s.patches)
	for i, w := range v[:s.n] {
		if i%parallel.PollEvery == 0 && !s.Yield() {
			break
		}
		sum += w
		for l := range s.patches {
			x := s.Patch(i, k, l)
			for j, xj := range x {
				dense.Axpy(share*w*xj, x[:j+1], dst[j*p:j*p+j+1])
			}
			if !s.square {
				dense.Axpy(share*w, x, dst[s.d*p:p*p-1])
			}
		}
	}
	return sum
}

// addShort is accumulate for a few features and one patch.
func (s *Operator) addShort(dst, v []float64, k int) (sum float64) {
	apart := s.blocks * s.d
	for i, w := range v[:s.n] {
		sum += w
		x := s.x[i*apart+k*s.d:][:s.d]
		for j, xj := range x {
			wx, row := w*xj, dst[j*s.p:][:j+1]
			for l := range row {
				row[l] += wx * x[l]
			}
		}
		if s.square {
			continue
		}
		row := dst[s.d*s.p:][:len(x)]
		for j, xj := range x {
			row[j] += w * xj
		}
	}
	return sum
}

// LiftTo writes svec(A_ik), of length q, for the samples (from, to) into rows of dst, stride apart.
func (s *Operator) LiftTo(dst []float64, stride, from, to, k int) {
	if s.pooled != nil {
		for i := from; i < to; i++ {
			row := dst[(i-from)*stride:][:s.q]
			copy(row, s.matrix(i, k))
			scaleOffDiagonal(row, s.p, math.Sqrt2)
		}
		return
	}
	q, share := s.p*(s.p+1)/2, 1/float64(s.patches)
	square, cross := share*s.sigma.A, math.Sqrt2*share*s.sigma.A
	linear := share * s.sigma.B / math.Sqrt2
	for i := from; i < to; i++ {
		row := dst[(i-from)*stride:][:q]
		clear(row)
		for l := range s.patches {
			x, rest := s.Patch(i, k, l), row
			for j, xj := range x {
				w, out := cross*xj, rest[:j]
				for c := range out {
					out[c] += w * x[c]
				}
				rest[j] += square * xj * xj
				rest = rest[j+1:]
			}
			if !s.square {
				for j, xj := range x {
					rest[j] += linear * xj
				}
			}
		}
		if !s.square {
			row[q-1] = s.sigma.C
		}
	}
}

// AddGram adds < A_ik, W A_jk W >, W = F F', to the lower triangle of m, whose rows are stride apart; f is p by p.
//
// For one patch, with q_ij = x_i'Wx_j, t_i = x_i'We and s = e'We (e the last unit vector) it is
//
//	(a q + b (t_i + t_j)/2 + c s)^2 + (b^2/4 - a c)(2 s q - t_i^2 - t_j^2),
//
// which needs one product of n by p matrices: n^2 p/2 multiplications. Several patches take the products of svec(F'A_ik F), n^2 p^2/4,
// and so does a sum with weights, of length q, by which the svec(F'A_ik F) are multiplied, entry by entry.
func (s *Operator) AddGram(m []float64, stride int, f, weights []float64, k int) {
	if s.patches > 1 || s.pooled != nil || weights != nil {
		s.addCongruences(m, stride, f, weights, k)
		return
	}
	if s.h == nil { // not before the first use, since it is large
		vector := func() []float64 { return make([]float64, s.n) }
		s.h, s.t, s.half, s.squares, s.row = make([]float64, s.n*s.p), vector(), vector(), vector(), make([]float64, 8*s.n)
	}
	s.project(f, k)
	var corner float64
	sigma := s.sigma
	delta := sigma.B*sigma.B/4 - sigma.A*sigma.C
	if !s.square {
		last := f[s.d*s.p : s.p*s.p]
		dense.MulNT(s.t, s.h, last, s.n, 1, s.p)
		corner = dense.Dot(last, last)
	}
	for i, t := range s.t {
		s.half[i] = (sigma.B*t + sigma.C*corner) / 2
		s.squares[i] = delta * t * t
	}
	dense.AddQuadratic(s.ctx, m, stride, s.h, s.n, s.p, sigma.A, 2*delta*corner, s.half, s.squares, s.row)
}

// addCongruences adds the products of svec(F'A_ik F) times the weights, if there are any. n^2 q/2 multiplications.
func (s *Operator) addCongruences(m []float64, stride int, f, weights []float64, k int) {
	congruent := s.Congruences(f, k)
	for at := 0; weights != nil && at < len(congruent); at += s.q {
		for j, w := range weights {
			congruent[at+j] *= w
		}
	}
	dense.AddGram(s.ctx, m, stride, congruent, len(congruent)/s.q, s.q)
}

// Congruences returns svec(F'A_ik F), of length q, for the first samples, one after the other; those of the samples after them are zero. The
// slice is overwritten by the next call of it or of AddGram.
func (s *Operator) Congruences(f []float64, k int) []float64 {
	if s.congruent == nil {
		s.congruent = make([]float64, s.n*s.q)
	}
	count := s.n
	if s.pooled != nil {
		s.prepareCongruences(f)
		for count > 0 && isZero(s.matrix(count-1, k)) {
			count--
		}
	}
	for i := range count {
		s.congruenceTo(s.congruent[i*s.q:(i+1)*s.q], i, f, k)
	}
	return s.congruent[:count*s.q]
}

// CheapWeights reports whether AddGram takes no longer with weights.
func (s *Operator) CheapWeights() bool { return s.patches > 1 || s.pooled != nil }

// project writes the rows x_ik'F_x into h, F_x being F without its last row.
func (s *Operator) project(f []float64, k int) {
	for i := range s.n {
		h := s.h[i*s.p : (i+1)*s.p]
		clear(h)
		for j, v := range s.Patch(i, k, 0) {
			dense.Axpy(v, f[j*s.p:(j+1)*s.p], h)
		}
	}
}

// congruenceTo writes svec(F'A_ik F) into dst, of length q: with h = F_x'x and e the last row of F, the mean over the patches of
// a h h' + b (h e' + e h')/2 + c e e'.
func (s *Operator) congruenceTo(dst []float64, i int, f []float64, k int) {
	p, sigma, share, h := s.p, s.sigma, 1/float64(s.patches), s.lift
	if s.pooled != nil {
		s.pooledCongruence(dst, i, k)
		return
	}
	clear(dst)
	for l := range s.patches {
		clear(h)
		for j, v := range s.Patch(i, k, l) {
			dense.Axpy(v, f[j*p:(j+1)*p], h)
		}
		at := 0
		for j := range p {
			if s.square {
				dense.Axpy(share*h[j], h[:j+1], dst[at:at+j+1])
			} else {
				// Row j of the rank-two form: (a h_j + b e_j / 2) h' + (b h_j / 2 + c e_j) e'.
				e := f[s.d*p : p*p]
				dense.Axpy(share*(sigma.A*h[j]+sigma.B/2*e[j]), h[:j+1], dst[at:at+j+1])
				dense.Axpy(share*(sigma.B/2*h[j]+sigma.C*e[j]), e[:j+1], dst[at:at+j+1])
			}
			at += j + 1
		}
	}
	scaleOffDiagonal(dst, p, math.Sqrt2)
}

// liftedStrip is the number of samples that ColumnsTo lifts at a time.
const liftedStrip = 32

// short is the number of features below which a call costs more than a product.
const short = 12
