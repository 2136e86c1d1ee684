package document

import (
	"conelab/core/network/certify"
	"conelab/core/numeric/loss"
)

// Program returns what solvers take in place of a valid problem.
func (p *Problem) Program() certify.Problem {
	out := p.withoutX()
	out.X = joined(p.Data.X, out.D)
	return out
}

// DataOf returns the rows that solvers were given, whose X they share.
func DataOf(p *certify.Problem) (d Data) {
	for i := range p.Samples() {
		d.X = append(d.X, p.X[i*p.D:(i+1)*p.D])
	}
	d.Y = byRows(p.Y, p.Outputs)
	return d
}

// byRows returns the rows of numbers that are stored output by output, as solvers store them.
func byRows(values []float64, outputs int) [][]float64 {
	n := len(values) / outputs
	rows, room := make([][]float64, n), make([]float64, len(values))
	for i := range rows {
		rows[i] = room[i*outputs : (i+1)*outputs : (i+1)*outputs]
		for o := range rows[i] {
			rows[i][o] = values[o*n+i]
		}
	}
	return rows
}

// joined returns rows of d numbers as one slice. It does not copy them if they lie in one already, as those of tables do.
func joined(x [][]float64, d int) []float64 {
	all := x[0][:cap(x[0])]
	if len(all) >= len(x)*d {
		at := 0
		for at < len(x) && &all[at*d] == &x[at][0] {
			at++
		}
		if at == len(x) {
			return all[:len(x)*d]
		}
	}
	all = make([]float64, 0, len(x)*d)
	for _, row := range x {
		all = append(all, row...)
	}
	return all
}

// withoutX is Program without X, which solutions do not need and which may be large.
func (p *Problem) withoutX() certify.Problem {
	n, outputs := len(p.Data.X), len(p.Data.Y[0])
	lossFn, _ := loss.Parse(p.Loss)
	architecture, _ := p.Architecture.Lift(len(p.Data.X[0]))
	out := certify.Problem{
		Y: make([]float64, n*outputs), D: len(p.Data.X[0]), Outputs: outputs, Architecture: architecture, Sigma: p.Activation.Function(),
		Loss: lossFn, Beta: p.Beta, Tolerance: p.Tolerance,
	}
	for i, row := range p.Data.Y {
		for o, y := range row {
			out.Y[o*n+i] = y
		}
	}
	return out
}
