package workspace

import "conelab/core/format/document"

// Table is data read from a file: rows of features and of labels.
type Table struct {
	Title string
	X, Y  [][]float64
	// Held says for each row whether it is held out; nil leaves that to the percentage that is set.
	Held []bool
	// Columns describes the meaning of the numbers; it may be nil.
	Columns *document.Columns
}

// WithTable returns the state with the data of a table, for a dense network of one layer.
func (t *State) WithTable(table *Table) State {
	next := *t
	x, y := table.X, table.Y
	next.empty(len(x[0]))
	next.title, next.outputs, next.columns, next.stack = table.Title, len(y[0]), table.Columns, nil
	next.x, next.y = make([]float64, 0, len(x)*next.d), make([]float64, len(x)*next.outputs)
	for i, row := range x {
		next.x = append(next.x, row...)
		for o, v := range y[i] {
			next.y[o*len(x)+i] = v
		}
	}
	next.fitWindow()
	if next.divide(); table.Held != nil {
		next.held = table.Held
		next.tidy()
	}
	return next
}

// Cleared returns the state without points, ready to draw samples of the same shape if samples are signals or images, and points otherwise.
func (t *State) Cleared() State {
	next := *t
	if t.Sampled() {
		next.empty(t.d)
		next.shape, next.architecture = t.shape, t.architecture
		return next
	}
	next.empty(min(t.d, DrawnFeatures))
	if t.Classed() {
		next.outputs = t.outputs
	}
	return next
}

// WithFeatures returns the state without points, ready to draw points with another number of features.
func (t *State) WithFeatures(d int) (State, error) {
	next := *t
	if d == t.d && t.Drawable() {
		return next, errSame
	}
	next.empty(d)
	return next, nil
}
