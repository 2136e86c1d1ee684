package messages

import "conelab/core/app/protocol"

// Sentences on jobs.

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

// Study describes the optimum along a variable by its ends, and by the value that is best on the points held out, nil if there are none.
func Study(name string, low, high, best *protocol.StudyPoint) string {
	text := count(low.Neurons) + " neurons at " + name + " = " + Number(low.Value) + ", " + count(high.Neurons) + " at " + Number(high.Value)
	if best != nil {
		text += "; on the points held out best at " + Number(best.Value)
	}
	return text + "."
}

// RaceSolving states that a race begins with the convex program.
const RaceSolving = "Timing the convex program, cold and warm."

// whereRuns says of one run, and of several, where those are that are not at the optimum.
var whereRuns = [protocol.Places][2]string{
	protocol.Above:    {"is above it", "are above it"},
	protocol.Diverged: {"has diverged", "have diverged"},
}

// RaceEnded describes where the runs of a race ended, given how many are at each place.
func RaceEnded(runs, epochs int, at [protocol.Places]int) string {
	noun, verdict := " runs are", "No run can tell by itself whether it has arrived: that takes the lower bound."
	if runs == 1 {
		noun, verdict = " run is", "The run itself cannot tell whether it has arrived: that takes the lower bound."
	}
	text, between := "After "+count(epochs)+" epochs "+count(at[protocol.AtOptimum])+" of "+count(runs)+noun+" at the optimum", "; "
	for _, place := range [...]protocol.Place{protocol.Above, protocol.Diverged} {
		if n := at[place]; n > 0 {
			text += between + count(n) + " " + whereRuns[place][min(n, 2)-1]
			between = ", "
		}
	}
	return text + ". " + verdict
}
