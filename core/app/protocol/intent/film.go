package intent

// Slowest and Fastest are the bounds on the playback speed.
const Slowest, Fastest = 0.25, 4

// Films are the names of the films, in the order of protocol.Act: the decomposition of the solution's matrices, the iterations of the solver, and the
// five pictures of the optimality argument.
var Films = []string{"decomposition", "solver", "price", "curve", "bowl", "tangents", "bounds"}

// Film selects a film. If no film is playing, it starts at its end, where the solution is.
type Film struct {
	Name string // name of the film
}

func (i *Film) form(f *Form) {
	f.do("film")
	f.choice(field("name", "film"), &i.Name, Films)
}

// Play plays the film from its current position, or from the start if it is at its end.
type Play struct{}

func (i *Play) form(f *Form) { f.do("play") }

// Pause pauses the film.
type Pause struct{}

func (i *Pause) form(f *Form) { f.do("pause") }

// Step moves to the next or the previous whole unit of the film.
type Step struct {
	By      float64 // backward if negative, otherwise forward
	Animate bool    // plays the film up to there; forward only
}

func (i *Step) form(f *Form) {
	f.do("step")
	f.numberOr(1, field("by", "The step").optional(), &i.By, Range{})
	f.flag("animate", &i.Animate, false)
}

// Seek pauses the film and moves it to a position.
type Seek struct {
	Position float64 // position in units of the film, clamped to its ends
}

func (i *Seek) form(f *Form) {
	f.do("seek")
	f.numberOr(0, field("position", "The position").optional(), &i.Position, Range{})
}

// Tick advances the film.
type Tick struct {
	Seconds float64 // seconds since the last tick, at most 1
}

func (i *Tick) form(f *Form) {
	f.do("tick")
	f.numberOr(0, field("seconds", "The time").optional(), &i.Seconds, Range{})
}

// Spoil perturbs a neuron of the network that the optimality argument examines, by turning its direction within the circle shown and scaling its
// weight. The solution itself does not change. The films bowl and bounds start at the perturbed network.
type Spoil struct {
	Neuron int     // neuron shown, or -1 to undo all perturbations
	Turn   float64 // angle in degrees
	Scale  float64 // factor of the weight
	Final  bool    // false while a pointer is dragging
}

// HeaviestSpoil is the largest factor of a weight.
const HeaviestSpoil = 4

func (i *Spoil) form(f *Form) {
	f.do("spoil")
	f.wholeOr(None, index("neuron", "neuron").optional(), &i.Neuron, from(None))
	f.numberOr(0, field("turn", "The turn").optional(), &i.Turn, between(-180, 180).in(" degrees"))
	f.numberOr(1, field("scale", "The scale").optional(), &i.Scale, between(0, HeaviestSpoil))
	f.flag("final", &i.Final, true)
}

// Rivals are the networks compared with the optimum: one without neurons, a random one, and the perturbed one.
var Rivals = []string{"empty", "random", "spoiled"}

// Rival selects the network at which the film bowl starts.
type Rival struct {
	Name string // name of the network
	Seed int    // seed of the random network
}

func (i *Rival) form(f *Form) {
	f.do("rival")
	f.choice(field("name", "network"), &i.Name, Rivals)
	f.wholeOr(1, field("seed", "The seed").optional(), &i.Seed, between(0, MostSeed))
}

// Speed sets the playback speed.
type Speed struct {
	Value float64 // speed relative to normal
}

func (i *Speed) form(f *Form) {
	f.do("speed")
	f.number(field("value", "The speed"), &i.Value, between(Slowest, Fastest))
}
