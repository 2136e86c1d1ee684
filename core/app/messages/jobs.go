package messages

import (
	"strconv"

	"conelab/core/app/protocol"
)

// Sentences on jobs.

// NoRaceYet states that there is no race, SweepUnknown that nothing is known along a variable.
const (
	NoRaceYet    = "none yet; the panel Race starts one."
	SweepUnknown = "not worked out yet."
)

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

// Sweep describes the optimum along a variable by its ends, and by the value that is best on the points held out, nil if there are none.
func Sweep(name string, low, high, best *protocol.SweepPoint) string {
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

// Sentences on how long solving takes.

// commandLine recommends the command line for problems that are too large for the page.
const commandLine = "the command line takes a fraction of that: save the data as CSV and run conelab solve FILE.csv"

// Solving states what is being solved, points or rows in words, and how long it may take.
func Solving(points string, features int, seconds float64) string {
	text := "Solving " + points + " with " + Plural(features, "feature")
	switch {
	case seconds < 3:
		return text + "."
	case seconds < 10:
		return text + ": about " + duration(seconds) + "."
	}
	return text + ": about " + duration(seconds) + "; " + commandLine + "."
}

// TooMuch explains why a problem is not solved here.
func TooMuch(points string, features int, seconds, bytes float64) error {
	return refuse("Solving ", points, " with ", Plural(features, "feature"), " would take about ", duration(seconds), " and ", megabytes(bytes),
		" here, more than a page has. Fewer points or features do, and the command line takes a fraction of that: conelab solve.")
}

// TooLongForRace refuses a race, for which the problem would be solved many times.
func TooLongForRace(seconds float64) error {
	return refuse("A race solves the problem many times, and once takes about ", duration(seconds),
		" here; conelab train does it on the command line.")
}

// duration returns seconds in words, to the precision of a prediction.
func duration(seconds float64) string {
	round := func(v float64, unit string) string {
		n := max(1, int(v+0.5))
		if n > 10 {
			n = (n + 2) / 5 * 5
		}
		return Plural(n, unit)
	}
	switch {
	case seconds < 90:
		return round(seconds, "second")
	case seconds < 90*60:
		return round(seconds/60, "minute")
	}
	return round(seconds/3600, "hour")
}

// megabytes returns a size to two digits.
func megabytes(bytes float64) string {
	if bytes >= 1e9 {
		return strconv.FormatFloat(bytes/1e9, 'f', 1, 64) + " GB"
	}
	return count(max(1, int(bytes/1e6+0.5))) + " MB"
}
