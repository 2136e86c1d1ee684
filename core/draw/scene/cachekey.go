package scene

import "conelab/core/app/protocol"

// CacheKey holds what the pictures other than the race and the path depend on: equal keys, equal pictures.
type CacheKey struct {
	revision                protocol.Revision
	grabbed, focus, pointed int
	entry                   protocol.Entry
	tool                    protocol.Tool
	brush, position         float64
	act                     protocol.Act
	playing                 bool
	shown                   int
}

// CacheKeyOf returns the key of a snapshot.
func CacheKeyOf(s *protocol.Snapshot) CacheKey {
	return CacheKey{
		s.Revision, s.Grabbed, s.Focus, s.Pointed, s.Entry, s.Tool, s.Brush, s.Film.Position, s.Film.Act, s.Film.Playing, s.Race.Shown,
	}
}

// Changed returns the tiles to redraw for a snapshot that follows one with the key before: all of them if the keys differ, else the race and
// the path, which have changes of their own, and the tiles that show the network of a run.
func (before CacheKey) Changed(s *protocol.Snapshot) (c TileSet) {
	if CacheKeyOf(s) != before {
		return AllTiles
	}
	c[TileRace], c[TilePath] = true, true
	if s.Race.Shown >= 0 {
		c[TileData], c[TileNeural] = true, true
	}
	return c
}
