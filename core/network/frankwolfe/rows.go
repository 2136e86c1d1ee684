package frankwolfe

import (
	"math"
	"slices"

	"conelab/core/numeric/dense"
	"conelab/core/numeric/gemm"
	"conelab/core/numeric/parallel"
)

// rowSystem is the Newton system (T + J'DJ) x = r in the rows of Y, for tangent x, solved by conjugate gradients. The preconditioner has a
// block of the matrix for each pair of groups, the two signs of a block and output. Only the samples couple the pairs: the outputs of
// blocks are added, and the curvature diag(p) - pp' of softmax is at most twice its diagonal.
type rowSystem struct {
	used    bool
	least   int         // least number of outputs of the samples for which it may be used
	t       [][]float64 // T of each group
	factors [][]float64 // of the blocks of the pairs, k C + o
	workers []rowWorker
}

// rowWorker is the workspace of one goroutine.
type rowWorker struct {
	product       gemm.Multiplier
	rows, weights []float64
}

// maxProducts bounds the cost of the blocks of the pairs, in products with the Hessian. passWork is the number of multiplications that take
// as long as the work of a product for each output of a neuron besides its multiplications.
const maxProducts, passWork = 50, 60

// manyOutputs is how many outputs of the samples make the system in the rows worthwhile: with fewer, that in the samples takes fewer
// products, and is as good. Softmax of 1,500 samples and 5 classes is five times as fast without, of 3,000 and 20 hopeless without.
const manyOutputs = 20000

// worthwhile reports whether the system in the rows has fewer unknowns than that in the samples, which are many, and cheap blocks.
func (k *rowSystem) worthwhile(s *pass, y *factors) bool {
	n, p, blocks := float64(s.points.n), float64(s.points.order), 0.0
	for pair := range y.groups() / 2 {
		size := p * float64(y.start[2*pair+2]-y.start[2*pair])
		blocks += size * size * (n/2 + size/6)
	}
	product := n * float64(s.points.patches) * float64(y.count()) * (4*p + passWork)
	return len(s.loss.y) >= k.least && len(y.rows) < len(s.loss.y) && blocks <= maxProducts*product
}

// prepare factorises the blocks for a state, given T, and reports whether they are positive definite.
func (k *rowSystem) prepare(s *pass, at *state) bool {
	pairs := at.y.groups() / 2
	k.workers = append(k.workers, make([]rowWorker, max(0, parallel.Threads()-len(k.workers)))...)
	k.factors = append(k.factors, make([][]float64, pairs-len(k.factors))...)
	failed := make([]bool, pairs)
	parallel.Run(s.points.operator.Context(), pairs, func(worker, pair int) {
		size := (at.y.start[2*pair+2] - at.y.start[2*pair]) * s.points.order
		k.factors[pair] = dense.Resize(k.factors[pair], size*size)
		clear(k.factors[pair])
		s.addCurvature(&k.workers[worker], k.factors[pair], size, pair, at)
		k.addGroup(k.factors[pair], size, 2*pair, 0, at.y)
		k.addGroup(k.factors[pair], size, 2*pair+1, at.y.start[2*pair+1]-at.y.start[2*pair], at.y)
		failed[pair] = !dense.Cholesky(s.points.operator.Context(), k.factors[pair], size)
	})
	return !slices.Contains(failed, true)
}

// addGroup adds T of a group to the block of its pair, from row first on. It makes the block large along the normal of the trace condition,
// so that its inverse is nearly that on the tangent space.
func (k *rowSystem) addGroup(m []float64, size, g, first int, y *factors) {
	const large = 1e4 // times the largest entry of the diagonal
	p, rows, most := y.points.order, y.group(g), 0.0
	from, to := first*p, first*p+len(rows)
	for i := from; i < to; i++ {
		dense.Axpy(1, k.t[g][i%p*p:(i%p+1)*p], m[i*size+i/p*p:][:p])
		most = math.Max(most, m[i*size+i])
	}
	if !y.points.hasTrace {
		return
	}
	normal := make([]float64, len(rows))
	addNormal(y.points, normal, 1, rows)
	scale := large * most / math.Max(dense.Dot(normal, normal), math.SmallestNonzeroFloat64)
	for i, v := range normal {
		dense.Axpy(scale*v, normal, m[(from+i)*size+from:][:to-from])
	}
}

// addCurvature adds the block of J'DJ for a pair to m.
func (s *pass) addCurvature(w *rowWorker, m []float64, size, pair int, at *state) {
	q, y, step := s.points, at.y, s.samples()
	w.rows, w.weights = dense.Resize(w.rows, step*size), dense.Resize(w.weights, step)
	for from := 0; size > 0 && from < q.n && q.operator.Yield(); from += step {
		to := min(from+step, q.n)
		clear(w.rows)
		for i := from; i < to; i++ {
			w.weights[i-from] = s.loss.diagonal(pair%y.outputs*q.n + i)
			s.addJacobian(w.rows[(i-from)*size:], i, 2*pair, at)
			s.addJacobian(w.rows[(i-from)*size+(y.start[2*pair+1]-y.start[2*pair])*q.order:], i, 2*pair+1, at)
		}
		w.product.AddLowerTo(m, size, gemm.Columns(w.rows, size), gemm.Rows(w.rows, size), w.weights, size, to-from)
	}
}

// addJacobian adds the derivative of the output of sample i in the rows of a group to dst.
func (s *pass) addJacobian(dst []float64, i, g int, at *state) {
	q, y := s.points, at.y
	k := g / (2 * y.outputs)
	base, above := y.block(k)
	a, b, c := s.coefficients(g)
	for l := i * q.patches; l < (i+1)*q.patches; l++ {
		x, h := q.x[k][l*q.d:(l+1)*q.d], at.h[k][l*(above-base):]
		for j := y.start[g]; j < y.start[g+1]; j++ {
			part, v := dst[(j-y.start[g])*q.order:][:q.order], h[j-base]
			slope := 2 * a * v
			if q.hasTrace {
				t := y.rows[j*q.order+q.last()]
				slope += b * t
				part[q.last()] += b*v + 2*c*t
			}
			dense.Axpy(slope, x, part)
		}
	}
}

// applyBlocks writes the product of r with the inverses of the blocks, made tangent, into dst.
func (n *newton) applyBlocks(dst, r []float64, y *factors) {
	copy(dst, r)
	for pair, l := range n.rows.factors {
		part := dst[y.start[2*pair]*y.points.order : y.start[2*pair+2]*y.points.order]
		dense.CholeskySolve(l, len(part), part)
	}
	n.tangent(dst, y)
}

// hessian writes (T + J'DJ) x, made tangent, into dst.
func (n *newton) hessian(dst, x []float64, at *state) {
	p, y := n.pass.points.order, at.y
	n.setChange(x, at)
	n.pass.adjoint(dst, n.change, at)
	for g, t := range n.rows.t {
		if count := y.start[g+1] - y.start[g]; count > 0 {
			n.workers[0].AddTo(y.part(dst, g), p, gemm.Rows(y.part(x, g), p), gemm.Rows(t, p), nil, count, p, p)
		}
	}
	n.tangent(dst, y)
}

// setChange sets the change of the slopes to that of direction x.
func (n *newton) setChange(x []float64, at *state) {
	n.change = dense.Resize(n.change, len(at.f))
	n.pass.derivative(n.change, x, at)
	n.pass.loss.applyCurvature(n.change)
}

// solveRows is solve in the rows. The residual of r is the product of Y with the slacks of the dual vector, so g at a neuron is off by as
// much: to.residual bounds it.
func (n *newton) solveRows(x, r []float64, at *state, to accuracy) (decrease float64) {
	k, rest := &n.system, slices.Clone(r)
	clear(x)
	k.count = 0
	for count := range to.products + 1 {
		d := k.next(len(x))
		n.applyBlocks(d.z, rest, at.y)
		above := dense.Dot(rest, d.z) / 2
		if to.near(above, decrease) && n.residual(rest, at.y) <= to.residual || count == to.products || !n.pass.points.operator.Yield() {
			break
		}
		n.hessian(d.product, d.z, at)
		k.orthogonalize(func(d *direction) []float64 { return d.z })
		alpha := dense.Dot(rest, d.z)
		dense.Axpy(alpha, d.z, x)
		dense.Axpy(-alpha, d.product, rest)
		decrease += alpha * alpha / 2
	}
	n.setChange(x, at)
	return decrease
}

// residual returns the largest length of a group's part of r, relative to the length of its rows.
func (n *newton) residual(r []float64, y *factors) (most float64) {
	for g := range y.groups() {
		if rows, part := y.group(g), y.part(r, g); len(rows) > 0 {
			most = math.Max(most, dense.Length(part)/dense.Length(rows))
		}
	}
	return most
}
