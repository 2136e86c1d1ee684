package messages

import (
	"math"

	"conelab/core/app/protocol"
)

// Sentences on piecewise-linear activations.

// kinked holds their names for people.
var kinked = map[string]string{"relu": "ReLU", "leaky": "leaky ReLU", "absolute": "the absolute value"}

// KinkedActivation names a piecewise-linear activation.
func KinkedActivation(name string) string { return "the activation " + kinked[name] }

// LossFollows says that the loss has changed with the activation, whose name is "" for the polynomial.
func LossFollows(activation, loss, before string) string {
	name := kinked[activation]
	if name == "" {
		name = "the polynomial"
	}
	return "With " + name + " the loss is " + loss + " in place of " + before + ": the two costs cannot be compared."
}

// KinkedPicture is what sentences on the pictures of a network with a piecewise-linear activation refer to.
type KinkedPicture struct {
	// Name is that of the activation in intents. Shown is set once the network shown has it.
	Name  string
	Shown bool
	// Through counts the neurons whose kink passes through no point, through one, and through two or more.
	Through [3]int
	// Gain is what a neuron in the direction shown would gain, relative to its price; Probing is set if there is one.
	Gain    float64
	Probing bool
	// Current is set if the network belongs to the points shown, and is certified.
	Current bool
}

// instead says why there is no picture with a piecewise-linear activation, or returns "".
func (p *KinkedPicture) instead(id, features int) string {
	switch {
	case !p.Shown: // the network before is
		return ""
	case id == protocol.PictureLorentz:
		return "The decomposition takes apart the matrices of a network with a polynomial activation; with this one there are none."
	case id == protocol.PictureSpectrahedron || id == protocol.PictureNeural:
		return "This is the geometry of networks with a polynomial activation."
	case features > protocol.KinkedFeatures && (id == protocol.PictureCertificate || id == protocol.PictureNeurons):
		return "With this activation, this picture is drawn for one and two features."
	}
	return ""
}

// note is the sentence below the name of a picture, "" for the usual one.
func (p *KinkedPicture) note(s *Shown, id int) string {
	if p.instead(id, s.Features) != "" {
		return " "
	}
	if !p.Shown {
		return ""
	}
	switch id {
	case protocol.PictureData:
		return p.dataNote(s)
	case protocol.PictureCertificate:
		return p.whyNote(s)
	case protocol.PictureNeurons:
		return s.by("A ramp for each neuron α σ(xu), all on one scale: added up they are f.",
			"A ramp for each neuron α σ(x′u), all on one scale: added up they are f.", "")
	}
	return ""
}

func (p *KinkedPicture) dataNote(s *Shown) string {
	if s.Held > 0 || s.Points == 0 || s.Features > protocol.KinkedFeatures || !p.Current {
		return ""
	}
	one, two := p.Through[1], p.Through[2]
	all := one + two + p.Through[0]
	switch {
	case all == 0:
		return ""
	case s.Features == 1:
		return drawHere + "the curve is f, straight between " + Plural(all, "knot") + ", " + count(one+two) + " of them on a point."
	}
	bends := drawHere + "f bends along " + Plural(all, "line")
	switch {
	case one+two == 0:
		return bends + ", none of them through a point."
	case two == 0:
		return bends + ", " + count(one) + " of them through a point. Drag a ringed point."
	}
	return bends + ", " + count(two) + " of them through two points, " + count(one) + " through one. Drag a ringed point."
}

// whyNote takes one line in most windows, whether a direction is pointed at or not: the picture below it must not move under the pointer.
func (p *KinkedPicture) whyNote(s *Shown) string {
	if s.Topic.Argues() {
		return s.argumentNote()
	}
	if p.Probing {
		return p.Probe()
	}
	if s.Features == 1 {
		return "Point at a direction: g, what a neuron there gains, stays within its price ±β."
	}
	return "Point at a line: |g|, what a neuron there gains, stays within its price β."
}

// Probe says what a neuron in the direction shown would gain.
func (p *KinkedPicture) Probe() string {
	gain := math.Abs(p.Gain)
	switch {
	case gain > 1-1e-6:
		return "A neuron here gains exactly what it costs: |g| = β."
	case gain < 5e-4:
		return "A neuron here would gain nothing."
	}
	return "A neuron here would gain " + figures(100*gain, 3) + " % of what it costs: it does not pay."
}

// Caption describes a network with a piecewise-linear activation.
func (p *KinkedPicture) Caption(neurons int) string {
	if neurons == 0 {
		return "No neuron is worth its price: the best network is zero."
	}
	return Plural(neurons, "neuron") + ": the kinks of " + count(p.Through[2]) + " pass through two points, of " + count(p.Through[1]) +
		" through one, of " + count(p.Through[0]) + " through none."
}
