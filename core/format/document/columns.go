package document

import (
	"strconv"

	"conelab/core/data/fault"
)

// Columns says what the numbers of a problem mean: where they were read from, and what was done to them. All of it may be left out.
type Columns struct {
	// Features and Targets name the columns of x and of y.
	Features []string `json:"features,omitempty"`
	Targets  []string `json:"targets,omitempty"`
	// Classes are what y stands for: of two the first is -1 and the second 1, of more each has an output.
	Classes []string `json:"classes,omitempty"`
	// Categories are features in words: each has a column name=word of 0 and 1 for each of its words.
	Categories []Category `json:"categories,omitempty"`
	// Scaling is what was done to x; nil if nothing was.
	Scaling *Scaling `json:"scaling,omitempty"`
}

// Category is a feature in words.
type Category struct {
	Name  string   `json:"name"`
	Words []string `json:"words"`
}

// Scaling makes (v - Mean) / Deviation of each feature v, and 0 where Deviation is 0.
type Scaling struct {
	Mean      []float64 `json:"mean"`
	Deviation []float64 `json:"deviation"`
}

// Model is what a solution's network is, for its use without the problem.
type Model struct {
	Features     int          `json:"features"`
	Outputs      int          `json:"outputs"`
	Architecture Architecture `json:"architecture"`
	Activation   Activation   `json:"activation"`
	Loss         string       `json:"loss"`
	Beta         float64      `json:"beta"`
	Stack        *Stack       `json:"stack,omitempty"`
	Columns      *Columns     `json:"columns,omitempty"`
	Title        string       `json:"title,omitempty"`
}

// Model returns what a network for the problem is.
func (p *Problem) Model() *Model {
	return &Model{
		Features: len(p.Data.X[0]), Outputs: len(p.Data.Y[0]), Architecture: p.Architecture, Activation: p.Activation, Loss: p.Loss, Beta: p.Beta,
		Stack: p.Stack, Columns: p.Columns, Title: p.Title,
	}
}

// Problem returns a problem of that model with the points x, whose labels say nothing.
func (m *Model) Problem(x [][]float64) *Problem {
	y := make([][]float64, len(x))
	for i := range y { // labels that every loss takes
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

// Table returns the names of the columns of the table that the features were read from: each once, also those in words.
func (c *Columns) Table() (names []string) {
	next := 0 // of the categories, which are in the order of the features
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

func (c *Columns) fields(r *reader) []field {
	return []field{
		{"features", "", func() { c.Features = some(r.texts()) }},
		{"targets", "", func() { c.Targets = some(r.texts()) }},
		{"classes", "", func() { c.Classes = some(r.texts()) }},
		{"categories", "", func() {
			r.array("an array of objects with name and words", func() {
				var category Category
				r.object([]field{
					{"name", "a text", func() { category.Name = r.text() }},
					{"words", "an array of texts", func() { category.Words = r.texts() }},
				})
				c.Categories = append(c.Categories, category)
			})
		}},
		{"scaling", "", func() {
			c.Scaling = &Scaling{}
			r.object([]field{
				{"mean", "an array of numbers", func() { c.Scaling.Mean = r.row() }},
				{"deviation", "an array of numbers", func() { c.Scaling.Deviation = r.row() }},
			})
		}},
	}
}

// texts reads an array of texts.
func (r *reader) texts() []string {
	list := []string{}
	r.array("an array of texts", func() { list = append(list, r.text()) })
	return list
}

// validate reports what does not fit so many features and outputs.
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
		if err := validateRows(at+".scaling", [][]float64{s.Mean, s.Deviation}, features, " as there are features"); err != nil {
			return err
		}
	}
	return nil
}

func (m *Model) fields(r *reader) []field {
	return []field{
		{"features", "a whole number", func() { m.Features = r.integer(1, mostSize) }},
		{"outputs", "a whole number", func() { m.Outputs = r.integer(1, mostSize) }},
		{"architecture", `{"kind": "dense"}`, func() { r.object(m.Architecture.fields(r)) }},
		{"activation", "an object with a, b and c", func() { r.object(m.Activation.fields(r)) }},
		{"loss", `"squared"`, func() { m.Loss = r.text() }},
		{"beta", "a number above 0", func() { m.Beta = r.number() }},
		{"stack", "", func() {
			m.Stack = &Stack{}
			r.object(m.Stack.fields(r))
		}},
		{"columns", "", func() {
			m.Columns = &Columns{}
			r.object(m.Columns.fields(r))
		}},
		{"title", "", func() { m.Title = r.text() }},
	}
}

// mostSize bounds the features and outputs of a model, of which there are no data that show them.
const mostSize = 1 << 20
