package scene

import "conelab/core/app/protocol"

// Stage is what pointers act on: the view with its cameras, and the snapshot and the scene of the newest frame.
type Stage struct {
	Scene    *Scene
	Snapshot *protocol.Snapshot
	View     *View
}

func (on *Stage) plane() Plane {
	return DataPlane(on.View.Layout.Tiles[TileData], on.Snapshot.Window, on.Snapshot.Dimension)
}

// radius returns how far around its place a pointer reaches, in pixels.
func (on *Stage) radius(p *PointerEvent) float64 {
	// A finger that draws among many points means a new one, unless it is on one.
	if p.Touch && on.Snapshot.Tool != protocol.ToolDraw {
		return touchRadius * on.View.Layout.Scale
	}
	return mouseRadius * on.View.Layout.Scale
}

// canTurn reports whether there is a neuron k and its network is one of many.
func (on *Stage) canTurn(k int) bool {
	if k < 0 || k >= len(on.Snapshot.Neurons) {
		return false
	}
	if on.Snapshot.Neurons[k].Alpha < 0 {
		return on.Snapshot.CanTurn[1]
	}
	return on.Snapshot.CanTurn[0]
}

// neuron returns the neuron under the pointer in a tile, or -1. Among the data neurons are found only by the tool that moves.
func (on *Stage) neuron(tile int, p *PointerEvent) int {
	radius := on.radius(p)
	if tile == TileData && on.Snapshot.Tool != protocol.ToolMove {
		return none
	}
	if tile == TileNeurons { // a picture of its own
		radius = max(radius, on.Scene.reach)
	}
	return on.Scene.neuronAt(tile, p.X, p.Y, radius)
}

// hovered returns the neuron that a pointer above a tile lights up: among the data also with a tool that draws, right at the tip of its arrow.
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
