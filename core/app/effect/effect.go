// Package effect says what an intent that one part of a session carries out means for the others.
//
// A part does not know the parts that depend on it. It answers an intent with an Effect, and the session passes that on. That the problem
// has changed is not among them: the revision of the workspace says so.
package effect

import "conelab/core/app/protocol"

// Effect is a set of consequences.
type Effect uint

const (
	// Foreign: the part does not carry out this intent; another one does.
	Foreign Effect = 1 << iota
	// Fresh: its points were not made of those before: the film plays from its beginning.
	Fresh
	// Redraw: another solution is shown, or another part of it.
	Redraw
	// Ended: a gesture of the pointer ends.
	Ended
	// Viewed: another part of the solution is shown.
	Viewed
	// OtherOutput: the neuron and the matrix entry in focus belong to an output that is no longer shown.
	OtherOutput
	// Original: the optimal network is shown as it was found, not one that it was turned to.
	Original
	// ShowData: the pictures show the data, no longer what is under check.
	ShowData
	// ShowClaim: the pictures show what is under check in place of the data.
	ShowClaim
	// ToBegin: the film of the argument stands at its beginning; ToEnd: the film stands at its end.
	ToBegin
	ToEnd
	along // the bits of Along begin here
)

// Along says that a problem that has changed differs in one variable only, so that work along that variable goes on.
func Along(v protocol.Variable) Effect { return along << v }

// Has reports whether all of some consequences are in e.
func (e Effect) Has(some Effect) bool { return e&some == some }
