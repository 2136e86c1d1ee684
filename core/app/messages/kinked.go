package messages

// Sentences on piecewise-linear activations.

// kinked holds their names for people.
var kinked = map[string]string{"relu": "ReLU", "leaky": "leaky ReLU", "absolute": "the absolute value"}

// KinkedActivation names a piecewise-linear activation.
func KinkedActivation(name string) string { return "the activation " + kinked[name] }

// LossFollows says that the loss has changed with the activation, whose name is "" for the polynomial.
func LossFollows(activation, loss, before string) string {
	name := kinked[activation]
	if name == "" {
		name = "the polynomial"
	}
	return "With " + name + " the loss is " + loss + " in place of " + before + ": the two costs cannot be compared."
}
