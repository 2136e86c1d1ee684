package lift

import (
	"context"
	"math"

	"conelab/core/numeric/dense"
	"conelab/core/numeric/exact"
	"conelab/core/numeric/parallel"
)

// pooled stands for the patches of blocks that have many. A polynomial of degree two, averaged over the patches x of a block, depends on them only
// through the sum of [x;1][x;1]' over them, so that these sums, p(p+1)/2 numbers for each block of each sample, are all that is kept.
//
// The sums have twice the precision of a double: what follows from them is as good as what follows from the patches, also where the patches'
// contributions cancel.
type pooled struct {
	// high + low has the lower triangles, row by row, sample by sample and block by block; their last entries are P.
	high, low []float64
	// x is the n by features matrix that architecture takes the patches out of.
	architecture Architecture
	x            []float64
	features     int
	work         []float64 // of AddApply and AdjointTo
}

// Pooled reports whether the sums over the patches of a block take no more room than the patches.
func (s Shape) Pooled() bool {
	return s.Patches > 1 && s.Patches*s.Dimension >= (s.Dimension+1)*(s.Dimension+2)
}

// Pooled reports whether there are only sums over patches: Patch then is slow.
func (s *Samples) Pooled() bool { return s.pooled != nil }

// newPooled returns the operator of a convolution whose shape is pooled. Canceled, it is of no use.
func newPooled(ctx context.Context, sigma Activation, a *Architecture, x []float64, n, d int) *Samples {
	shape := a.Shape(d)
	s := newSamples(ctx, sigma, false, nil, n, shape.Blocks, shape.Patches, shape.Dimension)
	s.q = s.p * (s.p + 1) / 2
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
				w.sum(s.pooled.high[at:at+s.q], s.pooled.low[at:at+s.q], places[k*s.patches*s.d:(k+1)*s.patches*s.d])
			}
		}
	})
	return s
}

// pooledWork is about how many products are summed between two looks whether the work is to end.
const pooledWork = 1 << 20

// places returns where each entry of each patch is in a sample, or the number of features for an entry in the padding.
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
	for j, v := range high {
		high[j] = v + low[j]
		low[j] += v - high[j]
	}
}

// addRow adds the products of a used entry with those up to itself.
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

// Sums returns the sums of [x;1][x;1]' over the patches x of block k of sample i as high + low: the lower triangle, row by row. It is for pooled
// samples only. The caller must not change them.
func (s *Samples) Sums(i, k int) (high, low []float64) {
	at := (i*s.blocks + k) * s.q
	return s.pooled.high[at : at+s.q], s.pooled.low[at : at+s.q]
}

// sums returns them to a double's precision.
func (s *Samples) sums(i, k int) []float64 {
	at := (i*s.blocks + k) * s.q
	return s.pooled.high[at : at+s.q]
}

// patch returns a patch, cut out of the sample.
func (s *Samples) patch(i, k, l int) []float64 {
	a, number := &s.pooled.architecture, k*s.patches+l
	return a.appendPatch(nil, s.pooled.x[i*s.pooled.features:(i+1)*s.pooled.features], number/a.Across(), number%a.Across())
}

// scales returns what the entries of the sums are multiplied by in A_ik: those of x x', those of x, and the last.
func (s *Samples) scales() (square, linear, constant float64) {
	share := 1 / float64(s.patches)
	return share * s.sigma.A, share * s.sigma.B / 2, share * s.sigma.C
}

// pooledNorm returns the norm of A_ik, or a little more.
func (s *Samples) pooledNorm(i, k int) float64 {
	sums, trace := s.sums(i, k), 0.0
	for j := range s.d {
		trace += sums[j*(j+3)/2]
	}
	trace /= float64(s.patches)
	return math.Abs(s.sigma.A)*trace + math.Abs(s.sigma.B)*math.Sqrt(trace) + math.Abs(s.sigma.C)
}

// weightsOf writes the w with w'sums = < A_ik, D > for all i.
func (s *Samples) weightsOf(w, d []float64) {
	square, linear, constant := s.scales()
	at := 0
	for r := range s.d {
		for c, v := range d[r*s.p : r*s.p+r] {
			w[at+c] = 2 * square * v
		}
		w[at+r] = square * d[r*s.p+r]
		at += r + 1
	}
	for c, v := range d[s.d*s.p : s.d*s.p+s.d] {
		w[at+c] = 2 * linear * v
	}
	w[at+s.d] = constant * d[s.p*s.p-1]
}

// formWeights writes the w with w'sums = factor y'A_ik y for y = [c;t].
func (s *Samples) formWeights(w []float64, factor float64, c []float64, t float64) {
	square, linear, constant := s.scales()
	at := 0
	for r, v := range c {
		for b, u := range c[:r] {
			w[at+b] = factor * 2 * square * v * u
		}
		w[at+r] = factor * square * v * v
		at += r + 1
	}
	for r, v := range c {
		w[at+r] = factor * 2 * linear * t * v
	}
	w[at+s.d] = factor * constant * t * t
}

// addPooled adds w'sums to dst for as many samples as it has entries, from the given one on. Canceled, it leaves some out.
func (s *Samples) addPooled(dst []float64, from, k int, w []float64) {
	const strip = 1 << 10
	if len(dst) <= strip {
		for i := range dst {
			dst[i] += dense.Dot(w, s.sums(from+i, k))
		}
		return
	}
	parallel.Run(s.ctx, (len(dst)+strip-1)/strip, func(_, part int) {
		for i := part * strip; i < min(len(dst), (part+1)*strip); i++ {
			dst[i] += dense.Dot(w, s.sums(from+i, k))
		}
	})
}

// pooledAdjointTo writes sum_i v_i A_ik into dst.
func (s *Samples) pooledAdjointTo(dst, v []float64, k int) {
	total := s.pooled.work
	clear(total)
	for i, w := range v[:s.n] {
		if i%pollEvery == 0 && s.Canceled() {
			break
		}
		dense.Axpy(w, s.sums(i, k), total)
	}
	s.unpackSums(dst, total)
}

// pollEvery is after how many samples a loop looks whether the work is to end.
const pollEvery = 1 << 8

// unpackSums writes the symmetric matrix of order p with the given sums into dst, scaled like A_ik.
func (s *Samples) unpackSums(dst, sums []float64) {
	square, linear, constant := s.scales()
	at := 0
	for r := range s.p {
		for c := range r + 1 {
			scale := square
			if r == s.d {
				scale = linear
			}
			dst[r*s.p+c] = scale * sums[at+c]
			dst[c*s.p+r] = dst[r*s.p+c]
		}
		at += r + 1
	}
	dst[s.p*s.p-1] = constant * sums[s.q-1]
}

// pooledLiftTo is LiftTo.
func (s *Samples) pooledLiftTo(dst []float64, stride, from, to, k int) {
	square, linear, constant := s.scales()
	for i := from; i < to; i++ {
		row, sums := dst[(i-from)*stride:][:s.q], s.sums(i, k)
		at := 0
		for r := range s.d {
			for c := range r {
				row[at+c] = math.Sqrt2 * square * sums[at+c]
			}
			row[at+r] = square * sums[at+r]
			at += r + 1
		}
		for c := range s.d {
			row[at+c] = math.Sqrt2 * linear * sums[at+c]
		}
		row[at+s.d] = constant * sums[at+s.d]
	}
}

// pooledMove adds svec(F'A_ik F), of which entries off the diagonal are not yet multiplied by sqrt 2, to dst; h has room for p numbers.
func (s *Samples) pooledMove(dst []float64, i int, f []float64, k int, h []float64) {
	square, linear, constant := s.scales()
	sums, p := s.sums(i, k), s.p
	start := 0 // of row r
	for r := range p {
		clear(h)
		scale := square
		if r == s.d {
			scale = linear
		}
		for c, v := range sums[start : start+r] {
			dense.Axpy(scale*v, f[c*p:(c+1)*p], h)
		}
		diagonal := scale
		if r == s.d {
			diagonal = constant
		}
		dense.Axpy(diagonal*sums[start+r], f[r*p:(r+1)*p], h)
		for c := r + 1; c < p; c++ {
			if c == s.d {
				scale = linear
			}
			dense.Axpy(scale*sums[c*(c+1)/2+r], f[c*p:(c+1)*p], h)
		}
		at := 0
		for j, v := range f[r*p : (r+1)*p] {
			dense.Axpy(v, h[:j+1], dst[at:at+j+1])
			at += j + 1
		}
		start += r + 1
	}
}

// pooledSlopeTo is SlopeTo.
func (s *Samples) pooledSlopeTo(dst []float64, i, k int, factor float64, c []float64, t float64) (last float64) {
	square, linear, constant := s.scales()
	sums := s.sums(i, k)
	square, linear, constant = 2*factor*square, 2*factor*linear, 2*factor*constant
	clear(dst)
	at := 0
	for r, v := range c {
		sum := sums[at+r] * v
		for b, w := range sums[at : at+r] {
			sum += w * c[b]
			dst[b] += square * w * v
		}
		dst[r] += square * sum
		at += r + 1
	}
	for r, v := range sums[at : at+s.d] {
		dst[r] += linear * t * v
		last += linear * v * c[r]
	}
	return last + constant*t*sums[at+s.d]
}
