package say

import "strings"

// RaceSolving states that a race begins with the convex program.
const RaceSolving = "Timing the convex program, cold and warm."

// Ends counts the runs of a race by where they are: at the optimum; stationary above it without negative curvature (a local minimum or a flat valley,
// which the measurement does not distinguish); at a saddle; still moving; above the optimum without more being known; diverged.
type Ends struct{ Optimum, Minimum, Saddle, Moving, Above, Diverged int }

// RaceEnded describes where the runs of a race ended.
func RaceEnded(runs, epochs int, at Ends) string {
	var parts []string
	add := func(n int, one, several string) {
		switch n {
		case 0:
		case 1:
			parts = append(parts, "1 "+one)
		default:
			parts = append(parts, count(n)+" "+several)
		}
	}
	add(at.Minimum, "rests above it, with no way down in sight", "rest above it, with no way down in sight")
	add(at.Saddle, "is at a saddle", "are at saddles")
	add(at.Moving, "is still moving", "are still moving")
	add(at.Above, "is above it", "are above it")
	add(at.Diverged, "has diverged", "have diverged")
	noun := " runs are"
	if runs == 1 {
		noun = " run is"
	}
	text := "After " + count(epochs) + " epochs " + count(at.Optimum) + " of " + count(runs) + noun + " at the optimum"
	if len(parts) > 0 {
		text += "; " + strings.Join(parts, ", ")
	}
	text += ". "
	if runs == 1 {
		return text + "The run itself cannot tell whether it has arrived: that takes the lower bound."
	}
	return text + "No run can tell by itself whether it has arrived: that takes the lower bound."
}
