package solve

import (
	"math"

	"conelab/core/app/protocol"
)

// equalLoss is the relative difference up to which losses count as equal.
const equalLoss = 1e-3

// curvesOf returns the losses along a path, or nil if no points were held out to test its values.
func curvesOf(path []protocol.PagePath) *protocol.PageCurves {
	top, least := 1e-300, math.Inf(1)
	for i := range path {
		p := &path[i]
		if p.Train == nil || p.Test == nil {
			return nil
		}
		top, least = max(top, p.Train.Loss, p.Test.Loss), min(least, p.Test.Loss)
	}
	c := &protocol.PageCurves{Best: -1}
	for i := range path {
		p := &path[i]
		c.Train, c.Test = append(c.Train, p.Train.Loss/top), append(c.Test, p.Test.Loss/top)
		if p.Test.Loss <= least*(1+equalLoss) && (c.Best < 0 || p.Beta > path[c.Best].Beta) {
			c.Best = i
		}
	}
	if c.Best < 0 { // there is no value yet
		return nil
	}
	return c
}
