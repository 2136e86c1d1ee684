package verify

import (
	"conelab/core/app/messages"
	"conelab/core/app/workspace"
	"conelab/core/format/document"
	"conelab/core/network/path"
)

// kindOf returns the class of functions that the networks of a state can be, whatever their neurons. With |u| = 1, the function sum alpha sigma(x'u)
// has the quadratic part a x'Mx, the linear part b m'x and the constant c tr M, with tr M = sum alpha.
func kindOf(t *workspace.State, classes path.Classes) messages.Kind {
	sigma, architecture := t.Activation(), t.Architecture()
	k := messages.Kind{Features: t.Features(), Outputs: t.Outputs(), Reading: messages.Numbers, Patches: architecture.Kind == document.KindConvolutional}
	switch classes {
	case path.Signs:
		k.Reading = messages.Signs
	case path.Largest:
		k.Reading = messages.Largest
	}
	if architecture.Kind == document.KindQuadratic {
		k.Square, k.Degree, k.Even, k.Zero = true, 2, true, true
		return k
	}
	switch {
	case sigma.A != 0:
		k.Degree = 2
	case sigma.B != 0:
		k.Degree = 1
	}
	k.Even, k.Zero = sigma.B == 0, sigma.C == 0
	k.SameSign = sigma.A*sigma.C > 0
	return k
}
