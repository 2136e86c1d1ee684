package scene

import "conelab/core/app/protocol"

const tileCount = protocol.PictureCount

// picture says how a picture is drawn and what a pointer does in it. The file of each picture registers it for the tile with its number.
type picture struct {
	// build draws the picture.
	build func(s *Scene)
	// alone says that it is drawn even if the snapshot's problem has no pictures.
	alone bool
	// moves reports whether the picture may change while the snapshot's cache key stays the same; nil means never.
	moves func(snap *protocol.Snapshot) bool
	// toward returns the direction to which a pointer rotates neuron k, or false; nil where neurons cannot be rotated.
	toward func(on *Display, k int, p *PointerEvent) (u protocol.Vec, ok bool)
	// over handles all pointer events in the picture, unless a gesture is under way elsewhere, and reports whether the event belongs to a
	// gesture. It is nil where neurons, the camera or points take the events.
	over func(in *Input, p *PointerEvent, on *Display) (captured bool)
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

// TileSet is a set of tiles.
type TileSet [tileCount]bool

// AllTiles has all tiles.
var AllTiles = func() (all TileSet) {
	for i := range all {
		all[i] = true
	}
	return all
}()
