package say

// Sentences on jobs.

// NoCoefficients refuses a study.
func NoCoefficients() error { return refuse("A quadratic network has no coefficients to vary.") }

// NoRace refuses to steer a race.
func NoRace() error { return refuse("There is no race yet.") }

// NoRun refuses the index of a run.
func NoRun(runs int) error { return refuse("There are runs 1 to ", count(runs), " to show.") }

// NoRaceYet states that there is no race, StudyUnknown that nothing is known along a variable.
const (
	NoRaceYet    = "none yet; the panel Race starts one."
	StudyUnknown = "not worked out yet."
)

// RaceSearching describes the progress of the search for a learning rate.
func RaceSearching(tried int) string {
	return "Looking for the best learning rate: " + count(tried) + " tried."
}

// Race describes the state of the runs.
func Race(reached, runs, epoch, diverged int) string {
	noun := " runs"
	if runs == 1 {
		noun = " run"
	}
	text := count(reached) + " of " + count(runs) + noun + " within 1 % of the certified optimum after " + count(epoch) + " epochs"
	if diverged > 0 {
		text += ", " + count(diverged) + " diverged"
	}
	return text + "."
}

// Optimum is the optimum for one value of the variable studied.
type Optimum struct {
	Value   float64
	Neurons int
}

// Study describes the optimum along a variable.
func Study(name string, low, high Optimum) string { return study(name, low, high) + "." }

// StudyTested is like Study, for held-out points, for which one value is best.
func StudyTested(name string, low, high Optimum, best float64) string {
	return study(name, low, high) + "; on the points held out best at " + Number(best) + "."
}

func study(name string, low, high Optimum) string {
	return count(low.Neurons) + " neurons at " + name + " = " + Number(low.Value) + ", " + count(high.Neurons) + " at " + Number(high.Value)
}
