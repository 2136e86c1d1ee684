package argument

import (
	"math"

	"conelab/core/app/protocol"
)

// sectors is into how many parts the circle of directions is divided to tell what of it has been looked at.
const sectors = 24

// round is what of the circle of directions has been looked at: by a film that plays, or by a hand, in either sense.
type round struct {
	seen  [sectors]bool
	last  float64
	began bool
}

// visit notes where the film of the price is, a part full of the circle from its start, and returns what part of it has been looked at, 1 at the end of
// the film. Any other picture begins anew.
func (r *round) visit(act protocol.Act, full float64) float64 {
	if act != protocol.Price {
		*r = round{}
		return 0
	}
	// Between two places that a pointer has gone to from frame to frame all has been passed; a film that is placed elsewhere has passed nothing.
	const stride = 0.125
	from, by := full, 0.0
	if way := math.Remainder(full-r.last, 1); r.began && math.Abs(way) < stride {
		from, by = r.last, way
	}
	steps := 1 + int(math.Abs(by)*2*sectors)
	for k := range steps + 1 {
		at := from + by*float64(k)/float64(steps)
		r.seen[int((at-math.Floor(at))*sectors)%sectors] = true
	}
	r.last, r.began = full, true
	if full >= 1 {
		return 1
	}
	count := 0
	for _, seen := range r.seen {
		if seen {
			count++
		}
	}
	return float64(count) / sectors
}
