package scene

import "conelab/core/app/protocol"

// Stage is what pointers act on: the view with its cameras, and the snapshot and scene of the newest frame.
type Stage struct {
	Scene    *Scene
	Snapshot *protocol.Snapshot
	View     *View
}

func (on *Stage) plane() Plane {
	return DataPlane(on.View.Layout.Tiles[TileData], on.Snapshot.Window, on.Snapshot.Dimension)
}

// radius returns how far from its position a pointer reaches, in pixels.
func (on *Stage) radius(p *PointerEvent) float64 {
	// A finger that draws among many points means a new point, unless it is on an existing one.
	if p.Touch && on.Snapshot.Tool != protocol.ToolDraw {
		return touchRadius * on.View.Layout.Scale
	}
	return mouseRadius * on.View.Layout.Scale
}

// canTurn reports whether neuron k exists and can be turned because the optimal network is not unique.
func (on *Stage) canTurn(k int) bool {
	if k < 0 || k >= len(on.Snapshot.Neurons) {
		return false
	}
	if on.Snapshot.Neurons[k].Alpha < 0 {
		return on.Snapshot.CanTurn[1]
	}
	return on.Snapshot.CanTurn[0]
}

// neuron returns the neuron under the pointer in a tile, or -1. In the data tile only the move tool finds neurons.
func (on *Stage) neuron(tile int, p *PointerEvent) int {
	radius := on.radius(p)
	if tile == TileData && on.Snapshot.Tool != protocol.ToolMove {
		return none
	}
	if tile == TileNeurons { // a picture with its own rule
		radius = max(radius, on.Scene.reach)
	}
	return on.Scene.neuronAt(tile, p.X, p.Y, radius)
}

// hovered returns the neuron that a pointer over a tile highlights. In the data tile it also finds one with a drawing tool, close to the tip
// of its arrow.
func (on *Stage) hovered(tile int, p *PointerEvent) int {
	if tile == TileData && on.Snapshot.Tool == protocol.ToolDraw {
		return on.Scene.neuronAt(tile, p.X, p.Y, mouseRadius*on.View.Layout.Scale/2)
	}
	return on.neuron(tile, p)
}

// pointUnder returns the data point under the pointer in the data tile, or -1.
func (on *Stage) pointUnder(tile int, p *PointerEvent) int {
	if tile != TileData {
		return none
	}
	switch on.Snapshot.Dimension {
	case 1:
		return plotPoint(on.Snapshot.Points, on.plane(), p.X, p.Y, on.radius(p))
	case 2:
		plane := on.plane()
		x, y := plane.Point(p.X, p.Y)
		return pointAt(on.Snapshot.Points, x, y, on.radius(p)/plane.KX)
	}
	proj, room := on.room()
	return roomPoint(on.Snapshot.Points, &proj, room, p.X, p.Y, on.radius(p))
}
