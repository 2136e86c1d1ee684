// Package importer reads files of data: problem documents, tables of text, and NumPy arrays.
//
// A table of up to three columns of numbers and one of labels is taken at once. Other tables wait: the page's answer has their columns until
// an intent chooses among them, or says whether the first line has their names.
package importer

import (
	"bytes"
	"slices"

	"conelab/core/app/effect"
	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/app/say"
	"conelab/core/app/workspace"
	"conelab/core/data/dataset"
	tables "conelab/core/data/table"
	"conelab/core/format/document"
)

// maxFileBytes bounds a file that is read, maxUnpacked what is in it if it is packed.
const maxFileBytes, maxUnpacked = 20 << 20, 100 << 20

// Importer has the table that was read last, as long as it waits for a choice of its columns. The zero value is ready.
type Importer struct {
	waiting *table
	notice  string
}

// Notice says what was decided about the table that the last intent read or took, "" if there was nothing to decide.
func (m *Importer) Notice() string { return m.notice }

// Page describes the table that waits, or is nil.
func (m *Importer) Page() *protocol.PageImport {
	if m.waiting == nil {
		return nil
	}
	return m.waiting.answer
}

// Apply carries out an intent that reads a file into a workspace. An error is one sentence for the user, and nothing has changed.
func (m *Importer) Apply(w *workspace.Workspace, in intent.Intent) (effect.Effect, error) {
	m.notice = ""
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
	var err error
	if content, err = tables.Unpack(content, maxUnpacked); err == nil {
		labels, err = tables.Unpack(labels, maxUnpacked)
	}
	if err != nil {
		return 0, say.Sentence(err)
	}
	if text := bytes.TrimSpace(content); len(labels) == 0 && bytes.HasPrefix(text, []byte("{")) {
		e, err := w.OpenProblem(text)
		if err == nil {
			m.waiting = nil
		}
		return e, err
	}
	p, err := readTable(name, content, labels, tables.HeaderAuto)
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
	if !header.Given || header.Value == p.answer.Header || !p.answer.Text || p.content == nil {
		return p, nil
	}
	how := tables.HeaderNever
	if header.Value {
		how = tables.HeaderAlways
	}
	again, err := readTable(p.name, p.content, nil, how)
	return again, say.Sentence(err)
}

// take makes the chosen columns the data.
func (m *Importer) take(w *workspace.Workspace, p *table, features []int, target int, standardise bool) (effect.Effect, error) {
	if err := p.checkColumns(features, target); err != nil {
		return 0, say.Sentence(err)
	}
	f, err := p.data(features, target)
	if err != nil {
		return 0, say.Sentence(err)
	}
	data := workspace.Table{Title: p.name, X: f.X, Y: f.Y, Columns: p.columns(f)}
	if p.held != nil {
		data.Held = make([]bool, f.Len())
		for i := range data.Held {
			data.Held[i] = p.held[f.Row(i)]
		}
	}
	if standardise {
		scaling := dataset.Standardize(data.X)
		if data.X, err = scaling.Apply(data.X); err != nil {
			return 0, say.Sentence(err)
		}
		data.Columns.Scaling = &document.Scaling{Mean: scaling.Mean, Deviation: scaling.Deviation}
	}
	var notes []string
	if m.waiting == nil || m.waiting != p { // what the table that waits says has been read
		notes = slices.Clone(p.answer.Notes)
	}
	for _, note := range f.Notes[len(p.source.Notes):] {
		notes = append(notes, say.Note(note.Sentence))
	}
	m.waiting, m.notice = nil, say.Together(notes)
	return w.OpenTable(&data), nil
}
