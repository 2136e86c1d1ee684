package verify

import (
	"conelab/core/network/certify"
	"conelab/core/network/neural"
)

// Exhibit is a matrix that the pictures show in place of the data, with its decomposition as the film, or a network that they show in place of the
// optimal one. Any change of the data ends it.
type Exhibit struct {
	d             int
	matrix        [][]float64
	decomposition *neural.Decomposition
	neurons       []neural.Neuron
	trial         *certify.Trial
}

// Show shows the last claim in place of the data of d features. The verdict must say that this is possible.
func (c *Check) Show(d int) {
	if c.claim.matrix != nil {
		c.exhibit = ofMatrix(c.claim.matrix)
	} else {
		c.exhibit = &Exhibit{d: d, trial: c.trial, neurons: c.trial.Neurons}
	}
	c.mark(true)
}

// Leave shows the data again, and reports whether something else was shown.
func (c *Check) Leave() bool {
	if c.exhibit == nil {
		return false
	}
	c.exhibit = nil
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
func ofMatrix(rows [][]float64) *Exhibit {
	order := len(rows)
	z := make([]float64, 0, order*order)
	for i := range rows {
		for j := range rows {
			z = append(z, (rows[i][j]+rows[j][i])/2)
		}
	}
	dec := neural.Decompose(z, order, order)
	return &Exhibit{d: order - 1, matrix: rows, decomposition: dec, neurons: neural.Neurons(dec.Vectors, 1)}
}

// Features returns the number of features of the exhibit.
func (e *Exhibit) Features() int { return e.d }

// Neurons returns the neurons of the matrix or of the network. They must not be modified.
func (e *Exhibit) Neurons() []neural.Neuron { return e.neurons }

// Decomposition returns the decomposition of the matrix; nil for a network.
func (e *Exhibit) Decomposition() *neural.Decomposition { return e.decomposition }

// IsNetwork reports whether the exhibit is a network for the data, which are shown with it.
func (e *Exhibit) IsNetwork() bool { return e.trial != nil }

// Peak returns the largest |g| / beta for the network's own dual vector.
func (e *Exhibit) Peak() float64 { return e.trial.Peak }

// Quadratic returns g for the network's own dual vector as a symmetric matrix; nil if there is none.
func (e *Exhibit) Quadratic() []float64 { return e.trial.Quadratic }

// Matrix returns the matrix; nil for a network.
func (e *Exhibit) Matrix() [][]float64 { return e.matrix }
