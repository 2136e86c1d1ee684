package view

import (
	"math"
	"slices"
	"strings"

	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/network/neural"
	"conelab/core/numeric/lift"
)

// piecewiseTo writes a network with a piecewise-linear activation and its certificate.
func (c *Content) piecewiseTo(dst *protocol.Snapshot) {
	layer := c.layer
	k, found, d := layer.Piecewise(), layer.Found, layer.State.D
	to := &dst.Piecewise
	to.Set, to.Slope, to.Probing = true, k.Sigma.(lift.Piecewise).Slope, c.pictures.Argument.probe != nil
	copy(to.Probe[:], c.pictures.Argument.probe)
	if c.kinks != drawn {
		return
	}
	dst.Beta = k.Beta // it belongs to the certificate, and another may be chosen by now
	neurons, dual := c.neurons, found.Certificate.Dual
	switch c.topic {
	case protocol.Price:
		to.Probe, to.Probing = protocol.Vec{}, true
		copy(to.Probe[:], c.pictures.Argument.direction(c.progress))
	case protocol.Bowl:
		to.Probing, neurons = false, c.pictures.Argument.Network(c.topic, c.progress)
	case protocol.Tangents:
		to.Probing = false
	case protocol.Bounds:
		neurons, dual = c.pictures.Argument.Network(c.topic, c.progress), c.pictures.Argument.evaluate(c.progress).Dual
	}
	for i, n := range neurons {
		one := neuron(&n)
		if i < len(c.numbers) {
			one.Number = c.numbers[i]
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
	if !layer.Current || c.showsAnother() {
		return // the points have changed, or another network is shown
	}
	rows := layer.State.TrainingRows()
	for _, face := range layer.Faces() {
		var points []int
		for _, row := range face {
			points = append(points, rows[row])
		}
		to.Kinks = append(to.Kinks, points)
	}
}

// SetProbe shows the line of the neuron with a direction in the pictures of a piecewise-linear network; without one it removes the line,
// unless that is the candidate of the price, which stays where it was left until the animation moves.
func (p *Pictures) SetProbe(in *intent.Probe) error {
	if len(in.U) == 0 {
		if p.Player.Topic != protocol.Price {
			p.EndProbe()
		}
		return nil
	}
	content := p.content()
	d, length := content.layer.State.D, 0.0
	if content.kinks != drawn || len(in.U) < d+1 {
		return messages.NothingToProbe()
	}
	for _, v := range in.U[:d+1] {
		length = math.Hypot(length, v)
	}
	if length == 0 {
		return messages.NothingToProbe()
	}
	p.Argument.probe = slices.Clone(in.U[:d+1])
	for k := range p.Argument.probe {
		p.Argument.probe[k] /= length
	}
	return nil
}

// EndProbe removes the line that SetProbe shows.
func (p *Pictures) EndProbe() { p.Argument.probe = nil }

// probed returns what a neuron in the direction shown would gain, relative to what it costs.
func (c *Content) probed() (share float64, ok bool) {
	k, u := c.layer.Piecewise(), c.pictures.Argument.probe
	if c.kinks != drawn || len(u) != k.D+1 {
		return 0, false
	}
	return c.layer.Gains([]neural.Neuron{{U: u}})[0] / k.Beta, true
}

// through counts the neurons whose kink passes through no point, through one, and through two or more.
func (c *Content) through() (counts [3]int) {
	for _, face := range c.layer.Faces() {
		counts[min(len(face), 2)]++
	}
	return counts
}

// piecewiseCaption describes a network with a piecewise-linear activation: how many kinks pass through two points or more, through one, and
// through none.
func (c *Content) piecewiseCaption() string {
	if !c.showsPiecewise() {
		return ""
	}
	neurons := len(c.layer.Found.Neurons)
	if neurons == 0 {
		return "No neuron is worth its price: the best network is zero."
	}
	var kinks []string
	points := [...]string{"no point", "one point", "two or more points"}
	for k, count := range c.through() {
		switch {
		case count > 0 && neurons == 1:
			return "One neuron, with a kink through " + points[k] + "."
		case count > 0:
			kinks = append([]string{messages.Fill("{} through {=}", count, points[k])}, kinks...)
		}
	}
	return messages.Fill("{} neurons with kinks: {=}.", neurons, strings.Join(kinks, ", "))
}
