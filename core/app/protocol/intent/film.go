package intent

// Slowest and Fastest bound the speed of the film.
const Slowest, Fastest = 0.25, 4

// Films are the names of what can be played, in the order of protocol.Act: how the solution's matrices are taken apart, how the solver comes to the
// solution, and the five pictures of the argument that nothing can be better.
var Films = []string{"decomposition", "solver", "price", "curve", "bowl", "tangents", "bounds"}

// Film chooses what is played. It begins at its end, where the solution is, unless it plays.
type Film struct {
	Name string // of what is played
}

func (i *Film) form(f *Form) {
	f.do("film")
	f.choice(field("name", "film"), &i.Name, Films)
}

// Play plays the film from where it is, from the start if it is at its end.
type Play struct{}

func (i *Play) form(f *Form) { f.do("play") }

// Pause stops the film.
type Pause struct{}

func (i *Pause) form(f *Form) { f.do("pause") }

// Step goes to the next whole unit of the film, or to the one before.
type Step struct {
	By      float64 // back where it is below 0, else forward
	Animate bool    // plays what is between, forward only
}

func (i *Step) form(f *Form) {
	f.do("step")
	f.numberOr(1, field("by", "The step").optional(), &i.By, Range{})
	f.flag("animate", &i.Animate, false)
}

// Seek stops the film at a position.
type Seek struct {
	Position float64 // in units of the film, which is as long as the page says; beyond its ends it is at an end
}

func (i *Seek) form(f *Form) {
	f.do("seek")
	f.numberOr(0, field("position", "The position").optional(), &i.Position, Range{})
}

// Tick lets time pass for the film.
type Tick struct {
	Seconds float64 // since the last tick; more than one counts as one
}

func (i *Tick) form(f *Form) {
	f.do("tick")
	f.numberOr(0, field("seconds", "The time").optional(), &i.Seconds, Range{})
}

// Spoil changes the network of the argument, not the solution: a neuron is turned within the circle of directions, and its weight multiplied.
// The films bowl and bounds begin at the network that is spoiled.
type Spoil struct {
	Neuron int     // among those shown, -1 to mend all
	Turn   float64 // degrees
	Scale  float64 // of the weight
	Final  bool    // false while a pointer moves it
}

// HeaviestSpoil bounds the factor of a weight.
const HeaviestSpoil = 4

func (i *Spoil) form(f *Form) {
	f.do("spoil")
	f.wholeOr(None, index("neuron", "neuron").optional(), &i.Neuron, from(None))
	f.numberOr(0, field("turn", "The turn").optional(), &i.Turn, between(-180, 180).in(" degrees"))
	f.numberOr(1, field("scale", "The scale").optional(), &i.Scale, between(0, HeaviestSpoil))
	f.flag("final", &i.Final, true)
}

// Rivals are the networks that the optimum is compared with: none of the neurons, some at random, or the spoiled one.
var Rivals = []string{"empty", "random", "spoiled"}

// Rival chooses the network from which the film bowl comes to the optimum.
type Rival struct {
	Name string // of the network
	Seed int    // of one at random
}

func (i *Rival) form(f *Form) {
	f.do("rival")
	f.choice(field("name", "network"), &i.Name, Rivals)
	f.wholeOr(1, field("seed", "The seed").optional(), &i.Seed, between(0, MostSeed))
}

// Speed sets how fast the film plays.
type Speed struct {
	Value float64 // 1 is the usual speed
}

func (i *Speed) form(f *Form) {
	f.do("speed")
	f.number(field("value", "The speed"), &i.Value, between(Slowest, Fastest))
}
