package frankwolfe

import (
	"conelab/core/numeric/dense"
	"conelab/core/numeric/gemm"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/parallel"
)

// points are the samples in the method's layout: a matrix of n P rows for each block.
type points struct {
	operator     *lift.Operator
	n, blocks, d int
	patches      int // of a block of a sample
	hasTrace     bool
	order        int // the length of a row of Y: d + 1, or d for quadratic networks
	sigma        lift.Polynomial
	x            [][]float64 // of block k: rows (i, l), d wide
}

// newPoints copies the samples. Canceled, the points are incomplete.
func newPoints(s *lift.Operator) *points {
	q := &points{
		operator: s, n: s.Len(), blocks: s.Blocks(), patches: s.Patches(), hasTrace: s.HasTrace(), sigma: s.Activation(), d: s.Dimension(),
		order: s.Order(),
	}
	for k := range q.blocks {
		x := make([]float64, q.n*q.patches*q.d)
		for i := 0; i < q.n && (i%parallel.PollEvery > 0 || s.Yield()); i++ {
			for l := range q.patches {
				copy(x[(i*q.patches+l)*q.d:], s.Patch(i, k, l))
			}
		}
		q.x = append(q.x, x)
	}
	return q
}

func (q *points) canceled() bool { return q.operator.Canceled() }

// last returns the index of t in a row of Y; rows of quadratic networks have none.
func (q *points) last() int { return q.order - 1 }

const (
	// chunkRows is about how many rows of X are in the caches at a time.
	chunkRows = 256
	// maxParts is the largest number of parts of the samples, whatever the number of threads. A part has at least partWork multiplications of
	// a product with X.
	maxParts, partWork = 8, 1 << 20
)

// state is a point Y with the results of its forward pass.
type state struct {
	y     *factors
	h     [][]float64 // of block k: X C', rows (i, l), as wide as the block has rows of Y
	f     []float64   // the outputs, output by output
	value float64     // of the objective
}

// pass makes forward and backward passes over the samples: products of X with thin matrices, and the steps between them.
type pass struct {
	points  *points
	loss    *lossTerm
	beta    float64
	parts   int
	workers []worker
	sums    [][]float64 // of each part: m by p
}

// worker is the workspace of one goroutine.
type worker struct {
	product gemm.Multiplier
	dh, t   []float64
	// of the rows of a block: t of Y, t of a direction, and the gradient in t
	time, change, slope []float64
}

// lasts returns the last entries of rows.
func (q *points) lasts(dst, rows []float64) []float64 {
	dst = dense.Resize(dst, len(rows)/q.order)
	for j := range dst {
		dst[j] = rows[j*q.order+q.last()]
	}
	return dst
}

func newPass(q *points, t *lossTerm, beta float64) *pass {
	return &pass{points: q, loss: t, beta: beta}
}

// prepare chooses the number of parts for m rows of Y and makes the workspace for them.
func (s *pass) prepare(m int) {
	q := s.points
	work := float64(q.n*q.patches) * float64(q.d*m)
	s.parts = max(1, min(maxParts, int(work/partWork), s.chunks()))
	if need := parallel.Threads(); need > len(s.workers) {
		s.workers = make([]worker, need)
	}
	rows := s.samples() * q.patches
	for w := range s.workers {
		s.workers[w].dh, s.workers[w].t = dense.Resize(s.workers[w].dh, rows*m), dense.Resize(s.workers[w].t, rows*m)
	}
	for len(s.sums) < s.parts {
		s.sums = append(s.sums, nil)
	}
	for part := range s.parts {
		s.sums[part] = dense.Resize(s.sums[part], m*q.order)
	}
}

// shape resizes a state for its rows.
func (s *pass) shape(at *state) {
	at.h = append(at.h, make([][]float64, s.points.blocks-len(at.h))...)
	for k := range at.h {
		a, b := at.y.block(k)
		at.h[k] = dense.Resize(at.h[k], s.points.n*s.points.patches*(b-a))
	}
	at.f = dense.Resize(at.f, len(s.loss.y))
}

// samples is the number of samples of a chunk.
func (s *pass) samples() int { return max(1, chunkRows/s.points.patches) }

// chunks is the number of chunks.
func (s *pass) chunks() int { return (s.points.n + s.samples() - 1) / s.samples() }

// run calls task for each chunk of samples; one worker handles the chunks of a part, one after the other.
func (s *pass) run(task func(w *worker, part, from, to int)) {
	step, chunks := s.samples(), s.chunks()
	parallel.Run(s.points.operator.Context(), s.parts, func(worker, part int) {
		for at := part * chunks / s.parts; at < (part+1)*chunks/s.parts; at++ {
			task(&s.workers[worker], part, at*step, min((at+1)*step, s.points.n))
		}
	})
}

// chunk returns the rows of X from a sample on.
func (s *pass) chunk(k, from int) gemm.View {
	return gemm.Rows(s.points.x[k][from*s.points.patches*s.points.d:], s.points.d)
}

// project writes the rows for the samples (from, to) of X C' for block k to the start of h; c is a matrix with the shape of Y.
func (s *pass) project(w *worker, h, c []float64, y *factors, k, from, to int) {
	q := s.points
	a, b := y.block(k)
	m := b - a
	clear(h[:(to-from)*q.patches*m])
	if m > 0 {
		w.product.AddTo(h, m, s.chunk(k, from), gemm.Columns(c[a*q.order:b*q.order], q.order), nil, (to-from)*q.patches, m, q.d)
	}
}

// forward sets h, f and value of a state from its factors.
func (s *pass) forward(at *state) {
	s.prepare(at.y.count())
	s.shape(at)
	s.run(func(w *worker, _, from, to int) {
		for k := range s.points.blocks {
			a, b := at.y.block(k)
			s.project(w, at.h[k][from*s.points.patches*(b-a):], at.y.rows, at.y, k, from, to)
		}
		s.outputs(w, at, from, to)
	})
	at.value = s.loss.value(at.f) + s.beta*at.y.weight()
}

// coefficients of a group: f = sum of (a h + b t) h + c t^2 over its rows, sign and mean over patches included.
func (s *pass) coefficients(g int) (a, b, c float64) {
	v := sign(g) / float64(s.points.patches)
	return v * s.points.sigma.A, v * s.points.sigma.B, v * s.points.sigma.C
}

// outputs sets f of the samples (from, to) from h: half the change in direction Y itself, since f is quadratic in Y.
func (s *pass) outputs(w *worker, at *state, from, to int) {
	for o := range at.y.outputs {
		clear(at.f[o*s.points.n+from : o*s.points.n+to])
	}
	for k := range s.points.blocks {
		a, b := at.y.block(k)
		s.change(w, at.f, at.h[k][from*s.points.patches*(b-a):], at.y.rows, at, k, from, to)
	}
	for o := range at.y.outputs {
		dense.Scale(0.5, at.f[o*s.points.n+from:o*s.points.n+to])
	}
}

// derivative writes J d, the change of the outputs in direction d, into dst, output by output.
func (s *pass) derivative(dst, d []float64, at *state) {
	s.prepare(at.y.count())
	s.run(func(w *worker, _, from, to int) {
		for o := range at.y.outputs {
			clear(dst[o*s.points.n+from : o*s.points.n+to])
		}
		for k := range s.points.blocks {
			s.project(w, w.dh, d, at.y, k, from, to)
			s.change(w, dst, w.dh, d, at, k, from, to)
		}
	})
}

// change adds the change of the outputs of the samples (from, to) in direction d to df; dh is X times block k of d.
func (s *pass) change(w *worker, df, dh, d []float64, at *state, k, from, to int) {
	q, y := s.points, at.y
	base, above := y.block(k)
	m := above - base
	if q.hasTrace {
		w.time, w.change = q.lasts(w.time, y.rows[base*q.order:above*q.order]), q.lasts(w.change, d[base*q.order:above*q.order])
	}
	for g := 2 * k * y.outputs; g < 2*(k+1)*y.outputs; g++ {
		first, end := y.start[g]-base, y.start[g+1]-base
		if first == end {
			continue
		}
		a, b, c := s.coefficients(g)
		constant := 0.0
		var time, change []float64
		if q.hasTrace {
			time, change = w.time[first:end], w.change[first:end]
			constant = 2 * c * float64(q.patches) * dense.Dot(time, change)
		}
		df := df[y.output(g)*q.n:]
		for i := from; i < to; i++ {
			sum := constant
			for l := range q.patches {
				h := at.h[k][(i*q.patches+l)*m+first:][:end-first]
				e := dh[((i-from)*q.patches+l)*m+first:][:len(h)]
				square, linear := 0.0, 0.0
				if q.hasTrace {
					time, change := time[:len(h)], change[:len(h)]
					for j, v := range h {
						square += v * e[j]
						linear += v*change[j] + e[j]*time[j]
					}
				} else {
					for j, v := range h {
						square += v * e[j]
					}
				}
				sum += 2*a*square + b*linear
			}
			df[i] += sum
		}
	}
}

// gradient writes the gradient in Y of sum slope_io f_io + beta < E, Z > into dst, m by p.
func (s *pass) gradient(dst, slope []float64, at *state) {
	s.adjoint(dst, slope, at)
	if !s.points.hasTrace {
		dense.Axpy(2*s.beta, at.y.rows, dst)
		return
	}
	for i := s.points.last(); i < len(dst); i += s.points.order {
		dst[i] += 2 * s.beta * at.y.rows[i]
	}
}

// adjoint writes J'v, the gradient of sum v_io f_io in Y, into dst.
func (s *pass) adjoint(dst, v []float64, at *state) {
	s.prepare(at.y.count())
	for part := range s.parts {
		clear(s.sums[part])
	}
	s.run(func(w *worker, part, from, to int) {
		for k := range s.points.blocks {
			s.back(w, at, v, part, k, from, to)
		}
	})
	copy(dst, s.sums[0])
	for _, sum := range s.sums[1:s.parts] {
		dense.Axpy(1, sum, dst)
	}
}

// back adds the gradient of block k from the samples (from, to) to the sum of the part.
func (s *pass) back(w *worker, at *state, slopes []float64, part, k, from, to int) {
	q, y := s.points, at.y
	base, above := y.block(k)
	m := above - base
	if m == 0 {
		return
	}
	out := s.sums[part][base*q.order : above*q.order]
	if q.hasTrace {
		w.time, w.slope = q.lasts(w.time, y.rows[base*q.order:above*q.order]), dense.Resize(w.slope, m)
		clear(w.slope)
	}
	for g := 2 * k * y.outputs; g < 2*(k+1)*y.outputs; g++ {
		first, end := y.start[g]-base, y.start[g+1]-base
		if first == end {
			continue
		}
		a, b, c := s.coefficients(g)
		total := 0.0
		for i, r := range slopes[y.output(g)*q.n:][from:to] {
			total += r
			for l := range q.patches {
				h := at.h[k][((from+i)*q.patches+l)*m+first:][:end-first]
				t := w.t[(i*q.patches+l)*m+first:][:len(h)]
				if !q.hasTrace {
					for j, v := range h {
						t[j] = 2 * a * r * v
					}
					continue
				}
				time, slope := w.time[first:end][:len(h)], w.slope[first:end][:len(h)]
				ar, br := 2*a*r, b*r
				for j, v := range h {
					t[j] = ar*v + br*time[j]
					slope[j] += br * v
				}
			}
		}
		if q.hasTrace {
			dense.Axpy(2*c*total*float64(q.patches), w.time[first:end], w.slope[first:end])
		}
	}
	if q.hasTrace {
		for j, v := range w.slope {
			out[j*q.order+q.last()] += v
		}
	}
	w.product.AddTo(out, q.order, gemm.Columns(w.t, m), s.chunk(k, from), nil, m, q.d, (to-from)*q.patches)
}
