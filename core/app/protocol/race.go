package protocol

// Place says where a run of descent is.
type Place int

// The places.
const (
	// Moving: the race goes on, or the run's slope still promises a better cost.
	Moving Place = iota
	// AtOptimum: the run costs what the certified optimum does.
	AtOptimum
	// AtMinimum: the run rests above the optimum, and no direction curves down: a local minimum, or a flat valley.
	AtMinimum
	// AtSaddle: the run rests above the optimum, beside a direction that leads down.
	AtSaddle
	// Elsewhere: the run is above the optimum, and no more can be told: its loss has kinks.
	Elsewhere
	// Diverged: the run is lost.
	Diverged
	Places int = iota
)

var placeNames = [Places]string{"moving", "optimum", "minimum", "saddle", "above", "diverged"}

// String returns the name that the page knows.
func (p Place) String() string { return placeNames[p] }

// Race is what there is to see of runs of gradient descent beside the certified optimum.
type Race struct {
	// Floor is the certified optimum's cost; it is 0 where there is no race. Cold is how many seconds the convex program takes from nothing, Warm
	// how many when it starts from the solution before; both are 0 before they are known.
	Floor, Cold, Warm float64
	// Epochs is the length of the race, Epoch how far it is, Stride the epochs between two costs of a run, and Pace the seconds of
	// training that an epoch of one run takes.
	Epochs, Epoch, Stride int
	Pace                  float64
	// ByTime puts seconds along the axis, in place of epochs.
	ByTime bool
	// Shown is the run whose network is shown among the others', -1 for none.
	Shown int
	// Runs has the costs of each run, from its start; one that has diverged ends in +Inf. Places says where each is.
	Runs   [][]float64
	Places []Place
	// Function is the network of the run that is shown, and Neurons its hidden units, where there are pictures for them.
	Function Quadratic
	Neurons  []Neuron
}

// Excess returns how much more than the floor a network costs, relative to it; 0 below.
func (r *Race) Excess(cost float64) float64 { return max(0, (cost-r.Floor)/r.Floor) }

// Work returns how many epochs of a run take so many seconds, 0 while that is not known.
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
