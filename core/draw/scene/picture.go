package scene

import "conelab/core/app/protocol"

const tileCount = protocol.PictureCount

// picture is how a picture is drawn and what a pointer does in it. The file of each registers its own, for the tile with its number.
type picture struct {
	// build draws the picture in r.
	build func(s *Scene, r Rect, snap *protocol.Snapshot, v *View)
	// alone says that it is drawn even if the snapshot's problem has no pictures.
	alone bool
	// moves reports whether it may be another one for a snapshot with the same cache key; nil stands for never.
	moves func(snap *protocol.Snapshot) bool
	// toward returns the direction of neuron k that a pointer means, or false for none; nil where neurons cannot be turned.
	toward func(on *Stage, k int, p *PointerEvent) (u protocol.Vec, ok bool)
	// over takes all that a pointer does in the picture, while no gesture is under way elsewhere, and reports whether it begins a gesture there;
	// nil where neurons, the camera or points do.
	over func(in *Input, p *PointerEvent, on *Stage) (captured bool)
}

var pictures [tileCount]picture

// register has the tile of a number show a picture. It is called while the program starts.
func register(tile int, p picture) { pictures[tile] = p }

// always and whileRunShown are for picture.moves.
func always(*protocol.Snapshot) bool { return true }

func whileRunShown(snap *protocol.Snapshot) bool { return snap.Race.Shown >= 0 }

// HasDepth reports whether a tile is a picture with depth, for data with d features, 0 for a plane (protocol.Snapshot.Depth).
func HasDepth(tile, d int) bool {
	p := protocol.PictureOf(tile)
	return p != nil && d > 0 && p.Depth.Has(d)
}

// takes lets the picture under the pointer have what it does there. It reports whether it did, and whether that begins a gesture.
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

// toward returns the direction of neuron k that a pointer in a tile means; it reports false where a tile has no directions.
func (on *Stage) toward(tile, k int, p *PointerEvent) (u protocol.Vec, ok bool) {
	if pictures[tile].toward == nil {
		return u, false
	}
	return pictures[tile].toward(on, k, p)
}
