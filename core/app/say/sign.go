package say

// Sign says which signs a function has where it is drawn.
type Sign int

// Both: there is a line, or a surface, where the function is at its level. Above and Below: it is on one side of its level everywhere drawn and at all
// points. Constant: it is at its level everywhere.
const (
	Both Sign = iota
	Above
	Below
	Constant
)

// side returns the words for a function on one side of a level.
func (s Sign) side(level string) string {
	switch s {
	case Above:
		return "above " + level + " at every point"
	case Below:
		return "below " + level + " at every point"
	}
	return level + " everywhere"
}

// dataOfTwo is the note of the data for two features and one output.
func (s Sign) dataOfTwo() string {
	const draw = "Draw here: the shading is the trained network f, "
	if s == Both {
		return draw + "the line is f = 0."
	}
	return draw + "which is " + s.side("0") + "."
}

// dataOfThree is that for three features.
func (s Sign) dataOfThree() string {
	const draw = "Press on the floor and pull up to draw; "
	if s == Both {
		return draw + "the surface is f = 0."
	}
	return draw + "f is " + s.side("0") + ", so it has no surface f = 0."
}
