// Package importer reads files of data: problem documents, tables of text, and NumPy arrays.
//
// A table of up to three columns of numbers and one of labels is taken at once. Other tables wait: the page's answer has their columns until
// an intent chooses among them, or says whether the first line has their names.
package importer

import (
	"bytes"

	"conelab/core/app/effect"
	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/app/say"
	"conelab/core/app/workspace"
	"conelab/core/data/dataset"
	tables "conelab/core/data/table"
)

// maxFileBytes bounds a file that is read.
const maxFileBytes = 20 << 20

// Importer has the table that was read last, as long as it waits for a choice of its columns. The zero value is ready.
type Importer struct{ waiting *table }

// Page describes the table that waits, or is nil.
func (m *Importer) Page() *protocol.PageImport {
	if m.waiting == nil {
		return nil
	}
	return m.waiting.answer
}

// Apply carries out an intent that reads a file into a workspace. An error is one sentence for the user, and nothing has changed.
func (m *Importer) Apply(w *workspace.Workspace, in intent.Intent) (effect.Effect, error) {
	switch in := in.(type) {
	case *intent.ImportText:
		return m.read(w, in.Name, []byte(in.Text), nil)
	case *intent.ImportData:
		return m.read(w, in.Name, in.Data, in.Labels)
	case *intent.CancelColumns:
		m.waiting = nil
		return 0, nil
	case *intent.ColumnHeader:
		p, err := m.headed(intent.Given(in.Header))
		if err == nil {
			m.waiting = p
		}
		return 0, err
	case *intent.Columns:
		p, err := m.headed(in.Header)
		if err != nil {
			return 0, err
		}
		return m.take(w, p, in.Features, in.Target, in.Standardise)
	}
	return effect.Foreign, nil
}

// read takes a file: a problem document, a text table, or one or two .npy files.
func (m *Importer) read(w *workspace.Workspace, name string, content, labels []byte) (effect.Effect, error) {
	if len(content) > maxFileBytes || len(labels) > maxFileBytes {
		return 0, say.FileTooLarge(maxFileBytes)
	}
	trimmed := bytes.TrimSpace(bytes.TrimPrefix(content, []byte("\xef\xbb\xbf")))
	if len(labels) == 0 && bytes.HasPrefix(trimmed, []byte("{")) {
		e, err := w.OpenProblem(trimmed)
		if err == nil {
			m.waiting = nil
		}
		return e, err
	}
	p, err := readTable(name, content, labels)
	if err != nil {
		return 0, say.Sentence(err)
	}
	if p.plain() {
		return m.take(w, p, p.answer.Features, p.answer.Target, false)
	}
	m.waiting = p
	return 0, nil
}

// headed returns the table that waits, read again where the first line is said to be a header and was not, or the other way round.
func (m *Importer) headed(header intent.Optional[bool]) (*table, error) {
	p := m.waiting
	if p == nil {
		return nil, say.NoTableWaits()
	}
	if !header.Given || header.Value == p.header || p.content == nil {
		return p, nil
	}
	again, how := &table{name: p.name, content: p.content}, tables.HeaderNever
	if header.Value {
		how = tables.HeaderAlways
	}
	if err := again.readText(how); err != nil {
		return nil, say.Sentence(err)
	}
	return again, say.Sentence(again.describe())
}

// take makes the chosen columns the data.
func (m *Importer) take(w *workspace.Workspace, p *table, features []int, target int, standardise bool) (effect.Effect, error) {
	if err := p.checkColumns(features, target); err != nil {
		return 0, say.Sentence(err)
	}
	data := workspace.Table{Title: p.name, X: make([][]float64, p.rows()), Held: p.held}
	var err error
	for i := range data.X {
		data.X[i] = make([]float64, len(features))
		for k, j := range features {
			if data.X[i][k], err = p.number(i, j); err != nil {
				return 0, say.Sentence(err)
			}
		}
	}
	if data.Y, err = p.labels(target); err != nil {
		return 0, say.Sentence(err)
	}
	if standardise {
		if data.X, err = dataset.Standardize(data.X).Apply(data.X); err != nil {
			return 0, say.Sentence(err)
		}
	}
	m.waiting = nil
	return w.OpenTable(&data), nil
}
