package descent

import "math"

// Place classifies the state of a run by its cost, its slope and its curvature.
type Place int

// The places. Deciding Optimum needs the cost of the optimum; a run by itself can at most tell the others apart.
const (
	// Moving: the slope still promises a lower cost.
	Moving Place = iota
	// Optimum: the run has the cost of the certified optimum.
	Optimum
	// Minimum: the run has come to rest, and no direction leads downwards.
	Minimum
	// Saddle: the run has come to rest, or nearly so, where the cost curves down along some direction.
	Saddle
	// Diverged: the cost of the run is not finite.
	Diverged
	Places int = iota
)

const (
	// Arrival is the largest excess of a run's cost over the optimum's, relative to the latter, at which the run counts as being at the optimum.
	Arrival = 1e-4
	// share, as a fraction of the run's excess cost over the optimum, decides what is negligible: a run is at rest if its slope promises less, and
	// has no way down if its curvature promises less. Finished runs fall clearly on one side: those at rest promise at most 1e-3, mostly at most
	// 1e-10, and saddles more than a tenth.
	share = 1e-2
)

// Arrived reports whether a cost equals that of the optimum, floor, within Arrival.
func Arrived(cost, floor float64) bool { return cost-floor <= Arrival*floor }

// Place returns the place of the run that r describes, if the optimum costs floor.
func (r *Rest) Place(floor float64) Place {
	little := share * (r.Cost - floor)
	switch {
	case math.IsInf(r.Cost, 1):
		return Diverged
	case Arrived(r.Cost, floor):
		return Optimum
	case !(r.Gain <= little): // NaN too
		return Moving
	case -r.Curvature/2 > little:
		return Saddle
	}
	return Minimum
}
