package certify

import (
	"math"

	"conelab/core/network/neural"
)

// Matrices holds Z and Z' of one block and output, as rows.
type Matrices struct {
	Block  int         `json:"block"`
	Output int         `json:"output"`
	Plus   [][]float64 `json:"plus"`
	Minus  [][]float64 `json:"minus"`
}

// Assemble returns the matrices that the neurons add up to, output by output, block by block.
func (p *Problem) Assemble(neurons []neural.Neuron) []Matrices {
	var all []Matrices
	for o := range p.outputs() {
		for k := range p.Architecture.Shape(p.D).Blocks {
			all = append(all, Matrices{Block: k, Output: o, Plus: assemble(p, neurons, 1, k, o), Minus: assemble(p, neurons, -1, k, o)})
		}
	}
	return all
}

// assemble returns the rows of sum |alpha| [u;1][u;1]', or sum |alpha| u u' for quadratic networks, over the neurons of the given sign,
// block and output.
func assemble(p *Problem, neurons []neural.Neuron, sign float64, block, output int) [][]float64 {
	order := p.order()
	z := make([]float64, order*order)
	neural.Assemble(z, neurons, sign, block, output, p.balanced())
	for i := range order { // symmetric to the last bit
		for j := range i {
			z[j*order+i] = z[i*order+j]
		}
	}
	return square(z, order)
}

// square returns the rows of the flat matrix z, flatten the entries of the rows.
func square(z []float64, order int) [][]float64 {
	rows := make([][]float64, order)
	for i := range rows {
		rows[i] = z[i*order : (i+1)*order]
	}
	return rows
}

func flatten(rows [][]float64) []float64 {
	var z []float64
	for _, row := range rows {
		z = append(z, row...)
	}
	return z
}

func isFinite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
