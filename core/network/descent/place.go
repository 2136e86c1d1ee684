package descent

import "math"

// Place says where a run is, as far as its cost, its slope and its curvature tell.
type Place int

// The places. Only the first needs to know the optimum's cost; a run itself can at most tell the others apart.
const (
	// Moving: the slope still promises a better cost.
	Moving Place = iota
	// Optimum: the run costs what the certified optimum does.
	Optimum
	// Minimum: the run rests, and no direction leads down from there.
	Minimum
	// Saddle: the run rests, or nearly so, beside a direction along which the cost curves down.
	Saddle
	// Diverged: the run has no finite cost.
	Diverged
	Places int = iota
)

const (
	// Arrival is how much more than the optimum, relative to its cost, a run costs at most that is at the optimum.
	Arrival = 1e-4
	// share is the part of what a run costs too much that decides what is little: a run whose slope promises less is at rest, and one whose
	// curvature promises less has no way down. Ends of runs are clear about it: those at rest promise 1e-3 and less, mostly 1e-10 and less,
	// and saddles more than a tenth.
	share = 1e-2
)

// Arrived reports whether a cost is that of the optimum, floor.
func Arrived(cost, floor float64) bool { return cost-floor <= Arrival*floor }

// Place returns where a run is that rests as r says, if the optimum costs floor.
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
