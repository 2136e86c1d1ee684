package document

// TrainingFormat is the format of what gradient descent did.
const TrainingFormat = "conelab/training/1"

// Training is what runs of gradient descent did beside the certified optimum of the problem.
type Training struct {
	Format string `json:"format"`
	// Status is done, or stopped with the runs that were finished by then.
	Status  string `json:"status"`
	Message string `json:"message,omitempty"`
	// Form is tractable, the problem that the convex program solves, or decay, with squares of all weights in place of sum |alpha|.
	Form       string  `json:"form"`
	Activation string  `json:"activation"`
	Optimiser  string  `json:"optimiser"`
	Width      int     `json:"width"`
	Batch      int     `json:"batch"`
	Epochs     int     `json:"epochs"`
	Rate       float64 `json:"rate"`
	// SearchSeconds and SearchEpochs are what finding the rate took; zero where it was given.
	SearchSeconds float64 `json:"search_seconds"`
	SearchEpochs  int     `json:"search_epochs"`
	// Optimum is the convex program's; where Floor is true no run can cost less than its lower bound.
	Optimum TrainingOptimum `json:"optimum"`
	Floor   bool            `json:"floor"`
	// Reached is the share of runs that came within 1 % of the optimum; nil where the optimum is no floor.
	Reached *float64      `json:"reached,omitempty"`
	Runs    []TrainingRun `json:"runs"`
	// Network is that of the run that cost least at its end.
	Network Network `json:"network"`
}

// TrainingOptimum is the certified optimum, and the time of its solve.
type TrainingOptimum struct {
	Status     string  `json:"status"`
	Objective  float64 `json:"objective"`
	LowerBound float64 `json:"lower_bound"`
	Gap        float64 `json:"gap"`
	Neurons    int     `json:"neurons"`
	Seconds    float64 `json:"seconds"`
}

// TrainingRun is a run from one start.
type TrainingRun struct {
	Seed uint64 `json:"seed"`
	// Rate is lower than the training's where that made it diverge.
	Rate float64 `json:"rate"`
	// Objective is the cost at the end, Least the least on the way.
	Objective float64 `json:"objective"`
	Least     float64 `json:"least"`
	// Seconds is the time of the training, Reached that until it came within 1 % of the optimum, nil if it did not.
	Seconds  float64  `json:"seconds"`
	Reached  *float64 `json:"reached"`
	Diverged bool     `json:"diverged,omitempty"`
	// Curve has rows of epochs, seconds and cost, thinned.
	Curve [][]float64 `json:"curve"`
}

// JSON returns the document with one run per line, or nil if a number is not finite.
func (t *Training) JSON() []byte {
	u := *t
	u.Format, u.Runs, u.Network.Neurons = TrainingFormat, filled(u.Runs), filled(u.Network.Neurons)
	return layout(encode(u))
}
