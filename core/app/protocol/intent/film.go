package intent

// Slowest and Fastest bound the speed of the film.
const Slowest, Fastest = 0.25, 4

// Films are the names of what can be played: how the solution's matrices are taken apart, and how the solver comes to the solution.
var Films = []string{"decomposition", "solver"}

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

// Speed sets how fast the film plays.
type Speed struct {
	Value float64 // 1 is the usual speed
}

func (i *Speed) form(f *Form) {
	f.do("speed")
	f.number(field("value", "The speed"), &i.Value, between(Slowest, Fastest))
}
