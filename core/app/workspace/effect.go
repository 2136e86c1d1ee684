package workspace

import "conelab/core/app/protocol"

// Effect is a set of consequences that an intent carried out by one part of a session has for the others, which it does not know. The session passes
// them on. A change of the problem is not an Effect; the revision of the workspace shows it.
type Effect uint

const (
	// Fresh: the points do not derive from those before, so the film plays from its beginning.
	Fresh Effect = 1 << iota
	// Redraw: another solution, or another part of it, has to be drawn.
	Redraw
	// Ended: the gesture of the pointer ends.
	Ended
	// Viewed: another part of the solution is shown.
	Viewed
	// OtherOutput: the neuron and the matrix entry in focus belong to an output that is no longer shown.
	OtherOutput
	// Original: the optimal network is shown as it was found, not as the user turned it.
	Original
	// ShowData: the pictures show the data, no longer the claim under check.
	ShowData
	// ShowClaim: the pictures show the claim under check in place of the data.
	ShowClaim
	// ToBegin: the film of the argument goes to its beginning. ToEnd: the film goes to its end.
	ToBegin
	ToEnd
	along // first bit of Along
)

// Along says that the changed problem differs in one variable only, so that work along that variable continues.
func Along(v protocol.Variable) Effect { return along << v }

// Has reports whether e includes all of the given consequences.
func (e Effect) Has(some Effect) bool { return e&some == some }
