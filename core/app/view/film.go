package view

import (
	"math"

	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/app/workspace"
	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
)

// Project builds the film of what is shown now. A neuron in focus stays in focus at its new position in the list, unless it no longer exists.
func (s *Stage) Project() {
	s.Player.Load(s.reels())
	s.Trace()
	s.Player.Settle(s.held())
	if s.focus >= 0 {
		s.focus = s.placeOf(s.focused)
	}
	if s.Found().Result() == nil && s.Check.Display() == nil || max(s.entry[1], s.entry[2]) > s.features() {
		s.entry = [3]int{intent.None}
	}
}

// reels returns the film of the decomposition of what is shown.
func (s *Stage) reels() (reels []protocol.Reel) {
	count := 0
	var ranks []int // for each neuron, in the order in which the decomposition finds them, its position in the list shown
	place := func() int {
		if count++; count > len(ranks) {
			return count - 1
		}
		return ranks[count-1]
	}
	add := func(dec *neural.Decomposition, sign int) {
		if dec != nil && len(dec.Steps) > 0 {
			reels = append(reels, reel(dec, sign, place))
		}
	}
	if e := s.Check.Display(); e != nil {
		add(e.Decomposition(), 1)
		return reels
	}
	ranks = s.Found().Ranks(s.now(), s.Work.Output())
	for k, dec := range s.Found().Decompositions(s.now(), s.Work.Output()) {
		add(dec, 1-2*k)
	}
	return reels
}

// Trace adopts the solver's path, whose proof takes longer than a solution, if no gesture is in progress.
func (s *Stage) Trace() {
	t := s.now()
	if len(s.Player.Path()) > 0 || !s.Found().Fits(t) || !t.Drawable() || s.held() {
		return
	}
	path := s.Player.Path()
	for _, it := range s.Found().Result().Path(s.Work.Output()) {
		path = append(path, protocol.Iterate{
			Plus: symmetric(it.Plus, t.Features()), Minus: symmetric(it.Minus, t.Features()), Certificate: form(it.Quadratic, t.Features()),
			Cost: it.Cost, Bound: it.Bound,
		})
	}
	s.Player.LoadPath(path)
}

// reel returns the decomposition as steps of the film. place holds, for each neuron in the order found, its position in the list shown, which omits
// vectors of weight zero.
func reel(dec *neural.Decomposition, sign int, place func() int) protocol.Reel {
	r := protocol.Reel{Sign: sign}
	for _, step := range dec.Steps {
		shot := protocol.Step{
			First: step.First, Partner: step.Partner, Angle: step.Angle, Neuron: intent.None,
		}
		if len(step.Y) > workspace.DrawnFeatures+1 {
			embed(&step, &shot)
		} else {
			shot.R = widen(step.Y)
			for _, v := range step.Before {
				shot.Before = append(shot.Before, widen(v))
			}
		}
		if step.Y[len(step.Y)-1] != 0 {
			shot.Neuron = place()
		}
		r.Steps = append(r.Steps, shot)
	}
	return r
}

// embed maps a step in d features to one in three features with the same lengths, inner products and forms: p_1 along the first axis, the pair in the
// plane of the first two. Of all other vectors only |c| and t are kept.
func embed(step *neural.Step, shot *protocol.Step) {
	d := len(step.Y) - 1
	at := func(v []float64) protocol.Lifted {
		return protocol.Lifted{0: math.Sqrt(dense.Dot(v[:d], v[:d])), 3: v[d]}
	}
	for _, v := range step.Before {
		shot.Before = append(shot.Before, at(v))
	}
	first := shot.Before[step.First]
	shot.R = first
	if step.Partner >= 0 {
		partner := &shot.Before[step.Partner]
		whole := partner[0]
		if first[0] > 0 {
			partner[0] = dense.Dot(step.Before[step.First][:d], step.Before[step.Partner][:d]) / first[0]
		}
		partner[1] = math.Sqrt(math.Max(0, whole*whole-partner[0]*partner[0]))
		sin, cos := math.Sincos(step.Angle)
		for k := range shot.R {
			shot.R[k] = cos*first[k] + sin*partner[k]
		}
	}
	last := workspace.DrawnFeatures
	if shot.R[last] < 0 {
		for k := range shot.R {
			shot.R[k] = -shot.R[k]
		}
	}
	shot.R[last] = math.Abs(step.Y[d]) // the neuron's own value, without further rounding
}
