package store

import (
	"encoding/json"
	"slices"

	"conelab/core/app/messages"
	"conelab/core/app/protocol/intent"
	"conelab/core/app/workspace"
	"conelab/core/format/document"
)

// Work is work that was read: the states of its history and the settings of the controls. States[At] is the present state.
type Work struct {
	States   []workspace.State
	At       int
	controls *document.Shared
}

// Read reads work in any form in which it was ever stored, including that of a link. An error is one sentence for the user.
func Read(text []byte) (*Work, error) {
	var head struct {
		Format string `json:"format"`
	}
	if json.Unmarshal(text, &head) != nil {
		return nil, messages.NotWork()
	}
	switch head.Format {
	case document.SharedFormat:
		return ReadLink(text)
	case legacyFormat:
		s, at, err := readLegacy(text)
		if err != nil {
			return nil, err
		}
		return restored(s, at)
	case document.WorkFormat:
		s, err := document.ParseWork(text)
		if err != nil {
			return nil, messages.CannotOpen(err)
		}
		return restored(s, len(s.Undo))
	}
	return nil, messages.WorkFormat(head.Format, document.WorkFormat)
}

// restored converts the stored states of the history.
func restored(s *document.Shared, at int) (*Work, error) {
	stored := append(append(slices.Clone(s.Undo), s.State), s.Redo...)
	w := &Work{States: make([]workspace.State, len(stored)), At: at, controls: s}
	for i := range stored {
		var err error
		if w.States[i], err = workspace.FromStored(&stored[i]); err != nil {
			return nil, messages.StateUnusable(i, err)
		}
	}
	return w, nil
}

// ReadLink reads a shared state. It returns an error if a control has an invalid value.
func ReadLink(text []byte) (*Work, error) {
	s, err := document.ParseShared(text)
	if err != nil {
		return nil, messages.CannotOpen(err)
	}
	state, err := workspace.FromStored(&s.State)
	if err != nil {
		return nil, err
	}
	if c := s.Check; c != nil && len(c.Text)+len(c.Data) > linked {
		s.Check = nil // a link from a stranger must not keep the session busy
	}
	return &Work{States: []workspace.State{state}, controls: s}, checkControls(s)
}

// checkControls returns an error that names the control of a link with an invalid value.
func checkControls(s *document.Shared) error {
	film := s.Film
	switch {
	case film.Position < 0:
		return messages.FilmPosition(film.Position)
	case !slices.Contains(intent.Films, film.Name):
		return messages.NoFilm(film.Name)
	case !slices.Contains(intent.Tools, s.Tool):
		return messages.NoTool(s.Tool)
	case s.Label != 1 && s.Label != -1:
		return messages.SignRange(s.Label)
	case !(s.Brush >= 0 && s.Brush <= intent.WidestBrush):
		return messages.BrushRange(int(intent.WidestBrush), s.Brush)
	case !(film.Speed >= intent.Slowest && film.Speed <= intent.Fastest):
		return messages.SpeedRange(film.Speed)
	}
	return nil
}

// Present returns the present state.
func (w *Work) Present() workspace.State { return w.States[w.At] }

// Control applies the settings of the controls and the claim under check. A control whose stored value is invalid keeps its present value. It returns
// what can be restored only after the present state is solved.
func (p Parts) Control(w *Work) *Pending {
	s := w.controls
	p.Pointer.SetTool(s.Tool)
	_ = p.Work.SetSign(s.Label)
	p.Work.SetClass(s.Class)
	if p.Work.SetView(workspace.View{}); s.Lens != nil {
		p.Work.SetView(workspace.ViewOf(s.Lens.Output, s.Lens.Single, s.Lens.Axes, s.Lens.Layer))
	}
	p.Pointer.SetBrush(s.Brush)
	p.Player.SetSpeed(s.Film.Speed)
	p.Player.SetFilm(s.Film.Name)
	pending := &Pending{Position: s.Film.Position, Playing: s.Film.Playing, Focus: s.Focus, Turned: s.Turned}
	if s.Check != nil {
		// If the verdict needs a solution, it follows with that.
		if _, err := p.Check.Put(p.Work, p.Solution, s.Check.Text, s.Check.Data); err == nil {
			pending.Shown = s.Check.Shown
		}
	}
	return pending
}
