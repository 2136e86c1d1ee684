package lift

import (
	"context"
	"math"

	"conelab/core/numeric/dense"
	"conelab/core/numeric/exact"
	"conelab/core/numeric/parallel"
)

// pooled has the matrices A_ik in place of the patches: of blocks that have many, and of samples that are given by their matrices. In twice
// the precision of a double they give results as accurate as the patches, even where the contributions of patches cancel.
type pooled struct {
	// high + low has the lower triangles, row by row, sample by sample and block by block. Without low they are for the solver alone.
	high, low []float64
	// x is the n by features matrix that architecture takes the patches out of.
	architecture Architecture
	x            []float64
	features     int
	work         []float64 // of AddApply, AdjointTo and AddForm
	// Workspace of Congruences, of order p, made when it is first needed.
	transposed, tail, full, product []float64
}

// Pooled reports whether the matrix of a block takes no more room than its patches.
func (s Shape) Pooled() bool {
	return s.Patches > 1 && s.Patches*s.Dimension >= (s.Dimension+1)*(s.Dimension+2)
}

// Pooled reports whether matrices take the place of patches, which makes Patch slow.
func (s *Operator) Pooled() bool { return s.pooled != nil }

// newPooled returns the operator of a convolution whose shape is pooled. Canceled, it is incomplete.
func newPooled(ctx context.Context, sigma Polynomial, a *Architecture, x []float64, n, d int) *Operator {
	shape := a.Shape(d)
	s := newOperator(ctx, sigma, false, nil, n, shape.Blocks, shape.Patches, shape.Dimension)
	all := n * shape.Blocks * s.q
	s.pooled = &pooled{high: make([]float64, all), low: make([]float64, all), architecture: *a, x: x, features: d, work: make([]float64, s.q)}
	places := a.places(shape)
	step := max(1, pooledWork/max(1, len(places)*s.p/2))
	parallel.Run(ctx, (n+step-1)/step, func(_, part int) {
		w := newPatchSum(s.d)
		for i := part * step; i < min(n, (part+1)*step); i++ {
			w.load(x[i*d : (i+1)*d])
			for k := range s.blocks {
				at := (i*s.blocks + k) * s.q
				high, low := s.pooled.high[at:at+s.q], s.pooled.low[at:at+s.q]
				w.sum(high, low, places[k*s.patches*s.d:(k+1)*s.patches*s.d])
				s.scaleSums(high, low)
			}
		}
	})
	return s
}

// OfMatrices returns the operator of samples of some blocks given by their matrices A_ik, high + low as in Matrix, for a network with the
// activation, or a quadratic one, with directions of length d. Such samples have no patches.
func OfMatrices(ctx context.Context, sigma Polynomial, quadratic bool, blocks, d int, high, low []float64) *Operator {
	s := newOperator(ctx, sigma, quadratic, nil, 0, blocks, 1, d)
	s.n = len(high) / (s.q * blocks)
	s.pooled = &pooled{high: high, low: low, work: make([]float64, s.q)}
	return s
}

// Again returns a copy of an operator from OfMatrices with its own workspace and context.
func (s *Operator) Again(ctx context.Context) *Operator {
	return OfMatrices(ctx, s.sigma, s.square, s.blocks, s.d, s.pooled.high, s.pooled.low)
}

// pooledWork is about the number of products between two checks of the context.
const pooledWork = 1 << 20

// places returns the index in a sample of each entry of each patch, or the number of features for an entry in the padding.
func (a *Architecture) places(shape Shape) []int {
	numbers := make([]float64, a.Input[0]*a.Input[1]*a.Input[2])
	for j := range numbers {
		numbers[j] = float64(j + 1)
	}
	places := make([]int, 0, shape.Blocks*shape.Patches*shape.Dimension)
	var patch []float64
	for number := range shape.Blocks * shape.Patches {
		patch = a.appendPatch(patch[:0], numbers, number/a.Across(), number%a.Across())
		for _, v := range patch {
			place := int(v) - 1
			if place < 0 {
				place = len(numbers)
			}
			places = append(places, place)
		}
	}
	return places
}

// patchSum sums the products of the entries of patches in twice the precision of a double.
type patchSum struct {
	// x has the features of the sample and a zero for the padding, top and rest the two halves of each (see exact.Split).
	x, top, rest []float64
	// Of the entries of a patch that are not zero: their places in the patch, and their numbers.
	used               []int
	entry, large, tiny []float64
}

func newPatchSum(d int) *patchSum {
	return &patchSum{used: make([]int, 0, d), entry: make([]float64, d), large: make([]float64, d), tiny: make([]float64, d)}
}

// load takes the features of a sample.
func (w *patchSum) load(x []float64) {
	if w.x == nil {
		w.x, w.top, w.rest = make([]float64, len(x)+1), make([]float64, len(x)+1), make([]float64, len(x)+1)
	}
	copy(w.x, x)
	for j, v := range x {
		w.top[j], w.rest[j] = exact.Split(v)
	}
}

// sum writes the sums for a block whose patches are at the given places.
func (w *patchSum) sum(high, low []float64, places []int) {
	d := len(w.entry)
	for ; len(places) > 0; places = places[d:] {
		w.used = w.used[:0]
		for j, place := range places[:d] {
			if v := w.x[place]; v != 0 {
				c := len(w.used)
				w.entry[c], w.large[c], w.tiny[c] = v, w.top[place], w.rest[place]
				w.used = append(w.used, j)
			}
		}
		for c, j := range w.used {
			at := j * (j + 1) / 2
			w.addRow(high[at:at+j+1], low[at:at+j+1], c)
		}
		at := d * (d + 1) / 2
		for c, j := range w.used {
			addTo(&high[at+j], &low[at+j], w.entry[c])
		}
		high[at+d]++
	}
}

// scaleSums turns sums over patches into the entries of A_ik.
func (s *Operator) scaleSums(high, low []float64) {
	patches, at := exact.Of(float64(s.patches)), 0
	for r := range s.p {
		for c := range r + 1 {
			mean := exact.Double{High: high[at], Low: low[at]}.Times(exact.Of(s.sigma.Entry(r, c, s.d))).Over(patches)
			high[at], low[at] = mean.High, mean.Low
			at++
		}
	}
}

// addRow adds the products of a used entry with the used entries up to itself.
func (w *patchSum) addRow(high, low []float64, c int) {
	x, top, rest := w.entry[c], w.large[c], w.tiny[c]
	used := w.used[:c+1]
	entry, large, tiny := w.entry[:len(used)], w.large[:len(used)], w.tiny[:len(used)]
	for b, j := range used {
		product := float64(x * entry[b])
		after, lost := exact.Sum(high[j], product)
		high[j] = after
		low[j] += lost + exact.ProductRest(product, top, rest, large[b], tiny[b])
	}
}

// addTo adds v to high + low.
func addTo(high, low *float64, v float64) {
	sum, rest := exact.Sum(*high, v)
	*high = sum
	*low += rest
}

// Matrix returns A_ik of pooled samples as high + low: its lower triangle, row by row. The caller must not change it.
func (s *Operator) Matrix(i, k int) (high, low []float64) {
	at := (i*s.blocks + k) * s.q
	return s.pooled.high[at : at+s.q], s.pooled.low[at : at+s.q]
}

// matrix returns A_ik of pooled samples in double precision.
func (s *Operator) matrix(i, k int) []float64 {
	at := (i*s.blocks + k) * s.q
	return s.pooled.high[at : at+s.q]
}

// patch returns a patch, cut out of the sample.
func (s *Operator) patch(i, k, l int) []float64 {
	a, number := &s.pooled.architecture, k*s.patches+l
	return a.appendPatch(nil, s.pooled.x[i*s.pooled.features:(i+1)*s.pooled.features], number/a.Across(), number%a.Across())
}

// lowerNorm returns the Frobenius norm of the symmetric matrix of order p with the given lower triangle.
func lowerNorm(m []float64, p int) float64 {
	square := 2 * dense.Dot(m, m)
	for r := range p {
		square -= m[r*(r+3)/2] * m[r*(r+3)/2]
	}
	return math.Sqrt(square)
}

// formWeights writes the w with w'matrix = factor y'A_ik y for y = [c;t].
func (s *Operator) formWeights(w []float64, factor float64, c []float64, t float64) {
	at := 0
	for r := range s.p {
		v := t
		if r < s.d {
			v = c[r]
		}
		for b, u := range c[:r] {
			w[at+b] = factor * 2 * v * u
		}
		w[at+r] = factor * v * v
		at += r + 1
	}
}

// addPooled adds w'matrix to dst, for len(dst) samples starting at from. Canceled, it leaves some out.
func (s *Operator) addPooled(dst []float64, from, k int, w []float64) {
	const strip = 1 << 10
	if len(dst) <= strip {
		for i := range dst {
			dst[i] += dense.Dot(w, s.matrix(from+i, k))
		}
		return
	}
	parallel.Run(s.ctx, (len(dst)+strip-1)/strip, func(_, part int) {
		for i := part * strip; i < min(len(dst), (part+1)*strip); i++ {
			dst[i] += dense.Dot(w, s.matrix(from+i, k))
		}
	})
}

// pooledAdjointTo writes sum_i v_i A_ik into dst.
func (s *Operator) pooledAdjointTo(dst, v []float64, k int) {
	total := s.pooled.work
	clear(total)
	for i, w := range v[:s.n] {
		if i%parallel.PollEvery == 0 && !s.Yield() {
			break
		}
		dense.Axpy(w, s.matrix(i, k), total)
	}
	unpackLower(dst, total, s.p, 1)
}

// prepareCongruences transposes f for pooledCongruence.
func (s *Operator) prepareCongruences(f []float64) {
	w := s.pooled
	if w.full == nil {
		matrix := func() []float64 { return make([]float64, s.p*s.p) }
		w.transposed, w.tail, w.full, w.product = matrix(), matrix(), matrix(), matrix()
	}
	dense.Transpose(w.transposed, f, s.p)
}

// pooledCongruence writes svec(F'A_ik F) into dst, F being that of prepareCongruences. With L the lower triangle of A_ik, its diagonal halved,
// it is S + S', S = F'(L F). Rows before the first that is not zero, of which reduced samples have many, are left out.
func (s *Operator) pooledCongruence(dst []float64, i, k int) {
	m, p, w := s.matrix(i, k), s.p, s.pooled
	first, at := 0, 0
	for first < p && isZero(m[at:at+first+1]) {
		first++
		at += first
	}
	count := p - first
	low, tail := w.full[:count*p], w.tail[:count*p]
	clear(low)
	for r := first; r < p; r++ {
		line := low[(r-first)*p:][:r+1]
		at += copy(line, m[at:])
		line[r] /= 2
	}
	for a := range p {
		copy(tail[a*count:(a+1)*count], w.transposed[a*p+first:(a+1)*p])
	}
	dense.MulNT(w.product, w.transposed, low, p, count, p) // (L F)'
	dense.MulNT(w.full, tail, w.product, p, p, count)
	at = 0
	for a := range p {
		for b := range a {
			dst[at+b] = math.Sqrt2 * (w.full[a*p+b] + w.full[b*p+a])
		}
		dst[at+a] = 2 * w.full[a*p+a]
		at += a + 1
	}
}

func isZero(x []float64) bool {
	for _, v := range x {
		if v != 0 {
			return false
		}
	}
	return true
}

// pooledSlopeTo is SlopeTo for pooled samples.
func (s *Operator) pooledSlopeTo(dst []float64, i, k int, factor float64, c []float64, t float64) (last float64) {
	m := s.matrix(i, k)
	clear(dst)
	at := 0
	for r, v := range c {
		dst[r] += 2 * factor * dense.Dot(m[at:at+r+1], c[:r+1])
		dense.Axpy(2*factor*v, m[at:at+r], dst[:r])
		at += r + 1
	}
	if s.square {
		return 0
	}
	dense.Axpy(2*factor*t, m[at:at+s.d], dst)
	return 2 * factor * (dense.Dot(m[at:at+s.d], c) + t*m[at+s.d])
}
