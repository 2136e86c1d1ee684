package view

import (
	"math"
	"slices"

	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/app/workspace"
	"conelab/core/network/certify"
	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
)

// unitSeconds is the duration of one unit of each topic at normal speed.
var unitSeconds = [...]float64{
	protocol.Decomposition: 2.2, protocol.Solver: 0.55, protocol.Price: 4.5, protocol.Curve: 3, protocol.Bowl: 4, protocol.Tangents: 10,
	protocol.Bounds: 4.5,
}

// reading is the time in seconds for which the end of a chapter is shown before the next one begins.
const reading = 3

// Player plays an animation.
type Player struct {
	protocol.Animation
	Speed float64 // 1 is normal speed
	stop  float64 // the position at which playing ends
	whole bool    // the five topics of the argument are chapters of one animation
	rest  float64 // seconds for which the end of a chapter has been shown
}

// NewPlayer returns a player at the beginning of the animation.
func NewPlayer() *Player {
	p := &Player{Speed: 1}
	p.Restart()
	return p
}

// Name returns the name of the topic, as in intent.Animations.
func (p *Player) Name() string { return intent.Animations[p.Topic] }

// AtEnd reports whether the animation is at its end.
func (p *Player) AtEnd() bool { return p.Position >= p.Length() }

// Restart goes to the beginning for the next solution; SettleAtEnd then moves an animation that does not play to its end. The argument goes
// on with the next solution, any other animation becomes the decomposition.
func (p *Player) Restart() {
	if !p.Topic.Argues() {
		p.Topic = protocol.Decomposition
	}
	p.Position, p.Playing, p.stop = 0, false, math.Inf(1)
}

// Pause stops the animation at its position.
func (p *Player) Pause() { p.Place(p.Position, false) }

// ToEnd stops the animation at its end.
func (p *Player) ToEnd() { p.Playing, p.Position = false, p.Length() }

// SettleAtEnd moves the animation to its end if it does not play, if its position is beyond the end, or if held is set. A topic of the
// argument that shows the optimum throughout keeps its position.
func (p *Player) SettleAtEnd(held bool) {
	still := p.Topic == protocol.Price || p.Topic == protocol.Curve || p.Topic == protocol.Tangents
	if length := p.Length(); !p.Playing && !still || p.Position > length || held && !still {
		p.Position, p.Playing = length, false
	}
}

// Switch sets the topic and moves to its beginning if the animation plays, to its end otherwise. If whole is set and the topic is of the
// argument, it is one of five chapters, and playing goes on to the next.
func (p *Player) Switch(name string, whole bool) {
	p.SetAnimation(name)
	p.whole, p.rest = whole && p.Topic.Argues(), 0
	p.Position = p.Length()
	if p.Playing {
		p.Position, p.stop = 0, math.Inf(1)
	}
}

// SetAnimation sets the topic, by one of intent.Animations, and keeps the position.
func (p *Player) SetAnimation(name string) {
	p.Topic = protocol.Topic(slices.Index(intent.Animations, name))
}

// Place moves the animation to a position, and plays on from there if playing is set and it is not the end.
func (p *Player) Place(position float64, playing bool) {
	p.Position = math.Max(0, math.Min(p.Length(), position))
	p.Playing, p.stop = playing && !p.AtEnd(), math.Inf(1)
}

// Chapters reports whether the topics of the argument are chapters of one animation.
func (p *Player) Chapters() bool { return p.whole && p.Topic.Argues() }

// chapter moves to the next chapter, or to the one before, and reports whether there is one.
func (p *Player) chapter(by protocol.Topic) bool {
	if !p.Chapters() || !(p.Topic + by).Argues() {
		return false
	}
	p.Topic, p.rest = p.Topic+by, 0
	return true
}

// Clock returns the elapsed and the total seconds of a chapter at normal speed.
func (p *Player) Clock() (elapsed, whole float64) {
	return p.Position * unitSeconds[p.Topic], protocol.ArgumentUnits * unitSeconds[p.Topic]
}

// Play plays the animation from its position; at its end it plays the next chapter or, if there is none, from the beginning.
func (p *Player) Play() {
	if p.AtEnd() {
		p.chapter(1)
		p.Position = 0
	}
	p.Playing, p.stop = p.Length() > 0, math.Inf(1)
}

// Step moves the animation to the next whole unit, which it plays up to if animate is set, or if back is set to the previous one.
func (p *Player) Step(back, animate bool) {
	// A small tolerance, so that a step from a position that a slider rounded to a whole unit moves by a whole unit.
	const tolerance = 1e-6
	p.Place(p.Position, false)
	switch {
	case back && p.Position <= tolerance && p.chapter(-1):
		p.Position = p.Length()
		return
	case !back && p.AtEnd() && p.chapter(1):
		p.Position = 0
	}
	at := p.Position
	next := math.Min(p.Length(), math.Floor(at+tolerance)+1)
	switch {
	case back:
		p.Position = math.Max(0, math.Ceil(at-tolerance)-1)
	case animate && next > at:
		p.Playing, p.stop = true, next
	default:
		p.Position = next
	}
}

// Tick advances an animation that plays by some seconds, if it belongs to the present solution.
func (p *Player) Tick(seconds float64, belongs bool) {
	at := math.Max(0, math.Min(p.Length(), p.Position))
	if belongs && p.Playing && seconds > 0 {
		at += math.Min(seconds, 1) * p.Speed / unitSeconds[p.Topic]
		if end := math.Min(p.stop, p.Length()); at >= end {
			at = p.finish(end, seconds)
		} else {
			p.rest = 0
		}
	}
	p.Position = at
}

// finish returns the next position of an animation that plays and has reached end. The end of a chapter is shown for a while before the
// next chapter begins; after the first one the animation waits while the visitor looks for a neuron that pays.
func (p *Player) finish(end, seconds float64) (at float64) {
	p.Playing = p.Chapters() && p.Topic != protocol.Price && p.Topic != protocol.Bounds && end == p.Length()
	if !p.Playing {
		return end
	}
	p.rest += seconds
	if p.rest <= reading {
		return end
	}
	p.chapter(1)
	return 0
}

// Project builds the animation of what is shown now.
func (p *Pictures) Project() {
	content := p.content()
	p.Player.Sequences, p.Player.Iterates, p.traced = content.sequences(), nil, false
	p.LoadIterates()
	p.Player.SettleAtEnd(p.Changing())
	if layer := content.layer; layer.Found == nil || max(p.entry[1], p.entry[2]) > layer.State.D {
		p.entry = [3]int{intent.None}
	}
}

// mostSteps is the largest number of neurons whose decomposition is an animation.
const mostSteps = 100

// sequences returns the animation of the decomposition of what is shown.
func (c *Content) sequences() (sequences []protocol.Sequence) {
	order := c.layer.Order(c.output)
	if len(order) > mostSteps {
		return nil
	}
	place := func() (at int) {
		if len(order) == 0 {
			return intent.None
		}
		at, order = order[0], order[1:]
		return at
	}
	for k, dec := range c.layer.Decompositions(c.output) {
		if len(dec.Steps) > 0 {
			sequences = append(sequences, sequence(dec, 1-2*k, place))
		}
	}
	return sequences
}

// LoadIterates makes the solver's path part of the animation if that is the topic, unless a gesture is in progress: the path takes one to
// seven times as long as a solution, 2 ms for 80 points, 15 for the 2,000 of a large example and 250 for a table of 20,000, once for each.
// An animation that does not play goes to its end.
func (p *Pictures) LoadIterates() {
	if p.traced || p.Player.Topic != protocol.Solver || p.Changing() {
		return
	}
	content := p.content()
	t := content.layer.State
	if content.layered() || !content.layer.Matches() || !t.Drawable() {
		return
	}
	p.traced = true
	for _, it := range certify.Path(t.TrainingProblem(), content.output) {
		p.Player.Iterates = append(p.Player.Iterates, protocol.Iterate{
			Plus: symmetric(it.Plus, t.D), Minus: symmetric(it.Minus, t.D),
			Certificate: workspace.FormOf(it.Quadratic, content.program.frame.Axes...),
			Cost:        it.Cost, Bound: it.Bound,
		})
	}
	p.Player.SettleAtEnd(false)
}

// sequence returns the decomposition as steps of the animation. Each call of place returns the position of
// the next neuron, in the order found, in the list shown, which omits vectors of weight zero.
func sequence(dec *neural.Decomposition, sign int, place func() int) protocol.Sequence {
	r := protocol.Sequence{Sign: sign}
	for _, step := range dec.Steps {
		to := protocol.Step{
			First: step.First, Partner: step.Partner, Angle: step.Angle,
			Neuron: intent.None,
		}
		if len(step.Y) > workspace.DrawnFeatures+1 {
			embed(&step, &to)
		} else {
			to.R = widen(step.Y)
			for _, v := range step.Before {
				to.Before = append(to.Before, widen(v))
			}
		}
		if step.Y[len(step.Y)-1] != 0 {
			to.Neuron = place()
		}
		r.Steps = append(r.Steps, to)
	}
	return r
}

// embed maps a step in d features to one in three features with the same lengths, inner products and forms: p_1 along the first
// axis, the pair in the plane of the first two. Of all other vectors only |c| and t are kept.
func embed(step *neural.Step, to *protocol.Step) {
	d := len(step.Y) - 1
	at := func(v []float64) protocol.Lifted {
		return protocol.Lifted{0: math.Sqrt(dense.Dot(v[:d], v[:d])), 3: v[d]}
	}
	for _, v := range step.Before {
		to.Before = append(to.Before, at(v))
	}
	first := to.Before[step.First]
	to.R = first
	if step.Partner >= 0 {
		partner := &to.Before[step.Partner]
		whole := partner[0]
		if first[0] > 0 {
			partner[0] = dense.Dot(step.Before[step.First][:d], step.Before[step.Partner][:d]) / first[0]
		}
		partner[1] = math.Sqrt(math.Max(0, whole*whole-partner[0]*partner[0]))
		sin, cos := math.Sincos(step.Angle)
		for k := range to.R {
			to.R[k] = cos*first[k] + sin*partner[k]
		}
	}
	last := workspace.DrawnFeatures
	if to.R[last] < 0 {
		for k := range to.R {
			to.R[k] = -to.R[k]
		}
	}
	to.R[last] = math.Abs(step.Y[d]) // the neuron's own value, without further rounding
}
