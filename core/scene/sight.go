package scene

import "conelab/core/wire"

// Sight is what the pictures other than the race and the path depend on, so that two of them can be compared.
type Sight struct {
	revision                uint32
	grabbed, focus, pointed int
	entry                   wire.Entry
	tool                    wire.Tool
	brush, position         float64
	act                     wire.Act
	playing                 bool
	shown                   int
}

// SightOf returns the sight of a snapshot.
func SightOf(s *wire.Snapshot) Sight {
	return Sight{
		s.Revision, s.Grabbed, s.Focus, s.Pointed, s.Entry, s.Tool, s.Brush, s.Film.Position, s.Film.Act, s.Film.Playing, s.Race.Shown,
	}
}

// Changed returns the tiles that are to be drawn anew when the snapshot follows one of the sight before: all of them, unless only the race
// or the path has gone on; then their own tiles, and those that show one of its runs.
func (before Sight) Changed(s *wire.Snapshot) (c Choice) {
	if SightOf(s) != before {
		return All
	}
	c[TileRace], c[TilePath] = true, true
	if s.Race.Shown >= 0 {
		c[TileData], c[TileNeural] = true, true
	}
	return c
}
