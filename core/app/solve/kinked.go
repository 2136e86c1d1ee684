package solve

import (
	"math"
	"slices"
	"strconv"

	"conelab/core/app/protocol/intent"
	"conelab/core/network/certify"
	"conelab/core/network/kind"
	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
)

// Piecewise returns the problem of the newest result if its activation is piecewise linear, and otherwise nil.
func (l *Layer) Piecewise() *certify.Problem {
	if l.scorer == nil || l.scorer.Problem.Piecewise == nil {
		return nil
	}
	return &l.scorer.Problem
}

// Evaluate returns g(u) of a piecewise-linear activation for the dual vector of the newest result.
func (l *Layer) Evaluate(u []float64) float64 {
	p := &l.scorer.Problem
	return dense.Dot(l.found.Certificate.Dual, kind.Piecewise.Predict(p, []neural.Neuron{{U: u, Alpha: 1}}, p.X))
}

// Faces returns for each neuron of a result with a piecewise-linear activation, sorted by number, the training points on its kink.
func (l *Layer) Faces() (faces [][]int) {
	for _, i := range l.places(intent.None) {
		faces = append(faces, l.found.Faces[i])
	}
	return faces
}

// kinkedForecast predicts the time of a cold solve: an oracle sweeps all crossings of the kinks.
func kinkedForecast(p *certify.Problem) Forecast {
	const seconds, power = 4e-5, 1.8 // of n points with two features, in a browser
	return Forecast{Seconds: seconds * math.Pow(float64(p.Samples()), power*float64(p.D)/2), Bytes: 1e3 * float64(p.Samples())}
}

// withBias returns the names of what the entries of a direction weigh, given those of the d features, nil if they have none.
func withBias(names []string, d int) []string {
	names = slices.Clone(names)
	for i := len(names); i < d; i++ {
		names = append(names, strconv.Itoa(i+1))
	}
	return append(names, "bias")
}
