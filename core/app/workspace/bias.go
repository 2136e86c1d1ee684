package workspace

import (
	"reflect"

	"conelab/core/app/messages"
	"conelab/core/format/document"
	"conelab/core/numeric/lift"
)

// Biasable reports whether a bias can be added: to dense and quadratic networks of points. Piecewise-linear ones always have one.
func (t *State) Biasable() bool {
	next := *t
	next.Bias = true
	return next.modelFault() == nil
}

// WithBias returns the state with or without a bias.
func (t *State) WithBias(bias bool) (next State, err error) {
	next = *t
	next.Bias = bias
	if bias == t.Bias {
		return next, errSame
	}
	return next, messages.Sentence(next.modelFault())
}

// Inputs returns the number of features that neurons read.
func (t *State) Inputs() int {
	if t.Bias {
		return t.D + 1
	}
	return t.D
}

// RowsWithBias returns rows of d features as neurons read them: with the bias, if there is one.
func (t *State) RowsWithBias(x []float64) []float64 {
	if !t.Bias {
		return x
	}
	return lift.WithConstant(x, t.D)
}

// WithBiasColumn returns the state with the bias as one more feature of the points, or t itself without a bias.
func (t *State) WithBiasColumn() *State {
	if !t.Bias {
		return t
	}
	next := *t
	next.X, next.D, next.Bias = t.RowsWithBias(t.X), t.D+1, false
	next.Columns = biased(&document.Problem{Settings: document.Settings{Columns: t.Columns}}).Columns
	next.fitWindow()
	return &next
}

// biased adds the feature of ones to a problem, as the command line does.
func biased(p *document.Problem) *document.Problem {
	columns := p.Columns
	if columns == nil {
		columns = &document.Columns{}
	}
	p.Data.X, p.Columns = columns.WithBias(p.Data.X)
	return p
}

// removeBiasColumn turns the feature of ones of a problem document back into the bias.
func (t *State) removeBiasColumn() {
	if t.Columns == nil || !t.Columns.Bias || !t.Biasable() {
		return
	}
	columns := t.Columns.WithoutBias()
	t.Columns = columns
	if reflect.DeepEqual(*columns, document.Columns{}) {
		t.Columns = nil
	}
	x := make([]float64, 0, len(t.X))
	for i := 0; i < len(t.X); i += t.D {
		x = append(x, t.X[i:i+t.D-1]...)
	}
	t.X, t.D, t.Bias = x, t.D-1, true
}
