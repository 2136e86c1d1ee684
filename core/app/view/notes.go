package view

import (
	"math"

	"conelab/core/app/messages"
	"conelab/core/app/protocol"
)

// What is said of the pictures: titles, notes, and text alternatives.

// frameOf returns where a picture shows points and functions.
func (c *Content) frameOf(picture int) *placement {
	switch picture {
	case protocol.PictureData, protocol.PictureNetwork:
		return &c.data
	case protocol.PictureNeurons:
		if !c.layered() {
			return &c.data
		}
	}
	return &c.program
}

// tiles describes the pictures and what they offer. The caption is that of the animation.
func (c *Content) tiles(caption string) []protocol.PageTile {
	tiles := make([]protocol.PageTile, protocol.PictureCount)
	for i := range protocol.Pictures {
		p := &protocol.Pictures[i]
		f := c.frameOf(p.ID)
		depth, tile := f.depth(), &tiles[p.ID]
		*tile = protocol.PageTile{
			Title: c.title(p), Note: c.noteOf(p, f), Offered: p.Offered.Has(depth) && c.offers(p), Camera: p.Depth.Has(depth),
			Slice: p.Slice.Has(depth), Turn: p.Turn.Has(depth),
		}
		tile.Description = p.Title + ": " + c.description(p.ID, tile.Note, caption)
		if p.ID == protocol.PictureLorentz {
			tile.Legend = legend(caption, f.depth())
		}
	}
	if c.topic.Argues() {
		tiles[protocol.PictureCertificate].Camera = false
	}
	return tiles
}

// offers reports whether a picture exists.
func (c *Content) offers(p *protocol.Picture) bool {
	layered := c.pictures.work.Now().Layers() > 1
	switch p.ID {
	case protocol.PictureData:
		return true
	case protocol.PictureNetwork:
		return layered
	case protocol.PictureSweep:
		return !layered
	}
	// A convolution among several layers has only the pictures of its filters.
	return p.Suits(c.showsPiecewise(), c.layer.State.D) && (!layered || c.layer.State.Dense())
}

// title is the name of a picture, with the layer and the output that it shows.
func (c *Content) title(p *protocol.Picture) string {
	if p.ID == protocol.PictureData || p.ID == protocol.PictureNetwork {
		return p.Title
	}
	title, t := p.Title, c.layer.State
	if c.layered() {
		title = messages.Fill("{=}, layer {+1}", title, c.pictures.training.Chosen())
	}
	if t.Outputs > 1 && t.Dense() && p.ID != protocol.PictureRace && p.ID != protocol.PictureSweep {
		title = messages.Fill("{=}, f{_}", title, c.output+1)
	}
	return title
}

// description is the text alternative to a picture: the caption of its animation or else its note, with what is shown.
func (c *Content) description(picture int, note, caption string) string {
	switch {
	case picture == protocol.PictureRace:
		return c.pictures.jobs.RaceCaption()
	case picture == protocol.PictureSweep:
		return c.pictures.jobs.SweepCaption()
	case caption != "" && (picture == protocol.PictureLorentz || picture == protocol.PictureCertificate && c.topic.Argues()):
		return caption
	}
	t, neurons := c.layer.State, len(c.neurons)
	if c.layered() && c.frameOf(picture) == &c.data {
		neurons = 0
		for k := range c.pictures.training.Count() {
			neurons += len(c.pictures.training.Layer(k).Found.Neurons)
		}
	}
	points := t.TrainedOn()
	if held := t.Holdouts(); held > 0 {
		points = messages.Fill("{=} to train on, {} held out", points, held)
	}
	return messages.Fill("{=} {=}, {neuron}.", note, messages.Capital(points), neurons)
}

// noteOf is the sentence below a picture's name.
func (c *Content) noteOf(p *protocol.Picture, f *placement) string {
	by := func(one, two, three string) string { return [4]string{three, one, two, three}[f.depth()] }
	switch p.ID {
	case protocol.PictureData:
		return c.dataNote(f)
	case protocol.PictureCertificate:
		return c.gainsNote()
	case protocol.PictureNeurons:
		picture, layer := by("graph", "map", "map of the plane through the middle that faces you"), ""
		switch {
		case c.layered():
			layer = messages.Fill(" of layer {+1}", c.pictures.training.Chosen())
		case c.showsPiecewise():
			picture = "ramp"
		case f.frame.Plane:
			picture = "map of the plane"
		}
		if t := f.state; !c.showsPiecewise() && t.Dense() {
			return messages.Fill("A {=} for each neuron, α σ(x′u) with {=}: added up they are f{=}.", picture,
				messages.NamedActivation(t.Coefficients()), layer)
		}
		return messages.Fill("A {=} for each neuron, all on one scale: added up they are f{=}.", picture, layer)
	case protocol.PictureLorentz:
		const taken = "The solver finds sums of neurons: Z is the sum of all |α|\u00a0(u,\u00a01)\u2060(u,\u00a01)′ with α > 0, Z′ with α < 0. Each turn " +
			"puts a vector"
		return taken + by(" on the cone, a neuron.", " on the cone, a neuron.", ", at (|c|, t), on the cone.")
	case protocol.PictureSpectrahedron:
		return "Each point is a mixture of neurons of total weight 1, and so is every point between two of them" + by(": a square, its corners "+
			"single neurons.", ". Z (α > 0) and Z′ (α < 0) are in it.", ": here its shadow, with Z (α > 0) and Z′ (α < 0).")
	case protocol.PictureNeural:
		return by("All possible neurons, (u²α, uα, α) with |u| ≤ 1; the optimal ones lie on the edges.",
			"Every possible neuron: its weight α times a point of this curve of four dimensions.",
			"Every possible neuron: its direction u is a point of the unit sphere.")
	case protocol.PictureNetwork:
		return c.networkNote(f)
	case protocol.PictureRace:
		return c.pictures.jobs.RaceNote(p.Note)
	case protocol.PictureSweep:
		if c.showsPiecewise() {
			return "The optimum along β: its neurons, and how well it does. Click to go there."
		}
	}
	return p.Note
}

// networkNote is the note of the picture of all layers.
func (c *Content) networkNote(f *placement) string {
	neurons := "Maps are neurons,"
	switch {
	case !c.layered():
		return "Shown for two or more layers."
	case !f.state.Dense():
		neurons = "Layer 1: its filters. Above: maps of the plane are neurons,"
	case f.frame.Plane:
		neurons = "Maps of the plane are neurons,"
	case f.depth() == 1:
		neurons = "Graphs are neurons,"
	case f.depth() == 3:
		neurons = "Maps are neurons, on the plane in the middle of x₃;"
	}
	return neurons + " lines are weights. Click a column to see its proof."
}

// toolNotes says what each tool does in the picture of the data.
var toolNotes = [...]string{
	protocol.ToolDraw: "Draw here: ", protocol.ToolMove: "Drag points: ", protocol.ToolLabel: "Press points: ",
	protocol.ToolErase: "Erase here: ", protocol.ToolSelect: "Select here: ",
}

// note is a sentence, and when it is said.
type note struct {
	when bool
	text string
}

// firstOf returns the first of some sentences that is said, or "".
func firstOf(notes ...note) string {
	for _, n := range notes {
		if n.when {
			return n.text
		}
	}
	return ""
}

// dataNote says how the picture of the data shows the points and the network.
func (c *Content) dataNote(f *placement) string {
	t, layers, several := f.state, "the one layer", f.state.Outputs > 1
	if k := c.pictures.training.Count(); k > 1 {
		layers = messages.Fill("all {} layers", k)
	}
	if special := firstOf(
		note{c.showsAnother() && c.topic == protocol.Bounds, "Here f is the best network, perturbed."},
		note{c.showsAnother(), "Here f is another network, which the film compares with the best one."},
		note{c.topic == protocol.Price && f.depth() == 2 && !c.layered() && !several && !c.showsPiecewise(),
			"Dashed lines: equal output of the new neuron."},
		note{t.Sums() != nil, messages.StandsFor(t.SummedRows())},
		note{c.showsPiecewise() && c.kinks == undrawn, "The points alone. Use the polynomial activation: then f of three features is drawn, too."},
		note{c.layered() && !t.Dense(), "Draw on a sample: above it is the output of " + layers + "."},
		note{t.TrainingCount() == 0 && !c.layered() && !several && !f.frame.Plane,
			toolNotes[protocol.ToolDraw] + "a network is trained on the points at once."},
		note{t.Holdouts() > 0, "f is trained on the filled points; the hollow ones are held out."},
	); special != "" {
		return special
	}
	does, function, line, of, bends := toolNotes[c.pictures.pointer.Tool], "the trained network f", "f = 0", "", c.piecewiseNote()
	if c.layered() {
		function, of = "f of "+layers, " through "+layers
	}
	if several {
		name, level := messages.Fill("f{_}", c.output+1), "0"
		if t.Level() != 0 {
			level = "½"
		}
		function, line = "the output "+name+of, name+" = "+level
		if t.ClassCount() == 0 {
			does = "" // the pointer cannot give such labels
		}
	}
	compares, depth, plane := several && c.pictures.work.Compares(), f.depth(), "A plane of R"+messages.Superscript(t.D)
	return firstOf(
		note{bends != "", does + bends},
		note{f.frame.Plane && compares, plane + ", coloured by the largest output" + of + "; the points are projected."},
		note{f.frame.Plane, plane + ": the shading is " + function + ", a line is " + line + "; the points are projected."},
		note{compares && depth == 1, does + "each curve is an output" + of + ", the strip is coloured by the largest."},
		note{compares, does + "each colour is where the output of that class is the largest" + of + "."},
		note{depth == 1, does + "each point is a pair (x, y), the curve is " + function + "."},
		note{depth == 2 && c.layered(),
			does + "the shading is " + function + ", a line is " + line + "; it has corners where inputs are clipped."},
		note{depth == 2, does + "the shading is " + function + ", a line is " + line + "."},
		note{c.layered(), does + "the colour of each point is " + function + ", its shape is its label."},
		note{true, "Press on the floor and pull up to draw; a surface is " + line + "."},
	)
}

// piecewiseNote says where a piecewise-linear network bends, or returns "" unless that is known for the points shown.
func (c *Content) piecewiseNote() string {
	if !c.showsPiecewise() || c.kinks != drawn || !c.layer.Current || !c.layer.Certified() {
		return ""
	}
	through := c.through()
	all, on := through[0]+through[1]+through[2], through[1]+through[2]
	switch {
	case all == 0:
		return ""
	case c.layer.State.D == 1:
		return messages.Fill("the curve is f, straight between {knot}, {} of them on a point.", all, on)
	case on == 0:
		return messages.Fill("f bends along {line}, none of them through a point: each lies where |g| peaks between points.", all)
	}
	pass := "pass through ringed points"
	if on == 1 {
		pass = "passes through a ringed point"
	}
	return messages.Fill("f bends along {line}. {} {=}: moving such a line to either side raises the cost. Drag a ringed point.",
		all, on, pass)
}

// gainsNote is the note of the certificate, or of the picture of the argument that replaces it.
func (c *Content) gainsNote() string {
	t, plane, slice := c.layer.State, c.program.frame.Plane, ""
	if plane {
		slice = messages.Fill(" A slice: one circle of the directions of {} features.", t.D)
	}
	switch {
	case c.uncertified() != "":
		return c.uncertified() + slice
	case c.layer.Found == nil:
		return "g, what a neuron gains, is drawn with the first network, beside its price ±β."
	case c.topic.Argues():
		return argumentNote(c.topic, c.showsPiecewise() && t.D == 2) + slice
	case c.showsPiecewise():
		return c.probeNote()
	}
	_, onPath := c.iterate()
	reaches := reachesPrice(c.layer, c.neurons)
	return firstOf(
		note{len(c.neurons) == 0 && c.layer.Matches(),
			"g stays within ±β: no neuron is worth its price, so the network has none." + slice},
		note{onPath && reaches, "g of the solver’s step that is shown: it stays within ±β, and at the end touches it." + slice},
		note{onPath, "g of the solver’s step that is shown: it stays within ±β." + slice},
		note{t.D != 1 && !reaches,
			"g, what a neuron gains, stays within its price ±β: the bound needs no more, |g| need not be β at the neurons." + slice},
		note{plane, messages.Fill("A slice, one circle of the directions of {} features: g stays within ±β, and reaches it, up to rounding, at "+
			"neurons off the slice.", t.D)},
		note{t.D == 1, "Two directions: g, what a neuron gains, stays within its price ±β."},
		note{t.D == 3, "The directions, coloured by g: it stays within ±β, and reaches it at the neurons, up to rounding."},
		note{true, "g, what a neuron gains, stays within its price ±β, and reaches it at the neurons, up to rounding."},
	)
}

// argumentNote is the note of a picture of the argument; with all lines of a plane there is a map in place of the curve.
func argumentNote(topic protocol.Topic, isMap bool) string {
	gains := "curve"
	if isMap {
		gains = "map"
	}
	switch topic {
	case protocol.Price:
		return "A neuron is worth adding only where it gains more than its price."
	case protocol.Curve:
		return "All neurons at once are one " + gains + "."
	case protocol.Bowl:
		return "A first proof: on the way from any other network to the best one the cost is a bowl."
	case protocol.Tangents:
		return "A second proof: each point’s loss lies above a line; level, the lines add up to the lower bound."
	}
	return "Two numbers meet: what this network costs, and what its " + gains + " proves."
}

// probeNote says what a neuron in the direction shown would gain. It takes one line in most windows, whether a direction is pointed at or
// not: the picture below it must not move under the pointer.
func (c *Content) probeNote() string {
	share, probing := c.probed()
	share = math.Abs(share)
	switch {
	case !probing && c.layer.State.D == 1:
		return "Point at a direction: g, what a neuron there gains, stays within its price ±β."
	case !probing:
		return "A place here is a line among the data: |g|, what a neuron there gains, is at most β."
	case share > 1-1e-6:
		return "A neuron here gains exactly what it costs: |g| = β."
	case share < 5e-4:
		return "A neuron here would gain nothing."
	}
	return messages.Fill("A neuron here would gain {3} % of what it costs: it does not pay.", 100*share)
}
