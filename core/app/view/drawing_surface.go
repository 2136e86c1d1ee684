package view

import (
	"math"

	"conelab/core/app/protocol"
)

// surface is a function over the plane, or of one feature. Its value is NaN where it is not known.
type surface func(x, y float64) float64

// surfaces returns the functions that a snapshot shows over the plane: f, nil without a network, and all outputs if the picture shows which is
// largest.
func surfaces(s *protocol.Snapshot) (f surface, outputs []surface) {
	if field := &s.Layers.Field; len(s.Layers.Columns) > 0 && field.Rows > 0 {
		if s.Layers.Compares {
			for o := range field.Outputs {
				outputs = append(outputs, between(field, o))
			}
		}
		return between(field, min(s.Output, field.Outputs-1)), outputs
	}
	for k := range s.Classes {
		outputs = append(outputs, over(&s.Classes[k]))
	}
	if s.Function != (protocol.Quadratic{}) || len(outputs) > 0 {
		f = over(&s.Function)
	}
	return f, outputs
}

// over returns a quadratic as a surface.
func over(q *protocol.Quadratic) surface {
	return func(x, y float64) float64 { return q.At(protocol.Vec{x, y}) }
}

// between returns an output of several layers, interpolated linearly between the positions at which it is known.
func between(f *protocol.Field, output int) surface {
	return func(x, y float64) float64 {
		i, s := cellOf((x-f.Left)/f.Step, f.Columns)
		j, t := cellOf((y-f.Low)/f.Step, f.Rows)
		if i < 0 || j < 0 {
			return math.NaN()
		}
		row := func(j int) float64 {
			values := f.Row(output, j)
			return float64(values[i])*(1-s) + float64(values[min(i+1, f.Columns-1)])*s
		}
		return row(j)*(1-t) + row(min(j+1, f.Rows-1))*t
	}
}

// edge is the distance in cells beyond the outermost positions at which a field still counts as known, to allow for rounding.
const edge = 1e-6

// cellOf returns the cell of a row of positions in which a coordinate lies, and the coordinate's position within the cell as a fraction; the cell is
// -1 outside the row. A row of one position extends everywhere.
func cellOf(at float64, places int) (cell int, share float64) {
	last := float64(places - 1)
	switch {
	case places == 1:
		return 0, 0
	case !(at >= -edge && at <= last+edge):
		return -1, 0
	}
	at = math.Max(0, math.Min(at, last))
	cell = min(int(at), places-2)
	return cell, at - float64(cell)
}
