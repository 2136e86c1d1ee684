package scene

import (
	"math"

	"conelab/core/app/protocol"
)

// Display is what pointers act on: the view with its cameras, and the snapshot and scene of the newest frame.
type Display struct {
	Scene    *Scene
	Snapshot *protocol.Snapshot
	View     *View
}

func (on *Display) space() dataSpace { return dataSpaceOf(on.Snapshot, on.View) }

// tileAt returns the tile under a pointer, or none.
func (on *Display) tileAt(p *PointerEvent) int { return on.View.Layout.TileAt(p.X, p.Y) }

// css returns a pointer's position in css pixels, which stays the same when the picture's resolution changes.
func (on *Display) css(p *PointerEvent) pixel {
	return xy(p.X/on.View.Layout.Scale, p.Y/on.View.Layout.Scale)
}

// radius returns how far from its position a pointer reaches, in pixels.
func (on *Display) radius(p *PointerEvent) float64 {
	// A finger that draws among many points means a new point, unless it is on an existing one.
	if p.Touch && on.Snapshot.Tool != protocol.ToolDraw {
		return touchRadius * on.View.Layout.Scale
	}
	return mouseRadius * on.View.Layout.Scale
}

// canRotate reports whether neuron k exists and can be rotated in a tile, because the tile shows directions and the optimal network is not
// unique.
func (on *Display) canRotate(tile, k int) bool {
	if k < 0 || k >= len(on.Snapshot.Neurons) || pictures[tile].toward == nil {
		return false
	}
	if on.Snapshot.Neurons[k].Alpha < 0 {
		return on.Snapshot.CanTurn[1]
	}
	return on.Snapshot.CanTurn[0]
}

// neuron returns the neuron under the pointer in a tile, or none. In the data tile only the move tool finds neurons.
func (on *Display) neuron(tile int, p *PointerEvent) int {
	radius := on.radius(p)
	if tile == TileData && on.Snapshot.Tool != protocol.ToolMove {
		return none
	}
	if tile == TileNeurons { // anywhere in a cell
		radius = max(radius, on.Scene.reach)
	}
	return on.Scene.targetAt(tile, p.X, p.Y, radius)
}

// hovered returns the neuron that a pointer over a tile highlights. In the data tile it also finds one with a drawing tool, close to the tip
// of its arrow.
func (on *Display) hovered(tile int, p *PointerEvent) int {
	if tile == TileData && on.Snapshot.Tool == protocol.ToolDraw {
		return on.Scene.targetAt(tile, p.X, p.Y, mouseRadius*on.View.Layout.Scale/2)
	}
	return on.neuron(tile, p)
}

// pointUnder returns the data point under the pointer in the data tile, or none.
func (on *Display) pointUnder(tile int, p *PointerEvent) int {
	if tile != TileData {
		return none
	}
	d := on.space()
	return d.under(on.Snapshot.Points, p.X, p.Y, on.radius(p))
}

// onSphere returns the point of the unit sphere under a pixel, or else the nearest point of the sphere's outline.
func onSphere(proj projection, x, y float64) protocol.Vec {
	from, along := proj.ray(x, y)
	a, b, c := along.dot(along), from.dot(along), from.dot(from)-1
	s := -b / a
	if disc := b*b - a*c; disc > 0 {
		s = (-b - math.Sqrt(disc)) / a
	}
	q := from.plus(along.scale(s))
	return protocol.Vec(q.scale(1 / q.length()))
}
