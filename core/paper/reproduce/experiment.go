package reproduce

import (
	"fmt"
	"strings"
)

// Experiment is a figure or a table of the paper.
type Experiment struct {
	// Name is a word, Title a line, Place where the paper has it.
	Name, Title, Place string
	// Needs are the data sets that it uses: names of tables, or of images.
	Needs []string
	// Beyond: it is not the paper's, whose claims the record counts without it.
	Beyond bool
	pieces func(l *Lab) []Piece
	report func(l *Lab, done Results) *Report
	// comparable is how many of a piece's rivals, the first ones, minimise the same cost as the convex program: those can be drawn above its
	// optimum. describe returns the title of a piece for a page, and the paper's m*, zero where it has none.
	comparable int
	describe   func(piece string) (title string, neurons int)
}

// The names under which experiments need images: the first two classes of each collection.
const (
	MNIST   = "mnist01"
	Fashion = "fashion-mnist"
	CIFAR   = "cifar-10"
)

// IsImages reports whether a name is that of images, not of a table.
func IsImages(name string) bool { return name == MNIST || name == Fashion || name == CIFAR }

// All are the experiments, in the order of the paper, and then those beyond it.
var All = []Experiment{
	introduction, optimisers, verification, binary, multiclass, accuracy, relu, digits, regularisation, losses, coefficients, minibatch,
	depth, depthTables,
}

// Find returns the experiment of that name.
func Find(name string) (*Experiment, bool) {
	for i := range All {
		if All[i].Name == name {
			return &All[i], true
		}
	}
	return nil, false
}

// Missing lists the data sets that are not there.
func (e *Experiment) Missing(l *Lab) (names []string) {
	for _, name := range e.Needs {
		if l.Images[name] == nil && l.Tables[name] == nil {
			names = append(names, name)
		}
	}
	return names
}

// Pieces returns what is to be done with the data that are there, nothing if none are.
func (e *Experiment) Pieces(l *Lab) []Piece {
	if len(e.Needs) > 0 && len(e.Missing(l)) == len(e.Needs) {
		return nil
	}
	pieces := e.pieces(l)
	for i := range pieces {
		pieces[i].experiment = e.Name
		pieces[i].settings += ", " + l.Timing
	}
	return pieces
}

// Report compares the finished pieces, of which there is at least one, with the paper.
func (e *Experiment) Report(l *Lab, done Results) *Report {
	r := e.report(l, done)
	r.Name, r.Title, r.Place = e.Name, e.Title, e.Place
	for i := range r.Figures {
		r.Figures[i].Name = e.Name
		if i > 0 {
			r.Figures[i].Name = fmt.Sprintf("%s-%d", e.Name, i+1)
		}
	}
	for i := range r.Claims {
		r.Claims[i].Experiment = e.Name
	}
	if missing := e.Missing(l); len(missing) > 0 {
		r.Notes = append(r.Notes, "Without what was not given: "+strings.Join(missing, ", ")+".")
	}
	if l.Quick {
		r.Notes = append(r.Notes, "Quick: fewer runs and epochs than a result needs.")
	}
	return r
}
