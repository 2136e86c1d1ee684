package scene

import (
	"math"

	"conelab/core/app/protocol"
)

// The fractions of a step at which its parts end: the pair is marked, the pair turns, r is highlighted.
const (
	markEnd = 0.25
	turnEnd = 0.75
	// fadeBegin is where the pair's ellipse begins to fade to make room for the next one.
	fadeBegin = 0.94
)

// arrow is one vector of the animation. Its numbers are fractions in [0, 1].
type arrow struct {
	p       protocol.Lifted // before division by the longest vector
	opacity float64         // of the whole arrow
	mirror  float64         // of the opposite end -p, relative to the arrow: the sign of a vector is free until it becomes a neuron
	solid   float64         // 0 a dashed line, 1 a solid one
	tint    float64         // 0 the colour of text, 1 that of the neuron's sign
	marked  float64         // how strongly it is highlighted as one of the pair
	name    string          // before the index
	index   int             // in the name, from 0, or none
	neuron  int             // the neuron that it is and by which it is called, or none
	sign    float64         // of that neuron, or of the one that it becomes
	pair    bool            // one of the two vectors that turn
}

// pair is the two vectors that turn in a step: r(theta) = cos(theta) first + sin(theta) partner and s(theta) = cos(theta) partner -
// sin(theta) first, for theta from 0 to angle, now at theta. The pair's common sign is chosen so that r ends at the step's R. All r(theta),
// and all s(theta), lie on one ellipse: turning moves the pair along the ellipse, and leaves the ellipse and r r' + s s' as they are.
type pair struct {
	first, partner protocol.Lifted
	angle, theta   float64
	shown          float64 // opacity of the ellipse
}

func (p *pair) r(theta float64) protocol.Lifted { return turn(p.first, p.partner, theta) }
func (p *pair) s(theta float64) protocol.Lifted { return turn(p.partner, scaled(p.first, -1), theta) }

// turn returns cos(t) a + sin(t) b.
func turn(a, b protocol.Lifted, t float64) protocol.Lifted {
	sin, cos := math.Sincos(t)
	for i := range a {
		a[i] = cos*a[i] + sin*b[i]
	}
	return a
}

func scaled(a protocol.Lifted, s float64) protocol.Lifted {
	for i := range a {
		a[i] *= s
	}
	return a
}

func inner(a, b protocol.Lifted) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] + a[3]*b[3] }

// longest returns the length of the longest vector of the animation and of the neurons.
func longest(snap *protocol.Snapshot) float64 {
	l := 0.0
	for i := range snap.Neurons {
		l = max(l, snap.Neurons[i].Lifted().Norm())
	}
	for r := range snap.Film.Reels {
		for _, step := range snap.Film.Reels[r].Steps {
			l = max(l, step.R.Norm())
			for _, p := range step.Before {
				l = max(l, p.Norm())
			}
		}
	}
	return l
}

// filmArrows appends the arrows of the animation at its position to dst, and returns the pair that is turning, if there is one.
func filmArrows(dst []arrow, snap *protocol.Snapshot) (arrows []arrow, turning pair, turns bool) {
	reel, step, passed := snap.Film.At()
	if reel < 0 || snap.Film.Act != protocol.Decomposition || snap.Film.Position >= snap.Film.Length() {
		for i := range snap.Neurons {
			dst = found(dst, snap, i)
		}
		return dst, turning, false
	}
	for r := range snap.Film.Reels[:reel+1] {
		for i := range snap.Film.Reels[r].Steps {
			if r < reel || i < step {
				dst = found(dst, snap, snap.Film.Reels[r].Steps[i].Neuron)
			}
		}
	}
	current := &snap.Film.Reels[reel]
	if step < 0 {
		if len(current.Steps) > 0 {
			dst = appearing(dst, &current.Steps[0], passed)
		}
		return dst, turning, false
	}
	now := &current.Steps[step]
	if now.First < 0 || now.First >= len(now.Before) || now.Partner >= len(now.Before) {
		return dst, turning, false
	}
	for i, p := range now.Before {
		if i != now.First && i != now.Partner {
			dst = append(dst, arrow{p: p, opacity: 0.75, mirror: 0.5, name: "p", index: i, neuron: none})
		}
	}
	// The first vector is marked; with a partner it then turns; and it becomes a neuron, which is highlighted.
	from := markEnd
	if now.Partner >= 0 {
		from = turnEnd
	}
	marked, lit := smoothstep(fraction(passed, 0, markEnd)), smoothstep(fraction(passed, from, 1))
	first := arrow{p: now.R, opacity: 1, mirror: 1 - lit, solid: lit, tint: lit, marked: marked * (1 - lit),
		name: "p", index: now.First, neuron: none, sign: 1}
	known := now.Neuron >= 0 && now.Neuron < len(snap.Neurons)
	if known {
		first.sign = snap.Neurons[now.Neuron].Alpha
	}
	if now.Partner >= 0 {
		turning, turns = pairOf(now, passed), true
		first.p = turning.r(turning.theta)
		second := arrow{p: turning.s(turning.theta), opacity: 0.75 + 0.25*marked*(1-lit), mirror: 1 - 0.5*lit, marked: marked * (1 - lit),
			name: "p", index: now.Partner, neuron: none, pair: true}
		if first.pair = true; passed > markEnd {
			first.name, first.index, second.name, second.index = "r", none, "s", none
		}
		dst = append(dst, second)
	}
	if lit > 0.5 && known {
		first.neuron = now.Neuron
	}
	return append(dst, first), turning, turns
}

// found appends the arrow of neuron k, which has been found.
func found(dst []arrow, snap *protocol.Snapshot, k int) []arrow {
	if k < 0 || k >= len(snap.Neurons) {
		return dst
	}
	n := &snap.Neurons[k]
	return append(dst, arrow{p: n.Lifted(), opacity: 1, solid: 1, tint: 1, neuron: k, sign: n.Alpha})
}

// appearing appends the eigenvectors, which grow from the origin one shortly after the other. Their upper ends have labels.
func appearing(dst []arrow, step *protocol.Step, passed float64) []arrow {
	n := float64(len(step.Before))
	for i, p := range step.Before {
		v := p
		if v[3] < 0 {
			v = scaled(v, -1)
		}
		start := 0.35 * float64(i) / n
		grown := smoothstep(fraction(passed, start, start+0.6))
		dst = append(dst, arrow{p: scaled(v, grown), opacity: min(1, 3*grown), mirror: 1, name: "p", index: i, neuron: none})
	}
	return dst
}

// pairOf returns the pair of a step with a partner.
func pairOf(step *protocol.Step, passed float64) pair {
	p := pair{first: step.Before[step.First], partner: step.Before[step.Partner], angle: step.Angle}
	p.shown = smoothstep(fraction(passed, 0, markEnd)) * (1 - smoothstep(fraction(passed, fadeBegin, 1)))
	if inner(p.r(step.Angle), step.R) < 0 {
		p.first, p.partner = scaled(p.first, -1), scaled(p.partner, -1)
	}
	p.theta = step.Angle * smoothstep(fraction(passed, markEnd, turnEnd))
	return p
}
