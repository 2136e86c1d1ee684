package scene

import "strconv"

// The intents that pictures give rise to, as JSON text for the session.

// pointIntent returns {"do":verb,"at":[x,y],"radius":radius} with all in data coordinates.
func pointIntent(verb string, x, y, radius float64) string {
	b := make([]byte, 0, 80)
	b = append(b, `{"do":"`...)
	b = append(b, verb...)
	b = append(b, `","at":[`...)
	b = strconv.AppendFloat(b, x, 'g', 9, 64)
	b = append(b, ',')
	b = strconv.AppendFloat(b, y, 'g', 9, 64)
	b = append(b, `],"radius":`...)
	b = strconv.AppendFloat(b, radius, 'g', 6, 64)
	return string(append(b, '}'))
}

// focusIntent returns the intent to light up a neuron, -1 for none.
func focusIntent(neuron int) string {
	return `{"do":"focus","neuron":` + strconv.Itoa(neuron) + `}`
}

const (
	releaseIntent = `{"do":"release"}`
	cancelIntent  = `{"do":"cancel"}`
)
