package protocol

// Race is what there is to see of runs of gradient descent beside the certified optimum.
type Race struct {
	// Floor is the certified optimum's cost, and Solve how many seconds it took; Floor is 0 where there is no race.
	Floor, Solve float64
	// Epochs is the length of the race, Epoch how far it is, Stride the epochs between two costs of a run, and Pace the seconds of
	// training that an epoch of one run takes.
	Epochs, Epoch, Stride int
	Pace                  float64
	// ByTime puts seconds along the axis, in place of epochs.
	ByTime bool
	// Shown is the run whose network is shown among the others', -1 for none.
	Shown int
	// Runs has the costs of each run, from its start; one that has diverged ends in +Inf.
	Runs [][]float64
	// Function is the network of the run that is shown, and Neurons its hidden units, where there are pictures for them.
	Function Quadratic
	Neurons  []Neuron
}

// Excess returns how much more than the floor a network costs, relative to it; 0 below.
func (r *Race) Excess(cost float64) float64 { return max(0, (cost-r.Floor)/r.Floor) }

// SolveEpochs returns how many epochs of a run take as long as the convex program did, 0 while that is not known.
func (r *Race) SolveEpochs() float64 {
	if !(r.Pace > 0) {
		return 0
	}
	return r.Solve / r.Pace
}

// Reached reports whether a run costs at most 1 % more than the floor.
func (r *Race) Reached(run int) bool {
	costs := r.Runs[run]
	return r.Excess(costs[len(costs)-1]) <= 0.01
}
