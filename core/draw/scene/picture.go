package scene

import "conelab/core/app/protocol"

const tileCount = protocol.PictureCount

// picture says how a picture is drawn and what a pointer does in it. The file of each picture registers it for the tile with its number.
type picture struct {
	// build draws the picture in r.
	build func(s *Scene, r Rect, snap *protocol.Snapshot, v *View)
	// alone says that it is drawn even if the snapshot's problem has no pictures.
	alone bool
	// moves reports whether the picture may change while the snapshot's cache key stays the same; nil means never.
	moves func(snap *protocol.Snapshot) bool
	// toward returns the direction to which a pointer turns neuron k, or false; nil where neurons cannot be turned.
	toward func(on *Stage, k int, p *PointerEvent) (u protocol.Vec, ok bool)
	// over handles all pointer events in the picture, unless a gesture is under way elsewhere, and reports whether the event begins a
	// gesture. It is nil where neurons, the camera or points take the events.
	over func(in *Input, p *PointerEvent, on *Stage) (captured bool)
}

var pictures [tileCount]picture

// register sets the picture of a tile. It is called during initialisation.
func register(tile int, p picture) { pictures[tile] = p }

// always and whileRunShown are values of picture.moves.
func always(*protocol.Snapshot) bool { return true }

func whileRunShown(snap *protocol.Snapshot) bool { return snap.Race.Shown >= 0 }

// HasDepth reports whether a tile shows a picture with depth for data with d features; d is 0 for a plane (protocol.Snapshot.Depth).
func HasDepth(tile, d int) bool {
	p := protocol.PictureOf(tile)
	return p != nil && d > 0 && p.Depth.Has(d)
}

// takes passes an event to the picture under the pointer. It reports whether that picture handles events, and whether the event begins a
// gesture.
func (in *Input) takes(p *PointerEvent, on *Stage) (taken, captured bool) {
	tile := on.View.Layout.TileAt(p.X, p.Y)
	if in.columns.held {
		tile = TileNetwork
	}
	if tile < 0 || pictures[tile].over == nil || in.drawing != none || in.turning != none || in.fingersDown > 0 {
		return false, false
	}
	return true, pictures[tile].over(in, p, on)
}

// toward returns the direction to which a pointer in a tile turns neuron k; it reports false for a tile without directions.
func (on *Stage) toward(tile, k int, p *PointerEvent) (u protocol.Vec, ok bool) {
	if pictures[tile].toward == nil {
		return u, false
	}
	return pictures[tile].toward(on, k, p)
}
