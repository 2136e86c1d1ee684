package verify

import (
	"conelab/core/network/certify"
	"conelab/core/network/neural"
)

// Display is a matrix that the pictures show in place of the data, with its decomposition as the film, or a network that they show in place of the
// optimal one. Any change of the data ends it. Nothing in it may be modified.
type Display struct {
	Features      int
	Matrix        [][]float64
	Decomposition *neural.Decomposition
	Neurons       []neural.Neuron
	Network       *certify.Trial // the network as measured, nil for a matrix
}

// Show shows the last claim in place of the data of d features. The verdict must say that this is possible.
func (c *Check) Show(d int) {
	if c.subject.matrix != nil {
		c.display = ofMatrix(c.subject.matrix)
	} else {
		c.display = &Display{Features: d, Network: c.trial, Neurons: c.trial.Neurons}
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
	return &Display{Features: order - 1, Matrix: rows, Decomposition: dec, Neurons: neural.Neurons(dec.Vectors, 1)}
}
