package messages

import (
	"slices"
	"strings"

	"conelab/core/app/protocol"
)

// Sentences on the pictures.

// A Picture holds the texts of a picture. It has the same name everywhere: on its tab, above it, in menus, and for screen readers.
type Picture struct {
	Name string
	// Help is the help text of its tab. Empty is shown until there is something to draw.
	Help, Empty string
	// note returns the sentence below its name, describe the text alternative to the picture.
	note, describe func(s *Shown) string
}

// Subject is what the pictures show.
type Subject int

// The pictures show the data and their optimal network, or a matrix or a network under check.
const (
	OwnNetwork Subject = iota
	ClaimedMatrix
	ClaimedNetwork
)

// Shown holds the facts that sentences on the pictures refer to.
type Shown struct {
	Subject Subject
	// Features is the number of features of the data. Plane is set if there are more than can be drawn.
	Features int
	Plane    bool
	// Convolved is set if the first of several layers is a convolution.
	Convolved bool
	// Points is the number of training points, Held that of held-out points, Neurons that of neurons drawn.
	Points, Held, Neurons int
	// Rows is the number of rows that sums stand for in the place of points, else 0.
	Rows int
	// Flat is the sign of g, 1 or -1, if it is β or −β in every direction, otherwise 0.
	Flat int
	// Blurred is set if rounding keeps the curve of g visibly from ±β at a neuron.
	Blurred bool
	// Certified is set if the network is proved optimal. Topic is the picture of the argument that replaces the certificate, zero for none.
	Certified bool
	Topic     protocol.Topic
	// OnPath is set if an iterate of the solver is shown instead of the optimum.
	OnPath bool
	// Peak is the largest |g| over β of a network under check.
	Peak float64
	// Several is set if there are several outputs.
	Several *OutputPicture
	// Layers is the number of layers if there are several, Layer the one whose program is shown, from 0.
	Layers, Layer int
	// Kinked is set if the activation is piecewise linear.
	Kinked *KinkedPicture
	// Tool is the tool of the pointer.
	Tool protocol.Tool
	// Animation, Race and Path are sentences on the animation, the race and the path.
	Animation, Race, Path string
}

// First is shown before the session has answered.
func First() *Shown { return &Shown{Features: 2} }

// Title is the name of a picture, with the layer and output it shows.
func (s *Shown) Title(id int) string {
	title := pictures[id].Name
	if id == protocol.PictureData || id == protocol.PictureNetwork {
		return title
	}
	if s.Layers > 1 {
		title += ", layer " + nth(s.Layer)
	}
	if s.Several != nil && id != protocol.PictureRace && id != protocol.PictureSweep {
		title += ", " + outputName(s.Several.Output)
	}
	return title
}

// Note is the sentence below a picture's name.
func (s *Shown) Note(id int) string {
	note := ""
	if s.Kinked != nil {
		note = s.Kinked.note(s, id)
	}
	if note == "" {
		note = pictures[id].note(s)
	}
	if rest, draws := strings.CutPrefix(note, drawHere); draws && s.Points > 0 {
		return uses[s.Tool] + rest
	}
	return note
}

// drawHere begins the note of data in which points can be drawn; uses says the same of each tool.
const drawHere = "Draw here: "

var uses = [...]string{
	protocol.ToolDraw: drawHere, protocol.ToolMove: "Drag points: ", protocol.ToolLabel: "Press points: ", protocol.ToolErase: "Erase here: ",
	protocol.ToolSelect: "Select here: ",
}

// Instead says why there is no picture with the activation, or returns "".
func (s *Shown) Instead(id int) string {
	if s.Kinked == nil {
		return ""
	}
	return s.Kinked.instead(id, s.Features)
}

// Description is the text alternative to a picture.
func (s *Shown) Description(id int) string {
	words := s.Instead(id)
	if s.Kinked != nil && words == "" {
		words = s.Kinked.describe(s, id)
	}
	if words == "" {
		words = pictures[id].describe(s)
	}
	return pictures[id].Name + ": " + words
}

// Legend explains the symbols of a picture, as far as they are drawn, or in the caption, now.
func (s *Shown) Legend(id int) (list []protocol.PageSymbol) {
	if id != protocol.PictureLorentz || s.Subject == ClaimedNetwork || s.Instead(id) != "" {
		return nil
	}
	for _, symbol := range symbols(s.Features) {
		if slices.ContainsFunc(symbol.marks, func(mark string) bool { return strings.Contains(s.Animation, mark) }) {
			list = append(list, symbol.PageSymbol)
		}
	}
	return list
}

// PictureOf returns the texts of a picture.
func PictureOf(id int) Picture { return pictures[id] }

// by returns one of three notes, by the number of features.
func (s *Shown) by(one, two, three string) string {
	return [3]string{one, two, three}[min(max(s.Features, 1), 3)-1]
}

// neurons returns the number of neurons in words.
func (s *Shown) neurons() string {
	if s.Neurons == 0 && s.Subject == OwnNetwork {
		return "no neurons"
	}
	return Plural(s.Neurons, "neuron")
}

var pictures = [protocol.PictureCount]Picture{
	protocol.PictureData: {
		Name: "Data", Help: "The points (x, y) you draw, and the network f that is trained on them.",
		Empty: "The pictures follow as soon as the solver is ready.", note: dataNote, describe: dataDescription,
	},
	protocol.PictureCertificate: {
		Name: "Why", Help: "Why no network can cost less: |g(u)| stays within β for every direction u.", note: whyNote, describe: whyDescription,
	},
	protocol.PictureNeurons: {
		Name: "Neurons", Help: "What each neuron σ(x′u)α adds to the network.",
		note: func(s *Shown) string {
			f := "f."
			if s.Layers > 1 {
				f = "the f of layer " + nth(s.Layer) + "."
			}
			if s.Plane {
				return "A map of the plane for each neuron, all on one scale: added up they are " + f
			}
			return s.by("A graph for each neuron α σ(xu), all on one scale: added up they are "+f,
				"A surface for each neuron α σ(x′u), all on one scale: added up they are "+f,
				"A map for each neuron, of the plane through the middle that faces you, on one scale: added up they are "+f)
		},
		describe: func(s *Shown) string { return "each of " + s.neurons() + " as a picture of its own, and their sum." },
	},
	protocol.PictureLorentz: {
		Name: "Decomposition", Help: "The solution’s matrices Z and Z′, taken apart into vectors r on the cone r′Gr = 0, each of which is a " +
			"neuron.",
		note: func(s *Shown) string {
			const each, flat = "The solver finds matrices; here they come apart into neurons: each turn puts a vector on the cone, a neuron.",
				"The solver finds matrices; here they come apart into neurons: each turn puts a vector, at (|c|, t), on the cone."
			switch {
			case s.Subject == ClaimedNetwork:
				return "A network under check has no film."
			case s.Plane:
				return flat
			}
			return s.by(each, each, flat)
		},
		describe: func(s *Shown) string {
			if s.Subject == ClaimedNetwork {
				return "a network under check has no film."
			}
			return s.Animation
		},
	},
	protocol.PictureSpectrahedron: {
		Name: "Spectrahedron", Help: "The convex body that neurons of one total weight fill; Z and Z′ are multiples of its points.",
		note: func(s *Shown) string {
			const hull = "All networks of one weight are one convex body, without local optima"
			return s.by(hull+": a square, with neurons as corners.", hull+": Z and Z′ are means of neurons.", hull+": its shadow, with Z and Z′ inside.")
		},
		describe: func(s *Shown) string {
			switch s.Subject {
			case ClaimedMatrix:
				return "the matrix under check as a mean of " + s.neurons() + "."
			case ClaimedNetwork:
				return "Z and Z′ of the network under check."
			}
			return "Z and Z′ as means of " + s.neurons() + "."
		},
	},
	protocol.PictureNeural: {
		Name: "Neural cone", Help: "All neurons of weight |α| = 1, as points of one curve or surface.",
		note: func(s *Shown) string {
			return s.by("What a neuron may be, (u²α, uα, α) with |u| ≤ 1: the best ones lie on the edges.",
				"What a neuron may be: its weight α times a point of this curve of four dimensions.",
				"What a neuron may be: its direction u is a point of the unit sphere.")
		},
		describe: func(s *Shown) string {
			if s.Subject == ClaimedNetwork {
				return s.neurons() + " of the network under check."
			}
			return s.neurons() + "."
		},
	},
	protocol.PictureNetwork: {
		Name: "Network", Help: "All layers: a map for each neuron, lines for its weights.",
		note: networkNote, describe: networkDescription,
	},
	protocol.PictureRace: {
		Name: "Race", Help: "Gradient descent against the certified optimum.", Empty: "Press Start to run gradient descent.",
		note: func(*Shown) string {
			return "Gradient descent from random starts: its cost above the certified optimum, against work."
		},
		describe: func(s *Shown) string { return s.Race },
	},
	protocol.PictureSweep: {
		Name: "Path", Help: "The optimum along β or a coefficient of the activation.", Empty: "It is computed when the page is idle.",
		note: func(*Shown) string {
			return "The optimum along β or a coefficient of σ: its neurons, and how well it does. Click to go there."
		},
		describe: func(s *Shown) string { return s.Path },
	},
}

func dataNote(s *Shown) string {
	switch {
	case s.Subject == ClaimedMatrix:
		return "The matrix under check as a network f; your data wait in the panel Check."
	case s.Subject == ClaimedNetwork:
		return "The network under check as f; the ring marks where it is farthest from the optimum."
	case s.Rows > 0:
		return StandsFor(s.Rows)
	case s.Layers > 1:
		return dataOfLayers(s)
	case s.Held > 0:
		return "f is trained on the filled points; the hollow ones are held out."
	case s.Several != nil:
		return dataOfOutput(s)
	case s.Plane:
		return "A plane of R" + superscript(s.Features) +
			": shading and lines are exact on it, the points are projected. Nothing can be drawn here."
	}
	if s.Points == 0 {
		return drawHere + "a network is trained on the points at once."
	}
	return s.by(drawHere+"each point is a pair (x, y), the curve is the trained network f.",
		drawHere+"the shading is the trained network f, a line is f = 0.",
		"Press on the floor and pull up to draw; a surface is f = 0.")
}

func dataDescription(s *Shown) string {
	switch s.Subject {
	case ClaimedMatrix:
		return "the function of the matrix under check, of order " + count(s.Features+1) + "."
	case ClaimedNetwork:
		return "your points, and the function of the network under check, of " + s.neurons() + "."
	}
	points := Plural(s.Points, "point")
	if s.Rows > 0 {
		points = SumsOf(s.Rows) + ", without points"
	}
	if s.Held > 0 {
		points += " to train on, " + count(s.Held) + " held out"
	}
	if s.Layers > 1 {
		return points + ", and the function of a network with " + s.neurons() + " in " + count(s.Layers) + " layers."
	}
	return points + ", and the function of a network with " + s.neurons() + "."
}

func whyNote(s *Shown) string {
	switch {
	case s.Subject == ClaimedMatrix:
		return "A matrix alone has no certificate."
	case s.Subject == ClaimedNetwork && s.Peak > 1+1e-3:
		return "g of this network’s own v reaches " + Brief(s.Peak) + " β: a neuron there would lower the cost."
	case s.Subject == ClaimedNetwork:
		return "g of this network’s own v stays within ±β."
	case s.Topic.Argues():
		return s.argumentNote() + s.slice()
	case s.Neurons == 0 && s.Certified:
		return "g stays within ±β: no neuron is worth its price, so the network has none." + s.slice()
	case s.OnPath:
		return "g of the solver’s step that is shown: it keeps within ±β, and comes to touch it." + s.slice()
	case s.Blurred:
		return "g stays within ±β, which is all that the bound needs; that it touches ±β at the neurons, rounding hides at so small a β." + s.slice()
	case s.Flat != 0:
		return "Here g is " + map[bool]string{true: "+", false: "−"}[s.Flat > 0] + "β in every direction: each can be a neuron’s." + s.slice()
	case s.Plane:
		return "A slice, one circle of the directions of " + count(s.Features) + " features: g stays within ±β, and reaches it at neurons, off the slice."
	}
	return s.by("Two directions: g, what a neuron gains, stays within its price ±β.",
		"g, what a neuron gains, stays within its price ±β, and reaches it at the neurons.",
		"The directions, coloured by g: it stays within ±β, and reaches it at the neurons.")
}

// argumentNote is the note on a picture of the argument. All lines of a plane make a map in place of a curve.
func (s *Shown) argumentNote() string {
	note := argumentNotes[s.Topic-protocol.Price]
	if s.Kinked != nil && s.Features == 2 {
		return strings.ReplaceAll(note, "curve", "map")
	}
	return note
}

// slice says that the picture is a part of all directions, if there are more than can be drawn.
func (s *Shown) slice() string {
	if !s.Plane {
		return ""
	}
	return " A slice: one circle of the directions of " + count(s.Features) + " features."
}

func whyDescription(s *Shown) string {
	switch s.Subject {
	case ClaimedMatrix:
		return "a matrix alone has no certificate."
	case ClaimedNetwork:
		return "the largest |g| of this network’s own v is " + Number(s.Peak) + " times β."
	}
	if s.Topic.Argues() {
		return s.Animation
	}
	if s.Blurred {
		return whyNote(s)
	}
	return "g touches ±β at " + s.neurons() + "." + s.slice()
}
