package scene

import (
	"encoding/binary"
	"hash/maphash"
	"math"

	"conelab/core/app/protocol"
)

// inputs is the snapshot that a picture is drawn from, with every field that it does not use zero. So no picture can show what its digest
// lacks.
type inputs struct {
	protocol.Snapshot
	size float64 // see state
}

// set sets the inputs to those of a tile.
func (in *inputs) set(tile int, snap *protocol.Snapshot) {
	program := snap.Program(tile)
	*in = inputs{size: sizeOf(program)}
	if pictures[tile].inputs != nil {
		pictures[tile].inputs(&in.Snapshot, snap, program)
	} else {
		programInputs(&in.Snapshot, program)
	}
}

// programInputs copies all of a program except for a race and a sweep.
func programInputs(dst, program *protocol.Snapshot) {
	*dst = *program
	dst.Race, dst.Sweep, dst.ChosenProgram = protocol.Race{}, protocol.Sweep{}, nil
}

// veil removes the network.
func (in *inputs) veil() {
	in.Neurons, in.Function, in.Layers = nil, protocol.Quadratic{}, protocol.Layers{}
	in.Argument, in.Animation = protocol.Argument{}, protocol.Animation{}
}

var digestSeed = maphash.MakeSeed()

// Digest returns a digest of what a tile shows of a snapshot: in the same view the tile keeps its picture while the digest stays the same.
// Revisions do not tell: a restarted worker may have other content, and while points of several layers are dragged, the data are newer than
// the network.
func Digest(tile int, snap *protocol.Snapshot) uint64 {
	var digest maphash.Hash
	digest.SetSeed(digestSeed)
	var in inputs
	in.set(tile, snap)
	in.Layers.Field.Values = nil // Serial stands for them
	digest.Write(binary.LittleEndian.AppendUint64(nil, math.Float64bits(in.size)))
	protocol.Encode(&in.Snapshot, make([]byte, 4096), func(piece []byte) { digest.Write(piece) })
	return digest.Sum64()
}
