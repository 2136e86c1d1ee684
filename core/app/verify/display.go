package verify

import (
	"conelab/core/network/certify"
	"conelab/core/network/neural"
)

// Display is a matrix that the pictures show in place of the data, with its decomposition as the film, or a network that they show in place of the
// optimal one. Any change of the data ends it.
type Display struct {
	d             int
	matrix        [][]float64
	decomposition *neural.Decomposition
	neurons       []neural.Neuron
	trial         *certify.Trial
}

// Show shows the last claim in place of the data of d features. The verdict must say that this is possible.
func (c *Check) Show(d int) {
	if c.subject.matrix != nil {
		c.display = ofMatrix(c.subject.matrix)
	} else {
		c.display = &Display{d: d, trial: c.trial, neurons: c.trial.Neurons}
	}
	c.mark(true)
}

// Leave shows the data again, and reports whether something else was shown.
func (c *Check) Leave() bool {
	if c.display == nil {
		return false
	}
	c.display = nil
	c.mark(false)
	return true
}

// mark records in the verdict whether it is shown. It copies the verdict, because an answer may hold the old one.
func (c *Check) mark(shown bool) {
	if c.verdict != nil {
		other := *c.verdict
		other.Shown = shown
		c.verdict = &other
	}
}

// ofMatrix decomposes a matrix.
func ofMatrix(rows [][]float64) *Display {
	order := len(rows)
	z := make([]float64, 0, order*order)
	for i := range rows {
		for j := range rows {
			z = append(z, (rows[i][j]+rows[j][i])/2)
		}
	}
	dec := neural.Decompose(z, order, order)
	return &Display{d: order - 1, matrix: rows, decomposition: dec, neurons: neural.Neurons(dec.Vectors, 1)}
}

// Features returns the number of features of the display.
func (e *Display) Features() int { return e.d }

// Neurons returns the neurons of the matrix or of the network. They must not be modified.
func (e *Display) Neurons() []neural.Neuron { return e.neurons }

// Decomposition returns the decomposition of the matrix; nil for a network.
func (e *Display) Decomposition() *neural.Decomposition { return e.decomposition }

// IsNetwork reports whether the display is a network for the data, which are shown with it.
func (e *Display) IsNetwork() bool { return e.trial != nil }

// Peak returns the largest |g| / beta for the network's own dual vector.
func (e *Display) Peak() float64 { return e.trial.Peak }

// Quadratic returns g for the network's own dual vector as a symmetric matrix; nil if there is none.
func (e *Display) Quadratic() []float64 { return e.trial.Quadratic }

// Matrix returns the matrix; nil for a network.
func (e *Display) Matrix() [][]float64 { return e.matrix }
