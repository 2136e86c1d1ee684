package claim

import (
	"conelab/core/network/certify"
	"conelab/core/network/neural"
)

// Exhibit is a matrix that the pictures show in place of the data, its decomposition being the film; or a network that they show in place of
// the optimal one. Any change of the data ends it.
type Exhibit struct {
	d             int
	matrix        [][]float64
	decomposition *neural.Decomposition
	neurons       []neural.Neuron
	trial         *certify.Trial
}

// Show puts what was checked last, which the verdict must say can be shown, in place of the data of d features.
func (c *Check) Show(d int) {
	if c.claim.matrix != nil {
		c.exhibit = ofMatrix(c.claim.matrix)
	} else {
		c.exhibit = &Exhibit{d: d, trial: c.trial, neurons: c.trial.Neurons}
	}
	c.mark(true)
}

// Leave gives the pictures back to the data, and reports whether they showed something else.
func (c *Check) Leave() bool {
	if c.exhibit == nil {
		return false
	}
	c.exhibit = nil
	c.mark(false)
	return true
}

// mark says in the verdict whether it is shown. Verdicts are not written in place: an answer may hold them.
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

// Features returns the number of features of what is shown.
func (e *Exhibit) Features() int { return e.d }

// Neurons returns those of the matrix, or of the network; they must not be modified.
func (e *Exhibit) Neurons() []neural.Neuron { return e.neurons }

// Decomposition returns that of the matrix, nil of a network.
func (e *Exhibit) Decomposition() *neural.Decomposition { return e.decomposition }

// IsNetwork reports whether it is a network for the data, which are shown with it.
func (e *Exhibit) IsNetwork() bool { return e.trial != nil }

// Peak returns the largest |g| over beta of the network's own dual vector.
func (e *Exhibit) Peak() float64 { return e.trial.Peak }

// Quadratic returns g of the network's own dual vector as a symmetric matrix, nil where it has none.
func (e *Exhibit) Quadratic() []float64 { return e.trial.Quadratic }

// Matrix returns the matrix, nil of a network.
func (e *Exhibit) Matrix() [][]float64 { return e.matrix }
