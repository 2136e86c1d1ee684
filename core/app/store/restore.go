package store

import (
	"encoding/json"
	"reflect"
	"slices"

	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/app/workspace"
	"conelab/core/format/document"
)

// Resume restores saved work in place of everything, and goes on from its revision. An error, here and below, is one sentence for the user
// and means that nothing has changed.
func (d *Documents) Resume(in *intent.Resume) error {
	work, err := read(in.Work)
	switch {
	case err != nil:
		return messages.CannotOpen(err)
	case in.Back && work.At == 0:
		return messages.Refuse("This work has nothing before its last change.")
	case in.Back:
		work.At--
	}
	d.aside = nil
	d.restore(work, nil)
	d.saver.last, d.saver.revision = d.userWork(), in.Revision
	return nil
}

// ShowScene shows a shared state and sets the work aside.
func (d *Documents) ShowScene(in *intent.ShowScene) error {
	scene, err := d.admit(readLink(in.Shared))
	if err != nil {
		return messages.CannotOpen(err)
	}
	if d.aside == nil {
		d.aside = d.capture()
	}
	d.restore(scene, nil)
	return nil
}

// Leave ends a scene and restores the work that was set aside.
func (d *Documents) Leave() {
	if work := d.aside; work != nil {
		d.aside = nil
		d.restore(work, nil)
	}
}

// Open opens saved work, a link, or a link on top of saved work.
func (d *Documents) Open(in *intent.Open) error {
	if in.Shared == nil {
		return d.openWork(in.Work)
	}
	shared, err := d.admit(readLink(in.Shared))
	if err != nil {
		return messages.CannotOpen(err)
	}
	var scenes []json.RawMessage
	if in.Scenes != nil && json.Unmarshal(in.Scenes, &scenes) != nil {
		return messages.CannotOpen(messages.NotWork())
	}
	for i, scene := range scenes {
		if _, err := d.admit(readLink(scene)); err != nil {
			return messages.Refuse("Scene {+1} of this link cannot be opened, and nothing has changed: {}.", i, err)
		}
	}
	d.Leave()
	opened := in.Work != nil && d.openWork(in.Work) == nil // unusable work is skipped
	// The work may already contain the change that was noted when the page was left; then a second step would change nothing.
	if !opened || !sameStored(d.Work.Now(), shared.present()) {
		_ = d.Work.Replace(*shared.present(), nil)
	}
	d.restoreControls(shared)
	return nil
}

// sameStored reports whether two states are the same in links.
func sameStored(a, b *workspace.State) bool {
	x, y := a.Stored(), b.Stored()
	x.PointsOf, y.PointsOf = "", ""
	return reflect.DeepEqual(x, y)
}

// openWork adds saved work on top of the present history.
func (d *Documents) openWork(text []byte) error {
	work, err := d.admit(read(text))
	if err != nil {
		return messages.CannotOpen(err)
	}
	d.Leave()
	all, at := d.Work.States()
	d.restore(work, all[:at+1])
	return nil
}

// admit passes on work that was read, unless its present state cannot be solved here.
func (d *Documents) admit(work *Work, err error) (*Work, error) {
	if err == nil && d.Work.Admit != nil {
		err = d.Work.Admit(work.present())
	}
	return work, err
}

// restore replaces the history by some earlier states, followed by those of the work, and sets the controls.
func (d *Documents) restore(work *Work, before []*workspace.State) {
	d.Work.Restore(append(before, work.States...), len(before)+work.At)
	d.restoreControls(work)
}

// restoreControls sets the controls and the claim under check to those of the work, whose present state has just been restored. The position
// in the animation, the focus and the turned network are pending: they can be restored only after that state is solved.
func (d *Documents) restoreControls(w *Work) {
	d.Follow()
	from := w.controls
	d.Pointer.Tool, d.Pointer.Brush = protocol.Tool(slices.Index(intent.Tools, from.Tool)), from.Brush
	d.Work.LabelChoice, d.Work.View = workspace.LabelChoice{Sign: from.Label, Class: from.Class}, workspace.ViewOf(from.OutputView)
	d.Pictures.Player.Speed = from.Animation.Speed
	d.Pictures.Player.SetAnimation(from.Animation.Name)
	d.pending = &document.Shared{Animation: from.Animation, Focus: from.Focus, Turned: from.Turned}
	if from.Check != nil {
		// A claim that cannot be read is left out. If the verdict needs a solution, it follows with that.
		_ = d.Check.SetClaim(d.Work, d.Training.Present(), from.Check.Text, from.Check.Data)
	}
}

// Finish restores what was pending, now that the present state is solved. The notice is a sentence for the user on what could not be, or "".
func (d *Documents) Finish() (notice string) {
	p := d.pending
	if p == nil {
		return ""
	}
	d.pending = nil
	d.Pictures.Player.Place(p.Animation.Position, p.Animation.Playing)
	_ = d.Pictures.SetFocus(p.Focus)
	if len(p.Turned) == 0 || d.Work.Now().Layers() > 1 {
		return ""
	}
	if !d.Training.Present().RotateTo(p.Turned) {
		return "The rotated network in this link is not optimal for its problem; the network found here is shown."
	}
	d.Pictures.Player.ToEnd()
	return ""
}
