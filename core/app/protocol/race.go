package protocol

// RunState tells how far a run of gradient descent has come.
type RunState int

// The states.
const (
	// Moving: the race continues.
	Moving RunState = iota
	// NearOptimum: the run costs at most 1 % more than the certified optimum.
	NearOptimum
	// Above: the run has ended above that.
	Above
	// Diverged: the run has diverged.
	Diverged
	RunStates int = iota
)

var stateNames = [RunStates]string{"moving", "optimum", "above", "diverged"}

// String returns the name used on the page.
func (s RunState) String() string { return stateNames[s] }

// Race holds the runs of gradient descent, compared with the certified optimum, as drawn in its picture.
type Race struct {
	// Floor is the cost of the certified optimum, 0 without a race. Solved is the time in seconds in which that was found and proved.
	Floor, Solved float64
	// Epochs is the length of the race, Stride the number of epochs between two recorded costs (see Epoch), and Pace the training time per
	// epoch of one run, in seconds.
	Epochs, Stride int
	Pace           float64
	// ByTime is set if the horizontal axis is time rather than epochs.
	ByTime bool
	// Shown is the run whose network is shown, -1 for none.
	Shown int
	// Runs holds the costs of each run since its start; a run that diverged ends in +Inf. States holds the state of each.
	Runs   [][]float64
	States []RunState
	// Function is the network of the run shown, and Neurons its hidden units, if there are pictures for them.
	Function Quadratic
	Neurons  []Neuron
}

// Excess returns how much more than Floor a network costs, relative to it, and 0 for a lower cost.
func (r *Race) Excess(cost float64) float64 { return max(0, (cost-r.Floor)/max(r.Floor, 1e-300)) }

// Epoch returns the number of epochs after which cost k of a run was recorded; the last one of a race belongs to its last epoch.
func (r *Race) Epoch(k int) int { return min(k*r.Stride, r.Epochs) }

// Work returns the number of epochs that a run trains in the given time, 0 if that is unknown.
func (r *Race) Work(seconds float64) float64 {
	if !(r.Pace > 0) {
		return 0
	}
	return seconds / r.Pace
}

// State returns the state of a run.
func (r *Race) State(run int) RunState {
	if run >= len(r.States) {
		return Moving
	}
	return r.States[run]
}

// PageRace is the state of a race.
type PageRace struct {
	// Runs is the number of runs. Width is the number of neurons of each. Rate is 0
	// until the search for it ends. State is searching (for the rate), racing, paused or done.
	Runs  int     `json:"runs"`
	Width int     `json:"width"`
	Rate  float64 `json:"rate"`
	State string  `json:"state"`
	// Reached is the number of runs that now cost at most 1 % more than the certified optimum, Lost the number that diverged.
	Reached int `json:"reached"`
	Lost    int `json:"lost"`
	// Ends holds how much more than the optimum each run costs, relative to it, or -1 if it diverged. States holds the state of
	// each: moving, optimum, above or diverged.
	Ends   []float64 `json:"ends"`
	States []string  `json:"states"`
	// Seconds is the training time of a run so far. First is the time of the first run to come within 1 % of the optimum, -1 if none has.
	// Solved is the time in which the optimum was found and proved. Searched is the time of the search for the rate, over Trials trials.
	Seconds  float64 `json:"seconds"`
	First    float64 `json:"first"`
	Solved   float64 `json:"solved"`
	Searched float64 `json:"searched"`
	Trials   int     `json:"trials"`
	// Shown is the run whose network is shown next to the optimum, or -1. ByTime is set if the horizontal axis is time.
	Shown  int  `json:"shown"`
	ByTime bool `json:"byTime"`
	// Sentence summarises the state.
	Sentence string `json:"sentence"`
}

// Variable is the variable of a sweep.
type Variable int

// The variables: beta, on a logarithmic axis, and the coefficients of the activation a s^2 + b s + c.
const (
	Beta Variable = iota
	CoefficientA
	CoefficientB
	CoefficientC
)

// Sweep holds the optimum along one variable, with everything else fixed.
type Sweep struct {
	Variable Variable
	// Now is the current value of the variable, Low and High are the ends of the axis.
	Now, Low, High float64
	// Points are ordered by value; empty if nothing is known yet.
	Points []SweepPoint
	// Classes is set if Train and Test are accuracies in [0, 1]; otherwise they are mean losses. Tested is set if there are
	// held-out points.
	Classes, Tested bool
}

// SweepPoint is the optimum for one value.
type SweepPoint struct {
	Value       float64
	Neurons     int
	Train, Test float64
}

// PageSweep is the progress of a sweep.
type PageSweep struct {
	Variable string `json:"variable"` // beta, a, b or c
	// Missing says why there is nothing to see, if there is not.
	Missing string `json:"missing,omitempty"`
}
