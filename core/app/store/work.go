package store

import (
	"encoding/json"
	"math"
	"reflect"
	"slices"

	"conelab/core/app/messages"
	"conelab/core/app/protocol/intent"
	"conelab/core/app/workspace"
	"conelab/core/format/document"
)

// Work is a user's work: the states of its history and the settings of the controls. States[At] is the present state.
type Work struct {
	States   []*workspace.State
	At       int
	controls *document.Shared
}

// linked is the size in bytes of the longest claim that a link contains: there must be room for the points too.
const linked = 16 << 10

// work returns the user's work, whatever is shown, with the look of the page.
func (d *Documents) work(look string) ([][]byte, error) {
	if look != "" && !json.Valid([]byte(look)) {
		return nil, messages.Refuse("The look of the page is not JSON.")
	}
	return d.saver.save(d.userWork(), json.RawMessage(look)), nil
}

// SavedRevision returns the revision of the document work: it stays the same while only the settings of the controls and the position in
// the animation change.
func (d *Documents) SavedRevision() int {
	s, w := &d.saver, d.userWork()
	if l := s.last; l == nil || l.At != w.At || !slices.Equal(l.States, w.States) ||
		!reflect.DeepEqual(l.controls.Turned, w.controls.Turned) || !reflect.DeepEqual(l.controls.Check, w.controls.Check) {
		s.last = w
		s.revision++
	}
	return s.revision
}

// userWork returns the user's work, whatever is shown.
func (d *Documents) userWork() *Work {
	if d.aside != nil {
		return d.aside
	}
	return d.capture()
}

// link returns the present state in the shortest form, without the history, and with the claim under check unless that is long.
// A document still being restored is stored as if it were restored already.
func (d *Documents) link(string) ([]byte, error) {
	to := d.controls()
	if d.pending == nil {
		to.Focus = d.Pictures.StoredFocus()
	}
	to.Animation.Playing = false
	if check := d.Check.Stored(); check != nil && len(check.Text)+len(check.Data) <= linked {
		to.Check = check
	}
	to.State = d.Work.Now().Stored()
	to.State.PointsOf = ""
	return to.JSON(), nil
}

// capture returns the work with its history and the claim under check, for saving or setting aside. The neuron in focus is not saved.
func (d *Documents) capture() *Work {
	to := d.controls()
	to.Focus, to.Check = intent.None, d.Check.Stored()
	all, at := d.Work.States()
	return &Work{States: all, At: at, controls: to}
}

// controls returns the settings of the controls. Those that wait for a solution are taken from pending.
func (d *Documents) controls() *document.Shared {
	animation, pointer := d.Pictures.Player.Animation, d.Pointer.Page()
	to := &document.Shared{
		Tool: pointer.Tool, Label: d.Work.LabelChoice.Sign, Class: d.Work.LabelChoice.Class, Brush: pointer.Brush,
		Turned: d.Training.Present().RotatedRows(), OutputView: d.Work.View.Stored(),
		Animation: document.SharedAnimation{Position: animation.Position, Playing: animation.Playing},
	}
	if pending := d.pending; pending != nil {
		to.Animation, to.Focus, to.Turned = pending.Animation, pending.Focus, pending.Turned
	}
	to.Animation.Name, to.Animation.Speed = d.Pictures.Player.Name(), d.Pictures.Player.Speed
	to.Animation.Position = math.Round(1e4*to.Animation.Position) / 1e4
	return to
}

// present returns the present state.
func (w *Work) present() *workspace.State { return w.States[w.At] }

// read reads work, or a link. An error is a clause for the user: what is wrong.
func read(text []byte) (*Work, error) {
	var head struct {
		Format string `json:"format"`
	}
	if json.Unmarshal(text, &head) != nil {
		return nil, messages.NotWork()
	}
	switch head.Format {
	case document.SharedFormat:
		return readLink(text)
	case document.WorkFormat:
	default:
		return nil, messages.Refuse("its format is {}, expected {}", head.Format, document.WorkFormat)
	}
	s, err := document.ParseWork(text)
	if err != nil {
		return nil, err
	}
	if checkControls(s) != nil { // the work is worth more than they
		s.Tool, s.Label, s.Brush = intent.Tools[0], 1, 0
		s.Animation = document.SharedAnimation{Name: intent.Animations[0], Speed: 1}
	}
	w := &Work{At: len(s.Undo), controls: s}
	for i, stored := range slices.Concat(s.Undo, []document.SharedState{s.State}, s.Redo) {
		state, err := workspace.FromStored(&stored)
		if err != nil {
			return nil, messages.Refuse("state {+1} cannot be used: {}", i, err)
		}
		w.States = append(w.States, &state)
	}
	return w, nil
}

// readLink reads a shared state. It returns an error, a clause for the user, also if a control has an invalid value.
func readLink(text []byte) (*Work, error) {
	s, err := document.ParseShared(text)
	if err != nil {
		return nil, err
	}
	state, err := workspace.FromStored(&s.State)
	if err != nil {
		return nil, err
	}
	if c := s.Check; c != nil && len(c.Text)+len(c.Data) > linked {
		s.Check = nil // a link from a stranger must not keep the session busy
	}
	return &Work{States: []*workspace.State{&state}, controls: s}, checkControls(s)
}

// checkControls returns an error if a control has an invalid value.
func checkControls(s *document.Shared) error {
	if a := s.Animation; a.Position < 0 || !slices.Contains(intent.Animations, a.Name) ||
		!(a.Speed >= intent.Slowest && a.Speed <= intent.Fastest) ||
		!slices.Contains(intent.Tools, s.Tool) || s.Label != 1 && s.Label != -1 || !(s.Brush >= 0 && s.Brush <= intent.WidestBrush) {
		return messages.Refuse("a tool, an animation or another control has a value that the page does not have")
	}
	return nil
}

// savedBytes is the largest size of the history that is saved besides the present state. Beyond it, the last steps to redo are
// left out first, and then the oldest to undo.
const savedBytes = 3 << 20

// saver writes work as text, repeatedly. It caches the texts of the states that are saved, which never change, so that a save
// writes only what is new. The zero value is ready for use.
type saver struct {
	texts    map[*workspace.State][]byte
	last     *Work
	revision int // of last: see SavedRevision
}

// save returns the work with the look of the page, JSON or nil, as a document, in pieces. It writes the states that it has not written yet,
// and forgets all that it leaves out.
func (s *saver) save(w *Work, look json.RawMessage) [][]byte {
	order := []int{w.At}
	for i := w.At - 1; i >= 0; i-- {
		order = append(order, i)
	}
	for i := w.At + 1; i < len(w.States); i++ {
		order = append(order, i)
	}
	first, end := w.At, w.At+1
	size, saved := 0, map[*workspace.State][]byte{}
	for _, i := range order {
		t := w.States[i]
		text := s.texts[t]
		if text == nil {
			stored := t.Stored()
			text = stored.JSON()
		}
		saved[t] = text
		if i != w.At {
			size += len(text)
		}
		if size > savedBytes {
			break
		}
		first, end = min(first, i), max(end, i+1)
	}
	s.texts = saved
	texts := make([][]byte, 0, end-first)
	for _, t := range w.States[first:end] {
		texts = append(texts, saved[t])
	}
	at := w.At - first
	controls := *w.controls
	controls.Page = look
	return document.WorkPieces(&controls, texts[at], texts[:at], texts[at+1:])
}
