package view

import (
	"math"
	"slices"
	"strings"

	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/numeric/lift"
)

// piecewise reports whether the network shown has a piecewise-linear activation.
func (s *Content) piecewise() bool {
	k := s.layer.Piecewise()
	return k != nil && k.D == s.layer.State.Features()
}

// drawsPiecewise reports whether there are pictures of it.
func (s *Content) drawsPiecewise() bool {
	return s.piecewise() && s.layer.State.Features() <= protocol.PiecewiseFeatures
}

// piecewiseTo writes a network with a piecewise-linear activation and its certificate.
func (s *Content) piecewiseTo(dst *protocol.Snapshot) {
	layer := s.layer
	k, found, d := layer.Piecewise(), layer.Result(), layer.State.Features()
	to := &dst.Piecewise
	to.Set, to.Slope, to.Probe, to.Probing = true, k.Sigma.(lift.Piecewise).Slope, s.probe, s.probing
	if !s.drawsPiecewise() {
		return
	}
	dst.Beta = k.Beta // it belongs to the certificate, and another may be chosen by now
	neurons, dual := s.neurons, found.Certificate.Dual
	switch s.topic {
	case protocol.Price:
		to.Probe, to.Probing = protocol.Vec{}, true
		copy(to.Probe[:], s.Argument.direction(s.progress))
	case protocol.Bowl:
		to.Probing, neurons = false, s.Argument.Network(s.topic, s.progress)
	case protocol.Tangents:
		to.Probing = false
	case protocol.Bounds:
		neurons, dual = s.Argument.Network(s.topic, s.progress), s.Argument.evaluate(s.progress).Dual
	}
	for i, n := range neurons {
		one := neuron(&n)
		if i < len(s.numbers) {
			one.Number = s.numbers[i]
		} else if n.Alpha == 0 {
			continue
		}
		dst.Neurons = append(dst.Neurons, one)
	}
	for i, v := range dual {
		if v != 0 {
			p := protocol.DualEntry{V: v}
			copy(p.X[:], k.X[i*d:(i+1)*d])
			to.Dual = append(to.Dual, p)
		}
	}
	if !layer.Current() || s.progress < 1 && (s.topic == protocol.Bowl || s.topic == protocol.Bounds) {
		return // the points have changed, or another network is shown
	}
	rows := trained(dst)
	for _, face := range layer.Faces() {
		var one protocol.Kink
		for _, row := range face {
			one.Points = append(one.Points, rows[row])
		}
		to.Kinks = append(to.Kinks, one)
	}
}

// SetProbe shows the line of the neuron with a direction in the pictures of a piecewise-linear network; without one it removes the line,
// unless that is the candidate of the price, which stays where it was left until the animation moves.
func (s *Pictures) SetProbe(in *intent.Probe) error {
	if len(in.U) == 0 {
		if s.Player.Topic != protocol.Price {
			s.EndProbe()
		}
		return nil
	}
	content := s.Content()
	d, length := content.layer.State.Features(), 0.0
	if !content.drawsPiecewise() || len(in.U) < d+1 {
		return messages.NothingToProbe()
	}
	for _, v := range in.U[:d+1] {
		length = math.Hypot(length, v)
	}
	if length == 0 {
		return messages.NothingToProbe()
	}
	s.probe, s.probing = protocol.Vec{}, true
	for k, v := range in.U[:d+1] {
		s.probe[k] = v / length
	}
	s.Argument.probe = slices.Clone(s.probe[:d+1])
	return nil
}

// EndProbe removes the line that SetProbe shows.
func (s *Pictures) EndProbe() { s.probing, s.Argument.probe = false, nil }

// probed returns what a neuron in the direction shown would gain, relative to what it costs.
func (s *Content) probed() (share float64, ok bool) {
	if !s.probing || !s.drawsPiecewise() {
		return 0, false
	}
	u := s.probe
	k := s.layer.Piecewise()
	return s.layer.Evaluate(u[:k.D+1]) / k.Beta, true
}

// showsPiecewise reports whether the network shown has the piecewise-linear activation that is chosen.
func (s *Content) showsPiecewise() bool { return s.piecewise() && s.Work.Now().Piecewise() }

// through counts the neurons whose kink passes through no point, through one, and through two or more.
func (s *Content) through() (counts [3]int) {
	for _, face := range s.layer.Faces() {
		counts[min(len(face), 2)]++
	}
	return counts
}

// kinks says how many kinks pass through two points or more, through one, and through none.
func (s *Content) kinks() string {
	var said []string
	for k, count := range s.through() {
		if count > 0 {
			said = append([]string{messages.Fill("{} through {=}", count, [...]string{"no point", "one point", "two points"}[k])}, said...)
		}
	}
	return strings.Join(said, ", ")
}

// piecewiseCaption describes a network with a piecewise-linear activation.
func (s *Content) piecewiseCaption() string {
	switch neurons := len(s.layer.Result().Neurons); {
	case !s.showsPiecewise():
		return ""
	case neurons == 0:
		return "No neuron is worth its price: the best network is zero."
	default:
		return messages.Fill("{neuron} with kinks: {=}.", neurons, s.kinks())
	}
}
