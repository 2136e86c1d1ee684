package relu

import (
	"slices"

	"conelab/core/network/certify"
)

// Trainer trains networks of one kind: certify.Job those with polynomial activations, Job those with piecewise ones.
type Trainer interface {
	Start(p certify.Problem)
	Restart(beta float64)
	Step()
	Done() bool
	Stop()
	Progress() float64
	Sketch() (gap float64, iterations int)
	Result() *certify.Result
}

// TrainerOf returns a trainer for the kind of p.
func TrainerOf(p *certify.Problem) Trainer {
	if p.Piecewise != nil {
		return &Job{}
	}
	return &certify.Job{}
}

// WithConstant returns the rows of x, d numbers each, with a one behind each: what the neurons of these networks read.
func WithConstant(x []float64, d int) []float64 {
	out := make([]float64, 0, len(x)/d*(d+1))
	for row := range slices.Chunk(x, d) {
		out = append(append(out, row...), 1)
	}
	return out
}
