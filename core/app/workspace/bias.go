package workspace

import (
	"reflect"

	"conelab/core/app/messages"
	"conelab/core/format/document"
	"conelab/core/numeric/lift"
)

// Biased reports whether neurons read a bias. It is part of their directions, whose length is 1 with it.
func (t *State) Biased() bool { return t.bias }

// Biasable reports whether a bias can be added: to dense and quadratic networks of points. Piecewise-linear ones always have one.
func (t *State) Biasable() bool {
	next := *t
	next.bias = true
	return next.modelFault() == nil
}

// WithBias returns the state with or without a bias.
func (t *State) WithBias(bias bool) (next State, err error) {
	next = *t
	next.bias = bias
	if bias == t.bias {
		return next, errSame
	}
	return next, messages.Sentence(next.modelFault())
}

// Inputs returns the number of features that neurons read.
func (t *State) Inputs() int {
	if t.bias {
		return t.d + 1
	}
	return t.d
}

// RowsWithBias returns rows of d features as neurons read them: with the bias, if there is one.
func (t *State) RowsWithBias(x []float64) []float64 {
	if !t.bias {
		return x
	}
	return lift.WithConstant(x, t.d)
}

// WithBiasColumn returns the state with the bias as one more feature of the points, or t itself without a bias.
func (t *State) WithBiasColumn() *State {
	if !t.bias {
		return t
	}
	next := *t
	next.x, next.d, next.bias = t.RowsWithBias(t.x), t.d+1, false
	next.columns = biased(&document.Problem{Settings: document.Settings{Columns: t.columns}}).Columns
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
	if t.columns == nil || !t.columns.Bias || !t.Biasable() {
		return
	}
	columns := t.columns.WithoutBias()
	t.columns = columns
	if reflect.DeepEqual(*columns, document.Columns{}) {
		t.columns = nil
	}
	x := make([]float64, 0, len(t.x))
	for i := 0; i < len(t.x); i += t.d {
		x = append(x, t.x[i:i+t.d-1]...)
	}
	t.x, t.d, t.bias = x, t.d-1, true
}
