package certify

import (
	"math/big"

	"conelab/core/network/neural"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

// digits is the precision in bits of what tests recompute where doubles do not tell: the data's squares, and sums of terms that cancel, fit.
const digits = 320

func exact(v float64) *big.Float { return new(big.Float).SetPrec(digits).SetFloat64(v) }

func zero() *big.Float { return new(big.Float).SetPrec(digits) }

func times(x, y *big.Float) *big.Float { return zero().Mul(x, y) }

// exactNeuron returns the mean of sigma(x'u) over the patches of block k of sample i.
func exactNeuron(op *lift.Samples, i, k int, u []float64) *big.Float {
	total, sigma := zero(), op.Activation()
	for l := range op.Patches() {
		t := zero()
		for j, v := range op.Patch(i, k, l) {
			t.Add(t, times(exact(u[j]), exact(v)))
		}
		total.Add(total, times(exact(sigma.A), times(t, t)))
		if op.Balanced() {
			total.Add(total, times(exact(sigma.B), t))
			total.Add(total, exact(sigma.C))
		}
	}
	return total.Quo(total, exact(float64(op.Patches())))
}

// exactCost returns the cost of the network for a loss that is a piecewise polynomial.
func exactCost(p *Problem, op *lift.Samples, neurons []neural.Neuron) float64 {
	n := op.Len()
	cost := zero()
	fit := make([]*big.Float, len(p.Y))
	for at := range fit {
		fit[at] = zero()
	}
	for _, neuron := range neurons {
		cost.Add(cost, times(exact(p.Beta), zero().Abs(exact(neuron.Alpha))))
		for i := range n {
			at := neuron.Output*n + i
			fit[at].Add(fit[at], times(exact(neuron.Alpha), exactNeuron(op, i, neuron.Block, neuron.U)))
		}
	}
	for i, f := range fit {
		cost.Add(cost, exactLoss(f, exact(p.Y[i]), p.Loss))
	}
	v, _ := cost.Float64()
	return v
}

func exactLoss(f, y *big.Float, kind loss.Loss) *big.Float {
	if kind == loss.Hinge {
		if rest := zero().Sub(exact(1), times(f, y)); rest.Sign() > 0 {
			return rest
		}
		return zero()
	}
	away := zero().Sub(f, y)
	away.Abs(away)
	switch kind {
	case loss.Squared:
		return times(away, away)
	case loss.Huber:
		if away.Cmp(exact(1)) <= 0 {
			return times(away, away)
		}
		return zero().Sub(times(exact(2), away), exact(1))
	}
	return away
}

// exactBound returns what the dual vector proves with such a loss: sum v y - kappa v^2/2.
func exactBound(p *Problem, dual []float64) float64 {
	bound := zero()
	for i, v := range dual {
		bound.Add(bound, times(exact(v), exact(p.Y[i])))
		bound.Sub(bound, times(exact(p.Loss.Kappa()/2), times(exact(v), exact(v))))
	}
	v, _ := bound.Float64()
	return v
}

// exactMoments are what sum_i v_i sigma(x_ik'u) is made of for any u: over all patches x of block k, the sums of v_i x x', of v_i x and of v_i. To
// add these up once takes less than to go through the samples at every direction.
type exactMoments struct {
	squares [][]*big.Float // its lower half
	sums    []*big.Float
	weight  *big.Float
}

func momentsOf(op *lift.Samples, v []float64, k int) *exactMoments {
	m := &exactMoments{weight: zero()}
	for j := range op.Dimension() {
		row := make([]*big.Float, j+1)
		for l := range row {
			row[l] = zero()
		}
		m.squares, m.sums = append(m.squares, row), append(m.sums, zero())
	}
	w, wx, product := zero(), zero(), zero() // as variables, since each number of its own would be allocated
	row := make([]*big.Float, op.Dimension())
	for j := range row {
		row[j] = zero()
	}
	for i, weight := range v {
		w.SetFloat64(weight)
		for l := range op.Patches() {
			for j, value := range op.Patch(i, k, l) {
				row[j].SetFloat64(value)
			}
			for j, x := range row {
				wx.Mul(w, x)
				m.sums[j].Add(m.sums[j], wx)
				for l, sum := range m.squares[j] {
					sum.Add(sum, product.Mul(wx, row[l]))
				}
			}
			m.weight.Add(m.weight, w)
		}
	}
	return m
}

// at returns the sum at u.
func (m *exactMoments) at(op *lift.Samples, u []float64) float64 {
	sigma, total := op.Activation(), zero()
	for j, row := range m.squares {
		for l, sum := range row {
			term := times(times(exact(u[j]), exact(u[l])), sum)
			if l < j { // and as much above the diagonal
				term.Add(term, term)
			}
			total.Add(total, times(exact(sigma.A), term))
		}
		if op.Balanced() {
			total.Add(total, times(exact(sigma.B), times(exact(u[j]), m.sums[j])))
		}
	}
	if op.Balanced() {
		total.Add(total, times(exact(sigma.C), m.weight))
	}
	g, _ := total.Quo(total, exact(float64(op.Patches()))).Float64()
	return g
}
