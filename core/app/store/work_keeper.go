package store

import (
	"maps"

	"conelab/core/app/workspace"
	"conelab/core/format/document"
)

// keptBytes is the largest size of the history that is saved besides the present state; beyond it, the most distant steps are left out.
const keptBytes = 3 << 20

// Keeper writes work as text, repeatedly. It caches the texts of the states that are saved, and of the points of the present one, which the next often
// shares, so that a save writes only what is new. The zero value is ready for use.
//
// A state is identified by its version, and points by their address in memory: states are never modified once they are in the history.
type Keeper struct {
	states map[uint32][]byte
	points map[place]*pointsText
}

// pointsText is the text of the points of a state (see document.Data).
type pointsText struct {
	x, y []float64 // slices of the state; holding them keeps their addresses unique
	text []byte
}

// place identifies points by the addresses of their features and labels and the number of labels.
type place struct {
	x, y   *float64
	labels int
}

func placeOf(t *workspace.State) place {
	x, y := t.X(), t.Y()
	if len(x) == 0 {
		return place{}
	}
	return place{&x[0], &y[0], len(y)}
}

// Work writes states until expired, which is called between states, returns true. It reports whether everything that is saved has been written.
func (k *Keeper) Work(w *Work, expired func() bool) (done bool) {
	for size, i := 0, 0; ; i++ {
		at, more := w.near(i)
		if !more || i > 0 && size > keptBytes {
			k.forget(w, i)
			return true
		}
		if at < 0 {
			continue
		}
		t := &w.States[at]
		if k.states[t.Version()] == nil {
			if k.write(t); expired() {
				return false
			}
		}
		if i > 0 {
			size += len(k.states[t.Version()])
		}
	}
}

// near returns the index of the i-th state in the order of distance from the present one, alternating between past and future. at is -1 if there is
// no such state, and more is false once none can follow.
func (w *Work) near(i int) (at int, more bool) {
	away := (i + 1) / 2
	if i%2 == 1 {
		away = -away
	}
	at = w.At + away
	more = away == 0 || w.At-(i+1)/2 >= 0 || w.At+(i+1)/2 < len(w.States)
	if at < 0 || at >= len(w.States) {
		at = -1
	}
	return at, more
}

// write writes a state.
func (k *Keeper) write(t *workspace.State) {
	if k.states == nil {
		k.states, k.points = map[uint32][]byte{}, map[place]*pointsText{}
	}
	state := t.Stored()
	var text []byte
	if state.Problem != nil {
		at := placeOf(t)
		if k.points[at] == nil {
			k.points[at] = &pointsText{x: t.X(), y: t.Y(), text: state.Problem.Data.JSON()}
		}
		text = k.points[at].text
	}
	k.states[t.Version()] = state.TextWith(text)
}

// forget drops the texts of all states but those nearest to the present one, of which count were written, and of all points but the present ones. The
// history may have many more states than are saved.
func (k *Keeper) forget(w *Work, count int) {
	versions := map[uint32]bool{}
	for i := range count {
		if at, _ := w.near(i); at >= 0 {
			versions[w.States[at].Version()] = true
		}
	}
	maps.DeleteFunc(k.states, func(version uint32, _ []byte) bool { return !versions[version] })
	present := placeOf(&w.States[w.At])
	maps.DeleteFunc(k.points, func(at place, _ *pointsText) bool { return at != present })
}

// Keep returns the work as a document, in pieces, and first writes what is not written yet.
func (k *Keeper) Keep(w *Work) [][]byte {
	k.Work(w, func() bool { return false })
	size, first, last := 0, w.At, w.At
	for i := 1; size <= keptBytes; i++ {
		at, more := w.near(i)
		if !more {
			break
		}
		if at < 0 {
			continue
		}
		if size += len(k.states[w.States[at].Version()]); size > keptBytes {
			break
		}
		first, last = min(first, at), max(last, at)
	}
	var undo, redo [][]byte
	for i := first; i <= last; i++ {
		switch text := k.states[w.States[i].Version()]; {
		case i < w.At:
			undo = append(undo, text)
		case i > w.At:
			redo = append(redo, text)
		}
	}
	return document.WorkPieces(w.controls, k.states[w.States[w.At].Version()], undo, redo)
}
