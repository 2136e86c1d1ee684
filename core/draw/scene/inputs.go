package scene

import (
	"encoding/binary"
	"hash/maphash"
	"math"

	"conelab/core/app/protocol"
)

// part is a part of a snapshot. No two parts that a picture is drawn from overlap.
type part int

const (
	dataPart    part = iota // the data with the whole network, without what the background jobs found
	programPart             // the same of the program of the chosen layer
	runPart                 // of a race, only the run that is shown
	racePart
	sweepPart
	networkPart // the layers, without the points: while these are dragged, the picture of the network before stays
	parts
)

// copyTo copies the part of snap to dst, in which it is zero.
func (p part) copyTo(dst, snap *protocol.Snapshot) {
	program := snap.Program(TileNeurons)
	switch p {
	case programPart:
		snap = program
		fallthrough
	case dataPart:
		jobs := dst.Race
		*dst = *snap
		dst.Revision, dst.Race, dst.Sweep, dst.Layer = protocol.Revision{}, jobs, protocol.Sweep{}, nil // the content counts
	case runPart:
		dst.Race = protocol.Race{Shown: snap.Race.Shown, Function: snap.Race.Function, Neurons: snap.Race.Neurons}
	case racePart:
		dst.Race = program.Race
	case sweepPart:
		dst.Sweep = program.Sweep
	case networkPart:
		dst.Dimension, dst.Window, dst.Output, dst.Level, dst.Layers = snap.Dimension, snap.Window, snap.Output, snap.Level, snap.Layers
		if dst.Focus = none; focused(program, program.Focus) {
			dst.Focus, dst.Neurons = 0, program.Neurons[program.Focus:][:1]
		}
	}
}

// inputs is what a picture is drawn from: the parts of a snapshot that the picture names, with everything else left zero. No picture can
// show what its cache key lacks.
type inputs struct {
	protocol.Snapshot
	size float64 // see state
}

// veil leaves nothing of the network.
func (in *inputs) veil() {
	in.Neurons, in.Function, in.Layers, in.Iterates = nil, protocol.Quadratic{}, protocol.Layers{}, nil
	in.Argument, in.Animation = protocol.Argument{}, protocol.Animation{}
}

// inputsOf returns the inputs of a tile.
func inputsOf(tile int, snap *protocol.Snapshot) inputs {
	in := inputs{size: sizeOf(snap.Program(tile))}
	for _, p := range pictures[tile].parts {
		p.copyTo(&in.Snapshot, snap)
	}
	return in
}

// CacheKey holds a digest of each part of a snapshot. A tile keeps its picture, in the same view, while the digests of its parts stay the
// same. The content counts and not its revision: a worker that is started again counts from the beginning, and a drag of several layers
// has new data before there is a new network to draw.
type CacheKey [parts]uint64

var cacheSeed = maphash.MakeSeed()

// CacheKeyOf returns the key of a snapshot.
func CacheKeyOf(snap *protocol.Snapshot) (key CacheKey) {
	var digest maphash.Hash
	digest.SetSeed(cacheSeed)
	buffer := make([]byte, 4096)
	for p := range parts {
		if p == programPart && len(snap.Layer) == 0 {
			key[p] = key[dataPart] // they are the same
			continue
		}
		var of protocol.Snapshot
		p.copyTo(&of, snap)
		of.Layers.Field.Values = nil // Serial stands for them
		digest.Reset()
		if p == networkPart { // which has no points to show it
			binary.LittleEndian.PutUint64(buffer, math.Float64bits(sizeOf(snap)))
			digest.Write(buffer[:8])
		}
		protocol.Encode(&of, buffer, func(piece []byte) { digest.Write(piece) })
		key[p] = digest.Sum64()
	}
	return key
}

// Changed returns the tiles to redraw for a snapshot with the key now if the frame before had the key before.
func (before CacheKey) Changed(now CacheKey) (c TileSet) {
	for tile := range c {
		for _, p := range pictures[tile].parts {
			c[tile] = c[tile] || before[p] != now[p]
		}
	}
	return c
}
