package scene

import (
	"strconv"

	"conelab/core/wire"
)

// The intents that pictures give rise to, as JSON text for the session.

// placeText returns the inside of an intent about a place: "at":[..],"radius":..,"index":.., with the first n coordinates of at.
func placeText(at wire.Vec, n int, radius float64, index int) string {
	b := append(make([]byte, 0, 96), `"at":`...)
	b = numbers(b, at[:n])
	b = append(b, `,"radius":`...)
	b = strconv.AppendFloat(b, radius, 'g', 6, 64)
	b = append(b, `,"index":`...)
	return string(strconv.AppendInt(b, int64(index), 10))
}

// numbers appends a list of numbers.
func numbers(b []byte, values []float64) []byte {
	for i, v := range values {
		b = append(b, "[,"[min(i, 1)])
		b = strconv.AppendFloat(b, v, 'g', 9, 64)
	}
	return append(b, ']')
}

// pointIntent returns the intent of that verb about a place.
func pointIntent(verb, place string) string {
	return `{"do":"` + verb + `",` + place + `}`
}

// focusIntent returns the intent to light up a neuron, -1 for none; indexIntent that for a point.
func focusIntent(neuron int) string {
	return `{"do":"focus","neuron":` + strconv.Itoa(neuron) + `}`
}

func indexIntent(index int) string {
	return `{"do":"point","index":` + strconv.Itoa(index) + `}`
}

// turnIntent returns the intent to turn a neuron towards u.
func turnIntent(neuron int, u wire.Vec) string {
	b := append(make([]byte, 0, 96), `{"do":"turn","neuron":`...)
	b = strconv.AppendInt(b, int64(neuron), 10)
	b = append(b, `,"u":`...)
	b = numbers(b, u[:])
	return string(append(b, '}'))
}

// runIntent returns the intent to show a run of the race, -1 for none.
func runIntent(run int) string {
	return `{"do":"race","name":"show","index":` + strconv.Itoa(run) + `}`
}

// valueIntent returns the intent to set the variable of a study, the activation's other coefficients as they are.
func valueIntent(of wire.Variable, value float64, activation [3]float64) string {
	b := make([]byte, 0, 96)
	if of == wire.Beta {
		b = append(b, `{"do":"beta","value":`...)
		return string(append(strconv.AppendFloat(b, value, 'g', 9, 64), '}'))
	}
	activation[of-wire.CoefficientA] = value
	b = append(b, `{"do":"activation"`...)
	for i, v := range activation {
		b = append(b, ',', '"', 'a'+byte(i), '"', ':')
		b = strconv.AppendFloat(b, v, 'g', 9, 64)
	}
	return string(append(b, '}'))
}

const (
	releaseIntent = `{"do":"release"}`
	cancelIntent  = `{"do":"cancel"}`
)
