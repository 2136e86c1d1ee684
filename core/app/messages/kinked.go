package messages

// Sentences on piecewise-linear activations.

// kinked holds their names for people.
var kinked = map[string]string{"relu": "ReLU", "leaky": "leaky ReLU", "absolute": "the absolute value"}

// KinkedActivation names a piecewise-linear activation.
func KinkedActivation(name string) string { return "the activation " + kinked[name] }
