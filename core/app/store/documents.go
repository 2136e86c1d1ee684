// Package store reads and writes files: a user's work, the documents that can be requested by name, and data from outside.
//
// Work is stored as document.Shared: the present state, the controls, and the position of the animation. Saved work also contains the
// history and the claim under check; a link has no history.
//
// Importer reads problem and sums documents, text tables, and NumPy arrays. A table with up to three feature columns of numbers and one
// label column is loaded at once. Other tables wait: the page gets their columns, until an intent chooses among them or says
// whether the first line holds their names.
package store

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/app/solve"
	"conelab/core/app/verify"
	"conelab/core/app/view"
	"conelab/core/app/workspace"
	"conelab/core/data/dataset"
	"conelab/core/data/table"
	"conelab/core/format/document"
	"conelab/core/format/export"
)

// Documents makes documents from the parts of a session, and restores stored work to them.
type Documents struct {
	Work     *workspace.Workspace
	Training *solve.Training
	Check    *verify.Check
	Pointer  *view.Pointer
	Pictures *view.Pictures
	// Follow makes the parts of the session follow a work that has just been put in place of another.
	Follow  func()
	pending *document.Shared // the settings of controls to restore with the next solution, or nil
	aside   *Work            // the user's work while a scene is shown, otherwise nil
	// Draw is scene.Drawing: store cannot import scene, whose tests import sessions.
	Draw  func(snap *protocol.Snapshot, of string) (*protocol.Drawing, bool)
	saver saver
}

// Document is a document that the page can request by its name and, behind it, arguments.
type Document struct {
	Name string
	// Of is a value of its Go type; nil for text, for a file, and for documents of package document.
	Of    any
	write func(d *Documents, arguments string) ([][]byte, error) // in pieces to be joined
}

// Catalogue lists all documents except those of package export.
var Catalogue = []Document{
	{"problem", nil, whole((*Documents).problem)},
	// All points, those held out too.
	{"points", protocol.Points{}, whole((*Documents).points)},
	{"solution", nil, whole((*Documents).solution)},
	// The work and its history, for the intents resume and open. Its argument is the look of the page as JSON, or nothing.
	{"work", nil, (*Documents).work},
	// Empty: with every document comes the revision of the work.
	{"revision", nil, whole(func(*Documents, string) ([]byte, error) { return nil, nil })},
	// The present state without its history, short enough for a link, for the intents open and showScene.
	{"shared", nil, whole((*Documents).link)},
	// The text that was checked.
	{"claim", nil, whole((*Documents).claim)},
	// The selected points, to paste into a table.
	{"selection", nil, whole((*Documents).selection)},
	// Each neuron's response to a sample. Its argument is the number of the sample, or nothing.
	{"samples", protocol.Samples{}, whole((*Documents).samples)},
	// A drawing. Its arguments are a width, a height, a weight, 1 if the solution is that of earlier data and else 0, and red, green and blue of
	// each colour, from 0 to 1.
	{"drawing", protocol.Drawing{}, whole((*Documents).drawing)},
	// The QR code of the text given.
	{"qr", protocol.QR{}, whole((*Documents).qr)},
	// The activation on the range of the fit, or else on the given one.
	{"activation", protocol.ActivationCurves{}, whole((*Documents).activation)},
	{"data.csv", nil, whole((*Documents).table)},
}

// Get returns a document by its name with arguments, in pieces to be joined: work, which grows with its history, is never in one piece of
// memory. It is one of Catalogue, or the trained network in one of export.Formats. An error is one sentence for the user.
func (d *Documents) Get(name string) ([][]byte, error) {
	name, arguments, _ := strings.Cut(name, " ")
	for _, entry := range Catalogue {
		if entry.Name == name {
			return entry.write(d, arguments)
		}
	}
	for _, f := range export.Formats() {
		if f.Name == name {
			text, err := d.exported(&f)
			return [][]byte{text}, err
		}
	}
	return nil, messages.Refuse("There is no document {}.", name)
}

// whole returns the function of a document that is written in one piece.
func whole(write func(d *Documents, arguments string) ([]byte, error)) func(d *Documents, arguments string) ([][]byte, error) {
	return func(d *Documents, arguments string) ([][]byte, error) {
		text, err := write(d, arguments)
		return [][]byte{text}, err
	}
}

// exported returns the trained network in a format.
func (d *Documents) exported(f *export.Format) ([]byte, error) {
	solution := d.Training.Document()
	if solution == nil {
		return nil, messages.NoSolution()
	}
	n, err := export.Of(d.Work.Now().Settings(), solution)
	if err != nil {
		return nil, messages.ExportFails(err)
	}
	written, err := f.Write(n)
	if err != nil {
		return nil, messages.ExportFails(err)
	}
	return written, nil
}

func (d *Documents) problem(string) ([]byte, error) {
	t := d.Work.Now()
	if sums := t.Sums(); sums != nil {
		return sums.JSON(), nil
	}
	p := t.Problem()
	if p == nil {
		return nil, messages.NoPoints()
	}
	return p.JSON(), nil
}

func (d *Documents) solution(string) ([]byte, error) {
	found := d.Training.Document()
	if found == nil {
		return nil, messages.NoSolution()
	}
	return found.JSON(), nil
}

func (d *Documents) claim(string) ([]byte, error) {
	text, ok := d.Check.Text()
	if !ok {
		return nil, messages.Refuse("Nothing is under check.")
	}
	return []byte(text), nil
}

// points returns all points, including those held out, as the table shows them.
func (d *Documents) points(string) ([]byte, error) {
	t := d.Work.Now().WithBias(false) // which the table does not have
	p := t.ProblemDocument()
	if p == nil {
		return nil, t.NoPoints()
	}
	return json.Marshal(protocol.Points{X: p.Data.X, Y: p.Data.Y, Names: t.ColumnNames(), Held: t.Held(), NewLabel: d.Work.NewLabels(false)})
}

// selection returns the selected points as tab-separated lines, which can be pasted into tables.
func (d *Documents) selection(string) ([]byte, error) {
	indices := d.Work.Selected()
	if len(indices) == 0 {
		return nil, messages.NoPointSelected()
	}
	var text []byte
	for _, row := range d.Work.Now().Rows(indices) {
		for k, v := range row {
			text = strconv.AppendFloat(text, v, 'g', -1, 64)
			if k < len(row)-1 {
				text = append(text, '\t')
			}
		}
		text = append(text, '\n')
	}
	return text, nil
}

// table returns data.csv.
func (d *Documents) table(string) ([]byte, error) {
	t := d.Work.Now().WithBias(false)
	if t.Problem() == nil {
		return nil, t.NoPoints()
	}
	return export.Data(t.ProblemDocument(), t.HeldMask(), labels(&t)), nil
}

// labels returns the names and the words that came with the data, as far as reading the table again gives the same data.
func labels(t *workspace.State) (l export.Labels) {
	c := t.ProblemDocument().Columns
	if c == nil {
		return l
	}
	y := t.ProblemDocument().Data.Y
	if classes := t.ClassNames(); classes != nil {
		words := make([]string, len(y))
		for i, row := range y {
			k := slices.Index(row, 1)
			if len(row) == 1 {
				k++ // the first class is -1
			} else if k < 0 || slices.Min(row) != 0 {
				words = nil
				break
			}
			words[i] = classes[k]
		}
		if slices.Equal(dataset.ClassesOf(words), dataset.Classes(classes)) && !slices.ContainsFunc(words, isCell) {
			l.Words = words
		}
	}
	if slices.ContainsFunc(c.Features, isCell) || len(c.Features) == 0 {
		return l
	}
	l.Features = slices.Clone(c.Features)
	if c.Scaling != nil && !c.OfPixels() {
		for k := range l.Features {
			l.Features[k] += " (standardised)"
		}
	}
	if len(c.Targets) == 1 && !isCell(c.Targets[0]) {
		l.Target = c.Targets[0]
	}
	return l
}

// isCell reports whether a name or a word would be read as a number or as a missing value.
func isCell(text string) bool {
	_, err := strconv.ParseFloat(text, 64)
	_, isLogical := table.Logical(text)
	return err == nil || isLogical || table.Missing(text)
}
