package document

import "conelab/core/data/dataset"

// Columns says what the numbers of a problem mean: the names of the columns that were read, and the changes made to them.
type Columns = dataset.Columns

// Model describes a solution's network so that it can be used without the problem.
type Model struct {
	Features     int          `json:"features" range:"from 1 to 1048576"`
	Outputs      int          `json:"outputs" range:"from 1 to 1048576"`
	Architecture Architecture `json:"architecture"`
	Activation   Activation   `json:"activation"`
	Loss         string       `json:"loss"`
	Beta         float64      `json:"beta"`
	Stack        *Stack       `json:"stack,omitempty"`
	Columns      *Columns     `json:"columns,omitempty"`
	Title        string       `json:"title,omitempty"`
}

// Model returns the description of a network for the problem.
func (p *Problem) Model() *Model {
	return &Model{
		Features: len(p.Data.X[0]), Outputs: len(p.Data.Y[0]), Architecture: p.Architecture, Activation: p.Activation, Loss: p.Loss, Beta: p.Beta,
		Stack: p.Stack, Columns: p.Columns, Title: p.Title,
	}
}

// Problem returns a problem with that model and the points x; its labels are placeholders.
func (m *Model) Problem(x [][]float64) *Problem {
	y := make([][]float64, len(x))
	for i := range y { // labels that are valid for every loss
		y[i] = make([]float64, m.Outputs)
		for o := range y[i] {
			if y[i][o] = -1; m.Loss == "softmax" {
				y[i][o] = 0
			}
		}
		y[i][0] = 1
	}
	return &Problem{
		Format: ProblemFormat, Data: Data{X: x, Y: y}, Architecture: m.Architecture, Activation: m.Activation, Loss: m.Loss, Beta: m.Beta,
		Stack: m.Stack, Columns: m.Columns, Title: m.Title,
	}
}
