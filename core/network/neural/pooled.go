package neural

import (
	"conelab/core/numeric/lift"
	"conelab/core/numeric/parallel"
)

// pooledMatrices calls use for each output and block that has neurons, with the matrix of order p that they add up to: sum alpha [u;1][u;1]'. A
// network reads a pooled sample only through its products with these matrices.
func pooledMatrices(neurons []Neuron, s *lift.Samples, use func(output, block int, z []float64)) {
	sums := map[[2]int][]float64{}
	var order [][2]int
	for _, neuron := range neurons {
		at := [2]int{neuron.Output, neuron.Block}
		if sums[at] == nil {
			sums[at] = make([]float64, s.Order()*s.Order())
			order = append(order, at)
		}
		addOuter(sums[at], &neuron)
	}
	for _, at := range order {
		use(at[0], at[1], sums[at])
	}
}

// addOuter adds alpha [u;1][u;1]' to z.
func addOuter(z []float64, neuron *Neuron) {
	d := len(neuron.U)
	p := d + 1
	for r := range p {
		weight := neuron.Alpha
		if r < d {
			weight *= neuron.U[r]
		}
		for c, v := range neuron.U {
			z[r*p+c] += weight * v
		}
		z[r*p+d] += weight
	}
}

// predictPooled is PredictTo for pooled samples.
func predictPooled(dst []float64, neurons []Neuron, s *lift.Samples) {
	n := s.Len()
	pooledMatrices(neurons, s, func(output, block int, z []float64) {
		s.AddApply(dst[output*n:(output+1)*n], z, block)
	})
}

// predictPooledPrecisely is PredictPrecisely for pooled samples. Interrupted, it leaves some samples out.
func predictPooledPrecisely(sums []sum, neurons []Neuron, s *lift.Samples) {
	n, p := s.Len(), s.Order()
	groups := map[[2]int][]Neuron{}
	for _, neuron := range neurons {
		at := [2]int{neuron.Output, neuron.Block}
		groups[at] = append(groups[at], neuron)
	}
	for output := range len(sums) / n {
		for block := range s.Blocks() {
			group := groups[[2]int{output, block}]
			if len(group) == 0 {
				continue
			}
			weights := preciseWeights(group, s, p)
			for i := range n {
				if i%pollEvery == 0 && parallel.Interrupted() {
					return
				}
				sums[output*n+i].addSum(preciseDot(weights, s, i, block))
			}
		}
	}
}

// pollEvery is after how many samples a loop looks whether the work is to end.
const pollEvery = 1 << 8

// preciseWeights returns the w for which the neurons' outputs for a sample are w'sums / P, in twice the precision of a double.
func preciseWeights(neurons []Neuron, s *lift.Samples, p int) []sum {
	sigma := s.Activation()
	weights := make([]sum, p*(p+1)/2)
	for _, neuron := range neurons {
		y := append(append([]float64(nil), neuron.U...), 1)
		at := 0
		for r := range p {
			for c := range r + 1 {
				high, low := product(y[r], y[c])
				weights[at].addProduct(neuron.Alpha, high)
				weights[at].low += neuron.Alpha * low
				at++
			}
		}
	}
	at := 0
	for r := range p {
		for c := range r + 1 {
			var scaled sum
			switch {
			case c == p-1:
				scaled.addTimes(sigma.C, weights[at])
			case r == p-1:
				scaled.addTimes(sigma.B, weights[at])
			case r == c:
				scaled.addTimes(sigma.A, weights[at])
			default:
				scaled.addTimes(2*sigma.A, weights[at])
			}
			weights[at] = scaled.normal()
			at++
		}
	}
	return weights
}

// preciseDot returns weights'sums / P for a block of a sample.
func preciseDot(weights []sum, s *lift.Samples, i, block int) sum {
	high, low := s.Sums(i, block)
	var total sum
	for j, w := range weights {
		total.addProduct(w.high, high[j])
		total.low += w.high*low[j] + w.low*high[j]
	}
	total = total.normal()
	patches := float64(s.Patches())
	quotient := total.high / patches
	back, missed := product(quotient, patches)
	return sum{quotient, ((total.high - back) - missed + total.low) / patches}
}

// normal returns the same sum with its parts as far apart as they can be.
func (s sum) normal() sum {
	high := s.high + s.low
	return sum{high, (s.high - high) + s.low}
}

// addSum adds another sum.
func (s *sum) addSum(other sum) {
	s.add(other.high)
	s.low += other.low
}

// pooledSumTo is SumTo for pooled samples.
func (p *Prover) pooledSumTo(v []float64, k int) {
	for i, w := range v {
		if i%pollEvery == 0 && parallel.Interrupted() {
			return
		}
		high, low := p.samples.Sums(i, k)
		sums := p.sums[:len(high)]
		for j, h := range high {
			sums[j].addProduct(w, h)
			sums[j].low += w * low[j]
		}
	}
}
