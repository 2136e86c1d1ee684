package store

import (
	"encoding/json"
	"strconv"
	"strings"

	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/app/view"
	"conelab/core/format/document"
)

// Source is a session as its stage knows it. Documents are made from it, and stored work is restored to it.
type Source struct{ *view.Stage }

// asked holds the documents whose name is followed by parameters; see also exports.
var asked = map[string]func(s Source, of string) ([]byte, error){
	"samples":    Source.samplesDocument,
	"drawing":    Source.drawing,
	"qr":         Source.qr,
	"activation": Source.activation,
}

// documents holds the documents with a plain name.
var documents = map[string]func(Source) ([]byte, error){
	"problem":   Source.problem,
	"points":    Source.points,
	"solution":  Source.solution,
	"report":    Source.report,
	"selection": Source.selection,
	"claim":     Source.claim,
	"data.csv":  Source.table,
}

// Get returns a document by its name: one of protocol.Documents except those of the session itself, data.csv, or one of exports. An error is one
// sentence for the user.
func (s Source) Get(name string) ([]byte, error) {
	if write := documents[name]; write != nil {
		return write(s)
	}
	name, of, _ := strings.Cut(name, " ")
	if write := asked[name]; write != nil {
		return write(s, of)
	}
	return s.export(name)
}

func (s Source) problem() ([]byte, error) {
	p := s.Work.Now().Problem()
	if p == nil {
		return nil, messages.NoPoints()
	}
	return p.JSON(), nil
}

func (s Source) solution() ([]byte, error) {
	found := s.found()
	if found == nil {
		return nil, messages.NoSolution()
	}
	return found.JSON(), nil
}

// found returns the solution document of the present state, with all layers; nil while there is none.
func (s Source) found() *document.Solution {
	t := s.Work.Now()
	if t.Layers() > 1 {
		return s.Layers.Document(t)
	}
	return s.Solution.Document(t)
}

func (s Source) claim() ([]byte, error) {
	text, is := s.Check.Text()
	if !is {
		return nil, messages.NoClaim()
	}
	return []byte(text), nil
}

// points returns all points, including those held out, as the table shows them.
func (s Source) points() ([]byte, error) {
	t := s.Work.Now()
	p := t.Whole()
	if p == nil {
		return nil, messages.NoPoints()
	}
	return json.Marshal(protocol.Points{X: p.Data.X, Y: p.Data.Y, Names: t.ColumnNames(), Held: t.Held(), New: s.Work.NewLabels()})
}

// selection returns the selected points as tab-separated lines, which can be pasted into tables.
func (s Source) selection() ([]byte, error) {
	indices := s.Work.Selected()
	if len(indices) == 0 {
		return nil, messages.NoPointSelected()
	}
	var text []byte
	for _, row := range s.Work.Now().Rows(indices) {
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
