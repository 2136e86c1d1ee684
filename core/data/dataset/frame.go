package dataset

// Frame is n rows of named features and targets.
type Frame struct {
	// Features and Targets name the columns of X and of Y.
	Features, Targets []string
	X, Y              [][]float64
	// Classes are the classes that Y stands for, in the order of Encode; nil where Y holds numbers as they were given.
	Classes Classes
}

// Len returns n.
func (f *Frame) Len() int { return len(f.X) }

// Rows returns the frame of the given rows, which are shared.
func (f *Frame) Rows(rows []int) *Frame {
	g := *f
	g.X, g.Y = make([][]float64, len(rows)), make([][]float64, len(rows))
	for i, row := range rows {
		g.X[i], g.Y[i] = f.X[row], f.Y[row]
	}
	return &g
}
