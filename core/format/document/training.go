package document

import "conelab/core/data/strictjson"

// Training holds the results of gradient descent next to the certified optimum of the problem.
type Training struct {
	Format string `json:"format" words:"conelab/training/1"`
	// Status is done, or stopped; then the runs are those that had finished.
	Status  string `json:"status"`
	Message string `json:"message,omitempty"`
	// Form is tractable, for the problem that the convex program solves, or decay, with the squares of all weights instead of sum |alpha|.
	Form       string  `json:"form"`
	Activation string  `json:"activation"`
	Optimiser  string  `json:"optimiser"`
	Width      int     `json:"width"`
	Batch      int     `json:"batch"`
	Epochs     int     `json:"epochs"`
	Rate       float64 `json:"rate"`
	// SearchSeconds and SearchEpochs are the cost of finding the rate; zero if the rate was given.
	SearchSeconds float64 `json:"search_seconds"`
	SearchEpochs  int     `json:"search_epochs"`
	// Optimum is that of the convex program. If Floor is true, no run can cost less than its lower bound.
	Optimum TrainingOptimum `json:"optimum"`
	Floor   bool            `json:"floor"`
	// Reached is the share of runs that came within 1 % of the optimum; nil if the optimum is not a lower bound for them.
	Reached *float64      `json:"reached,omitempty"`
	Runs    []TrainingRun `json:"runs"`
	// Network is that of the run with the least cost at its end.
	Network Network `json:"network"`
}

// TrainingOptimum is the certified optimum with the time of its solve.
type TrainingOptimum struct {
	Status     string  `json:"status"`
	Objective  float64 `json:"objective"`
	LowerBound float64 `json:"lower_bound"`
	Gap        float64 `json:"gap"`
	Neurons    int     `json:"neurons"`
	Seconds    float64 `json:"seconds"`
}

// TrainingRun is a run from one starting point.
type TrainingRun struct {
	Seed uint64 `json:"seed"`
	// Rate is lower than the training's rate if that made the run diverge.
	Rate float64 `json:"rate"`
	// Objective is the cost at the end, Least the least cost during the run.
	Objective float64 `json:"objective"`
	Least     float64 `json:"least"`
	// Seconds is the time of the training, and Reached the time until it came within 1 % of the optimum, nil if it did not.
	Seconds  float64  `json:"seconds"`
	Reached  *float64 `json:"reached"`
	Diverged bool     `json:"diverged,omitempty"`
	// Curve has rows of epochs, seconds and cost, thinned out.
	Curve [][]float64 `json:"curve"`
}

// JSON returns the document with one run per line, or nil if a number is not finite.
func (t *Training) JSON() []byte { return strictjson.Lines(t) }
