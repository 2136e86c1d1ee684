package solve

import (
	"conelab/core/lift"
	"conelab/core/neural"
	"conelab/core/sdp"
)

// refit trains the weights of a network anew for the directions it has, which is a small convex problem, and returns the matrices of the
// result with their ranks, or nil if it does not end. Truncation to the rank changes ŷ by what was cut off, and a loss with kinks by as
// much; with the best weights what remains of the error is of second order.
func (a *part) refit(j *Job, neurons []neural.Neuron) (z [][]float64, ranks []int) {
	p := &j.problem
	n := j.samples.Len()
	if len(neurons) == 0 || !p.Loss.Separable() {
		return nil, nil
	}
	outputs := make([]float64, 0, n*len(neurons))
	for _, neuron := range neurons {
		for i := range n {
			outputs = append(outputs, j.samples.Neuron(i, neuron.Block, neuron.U))
		}
	}
	problem := sdp.Problem{Op: lift.NewDirections(outputs, n), Outputs: 1, Y: a.y, Beta: p.Beta, Loss: p.Loss}
	solver := sdp.New(&problem)
	solver.Reset(&problem, sdp.Quick)
	for solver.Iterations() < maxIterations && solver.Step() == sdp.Running {
		if gap, primal := solver.Gap(); gap <= p.Tolerance*innerMargin*innerMargin*primal {
			break
		}
	}
	var kept []neural.Neuron
	now := solver.Indication()
	if len(now.Ranks) != 2*len(neurons) {
		return nil, nil
	}
	for k, neuron := range neurons {
		neuron.Alpha = 0
		if now.Ranks[2*k] > 0 {
			neuron.Alpha += solver.Primal(2 * k)[0]
		}
		if now.Ranks[2*k+1] > 0 {
			neuron.Alpha -= solver.Primal(2*k + 1)[0]
		}
		if neuron.Alpha != 0 {
			kept = append(kept, neuron)
		}
	}
	return a.assemble(j, kept)
}

// assemble returns the matrices of the neurons of a part with one output, and how many neurons each has.
func (a *part) assemble(j *Job, neurons []neural.Neuron) (z [][]float64, ranks []int) {
	order := j.samples.Order()
	for k := range 2 * j.samples.Blocks() {
		sign := float64(1 - 2*(k%2))
		m, count := make([]float64, order*order), 0
		neural.Assemble(m, neurons, sign, k/2, 0, j.samples.Balanced())
		for _, neuron := range neurons {
			if neuron.Block == k/2 && neuron.Alpha*sign > 0 {
				count++
			}
		}
		z, ranks = append(z, m), append(ranks, count)
	}
	return z, ranks
}
