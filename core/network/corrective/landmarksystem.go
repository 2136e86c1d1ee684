package corrective

import (
	"conelab/core/numeric/dense"
	"conelab/core/numeric/gemm"
	"conelab/core/numeric/parallel"
)

// assemble makes the inner system for the curvature of the loss.
func (c *landmarks) assemble(t *fit) {
	n, k, outputs := t.n, c.part.q.n, t.outputs
	c.root = roots(c.root, t)
	c.block, c.weight = resize(c.block, n*outputs*outputs), resize(c.weight, n*outputs*outputs)
	parallel.Run((n+stripRows-1)/stripRows, func(_, part int) {
		for i := part * stripRows; i < min(n, (part+1)*stripRows); i++ {
			c.couple(i, outputs)
		}
	})
	size := k * outputs
	c.inner = resize(c.inner, size*size)
	clear(c.inner)
	const wide = 96
	parts := (k + wide - 1) / wide
	for o := range outputs {
		for other := range o + 1 {
			weights := make([]float64, n)
			for i := range weights {
				weights[i] = c.weight[(i*outputs+o)*outputs+other]
			}
			parallel.Run(parts, func(worker, part int) {
				from, to := part*wide, min(k, (part+1)*wide)
				c.workers[worker].AddTo(c.inner[(o*k+from)*size+other*k:], size, gemm.Columns(c.f[o][from:], k), gemm.Rows(c.f[other], k), weights, to-from, k, n)
			})
		}
	}
	for i := range size {
		c.inner[i*size+i]++
	}
	dense.Cholesky(c.inner, size)
}

// couple sets G^-1 and W of a sample.
func (c *landmarks) couple(i, outputs int) {
	if outputs == 1 {
		r := c.root[i]
		c.block[i] = 1 / (1 + r*r*c.rest[0][i])
		c.weight[i] = r * r * c.block[i]
		return
	}
	at := i * outputs * outputs
	root, block, weight := c.root[at:at+outputs*outputs], c.block[at:at+outputs*outputs], c.weight[at:at+outputs*outputs]
	g, column := make([]float64, outputs*outputs), make([]float64, outputs)
	for a := range outputs {
		for b := range outputs {
			for l := range outputs {
				g[a*outputs+b] += root[a*outputs+l] * c.rest[l][i] * root[l*outputs+b]
			}
		}
		g[a*outputs+a]++
	}
	dense.Cholesky(g, outputs)
	for b := range outputs {
		clear(column)
		column[b] = 1
		dense.CholeskySolve(g, outputs, column)
		for a, v := range column {
			block[a*outputs+b] = v
		}
	}
	multiplyBlocks(g, root, block, outputs)
	multiplyBlocks(weight, g, root, outputs)
}

// multiplyBlocks writes A B of order n into dst.
func multiplyBlocks(dst, a, b []float64, n int) {
	clear(dst)
	for i := range n {
		for l := range n {
			dense.Axpy(a[i*n+l], b[l*n:(l+1)*n], dst[i*n:(i+1)*n])
		}
	}
}

// byBlocks overwrites x, output by output, with its product with symmetric blocks, one for each sample.
func byBlocks(x, blocks []float64, outputs int) {
	n := len(x) / outputs
	if outputs == 1 {
		for i, v := range blocks {
			x[i] *= v
		}
		return
	}
	v := make([]float64, outputs)
	for i := range n {
		for o := range v {
			v[o] = x[o*n+i]
		}
		for o := range v {
			x[o*n+i] = dense.Dot(blocks[(i*outputs+o)*outputs:][:outputs], v)
		}
	}
}

// precondition overwrites x, output by output, with the solution of the approximate system.
func (c *landmarks) precondition(x []float64) {
	outputs, k, n := len(c.f), c.part.q.n, c.all.q.n
	byBlocks(x, c.block, outputs)
	y := append([]float64(nil), x...)
	byBlocks(y, c.root, outputs)
	c.multiplyF(y)
	dense.CholeskySolve(c.inner, k*outputs, c.solved)
	parts := (n + stripRows - 1) / stripRows
	parallel.Run(parts*outputs, func(_, part int) {
		o := part / parts
		for i := part % parts * stripRows; i < min(n, (part%parts+1)*stripRows); i++ {
			y[o*n+i] = dense.Dot(c.f[o][i*k:(i+1)*k], c.solved[o*k:(o+1)*k])
		}
	})
	byBlocks(y, c.root, outputs)
	byBlocks(y, c.block, outputs)
	dense.Axpy(-1, y, x)
}

// multiplyF writes F'y into solved. The samples are cut into parts whose number does not depend on that of the threads.
func (c *landmarks) multiplyF(y []float64) {
	outputs, k, n := len(c.f), c.part.q.n, c.all.q.n
	parts := max(1, min(maxParts, n/stripRows))
	c.sums = resize(c.sums, parts*outputs*k)
	parallel.Run(parts*outputs, func(_, at int) {
		o, part := at/parts, at%parts
		sum := c.sums[at*k : (at+1)*k]
		clear(sum)
		for i := part * n / parts; i < (part+1)*n/parts; i++ {
			dense.Axpy(y[o*n+i], c.f[o][i*k:(i+1)*k], sum)
		}
	})
	c.solved = resize(c.solved, k*outputs)
	clear(c.solved)
	for at := range parts * outputs {
		o := at / parts
		dense.Axpy(1, c.sums[at*k:(at+1)*k], c.solved[o*k:(o+1)*k])
	}
}
