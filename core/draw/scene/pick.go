package scene

import (
	"math"

	"conelab/core/app/protocol"
)

// target is a pixel position at which the pointer picks a neuron.
type target struct {
	x, y   float64
	neuron int
}

// neuronAt returns the neuron nearest to (x, y) within radius pixels, measured to its arrow tip (cone) or peak (certificate) in the newest
// frame, or -1.
func (s *Scene) neuronAt(tile int, x, y, radius float64) int {
	if tile < 0 || tile >= tileCount {
		return -1
	}
	nearest := -1
	for _, t := range s.targets[tile] {
		if d := math.Hypot(t.x-x, t.y-y); d <= radius {
			nearest, radius = t.neuron, d
		}
	}
	return nearest
}

// pointAt returns the index of the data point nearest to (x, y), in data coordinates, within radius, or -1.
func pointAt(points []protocol.Point, x, y, radius float64) int {
	nearest := -1
	for i := range points {
		if d := math.Hypot(points[i].X[0]-x, points[i].X[1]-y); d <= radius {
			nearest, radius = i, d
		}
	}
	return nearest
}
