package scene

import (
	"encoding/binary"
	"hash/maphash"
	"math"

	"conelab/core/app/protocol"
)

// inputs is what a picture is drawn from: a snapshot in which all else is zero. So no picture can show what its digest lacks.
type inputs struct {
	protocol.Snapshot
	size float64 // see state
}

// inputsOf returns the inputs of a tile.
func inputsOf(tile int, snap *protocol.Snapshot) (in inputs) {
	program := snap.Program(TileCertificate)
	in.size = sizeOf(snap.Program(tile))
	switch dst := &in.Snapshot; tile {
	case TileRace:
		dst.Race = program.Race
	case TileSweep:
		dst.Sweep = program.Sweep
	case TileNetwork: // without the points: while these are dragged, the picture of the network before stays
		dst.Dimension, dst.Window, dst.Output, dst.Level, dst.Layers = snap.Dimension, snap.Window, snap.Output, snap.Level, snap.Layers
		if dst.Focus = none; focused(program, program.Focus) {
			dst.Focus, dst.Neurons = 0, program.Neurons[program.Focus:][:1]
		}
	default:
		*dst = *snap.Program(tile)
		dst.Race, dst.Sweep, dst.Layer = protocol.Race{}, protocol.Sweep{}, nil
		if tile == TileData {
			dst.Race = protocol.Race{Shown: snap.Race.Shown, Function: snap.Race.Function, Neurons: snap.Race.Neurons}
		}
	}
	return in
}

// veil leaves nothing of the network.
func (in *inputs) veil() {
	in.Neurons, in.Function, in.Layers = nil, protocol.Quadratic{}, protocol.Layers{}
	in.Argument, in.Animation = protocol.Argument{}, protocol.Animation{}
}

var digestSeed = maphash.MakeSeed()

// Digest returns a digest of what a tile shows of a snapshot: in the same view the tile keeps its picture while the digest stays the same.
// A worker that is started again may have other content, and a drag of several layers has new data before there is a new network to draw.
func Digest(tile int, snap *protocol.Snapshot) uint64 {
	var digest maphash.Hash
	digest.SetSeed(digestSeed)
	in, buffer := inputsOf(tile, snap), make([]byte, 4096)
	in.Layers.Field.Values = nil // Serial stands for them
	digest.Write(binary.LittleEndian.AppendUint64(nil, math.Float64bits(in.size)))
	protocol.Encode(&in.Snapshot, buffer, func(piece []byte) { digest.Write(piece) })
	return digest.Sum64()
}
