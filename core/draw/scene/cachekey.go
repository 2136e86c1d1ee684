package scene

import "conelab/core/app/protocol"

// CacheKey holds everything that the pictures depend on, except for pictures that can change on their own (picture.moves). Equal keys mean
// equal pictures.
type CacheKey struct {
	revision                protocol.Revision
	grabbed, focus, pointed int
	entry                   protocol.Entry
	tool                    protocol.Tool
	brush, position         float64
	act                     protocol.Act
	playing                 bool
	shown                   int
	argument                protocol.Act
	full                    float64
	layer, features         int
	above                   int // index of the neuron in focus within the chosen layer's program
	network                 networkKey
}

// networkKey holds what the network's picture depends on. While points are dragged it depends only on the newest network, not on the points.
type networkKey struct {
	field                                    uint32
	chosen, features, columns, above, output int
	sample                                   int // the sample drawn
	compares                                 bool
	level                                    float64
	window                                   protocol.Window
}

// CacheKeyOf returns the key of a snapshot. Of what goes on in the background the pictures that show it have changes of their own: it makes none of
// the others anew.
func CacheKeyOf(s *protocol.Snapshot) CacheKey {
	p, revision := s.Program(TileCertificate), s.Revision
	revision.Jobs = 0
	return CacheKey{
		revision, s.Grabbed, s.Focus, s.Pointed, p.Entry, s.Tool, s.Brush, p.Film.Position, p.Film.Act, p.Film.Playing, p.Race.Shown,
		p.Argument.Act, p.Argument.Full, s.Layers.Chosen, p.Dimension, p.Focus,
		networkKey{
			s.Layers.Field.Serial, s.Layers.Chosen, s.Layers.Features, len(s.Layers.Columns), s.Program(TileNeurons).Focus, s.Output, s.Layers.Pictured,
			s.Layers.Compares, s.Level, s.Window,
		},
	}
}

// Changed returns the tiles to redraw for snapshot s if the frame before had the key before. If the keys differ these are all tiles, except
// the network's tile if networkKey is the same. If the keys are equal these are the tiles that change on their own.
func (before CacheKey) Changed(s *protocol.Snapshot) (c TileSet) {
	if now := CacheKeyOf(s); now != before {
		c = AllTiles
		c[TileNetwork] = now.network != before.network
		return c
	}
	for tile := range pictures {
		c[tile] = pictures[tile].moves != nil && pictures[tile].moves(s.Program(tile))
	}
	return c
}
