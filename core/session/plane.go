package session

import (
	"errors"
	"math"
	"strconv"

	"conelab/core/dense"
	"conelab/core/neural"
	"conelab/core/wire"
)

// plane is the plane x = origin + t_1 axes_1 + t_2 axes_2 of R^d, axes orthonormal, in which data of more than three features are shown. A
// network restricted to it is a quadratic of t again, and so is the certificate at the directions within it: what is drawn of them is exact.
// The points lie off the plane; they are shown where they are projected.
type plane struct {
	origin []float64
	axes   [2][]float64
	share  float64 // of the points' variance that is along the plane
	window wire.Window
	places []wire.Vec // of the points, t
	choice [2]int     // its two features, counted from 1, or none for the principal axes
	// of is what it was made from: the first feature's address and the number of points, and what was asked for.
	of    *float64
	count int
	asked [2]int
}

// principalMost is the largest number of features whose principal axes are worked out; of more, which would take seconds, the plane is that
// of the two features that vary most.
const principalMost = 200

// visible reports whether the stage has pictures: of dense networks. Those of more than three features are shown in a plane.
func (t *state) visible() bool { return t.architecture.Kind == "dense" }

// planar reports whether the stage shows a plane.
func (t *state) planar() bool { return t.visible() && !t.drawable() }

// useFeatures makes the plane that of two features, counted from 0, or for none that of the two principal axes.
func (s *Session) useFeatures(next *lens, features []int) error {
	if !s.planar() {
		return errors.New("A plane is chosen where there are more than three features.")
	}
	if next.axes = [2]int{}; len(features) == 0 {
		return nil
	}
	if len(features) != 2 || features[0] == features[1] || min(features[0], features[1]) < 0 || max(features[0], features[1]) >= s.d {
		return errors.New("A plane needs two different features of the " + strconv.Itoa(s.d) + ".")
	}
	next.axes = [2]int{features[0] + 1, features[1] + 1}
	return nil
}

// section returns the plane of the points, made anew when they or the choice have changed.
func (s *Session) section() *plane {
	choice := s.lens.axes
	if max(choice[0], choice[1]) > s.d {
		choice = [2]int{}
	}
	n := s.samples()
	var of *float64
	if n > 0 {
		of = &s.x[0]
	}
	if p := s.plane; p != nil && p.of == of && p.count == n && p.asked == choice && len(p.origin) == s.d {
		return p
	}
	p := &plane{origin: make([]float64, s.d), of: of, count: n, asked: choice, choice: choice}
	for i := range n {
		dense.Axpy(1/float64(n), s.x[i*s.d:(i+1)*s.d], p.origin)
	}
	if s.d > principalMost && choice[0] == 0 {
		p.choice = widest(s.x, p.origin)
	}
	if p.choice[0] > 0 {
		for k, feature := range p.choice {
			p.axes[k] = make([]float64, s.d)
			p.axes[k][feature-1] = 1
			p.origin[feature-1] = 0 // so that t is the features themselves
		}
	} else {
		p.axes = principal(s.x, p.origin)
	}
	p.place(s.x)
	s.plane = p
	return p
}

// widest returns the two features that vary most, counted from 1.
func widest(x, mean []float64) (features [2]int) {
	variance := make([]float64, len(mean))
	for i, v := range x {
		off := v - mean[i%len(mean)]
		variance[i%len(mean)] += off * off
	}
	for k := range features {
		best := -1
		for i, v := range variance {
			if i+1 != features[0] && (best < 0 || v > variance[best]) {
				best = i
			}
		}
		features[k] = best + 1
	}
	return features
}

// principal returns the two directions of largest variance around the mean; each has its largest entry positive.
func principal(x, mean []float64) (axes [2][]float64) {
	d := len(mean)
	covariance, values, off := make([]float64, d*d), make([]float64, d), make([]float64, d)
	for i := 0; i < len(x); i += d {
		for k := range off {
			off[k] = x[i+k] - mean[k]
		}
		for k := range off {
			dense.Axpy(off[k], off, covariance[k*d:(k+1)*d])
		}
	}
	dense.NewEigen(d).Decompose(covariance, values)
	for k := range axes {
		axis := covariance[(d-1-k)*d : (d-k)*d]
		largest := 0.0
		for _, v := range axis {
			if math.Abs(v) > math.Abs(largest) {
				largest = v
			}
		}
		if largest < 0 {
			for i := range axis {
				axis[i] = -axis[i]
			}
		}
		axes[k] = axis
	}
	return axes
}

// place projects the points, chooses the window that shows all, and measures their variance.
func (p *plane) place(x []float64) {
	d := len(p.origin)
	var low, high, along [2]float64
	n := float64(len(x) / d)
	mean := make([]float64, d)
	for i := 0; i < len(x); i += d {
		dense.Axpy(1/n, x[i:i+d], mean)
	}
	whole := 0.0
	for i := 0; i < len(x); i += d {
		var t wire.Vec
		for k, axis := range p.axes {
			t[k] = dense.Dot(axis, x[i:i+d]) - dense.Dot(axis, p.origin)
			off := dense.Dot(axis, x[i:i+d]) - dense.Dot(axis, mean)
			along[k] += off * off
			if i == 0 {
				low[k], high[k] = t[k], t[k]
			}
			low[k], high[k] = math.Min(low[k], t[k]), math.Max(high[k], t[k])
		}
		for k := range mean {
			whole += (x[i+k] - mean[k]) * (x[i+k] - mean[k])
		}
		p.places = append(p.places, t)
	}
	p.share = 1
	if whole > 0 {
		p.share = math.Min(1, (along[0]+along[1])/whole)
	}
	p.window = unitWindow
	p.window.Center = wire.Vec{(low[0] + high[0]) / 2, (low[1] + high[1]) / 2}
	if half := math.Max(high[0]-low[0], high[1]-low[1]) / 2; half > 0 {
		p.window.Half = unitWindow.Half * half
	}
}

// ridge returns alpha sigma(x'u) on the plane as a quadratic of t.
func (p *plane) ridge(n *neural.Neuron, sigma [3]float64) wire.Quadratic {
	c, x, y := dense.Dot(n.U, p.origin), dense.Dot(n.U, p.axes[0]), dense.Dot(n.U, p.axes[1])
	a, b := n.Alpha*sigma[0], n.Alpha*sigma[1]
	return wire.Quadratic{
		XX: a * x * x, XY: 2 * a * x * y, YY: a * y * y, X: (2*a*c + b) * x, Y: (2*a*c + b) * y, C: (a*c+b)*c + n.Alpha*sigma[2],
	}
}

// form returns [u;1]'V[u;1] at the directions u = s_1 axes_1 + s_2 axes_2, V of order d + 1, as a quadratic of s.
func (p *plane) form(v []float64) (q wire.Quadratic) {
	d := len(p.origin)
	at := func(a, b []float64) (sum float64) {
		for i, x := range a {
			sum += x * dense.Dot(v[i*(d+1):i*(d+1)+d], b)
		}
		return sum
	}
	e, f, last := p.axes[0], p.axes[1], v[d*(d+1):]
	return wire.Quadratic{
		XX: at(e, e), XY: 2 * at(e, f), YY: at(f, f), X: 2 * dense.Dot(last[:d], e), Y: 2 * dense.Dot(last[:d], f), C: last[d],
	}
}

// planeTo writes what the pictures show of more than three features.
func (s *Session) planeTo(dst *wire.Snapshot) {
	p := s.section()
	dst.Plane, dst.Dimension, dst.Window = true, 2, p.window
	for i := range dst.Points {
		dst.Points[i].X = p.places[i]
	}
	if !s.pictured() {
		return
	}
	for _, n := range s.neurons() {
		ridge := p.ridge(&n, dst.Activation)
		dst.Parts = append(dst.Parts, ridge)
		dst.Function.Add(1, &ridge)
		dst.Neurons = append(dst.Neurons, wire.Neuron{U: wire.Vec{1}, Alpha: n.Alpha}) // only its length can be seen
	}
	dst.Certificate = p.form(s.solved.Certificate.Quadratics[s.output()])
	if !s.compares() {
		return
	}
	dst.Classes = append(dst.Classes, make([]wire.Quadratic, s.outputs)...)
	for i := range s.solved.Neurons {
		n := &s.solved.Neurons[i]
		ridge := p.ridge(n, dst.Activation)
		dst.Classes[n.Output].Add(1, &ridge)
	}
}

// embed returns a step of d features as one of three with the same lengths, products and forms: p_1 along the first axis, the pair in the
// plane of the first two. Of the other vectors only |c| and t are kept.
func embed(step *neural.Step, shot *wire.Step) {
	d := len(step.Y) - 1
	at := func(v []float64) wire.Lifted { return wire.Lifted{0: math.Sqrt(dense.Dot(v[:d], v[:d])), 3: v[d]} }
	for _, v := range step.Before {
		shot.Before = append(shot.Before, at(v))
	}
	first := shot.Before[step.First]
	shot.Y = first
	if step.Partner >= 0 {
		partner := &shot.Before[step.Partner]
		whole := partner[0]
		if first[0] > 0 {
			partner[0] = dense.Dot(step.Before[step.First][:d], step.Before[step.Partner][:d]) / first[0]
		}
		partner[1] = math.Sqrt(math.Max(0, whole*whole-partner[0]*partner[0]))
		sin, cos := math.Sincos(step.Angle)
		for k := range shot.Y {
			shot.Y[k] = cos*first[k] + sin*partner[k]
		}
	}
	if shot.Y[drawnFeatures] < 0 {
		for k := range shot.Y {
			shot.Y[k] = -shot.Y[k]
		}
	}
	shot.Y[drawnFeatures] = math.Abs(step.Y[d]) // the neuron's own, not rounded anew
}

// planeNote says which plane is shown.
func (s *Session) planeNote() string {
	p := s.section()
	axes := "the two principal axes, through the mean"
	if p.choice[0] > 0 {
		axes = "x" + subscript(p.choice[0]) + " and x" + subscript(p.choice[1]) + ", the other features at their mean"
	}
	return "The plane of " + axes + ": the network is exact on it; the points, projected, lie off it, with " +
		strconv.Itoa(int(math.Round(100*p.share))) + " % of their variance along it."
}

// planeTiles says what the pictures show of more than three features.
func (s *Session) planeTiles() []wire.PageTile {
	space := "R" + superscript(s.d)
	return []wire.PageTile{
		{Title: "Data and network", Note: "A plane of " + space + ": shading and line are exact on it, the points are projected. Nothing can be drawn here."},
		{Title: "Neural cone", Note: "The cone of all neurons of " + space + " has no picture."},
		{Title: "Spectrahedron", Note: "Of matrices of order " + strconv.Itoa(s.d+1) + " there is no picture."},
		{Title: "Lorentz cone", Note: "Every vector at (|c|, t): each turn puts one on the cone."},
		{Title: "Certificate", Note: "g at the directions within the plane: between \u00b1\u03b2, which it reaches at neurons, off the plane."},
		{Title: "Neurons", Note: "What each neuron computes on the plane, and their sum."},
	}
}

// superscript returns n in Unicode superscript digits.
func superscript(n int) string {
	out := []rune{}
	for _, digit := range strconv.Itoa(n) {
		out = append(out, []rune("\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079")[digit-'0'])
	}
	return string(out)
}
