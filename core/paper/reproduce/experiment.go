package reproduce

import (
	"fmt"
	"strings"
)

// Experiment is a figure or a table of the paper.
type Experiment struct {
	// Name is one word, Title one line, and Place says where it is in the paper.
	Name, Title, Place string
	// Needs names the data sets that it uses: tables or images.
	Needs  []string
	pieces func(l *Lab) []Piece
	report func(l *Lab, done Results) *Report
}

// The names by which experiments need images: the first two classes of each collection.
const (
	MNIST   = "mnist01"
	Fashion = "fashion-mnist"
	CIFAR   = "cifar-10"
)

// All lists the experiments, in the order of the paper.
var All = []Experiment{
	introduction, optimisers, verification, binary, multiclass, accuracy, relu, digits, regularisation, losses, coefficients, minibatch,
}

// Missing lists the data sets that are needed and not available.
func (e *Experiment) Missing(l *Lab) (names []string) {
	for _, name := range e.Needs {
		if l.Images[name] == nil && l.Tables[name] == nil {
			names = append(names, name)
		}
	}
	return names
}

// Pieces returns the pieces that can be done with the available data sets; there may be none.
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

// Report compares the finished pieces, at least one, with the paper.
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
