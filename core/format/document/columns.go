package document

import (
	"strconv"

	"conelab/core/data/fault"
)

// Columns says what the numbers of a problem mean: the names of the columns that were read, and the changes made to them. All of it is
// optional.
type Columns struct {
	// Features and Targets name the columns of x and of y.
	Features []string `json:"features,omitempty"`
	Targets  []string `json:"targets,omitempty"`
	// Classes are the classes that y encodes: of two classes, the first is -1 and the second 1; three or more have an output each.
	Classes []string `json:"classes,omitempty"`
	// Categories are the features whose values are words; each has a 0-or-1 column named name=word for each of its words.
	Categories []Category `json:"categories,omitempty"`
	// Scaling is the scaling applied to x; nil if there was none.
	Scaling *Scaling `json:"scaling,omitempty"`
}

// Category is a feature in words.
type Category struct {
	Name  string   `json:"name"`
	Words []string `json:"words"`
}

// Scaling maps each feature v to (v - Mean) / Deviation, or to 0 if Deviation is 0.
type Scaling struct {
	Mean      []float64 `json:"mean"`
	Deviation []float64 `json:"deviation"`
}

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

// Table returns the names of the columns of the table from which the features were read, each once, including features whose values are
// words.
func (c *Columns) Table() (names []string) {
	next := 0 // the next category; they are in the order of the features
	for k := 0; k < len(c.Features); k++ {
		name := c.Features[k]
		if next < len(c.Categories) {
			if words := c.Categories[next].Words; name == c.Categories[next].Name+"="+words[0] {
				name = c.Categories[next].Name
				k += len(words) - 1
				next++
			}
		}
		names = append(names, name)
	}
	return names
}

// validate returns an error for parts that do not match the numbers of features and outputs.
func (c *Columns) validate(at string, features, outputs int) error {
	for _, list := range []struct {
		name       string
		have, want int
		given      bool
	}{
		{"features", len(c.Features), features, c.Features != nil}, {"targets", len(c.Targets), outputs, c.Targets != nil},
		{"classes", len(c.Classes), max(2, outputs), c.Classes != nil},
	} {
		if list.given && list.have != list.want {
			return fault.New(at+"."+list.name, "has "+strconv.Itoa(list.have)+" names, expected "+strconv.Itoa(list.want))
		}
	}
	for i, category := range c.Categories {
		if len(category.Words) == 0 {
			return fault.New(item(at+".categories", i)+".words", "has no words, expected at least one")
		}
	}
	if s := c.Scaling; s != nil {
		if err := checkWidths(at+".scaling", [][]float64{s.Mean, s.Deviation}, features, " as there are features"); err != nil {
			return err
		}
	}
	return nil
}
