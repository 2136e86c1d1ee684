package view

import (
	"math"

	"conelab/core/app/protocol"
)

// Flat returns a snapshot for Of for data without pictures of their own, such as those of a quadratic network. It shows the first two features of the
// points, or one feature and the label, and f, or nil if f is not known there. The window is the usual one if it shows all points; otherwise it is
// fitted to them with the same margin.
func Flat(points []protocol.Point, features int, f *protocol.Quadratic, usual protocol.Window) *protocol.Snapshot {
	s := &protocol.Snapshot{Dimension: min(max(features, 1), 2), Points: points, Window: usual}
	if f != nil {
		s.Function = *f
	}
	low, high := [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{math.Inf(-1), math.Inf(-1)}
	for i := range points {
		at := [2]float64{points[i].X[0], points[i].X[1]}
		if s.Dimension == 1 {
			at[1] = points[i].Label
		}
		for k, v := range at {
			low[k], high[k] = math.Min(low[k], v), math.Max(high[k], v)
		}
	}
	inside := func(k int, center, half float64) bool { return low[k] >= center-half && high[k] <= center+half }
	margin := positive(usual.Half)
	if s.Dimension == 1 {
		if len(points) > 0 && !inside(1, usual.Level, usual.Rise) {
			s.Window.Level, s.Window.Rise = (low[1]+high[1])/2, margin*positive((high[1]-low[1])/2)
		}
		if len(points) > 0 && !inside(0, usual.Center[0], usual.Half) {
			s.Window.Center[0], s.Window.Half = (low[0]+high[0])/2, margin*positive((high[0]-low[0])/2)
		}
		return s
	}
	if len(points) > 0 && !(inside(0, usual.Center[0], usual.Half) && inside(1, usual.Center[1], usual.Half)) {
		s.Window.Center = protocol.Vec{(low[0] + high[0]) / 2, (low[1] + high[1]) / 2}
		s.Window.Half = margin * positive(math.Max(high[0]-low[0], high[1]-low[1])/2)
	}
	return s
}
