package certify

import (
	"conelab/core/network/neural"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/parallel"
	"conelab/core/numeric/sdp"
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
	outputs := make([]float64, n*len(neurons))
	for at, neuron := range neurons {
		j.samples.AddNeuron(outputs[at*n:(at+1)*n], 1, neuron.Block, neuron.U)
	}
	if parallel.Interrupted() {
		return nil, nil
	}
	problem := sdp.Problem{Op: lift.NewDirections(outputs, n), Outputs: 1, Y: a.y, Beta: p.Beta, Loss: p.Loss}
	solver := sdp.New(&problem)
	solver.Reset(&problem, sdp.NormalEquations)
	for solver.Iterations() < maxIterations && !parallel.Interrupted() && solver.Step() == sdp.Running {
		if gap, primal := solver.Gap(); gap <= p.Tolerance*innerMargin*innerMargin*primal {
			break
		}
	}
	var kept []neural.Neuron
	now := solver.RankEstimate()
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

// assemble returns the matrices of the neurons of a part, and how many neurons each has, or its order if that is less.
func (a *part) assemble(j *Job, neurons []neural.Neuron) (z [][]float64, ranks []int) {
	order, blocks := j.samples.Order(), j.samples.Blocks()
	outputs, _ := j.problem.coupled()
	for k := range 2 * blocks * outputs {
		sign, block, output := cone(k, blocks)
		m, count := make([]float64, order*order), 0
		neural.Assemble(m, neurons, sign, block, output, j.samples.Balanced())
		for _, neuron := range neurons {
			if neuron.Block == block && neuron.Output == output && neuron.Alpha*sign > 0 {
				count++
			}
		}
		z, ranks = append(z, m), append(ranks, min(count, order))
	}
	return z, ranks
}
