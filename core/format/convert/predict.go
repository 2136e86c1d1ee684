package convert

import (
	"context"

	"conelab/core/format/document"
	"conelab/core/network/neural"
	"conelab/core/network/stack"
)

// Predict returns the outputs of a solution's network at the points of p, a row for each point. They must fit each other in the sense of
// export.Of.
func Predict(p *document.Problem, s *document.Solution) [][]float64 {
	q := Problem(p)
	n := q.Samples()
	fit := make([]float64, n*q.Outputs)
	if p.Stack != nil {
		var pass stack.Pass
		pass.Run(StackNetwork(p, s), q.X)
		fit = pass.Outputs[len(pass.Outputs)-1]
	} else {
		neural.PredictTo(fit, Neurons(s.Network.Neurons), q.Architecture.New(context.Background(), q.Sigma, q.X, n, q.D))
	}
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = make([]float64, q.Outputs)
		for o := range rows[i] {
			rows[i][o] = fit[o*n+i]
		}
	}
	return rows
}
