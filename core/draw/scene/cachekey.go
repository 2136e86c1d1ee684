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

// CacheKeyOf returns the key of a snapshot. Pictures of background work are drawn anew on their own (picture.moves), so its revision is left out.
func CacheKeyOf(s *protocol.Snapshot) CacheKey {
	p, revision, layers := s.Program(TileCertificate), s.Revision, &s.Layers
	revision.Jobs = 0
	return CacheKey{
		revision: revision, grabbed: s.Grabbed, focus: s.Focus, pointed: s.Pointed, entry: p.Entry, tool: s.Tool, brush: s.Brush,
		position: p.Film.Position, act: p.Film.Act, playing: p.Film.Playing, shown: p.Race.Shown, argument: p.Argument.Act,
		full: p.Argument.Full, layer: layers.Chosen, features: p.Dimension, above: p.Focus,
		network: networkKey{
			field: layers.Field.Serial, chosen: layers.Chosen, features: layers.Features, columns: len(layers.Columns),
			above: s.Program(TileNeurons).Focus, output: s.Output, sample: layers.Pictured, compares: layers.Compares, level: s.Level,
			window: s.Window,
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
