package intent

// Film selects a film. If no film is playing, it starts at its end, where the solution is.
type Film struct {
	// the decomposition of the matrices, the solver's path, or a picture of the argument
	Name string `json:"name" words:"decomposition|solver|price|curve|bowl|tangents|bounds"`
}

// Films are the names of the films, in the order of protocol.Act.
var Films = words[Film]("name")

// Play plays the film from its current position, or from the start if it is at its end.
type Play struct{}

// Pause pauses the film.
type Pause struct{}

// Step moves to the next or the previous whole unit of the film.
type Step struct {
	By      float64 `json:"by" missing:"kept" says:"The step"` // backward if negative, otherwise forward
	Animate bool    `json:"animate,omitempty"`                 // plays the film up to there; forward only
}

// Seek pauses the film and moves it to a position.
type Seek struct {
	Position float64 `json:"position,omitempty" says:"The position"` // position in units of the film, clamped to its ends
}

// Tick advances the film.
type Tick struct {
	Seconds float64 `json:"seconds,omitempty" says:"The time"` // seconds since the last tick, at most 1
}

// Speed sets the playback speed.
type Speed struct {
	Value float64 `json:"value" says:"The speed" range:"from 0.25 to 4"` // speed relative to normal
}

// Slowest and Fastest are the bounds on the playback speed.
var Slowest, Fastest = least[Speed]("value"), most[Speed]("value")

// Spoil perturbs a neuron of the network that the optimality argument examines, by turning its direction within the circle shown and scaling its
// weight. The solution itself does not change. The films bowl and bounds start at the perturbed network.
type Spoil struct {
	Neuron int     `json:"neuron" missing:"kept" range:"from -1 on"`                  // neuron shown, or -1 to undo all perturbations
	Turn   float64 `json:"turn,omitempty" says:"The turn" range:"from -180 to 180"`   // angle in degrees
	Scale  float64 `json:"scale" missing:"kept" says:"The scale" range:"from 0 to 4"` // factor of the weight
	Final  bool    `json:"final" missing:"kept"`                                      // false while a pointer is dragging
}

// HeaviestSpoil is the largest factor of a weight.
var HeaviestSpoil = most[Spoil]("scale")

// Rival selects the network at which the film bowl starts.
type Rival struct {
	// the network without neurons, a random one, or the perturbed one
	Name string `json:"name" words:"empty|random|spoiled"`
	Seed int    `json:"seed" missing:"kept" says:"The seed" range:"from 0 to 2147483647"` // seed of the random network
}
