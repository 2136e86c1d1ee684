package session

import (
	"math"
	"strconv"
	"strings"

	"conelab/core/document"
	"conelab/core/wire"
)

// caption says in one sentence what the film shows now, with its numbers.
func (s *Session) caption() string {
	if s.exhibit != nil {
		return s.exhibit.caption(&s.film)
	}
	if s.sampled() && s.solved != nil {
		return "Signals and images have their own panel, Samples: draw them there, and see each filter at work."
	}
	if !s.visible() && s.solved != nil {
		return "The pictures are for dense networks. The numbers are all here."
	}
	if s.original != nil {
		return s.turnedCaption()
	}
	if s.film.Act == wire.Solver {
		return s.solverCaption()
	}
	index, step, passed := s.film.At()
	if index < 0 {
		if s.solved != nil && s.solved.Status == "optimal" {
			if s.loss != document.LossSquared {
				return "No neuron is worth its price at this \u03b2: the best network is f = 0, and its v proves it."
			}
			return "No neuron is worth its price at this \u03b2: the best network is f = 0, and v = 2y proves it."
		}
		return ""
	}
	r := &s.film.Reels[index]
	if s.film.Position >= s.length() {
		return s.ending()
	}
	if step < 0 {
		return opening(r)
	}
	return scene(s.d, r, &r.Steps[step], passed)
}

// opening introduces the matrix of a reel.
func opening(r *wire.Reel) string {
	first := &r.Steps[0]
	text := matrix(r.Sign) + " has rank " + strconv.Itoa(len(r.Steps)) + ": "
	if len(first.Before) == 1 {
		return text + "its one vector \u221a\u03bb q lies on the cone already, as the trace condition asks."
	}
	forms := make([]string, len(first.Before))
	for i, p := range first.Before {
		forms[i] = signed(p.Form())
	}
	return text + "its vectors p = \u221a\u03bb q have p\u2032Gp = " + strings.Join(forms, ", ") + ", which add up to zero: some lie outside the cone, some inside."
}

// scene tells one step in its three parts: the pair, the turn, the neuron.
func scene(d int, r *wire.Reel, s *wire.Step, passed float64) string {
	switch {
	case passed >= 0.75:
		t := s.Y[3]
		if t == 0 {
			return "y is zero: this vector has no neuron."
		}
		where := ": "
		if d <= drawnFeatures {
			where = ": direction (" + direction(s.Y[:d], t) + "), "
		}
		return "y lies on the cone and becomes neuron " + neuronName(s.Neuron) + where + "weight " +
			signed(float64(r.Sign)*t*t) + "."
	case s.Partner < 0:
		return "p\u2081 has p\u2081\u2032Gp\u2081 = 0: it lies on the cone, nothing needs turning."
	case onCone(s):
		return "p\u2081 lies on the cone up to rounding (p\u2032Gp = " + signed(s.FormFirst) + "): an invisible turn towards p" + subscript(s.Partner+1) + " puts it there exactly."
	case passed >= 0.25:
		sin, cos := math.Sincos(s.Angle)
		return "Turning by " + short(s.Angle*180/math.Pi) + "\u00b0: y = " + short(cos) + " p\u2081" + term(sin) + " p" + subscript(s.Partner+1) +
			" reaches the cone; the pair\u2019s matrix p\u2081p\u2081\u2032 + p" + subscript(s.Partner+1) + "p" + subscript(s.Partner+1) + "\u2032 stays the same."
	default:
		return "p\u2081 is " + side(s.FormFirst) + " the cone (p\u2032Gp = " + signed(s.FormFirst) + "), p" + subscript(s.Partner+1) + " " +
			side(s.FormPartner) + " it (" + signed(s.FormPartner) + "): somewhere between them lies the cone."
	}
}

// onCone reports whether p_1 is so close to the cone that the turn cannot be seen: neurons that face each other with the same weight make
// eigenvectors on the cone.
func onCone(s *wire.Step) bool {
	p := s.Before[s.First]
	return math.Abs(s.FormFirst) < 1e-6*p.Norm()*p.Norm()
}

// direction returns the entries of c/t.
func direction(c []float64, t float64) string {
	words := make([]string, len(c))
	for i, v := range c {
		words[i] = short(v / t)
	}
	return strings.Join(words, ", ")
}

// solverCaption says where the solver's path is.
func (s *Session) solverCaption() string {
	snapshot := wire.Snapshot{Film: s.film, Path: s.path}
	it, ok := snapshot.Iterate()
	if !ok && s.planar() {
		return "Of more than three features the solver's path has no picture."
	}
	if !ok && s.jointly() {
		return "This loss trains all outputs together: their common path has no picture of one output."
	}
	if !ok {
		return "There is no path to show: the empty network was proved best at once."
	}
	last := len(s.path) - 1
	at := int(math.Round(s.film.Position))
	text := "Iterate " + strconv.Itoa(at) + " of " + strconv.Itoa(last) + ": the program costs " + precise(it.Cost) + ", and no network is below " + precise(it.Bound)
	if at == 0 {
		return text + ". The start is far inside the cone, where nothing touches ±β."
	}
	if gap := (it.Cost - it.Bound) / math.Max(math.Abs(it.Cost), 1e-300); at < last {
		return text + ": a relative gap of " + strconv.FormatFloat(math.Max(0, gap), 'g', 2, 64) + "."
	}
	return text + ": the path has arrived, and the matrices are ready to be taken apart."
}

// turnedCaption says what stays when a neuron is turned.
func (s *Session) turnedCaption() string {
	return "Another optimal network: the neurons are others, the function, the certificate and the cost " + short(s.solved.Objective) +
		" are the same. Play brings the first one back."
}

// ending sums up.
func (s *Session) ending() string {
	plus, minus := 0, 0
	for _, neuron := range s.neurons() {
		if neuron.Alpha > 0 {
			plus++
		} else {
			minus++
		}
	}
	text := strconv.Itoa(plus+minus) + " neuron"
	if plus+minus != 1 {
		text += "s"
	}
	return text + ": " + strconv.Itoa(plus) + " from Z, " + strconv.Itoa(minus) + " from Z\u2032. Each touches \u00b1\u03b2 in the certificate, and no network of any width costs less."
}

func matrix(sign int) string {
	if sign < 0 {
		return "Z\u2032"
	}
	return "Z"
}

func side(form float64) string {
	if form > 0 {
		return "outside"
	}
	return "inside"
}

func neuronName(i int) string { return "u" + subscript(i+1) }

// subscript returns n in Unicode subscript digits.
func subscript(n int) string {
	var b strings.Builder
	for _, digit := range strconv.Itoa(n) {
		b.WriteRune('\u2080' + digit - '0')
	}
	return b.String()
}

// term returns v as the next term of a sum.
func term(v float64) string {
	if v < 0 {
		return " \u2212 " + short(-v)
	}
	return " + " + short(v)
}

// precise returns v with seven significant digits.
func precise(v float64) string {
	return strings.ReplaceAll(strconv.FormatFloat(v, 'g', 7, 64), "-", "\u2212")
}

// short returns v with three significant digits and a real minus sign; signed puts the sign before it in any case.
func short(v float64) string {
	text := strconv.FormatFloat(v, 'g', 3, 64)
	if math.Abs(v) < 1e-12 {
		text = "0"
	}
	return strings.ReplaceAll(text, "-", "\u2212")
}

func signed(v float64) string {
	if v < 0 {
		return short(v)
	}
	return "+" + short(v)
}
