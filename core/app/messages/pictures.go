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
	// note returns the sentence below its name.
	note func(s *Shown) string
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

// Description is the text alternative to a picture: the caption of what moves in it or else its note, with what is shown.
func (s *Shown) Description(id int) string {
	words := s.Instead(id)
	switch {
	case words != "":
	case id == protocol.PictureRace:
		words = s.Race
	case id == protocol.PictureSweep:
		words = s.Path
	case s.Animation != "" && (id == protocol.PictureLorentz || id == protocol.PictureCertificate && s.Topic.Argues()):
		words = s.Animation
	default:
		points := Plural(s.Points, "point")
		if s.Rows > 0 {
			points = SumsOf(s.Rows)
		}
		if s.Held > 0 {
			points += " to train on, " + count(s.Held) + " held out"
		}
		words = s.Note(id) + " " + Capital(points) + ", " + Plural(s.Neurons, "neuron") + "."
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

var pictures = [protocol.PictureCount]Picture{
	protocol.PictureData: {
		Name: "Data", Help: "The points (x, y) you draw, and the network f that is trained on them.",
		Empty: "The pictures follow as soon as the solver is ready.", note: dataNote,
	},
	protocol.PictureCertificate: {
		Name: "Why", Help: "Why no network can cost less: |g(u)| stays within β for every direction u.", note: whyNote,
	},
	protocol.PictureNeurons: {
		Name: "Neurons", Help: "What each neuron σ(x′u)α adds to the network.",
		note: func(s *Shown) string {
			sum := " for each neuron, all on one scale: added up they are " + s.function() + "."
			if s.Plane {
				return "A map of the plane" + sum
			}
			return s.by("A graph"+sum, "A surface"+sum, "A map of the plane through the middle that faces you"+sum)
		},
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
	},
	protocol.PictureSpectrahedron: {
		Name: "Spectrahedron", Help: "The convex body that neurons of one total weight fill; Z and Z′ are multiples of its points.",
		note: func(s *Shown) string {
			const hull = "All networks of one weight are one convex body, without local optima"
			return s.by(hull+": a square, with neurons as corners.", hull+": Z and Z′ are means of neurons.", hull+": its shadow, with Z and Z′ inside.")
		},
	},
	protocol.PictureNeural: {
		Name: "Neural cone", Help: "All neurons of weight |α| = 1, as points of one curve or surface.",
		note: func(s *Shown) string {
			return s.by("What a neuron may be, (u²α, uα, α) with |u| ≤ 1: the best ones lie on the edges.",
				"What a neuron may be: its weight α times a point of this curve of four dimensions.",
				"What a neuron may be: its direction u is a point of the unit sphere.")
		},
	},
	protocol.PictureNetwork: {
		Name: "Network", Help: "All layers: a map for each neuron, lines for its weights.", note: networkNote,
	},
	protocol.PictureRace: {
		Name: "Race", Help: "Gradient descent against the certified optimum.", Empty: "Press Start to run gradient descent.",
		note: func(*Shown) string {
			return "Gradient descent from random starts: its cost above the certified optimum, against work."
		},
	},
	protocol.PictureSweep: {
		Name: "Path", Help: "The optimum along β or a coefficient of the activation.", Empty: "It is computed when the page is idle.",
		note: func(*Shown) string {
			return "The optimum along β or a coefficient of σ: its neurons, and how well it does. Click to go there."
		},
	},
}

// function names the function of the program: that of the output, or of the layer.
func (s *Shown) function() string {
	f := "f"
	if s.Several != nil {
		f = outputName(s.Several.Output)
	}
	if s.Layers > 1 {
		f += " of layer " + nth(s.Layer)
	}
	return f
}

func dataNote(s *Shown) string {
	switch {
	case s.Subject == ClaimedMatrix:
		return "The matrix under check as a network f; your data wait in the panel Check."
	case s.Subject == ClaimedNetwork:
		return "The network under check as f; the ring marks where it is farthest from the optimum."
	case s.Rows > 0:
		return StandsFor(s.Rows)
	case s.Points == 0 && s.Layers < 2 && s.Several == nil && !s.Plane:
		return drawHere + "a network is trained on the points at once."
	case s.Held > 0:
		return "f is trained on the filled points; the hollow ones are held out."
	}
	return s.dataShown()
}

// dataShown says how the picture of the data shows the network.
func (s *Shown) dataShown() string {
	f, of, draw, line := "the trained network f", "", drawHere, "a line is f = 0"
	if s.Layers > 1 {
		f, of, line = "f of all "+count(s.Layers)+" layers", " through all "+count(s.Layers)+" layers", line+", with corners where inputs are clipped"
	}
	compares := s.Several != nil && s.Several.Compares
	if s.Several != nil {
		level := "0"
		if s.Several.Half {
			level = "½"
		}
		f = outputName(s.Several.Output)
		line = "a line is " + f + " = " + level
		if f = "the output " + f + of; !s.Several.Draws {
			draw = ""
		}
	}
	switch {
	case s.Convolved:
		return "Draw on a sample: what all " + count(s.Layers) + " layers say of it stands above it."
	case s.Plane && compares:
		return "A plane of R" + superscript(s.Features) + ", coloured by the largest output" + of + "; the points are projected."
	case s.Plane:
		return "A plane of R" + superscript(s.Features) + ": the shading is " + f + ", " + line + "; the points are projected."
	case compares && s.Features == 1:
		return draw + "each curve is an output" + of + ", the strip is coloured by the largest."
	case compares:
		return draw + "each colour is where the output of that class is the largest" + of + "."
	case s.Features == 1:
		return draw + "each point is a pair (x, y), the curve is " + f + "."
	case s.Features == 2:
		return draw + "the shading is " + f + ", " + line + "."
	case s.Layers > 1:
		return draw + "the colour of each point is " + f + ", its shape is its label."
	}
	return "Press on the floor and pull up to draw; " + strings.Replace(line, "a line", "a surface", 1) + "."
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
