package intent

// What a race may be asked for.
const MostRuns, MostWidth, MostEpochs, MostRate = 50, 200, 1000000, 1e6

var (
	// Methods are the ways to train by descent: sgd is momentum with batches.
	Methods = []string{"descent", "momentum", "sgd", "adam"}
	// Axes are what a race can be drawn along.
	Axes = []string{"epochs", "time"}
	// Variables are what a study can vary.
	Variables = []string{"beta", "a", "b", "c"}
)

// Path works out neurons, cost and scores for values of beta, when there is nothing else to do.
type Path struct{}

func (i *Path) form(f *Form) { f.do("path") }

// Study works out the optimum along one variable, when there is nothing else to do.
type Study struct {
	Name string // of the variable
}

func (i *Study) form(f *Form) {
	f.do("study")
	f.choice(field("name", "variable"), &i.Name, Variables)
}

// StartRace starts runs of gradient descent against the certified optimum.
type StartRace struct {
	Method string  // of training; sgd is momentum with batches
	Width  int     // neurons of each run, 0 for as many as the certified optimum has
	Runs   int     // runs, each from other random weights
	Epochs int     // length of the race
	Rate   float64 // learning rate, 0 to look for a good one
	Batch  int     // samples of a step of sgd, 0 for all
	Seed   int     // of the runs and batches
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

// PauseRace stops the race for now.
type PauseRace struct{}

func (i *PauseRace) form(f *Form) { f.do("race"); f.fixed("name", "pause") }

// ResumeRace lets the race go on.
type ResumeRace struct{}

func (i *ResumeRace) form(f *Form) { f.do("race"); f.fixed("name", "resume") }

// ClearRace removes the race.
type ClearRace struct{}

func (i *ClearRace) form(f *Form) { f.do("race"); f.fixed("name", "clear") }

// ShowRun shows the network of a run beside the optimum.
type ShowRun struct {
	Index int // run, -1 for none
}

func (i *ShowRun) form(f *Form) {
	f.do("race")
	f.fixed("name", "show")
	f.whole(index("index", "run"), &i.Index, from(None))
}

// RaceAxis chooses what the race is drawn along.
type RaceAxis struct {
	Kind string // of the axis
}

func (i *RaceAxis) form(f *Form) {
	f.do("race")
	f.fixed("name", "axis")
	f.choice(field("kind", "axis"), &i.Kind, Axes)
}
