package intent

// Bounds on a race.
const MostRuns, MostWidth, MostEpochs, MostRate = 50, 200, 1000000, 1e6

var (
	// Methods are the descent methods; sgd is momentum with mini-batches.
	Methods = []string{"descent", "momentum", "sgd", "adam"}
	// Axes are the horizontal axes of the race picture.
	Axes = []string{"epochs", "time"}
	// Variables are the variables that a study can vary.
	Variables = []string{"beta", "a", "b", "c"}
)

// Path computes neurons, cost and scores for a range of beta in the background.
type Path struct{}

func (i *Path) form(f *Form) { f.do("path") }

// Study computes the optimum along one variable in the background.
type Study struct {
	Name string // name of the variable
}

func (i *Study) form(f *Form) {
	f.do("study")
	f.choice(field("name", "variable"), &i.Name, Variables)
}

// StartRace starts runs of gradient descent, to be compared with the certified optimum.
type StartRace struct {
	Method string  // descent method; sgd is momentum with mini-batches
	Width  int     // neurons per run, 0 for as many as the certified optimum has
	Runs   int     // number of runs, each with its own random initial weights
	Epochs int     // number of epochs
	Rate   float64 // learning rate, 0 to search for a good one
	Batch  int     // samples per step of sgd, 0 for all
	Seed   int     // random seed of the runs and the batches
}

func (i *StartRace) form(f *Form) {
	f.do("race")
	f.fixed("name", "start")
	f.choice(field("method", "method"), &i.Method, Methods)
	f.wholeOr(0, field("width", "The width").optional(), &i.Width,
		between(0, MostWidth).saying("There must be 1 to 200 neurons in each run, or 0 for as many as the optimum has."))
	f.whole(field("runs", "The number of runs"), &i.Runs, between(1, MostRuns).saying("There must be 1 to 50 runs."))
	f.whole(field("epochs", "The number of epochs"), &i.Epochs, between(1, MostEpochs).saying("There must be 1 to 1000000 epochs."))
	f.numberOr(0, field("rate", "The learning rate").optional(), &i.Rate,
		between(0, MostRate).saying("The learning rate must be above 0 and up to 1e6, or 0 to look for a good one."))
	f.wholeOr(0, field("batch", "The batch").optional(), &i.Batch,
		between(0, safe).saying("A batch must have at least one sample, or be 0 for all of them."))
	f.wholeOr(0, field("seed", "The seed").optional(), &i.Seed, between(0, safe))
}

// PauseRace pauses the race.
type PauseRace struct{}

func (i *PauseRace) form(f *Form) { f.do("race"); f.fixed("name", "pause") }

// ResumeRace resumes the race.
type ResumeRace struct{}

func (i *ResumeRace) form(f *Form) { f.do("race"); f.fixed("name", "resume") }

// ClearRace removes the race.
type ClearRace struct{}

func (i *ClearRace) form(f *Form) { f.do("race"); f.fixed("name", "clear") }

// ShowRun shows the network of a run next to the optimum.
type ShowRun struct {
	Index int // run, from 0, or -1 for none
}

func (i *ShowRun) form(f *Form) {
	f.do("race")
	f.fixed("name", "show")
	f.whole(index("index", "run"), &i.Index, from(None))
}

// RaceAxis sets the horizontal axis of the race picture.
type RaceAxis struct {
	Kind string // name of the axis
}

func (i *RaceAxis) form(f *Form) {
	f.do("race")
	f.fixed("name", "axis")
	f.choice(field("kind", "axis"), &i.Kind, Axes)
}
