package scene

import (
	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
)

// dataPosition is a pointer's position in the data. The first n numbers of at are its data coordinates, radius is how far the pointer reaches, and
// index is the point under it, or none.
type dataPosition struct {
	at     protocol.Vec
	n      int
	radius float64
	index  int
}

// press returns the intent that begins a gesture at p. With more it adds to the selection; with other it draws the other class.
func (p *dataPosition) press(more, other bool) string {
	return intent.JSON(intent.Press{At: p.at[:p.n], Radius: p.radius, Index: new(p.index), More: more, Other: other})
}

// drag returns the intent that continues the gesture at p, after the places of path.
func (p *dataPosition) drag(path []float64) string {
	return intent.JSON(intent.Drag{At: p.at[:p.n], Radius: p.radius, Index: new(p.index), Path: path})
}

// valueIntent returns the intent that sets the variable of a study and leaves the other coefficients of the activation as they are.
func valueIntent(of protocol.Variable, value float64, activation [3]float64) string {
	if of == protocol.Beta {
		return intent.JSON(intent.Beta{Value: value, Final: true})
	}
	activation[of-protocol.CoefficientA] = value
	return intent.JSON(intent.Activation{A: activation[0], B: activation[1], C: activation[2], Final: true})
}
