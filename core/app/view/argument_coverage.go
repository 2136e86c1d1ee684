package view

import (
	"math"

	"conelab/core/app/protocol"
)

// sectors is the number of parts of the circle of directions for which it is recorded whether they have been seen.
const sectors = 24

// coverage records which part of the circle of directions has been shown, by the film or by a drag in either direction.
type coverage struct {
	seen  [sectors]bool
	last  float64
	began bool
}

// visit records the position of the price film, which has gone through the fraction full of the circle. It returns the fraction of the circle that
// has been shown, which is 1 at the end of the film. Any other picture resets the record.
func (c *coverage) visit(act protocol.Act, full float64) float64 {
	if act != protocol.Price {
		*c = coverage{}
		return 0
	}
	// A drag moves in small steps from frame to frame, and shows everything in between. A film that is set to a distant position shows nothing in
	// between.
	const stride = 0.125
	from, by := full, 0.0
	if way := math.Remainder(full-c.last, 1); c.began && math.Abs(way) < stride {
		from, by = c.last, way
	}
	steps := 1 + int(math.Abs(by)*2*sectors)
	for k := range steps + 1 {
		at := from + by*float64(k)/float64(steps)
		c.seen[int((at-math.Floor(at))*sectors)%sectors] = true
	}
	c.last, c.began = full, true
	if full >= 1 {
		return 1
	}
	count := 0
	for _, seen := range c.seen {
		if seen {
			count++
		}
	}
	return float64(count) / sectors
}
