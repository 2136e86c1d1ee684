package store

import (
	"strings"

	"bytes"
	"slices"

	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/app/workspace"
	"conelab/core/data/table"
)

// maxFileBytes is the largest size of a file, maxUnpacked the largest size of its decompressed content.
const maxFileBytes, maxUnpacked = 20 << 20, 100 << 20

// Importer holds the last table that was read, as long as it waits for a choice of columns. The zero value is ready for use.
type Importer struct {
	// Beat, if not nil, is called again and again while a table is read (see table.BeatCells).
	Beat    func()
	waiting *openTable
	notice  string
}

// Notice returns what was decided about the table that the last intent read or loaded, or "" if there was nothing to decide.
func (m *Importer) Notice() string { return m.notice }

// Page describes the waiting table; nil if there is none.
func (m *Importer) Page() *protocol.PageImport {
	if m.waiting == nil {
		return nil
	}
	return m.waiting.answer
}

// Apply carries out an intent that reads a file into a workspace. An error is one sentence for the user and means that nothing has changed.
func (m *Importer) Apply(w *workspace.Workspace, in intent.Intent) (workspace.Effect, error) {
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
		p, err := m.headed(&in.Header)
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
	return 0, nil
}

// read reads a file: a problem document, a text table, or one or two .npy files.
func (m *Importer) read(w *workspace.Workspace, name string, content, labels []byte) (workspace.Effect, error) {
	if len(content) > maxFileBytes || len(labels) > maxFileBytes {
		return 0, messages.FileTooLarge(maxFileBytes >> 20)
	}
	var err error
	if content, err = table.Unpack(content, maxUnpacked); err == nil {
		labels, err = table.Unpack(labels, maxUnpacked)
	}
	if err != nil {
		return 0, messages.Sentence(err)
	}
	if text := bytes.TrimSpace(content); len(labels) == 0 && bytes.HasPrefix(text, []byte("{")) {
		e, err := w.OpenProblem(text)
		if err == nil {
			m.waiting = nil
		}
		return e, err
	}
	p, err := m.readTable(name, content, labels, table.HeaderAuto)
	if err != nil {
		return 0, messages.Sentence(err)
	}
	if p.plain() {
		return m.take(w, p, p.answer.Features, p.answer.Target, false)
	}
	m.waiting = p
	return 0, nil
}

// headed returns the waiting table, read again if the intent says that its first line is a header and it was not read as one, or the reverse.
func (m *Importer) headed(header *bool) (*openTable, error) {
	p := m.waiting
	if p == nil {
		return nil, messages.NoTableWaits()
	}
	if header == nil || *header == p.answer.Header || !p.answer.Text || p.content == nil {
		return p, nil
	}
	how := table.HeaderNever
	if *header {
		how = table.HeaderAlways
	}
	again, err := m.readTable(p.name, p.content, nil, how)
	return again, messages.Sentence(err)
}

// take replaces the data by the chosen columns.
func (m *Importer) take(w *workspace.Workspace, p *openTable, features []int, target int, standardise bool) (workspace.Effect, error) {
	if err := p.checkColumns(features, target); err != nil {
		return 0, messages.Sentence(err)
	}
	f, err := p.data(features, target)
	if err != nil {
		return 0, messages.Sentence(err)
	}
	data := workspace.Table{Title: p.name, X: f.X, Y: f.Y, Columns: p.columns(f)}
	if p.held != nil {
		data.Held = make([]bool, f.Len())
		for i := range data.Held {
			data.Held[i] = p.held[f.Row(i)]
		}
	}
	if standardise {
		if data.X, data.Columns, err = data.Columns.Standardise(data.X); err != nil {
			return 0, messages.Sentence(err)
		}
	}
	var notes []string
	if m.waiting == nil || m.waiting != p { // the notes of a waiting table have been shown
		notes = slices.Clone(p.answer.Notes)
	}
	for _, note := range f.Notes[len(p.source.Notes):] {
		notes = append(notes, messages.Note(note.Sentence))
	}
	m.waiting, m.notice = nil, strings.Join(notes, " ")
	return w.OpenTable(&data), nil
}
