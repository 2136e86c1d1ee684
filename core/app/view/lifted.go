package view

import (
	"math"

	"conelab/core/app/protocol"
	"conelab/core/app/workspace"
	"conelab/core/network/neural"
)

// form returns [u;1]'V[u;1] of a symmetric matrix of order d + 1 as a function of u.
func form(v []float64, d int) (q protocol.Quadratic) {
	m := symmetric(v, d)
	return protocol.Quadratic{
		XX: m.At(0, 0), YY: m.At(1, 1), ZZ: m.At(2, 2), XY: 2 * m.At(0, 1), XZ: 2 * m.At(0, 2), YZ: 2 * m.At(1, 2),
		X: 2 * m.At(0, 3), Y: 2 * m.At(1, 3), Z: 2 * m.At(2, 3), C: m.At(3, 3),
	}
}

// symmetric embeds a matrix v of order d + 1 into the matrices on lifted vectors of three features; the last index stays the last.
func symmetric(v []float64, d int) (m protocol.Symmetric) {
	for i := range d + 1 {
		for j := range i + 1 {
			r, c := lifted(i, d), lifted(j, d)
			m[r*(r+1)/2+c] = v[i*(d+1)+j]
		}
	}
	return m
}

// lifted returns the index in lifted vectors of three features of entry i of those of d features; the last stays the last.
func lifted(i, d int) int {
	if i == d {
		return workspace.DrawnFeatures
	}
	return i
}

// widen embeds a lifted vector of d + 1 entries; its last entry stays the last of four.
func widen(v []float64) (p protocol.Lifted) {
	d := len(v) - 1
	copy(p[:], v[:d])
	p[workspace.DrawnFeatures] = v[d]
	return p
}

// network returns the matrix sum sign(alpha) y y' of the neurons, where y are their lifted vectors, and the neurons appended to dst.
func network(neurons []neural.Neuron, dst []protocol.Neuron) (m protocol.Symmetric, _ []protocol.Neuron) {
	for i := range neurons {
		n := protocol.Neuron{Alpha: neurons[i].Alpha}
		copy(n.U[:], neurons[i].U)
		m.AddOuter(math.Copysign(1, n.Alpha), n.Lifted())
		dst = append(dst, n)
	}
	return m, dst
}

// assembled returns sum |alpha| [u;1][u;1]' over the output's neurons of the given sign, row by row.
func assembled(neurons []neural.Neuron, sign float64, d, output int) [][]float64 {
	order := d + 1
	m := make([]float64, order*order)
	neural.Assemble(m, neurons, sign, 0, output, true)
	rows := make([][]float64, order)
	for i := range rows {
		rows[i] = m[i*order : (i+1)*order]
		for j := range rows[i] {
			rows[i][j] = protocol.Finite(rows[i][j])
		}
	}
	return rows
}
