package scene

import (
	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
)

// place is where a pointer is among the data: the first n numbers of at, in data coordinates, with the radius that it touches and the point
// under it, or none.
type place struct {
	at     protocol.Vec
	n      int
	radius float64
	index  int
}

// press returns the intent to begin a gesture there, with more one that adds to the selection, with other one of the other class.
func (p *place) press(more, other bool) string {
	return intent.Press{At: p.at[:p.n], Radius: p.radius, Index: intent.Given(p.index), More: more, Other: other}.JSON()
}

// drag returns the intent to go on there.
func (p *place) drag() string {
	return intent.Drag{At: p.at[:p.n], Radius: p.radius, Index: intent.Given(p.index)}.JSON()
}

// valueIntent returns the intent to set the variable of a study, the activation's other coefficients as they are.
func valueIntent(of protocol.Variable, value float64, activation [3]float64) string {
	if of == protocol.Beta {
		return intent.Beta{Value: value, Final: true}.JSON()
	}
	activation[of-protocol.CoefficientA] = value
	return intent.Activation{A: activation[0], B: activation[1], C: activation[2], Final: true}.JSON()
}
