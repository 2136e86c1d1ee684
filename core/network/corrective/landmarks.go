package corrective

import (
	"math"
	"slices"

	"conelab/core/numeric/dense"
	"conelab/core/numeric/gemm"
	"conelab/core/numeric/parallel"
)

// landmarks are some of the samples, from which a preconditioner for the system in all of them is made. That is I + R'K R with K = J T^-1 J', see
// woodbury.go; K has a block for each output. With K_S the columns of the landmarks, K_SS = C C' and F = K_S C^-T, K is replaced by
//
//	F F' + diag(rest),   rest = the diagonal of K - F F',
//
// Nystroem's approximation, with the diagonal put right: the eigenvalues that it leaves out fall off slowly where there are many features. Its
// inverse, with G = I + R' rest R of blocks as wide as the loss couples outputs, and W = R G^-1 R, is
//
//	G^-1 - G^-1 R'F (I + F'W F)^-1 F'R G^-1.
type landmarks struct {
	all     *pass
	part    *pass // of the landmarks
	numbers []int
	state   state // of the landmarks
	sides   []side
	f       [][]float64 // F of each output, n by k
	rest    [][]float64
	root    []float64 // R of all samples, sample by sample
	block   []float64 // G^-1
	weight  []float64 // W
	inner   []float64 // I + F'W F, factorised, output by output
	c       []float64
	solved  []float64
	sums    []float64
	work    [][3][]float64 // of each worker
	workers []gemm.Multiplier
}

// side is what the landmarks contribute to products with K for a group.
type side struct {
	v    []float64 // rows x'T^-1, p wide
	a    []float64 // alpha
	b    []float64 // gamma and (x'T^-1 e) alpha
	e    []float64 // T^-1 e, e being the place of t
	last float64   // e'T^-1 e
}

const (
	// landmarkLeast is how many landmarks there are at first, landmarkMost the most, all outputs together; landmarkNumbers is the most of F.
	landmarkLeast, landmarkMost, landmarkNumbers = 500, 1000, 2e7
	// stripRows is about how many rows of K are worked on at a time.
	stripRows = 64
)

// landmarkCount returns how many of n samples may be landmarks where most are wanted. More than enough are of no use.
func landmarkCount(n, blocks, patches, p, outputs int, most float64) int {
	count := min(most/float64(patches*outputs), landmarkNumbers/float64(n*outputs), float64(enoughLandmarks(blocks, p)), float64(n))
	return max(1, int(count))
}

// enoughLandmarks is the dimension of what a group can compute, the quadratic functions of p - 1 features, and a few more: with so many landmarks the
// approximation is exact.
func enoughLandmarks(blocks, p int) int { return blocks*p*(p+1)/2 + 8 }

// direct reports whether the system in the samples is factorised: where it is of the given order at most, unless a quarter as many landmarks do.
func direct(n, blocks, patches, p, outputs, limit int) bool {
	const fewer = 4
	enough := enoughLandmarks(blocks, p)
	return n*patches*outputs <= limit && !(fewer*enough < n && enough*patches*outputs <= landmarkLeast)
}

func newLandmarks(all *pass, numbers []int) *landmarks {
	o, part := all.fit.outputs, all.q.subset(numbers)
	c := &landmarks{all: all, numbers: numbers, f: make([][]float64, o), rest: make([][]float64, o)}
	c.part = newPass(part, &fit{kind: all.fit.kind, n: part.n, outputs: o, y: make([]float64, part.n*o)}, all.beta)
	return c
}

// landmarkCount returns how many landmarks there may be where most are wanted.
func (s *pass) landmarkCount(most float64) int {
	return landmarkCount(s.q.n, s.q.blocks, s.q.patches, s.q.p, s.fit.outputs, most)
}

// more returns the landmarks with others added, count in all: samples are taken in proportion to what the approximation leaves of their diagonal
// entries in the system (as in Cholesky's factorisation with random pivots: Chen, Epperly, Tropp and Webber 2023), but at even distances.
func (c *landmarks) more(count int) *landmarks {
	t := c.all.fit
	left, total := make([]float64, t.n), 0.0
	for o, rest := range c.rest {
		for i, v := range rest {
			left[i] += t.curvature[o*t.n+i] * v
		}
	}
	for _, i := range c.numbers {
		left[i] = 0
	}
	for _, v := range left {
		total += v
	}
	numbers := slices.Clone(c.numbers)
	step := total / float64(max(1, count-len(numbers)))
	next := step / 2
	for i, v := range left {
		if next -= v; next < 0 && v > 0 {
			numbers = append(numbers, i)
			next += step * math.Ceil(-next/step)
		}
	}
	return newLandmarks(c.all, numbers)
}

// build makes F for a state, w having the factors of T.
func (c *landmarks) build(w *woodbury, at *state) {
	c.take(at)
	if need := parallel.Threads(); need > len(c.workers) {
		c.workers, c.work = make([]gemm.Multiplier, need), make([][3][]float64, need)
	}
	c.sides = make([]side, at.y.groups())
	for g := range c.sides {
		if at.y.start[g] < at.y.start[g+1] {
			c.prepare(w, g)
		}
	}
	n, k := c.all.q.n, c.part.q.n
	c.c = resize(c.c, k*k)
	for o := range c.f {
		c.columns(c.c, c.part, &c.state, o)
		largest := 0.0
		for i := range k {
			largest = math.Max(largest, c.c[i*k+i])
		}
		const jitter = 1e-12
		for i := range k {
			c.c[i*k+i] += jitter*largest + math.SmallestNonzeroFloat64
		}
		if largest == 0 || !dense.Cholesky(c.c, k) { // the output has no rows
			clear(c.c)
			for i := range k {
				c.c[i*k+i] = 1
			}
		}
		c.f[o], c.rest[o] = resize(c.f[o], n*k), resize(c.rest[o], n)
		c.columns(c.f[o], c.all, at, o)
		gemm.SolveLower(c.c, k, k, c.f[o], k, n, c.workers)
		c.diagonal(w, at, o)
	}
}

// take copies what belongs to the landmarks from the state of all samples.
func (c *landmarks) take(at *state) {
	q := c.part.q
	c.state.y = at.y
	c.part.shape(&c.state)
	c.part.prepare(at.y.count())
	for k := range q.blocks {
		a, b := at.y.block(k)
		width := q.patches * (b - a)
		for r, i := range c.numbers {
			copy(c.state.h[k][r*width:(r+1)*width], at.h[k][i*width:(i+1)*width])
		}
	}
}

// prepare sets the side of a group.
func (c *landmarks) prepare(w *woodbury, g int) {
	q, s := c.part.q, &c.sides[g]
	p, rows := q.p, q.n*q.patches
	w.s = c.part
	w.project(&c.state, g)
	w.s = c.all
	l := w.factors[g]
	s.v = make([]float64, rows*p)
	parallel.Run((rows+stripRows-1)/stripRows, func(worker, part int) {
		from, to := part*stripRows, min(rows, (part+1)*stripRows)
		c.workers[worker].AddTo(s.v[from*p:], p, gemm.Rows(w.u[from*p:], p), gemm.Columns(l, p), nil, to-from, p, p)
	})
	s.a = append(s.a, w.a...)
	if !q.balanced {
		return
	}
	m := len(w.a) / rows
	s.b, s.e = make([]float64, 2*len(w.a)), make([]float64, p)
	for i := range rows {
		for j, v := range w.a[i*m : (i+1)*m] {
			s.b[2*i*m+j] = w.c[i*m+j]
			s.b[2*i*m+m+j] = s.v[i*p+p-1] * v
		}
	}
	for i := range s.e {
		s.e[i] = l[i*p+p-1] * w.last
	}
	s.last = w.last * w.last
}

// strips calls task for strips of the samples of a pass.
func (c *landmarks) strips(s *pass, task func(worker, from, to int)) {
	step := max(1, stripRows/s.q.patches)
	parallel.Run((s.q.n+step-1)/step, func(worker, part int) { task(worker, part*step, min(s.q.n, (part+1)*step)) })
}

// columns writes the rows of K_S for the samples of a pass.
func (c *landmarks) columns(dst []float64, s *pass, at *state, output int) {
	k := c.part.q.n
	c.strips(s, func(worker, from, to int) {
		out := dst[from*k : to*k]
		clear(out)
		for g := range at.y.groups() {
			if at.y.start[g] < at.y.start[g+1] && at.y.output(g) == output {
				c.add(out, s, at, g, from, to, worker)
			}
		}
	})
}

// slopes writes alpha and gamma of the samples (from, to) for a group into the workspace of a worker, gamma and alpha m wide, and returns them.
func (c *landmarks) slopes(s *pass, at *state, g, from, to, worker int) (alpha, gamma []float64) {
	q, y := s.q, at.y
	base, above := y.block(y.blockOf(g))
	m, rows := y.start[g+1]-y.start[g], (to-from)*q.patches
	both := resize(c.work[worker][2], 2*rows*m)
	c.work[worker][2] = both
	alpha, gamma = both[:rows*m], both[rows*m:]
	ca, cb, cc := s.coefficients(g)
	for i := range rows {
		h := at.h[y.blockOf(g)][(from*q.patches+i)*(above-base)+y.start[g]-base:][:m]
		for j, v := range h {
			alpha[i*m+j] = 2 * ca * v
			if q.balanced {
				time := y.row(y.start[g] + j)[q.last()]
				alpha[i*m+j] += cb * time
				gamma[i*m+j] = cb*v + 2*cc*time
			}
		}
	}
	return alpha, gamma
}

// add adds the part of a group to the rows of K_S of the samples (from, to).
func (c *landmarks) add(dst []float64, s *pass, at *state, g, from, to, worker int) {
	q, y, side := s.q, at.y, &c.sides[g]
	k := c.part.q.n
	rows, columns, m := (to-from)*q.patches, k*q.patches, y.start[g+1]-y.start[g]
	alpha, gamma := c.slopes(s, at, g, from, to, worker)
	work, product := &c.work[worker], &c.workers[worker]
	work[0], work[1] = resize(work[0], rows*columns), resize(work[1], rows*columns)
	x := q.x[y.blockOf(g)][from*q.patches*q.d:]
	times := func(dst, a, b []float64, lda, ldb, depth int) {
		clear(dst)
		if depth > 0 {
			product.AddTo(dst, columns, gemm.Rows(a, lda), gemm.Columns(b, ldb), nil, rows, columns, depth)
		}
	}
	times(work[0], alpha, side.a, m, m, m)
	times(work[1], x, side.v, q.d, q.p, q.d)
	for i, v := range work[1] {
		work[0][i] *= v
	}
	if q.balanced {
		left := make([]float64, rows*2*m)
		for i := range rows {
			u := dense.Dot(x[i*q.d:(i+1)*q.d], side.e[:q.d])
			row := left[i*2*m : (i+1)*2*m]
			for j := range m {
				row[j], row[m+j] = u*alpha[i*m+j]+side.last*gamma[i*m+j], gamma[i*m+j]
			}
		}
		product.AddTo(work[0], columns, gemm.Rows(left, 2*m), gemm.Columns(side.b, 2*m), nil, rows, columns, 2*m)
	}
	for i := range rows {
		row := dst[i/q.patches*k:][:k]
		for j, v := range work[0][i*columns : (i+1)*columns] {
			row[j/q.patches] += v
		}
	}
}

// diagonal sets rest for an output. The patches of a sample are taken to be orthogonal but for themselves: it is a preconditioner.
func (c *landmarks) diagonal(w *woodbury, at *state, output int) {
	q, y, k := c.all.q, at.y, c.part.q.n
	rest := c.rest[output]
	clear(rest)
	c.strips(c.all, func(worker, from, to int) {
		rows := (to - from) * q.patches
		for g := range y.groups() {
			m := y.start[g+1] - y.start[g]
			if m == 0 || y.output(g) != output {
				continue
			}
			alpha, gamma := c.slopes(c.all, at, g, from, to, worker)
			u := resize(c.work[worker][0], rows*q.p)
			c.work[worker][0] = u
			clear(u)
			if q.d > 0 {
				c.workers[worker].AddTo(u, q.p, gemm.Rows(q.x[y.blockOf(g)][from*q.patches*q.d:], q.d), gemm.Rows(w.factors[g], q.p), nil, rows, q.p, q.d)
			}
			last := w.factors[g][q.p*q.p-1]
			for i := range rows {
				a, x := alpha[i*m:(i+1)*m], u[i*q.p:(i+1)*q.p]
				v := dense.Dot(a, a) * dense.Dot(x, x)
				if q.balanced {
					b := gamma[i*m : (i+1)*m]
					v += 2*dense.Dot(a, b)*x[q.p-1]*last + dense.Dot(b, b)*last*last
				}
				rest[from+i/q.patches] += v
			}
		}
		for i := from; i < to; i++ {
			f := c.f[output][i*k : (i+1)*k]
			rest[i] = math.Max(0, rest[i]-dense.Dot(f, f))
		}
	})
}
