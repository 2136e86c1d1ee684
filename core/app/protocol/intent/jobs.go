package intent

// Path computes neurons, cost and scores for a range of beta in the background.
type Path struct{}

// Study computes the optimum along one variable in the background.
type Study struct {
	Name string `json:"name" words:"beta|a|b|c"` // name of the variable
}

// StartRace starts runs of gradient descent, to be compared with the certified optimum.
type StartRace struct {
	Method string `json:"method" words:"descent|momentum|sgd|adam"` // descent method; sgd is momentum with mini-batches
	// neurons per run, 0 for as many as the certified optimum has
	Width int `json:"width,omitempty" says:"The width" range:"from 0 to 200"`
	// number of runs, each with its own random initial weights
	Runs   int     `json:"runs" says:"The number of runs" range:"from 1 to 50"`
	Epochs int     `json:"epochs" says:"The number of epochs" range:"from 1 to 1000000"`      // number of epochs
	Rate   float64 `json:"rate,omitempty" says:"The learning rate" range:"from 0 to 1000000"` // learning rate, 0 to search for a good one
	Batch  int     `json:"batch,omitempty" says:"The batch"`                                  // samples per step of sgd, 0 for all
	Seed   int     `json:"seed,omitempty" says:"The seed" range:"from 0 to 9007199254740991"` // random seed of the runs and the batches
}

// MostWidth is the largest number of neurons of a run.
var MostWidth = int(most[StartRace]("width"))

// PauseRace pauses the race.
type PauseRace struct{}

// ResumeRace resumes the race.
type ResumeRace struct{}

// ClearRace removes the race.
type ClearRace struct{}

// ShowRun shows the network of a run next to the optimum.
type ShowRun struct {
	Index int `json:"index" range:"from -1 on"` // run, from 0, or -1 for none
}

// RaceAxis sets the horizontal axis of the race picture.
type RaceAxis struct {
	Kind string `json:"kind" words:"epochs|time"` // name of the axis
}
