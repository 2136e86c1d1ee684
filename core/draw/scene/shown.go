package scene

import "conelab/core/app/protocol"

// What a snapshot shows, as the pictures and the pointers in them tell its cases apart.

// hasLayers reports whether there are several layers.
func hasLayers(snap *protocol.Snapshot) bool { return len(snap.Layers.Columns) > 0 }

// mapsLines reports whether the certificate has all lines, as a map.
func mapsLines(snap *protocol.Snapshot) bool { return snap.Piecewise.Set && snap.Dimension == 2 }

// showsClasses reports whether the data tile shows which output is largest: not while a neuron or a matrix entry is shown alone.
func showsClasses(snap *protocol.Snapshot) bool {
	return len(snap.Classes) > 1 && len(snap.Classes) <= protocol.MaxClasses && !showsTerm(snap)
}

// outputShown returns the output that the data are shown with, or none if they show which one of several is the largest, and their number.
func outputShown(snap *protocol.Snapshot) (only, count int) {
	count = snap.Layers.Field.Outputs
	switch {
	case !hasLayers(snap) && showsClasses(snap):
		return none, len(snap.Classes)
	case !hasLayers(snap):
		return snap.Output, 1
	case snap.Layers.Compares && count > 1 && count <= protocol.MaxClasses:
		return none, count
	}
	return min(snap.Output, count-1), count
}

// focused reports whether neuron i is the one in focus.
func focused(snap *protocol.Snapshot, i int) bool {
	return i >= 0 && i == snap.Focus && i < len(snap.Neurons)
}

// showsTerm reports whether the data are shown with a part of the network: a neuron in focus, or a matrix entry.
func showsTerm(snap *protocol.Snapshot) bool {
	return focused(snap, snap.Focus) || snap.Entry.Matrix >= 0
}

// showsRun reports whether the network of a run is drawn.
func showsRun(snap *protocol.Snapshot) bool { return len(snap.Race.Neurons) > 0 }

// showsTangents reports whether a tile shows the tangents to the losses, and so the point under the pointer.
func showsTangents(tile int, snap *protocol.Snapshot) bool {
	return tile == protocol.PictureCertificate && snap.Argument.Topic == protocol.Tangents
}

// probesLines reports whether a pointer in the certificate chooses the direction that is probed: in the argument only on the map.
func probesLines(snap *protocol.Snapshot) bool {
	switch topic := snap.Argument.Topic; topic {
	case protocol.Price, protocol.Curve, protocol.Bounds:
		return mapsLines(snap)
	default:
		return snap.Piecewise.Set && !topic.Argues()
	}
}

// dragsLine reports whether the line of the direction under inspection can be dragged among the data.
func dragsLine(snap *protocol.Snapshot) bool {
	return mapsLines(snap) && snap.Argument.Topic == protocol.Price && snap.Piecewise.Probing
}
