package protocol

// Place is where a run of gradient descent is.
type Place int

// The places.
const (
	// Moving: the race continues, or the slope of the run still promises a lower cost.
	Moving Place = iota
	// AtOptimum: the run has reached the cost of the certified optimum.
	AtOptimum
	// AtMinimum: the run is stationary above the optimum without a direction of negative curvature: a local minimum, or a flat valley.
	AtMinimum
	// AtSaddle: the run is stationary above the optimum, with a direction of negative curvature.
	AtSaddle
	// Elsewhere: the run is above the optimum; nothing more is known, because its loss is not smooth.
	Elsewhere
	// Diverged: the run has diverged.
	Diverged
	Places int = iota
)

var placeNames = [Places]string{"moving", "optimum", "minimum", "saddle", "above", "diverged"}

// String returns the name used on the page.
func (p Place) String() string { return placeNames[p] }

// Race holds the runs of gradient descent, compared with the certified optimum, as drawn in its picture.
type Race struct {
	// Floor is the cost of the certified optimum, 0 without a race. Cold and Warm are the seconds that the convex program takes from scratch and from
	// the previous solution, 0 until measured.
	Floor, Cold, Warm float64
	// Epochs is the length of the race, Epoch its progress, Stride the number of epochs between two recorded costs, and Pace the training time per
	// epoch of one run, in seconds.
	Epochs, Epoch, Stride int
	Pace                  float64
	// ByTime is set if the horizontal axis is time rather than epochs.
	ByTime bool
	// Shown is the run whose network is shown, -1 for none.
	Shown int
	// Runs holds the costs of each run since its start; a run that diverged ends in +Inf. Places tells where each run is.
	Runs   [][]float64
	Places []Place
	// Function is the network of the run shown, and Neurons its hidden units, if there are pictures for them.
	Function Quadratic
	Neurons  []Neuron
}

// Excess returns how much more than Floor a network costs, relative to it, and 0 for a lower cost.
func (r *Race) Excess(cost float64) float64 { return max(0, (cost-r.Floor)/r.Floor) }

// Work returns the number of epochs that a run trains in the given time, 0 if that is unknown.
func (r *Race) Work(seconds float64) float64 {
	if !(r.Pace > 0) {
		return 0
	}
	return seconds / r.Pace
}

// Place returns where a run is.
func (r *Race) Place(run int) Place {
	if run >= len(r.Places) {
		return Moving
	}
	return r.Places[run]
}
