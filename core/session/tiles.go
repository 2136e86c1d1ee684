package session

import (
	"strconv"

	"conelab/core/wire"
)

// raceText and pathText are those of the race and of the path, which are the same for all data.
var raceText, pathText = wire.PageTile{Title: "Race", Note: "Gradient descent from random starts: its cost above the certified optimum, against work."}, wire.PageTile{
	Title: "Path", Note: "The optimum along \u03b2 or a coefficient of \u03c3: its neurons, and how well it does. Click to go there.",
}

// The words under the titles of the pictures, for one, two and three features, in the order of the view's tiles.
var tileTexts = [drawnFeatures][6]wire.PageTile{
	{
		{Title: "Data and network", Note: "Draw here: each point is a pair (x, y), the curve is the trained network f."},
		{Title: "Neural cone", Note: "All (u\u00b2\u03b1, u\u03b1, \u03b1), |u| \u2264 1: neurons lie on its edges.", Camera: true},
		{Title: "Spectrahedron", Note: "All networks of one weight: a square with neurons as corners."},
		{Title: "Lorentz cone", Note: "Each turn puts one vector on the cone: a neuron."},
		{Title: "Certificate", Note: "Two directions: g stays within \u00b1\u03b2 and touches it at the neurons."},
		{Title: "Neurons", Note: "What each neuron computes, and their sum as they are found."},
	},
	{
		{Title: "Data and network", Note: "Draw here: the shading is the trained network f, the line is f = 0."},
		{Title: "Neural cone", Note: "A neuron is \u03b1 times a point of this curve of four dimensions.", Camera: true, Turn: true},
		{Title: "Spectrahedron", Note: "The curve\u2019s convex hull: Z and Z\u2032 are means of neurons.", Camera: true, Slice: true, Turn: true},
		{Title: "Lorentz cone", Note: "Each turn puts one vector on the cone: a neuron.", Camera: true},
		{Title: "Certificate", Note: "g stays within \u00b1\u03b2 and touches it at the neurons."},
		{Title: "Neurons", Note: "What each neuron computes, and their sum as they are found."},
	},
	{
		{Title: "Data and network", Note: "Press on the floor and pull up to draw; the surface is f = 0.", Camera: true},
		{Title: "Directions", Note: "A neuron\u2019s direction u is a point of the unit sphere.", Camera: true},
		{Title: "Spectrahedron", Note: "Shadow of the hull of all neurons, with Z and Z\u2032 inside.", Camera: true, Slice: true, Turn: true},
		{Title: "Lorentz cone", Note: "Every vector at (|c|, t): each turn puts one on the cone."},
		{Title: "Certificate", Note: "The directions, coloured by g: it reaches \u00b1\u03b2 at the neurons only.", Camera: true},
		{Title: "Neurons", Note: "What each computes in the plane through the middle that faces you.", Camera: true},
	},
}

// heldNote is the sentence under the data where points are held out.
const heldNote = "f is trained on the filled points; the hollow ones are held out."

// fullRank reports whether a matrix has full rank: then its slack is zero, and g has the same value everywhere.
func (s *Session) fullRank() bool {
	for _, dec := range s.decompositions() {
		if len(dec.Vectors) > s.d {
			return true
		}
	}
	return false
}

// tiles says in words what the pictures show.
func (s *Session) tiles() []wire.PageTile {
	if s.exhibit != nil {
		return s.exhibit.tiles(s.caption())
	}
	var tiles []wire.PageTile
	switch {
	case s.planar():
		tiles = s.planeTiles()
	case s.drawable():
		tiles = append(tiles, tileTexts[s.d-1][:]...)
	default:
		tiles = append(tiles, tileTexts[1][:]...)
	}
	tiles = append(tiles, raceText, pathText)
	if s.fullRank() {
		tiles[4].Note = "Here g is ±β in every direction: each can be a neuron\u2019s."
	}
	s.lensTiles(tiles)
	neurons, count := "no neurons", 0
	if s.solved != nil && s.visible() {
		count = len(s.neurons())
	}
	switch {
	case count == 1:
		neurons = "one neuron"
	case count > 1:
		neurons = strconv.Itoa(count) + " neurons"
	}
	points := plural(s.samples()-s.holdouts(), "point")
	if held := s.holdouts(); held > 0 {
		points += " to train on, " + strconv.Itoa(held) + " held out"
		tiles[0].Note = heldNote
	}
	caption := s.caption()
	for i, text := range [...]string{
		"Data: " + points + ", and the function of a network with " + neurons + ".",
		tiles[1].Title + ": " + neurons + ".",
		"Spectrahedron: Z and Z\u2032 as means of " + neurons + ".",
		"Lorentz cone: " + caption,
		"Certificate: g touches \u00b1\u03b2 at " + neurons + ".",
		"Each of " + neurons + " as a picture of its own, and their sum.",
		"Race: " + s.raceCaption(),
		"Path: " + s.studyCaption(),
	} {
		tiles[i].Description = text
	}
	return tiles
}
