package session

import (
	"bytes"
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"
)

// fixtures are works and links written by the first versions of the page, with the state they must restore. They are never
// changed or removed, since users may still have such files.
var fixtures = []struct {
	name, preset       string
	undos, redos, held int
	check              func(d driver) bool
}{
	{"ring", "ring", 4, 1, 24, func(d driver) bool {
		p := d.Page()
		return p.Tool == "move" && p.Label == -1 && p.Brush == 7 && p.Animation.Name == "solver" && p.Animation.Position == 1.5 &&
			p.Animation.Speed == 2 &&
			p.Split.Hold == 30 && p.Split.Noise == 10 && p.Loss == "hinge" && p.Check != nil && p.Check.Kind == "matrix" && p.Check.Pass
	}},
	{"drawn", "", 4, 0, 2, func(d driver) bool {
		return d.Page().Label == -1 && d.Page().Animation.Position == d.Page().Animation.Length
	}},
	{"classes", "masked", 2, 0, 0, func(d driver) bool {
		p := d.Page()
		return p.Classes == 3 && p.Label == 3 && p.OutputView.Output == 1 && !p.OutputView.Compare
	}},
	{"signals", "bars", 2, 1, 0, func(d driver) bool {
		p := d.Page()
		return p.Architecture == "convolutional" && p.Beta == 0.5 && p.Signals != nil && reflect.DeepEqual(p.Signals.Shape, []int{5, 5})
	}},
	{"plane", "", 1, 0, 0, func(d driver) bool {
		p := d.Page()
		return p.OutputView.Features == [2]int{2, 4} && p.Tolerance == 1e-7 && d.Problem().Title == "wide" && p.Loss == "huber"
	}},
	{"turned", "shell", 1, 0, 0, func(d driver) bool {
		return d.pictures.ChosenLayer().Rotated() && d.Page().Notice == "" && d.Page().Status == "optimal"
	}},
	{"empty", "", 2, 0, 0, func(d driver) bool { return d.Problem() == nil && d.Page().Classes == 3 && d.Page().Dimension == 2 }},
}

// stored reads all files of the fixtures.
func stored(t *testing.T) (files map[string]json.RawMessage) {
	text, err := os.ReadFile("../store/testdata/stored.json")
	if err != nil || json.Unmarshal(text, &files) != nil || len(files) != 3*len(fixtures)-1 { // the empty stage is no problem
		t.Fatalf("%v, %d files", err, len(files))
	}
	return files
}

func TestFirstFormsOpen(t *testing.T) {
	files := stored(t)
	for _, f := range fixtures {
		problem := files[f.name+".problem"]
		back := func(what, format string, text []byte) driver {
			d := drive(t)
			d.do(format, text)
			if p := d.Problem(); p == nil != (problem == nil) || p != nil && !bytes.Equal(p.JSON(), problem) {
				t.Fatalf("%s of %s has another problem: %s", what, f.name, p.JSON())
			}
			if d.now().Preset != f.preset || d.now().Holdouts() != f.held {
				t.Errorf("%s of %s: preset %q, %d points held out", what, f.name, d.now().Preset, d.now().Holdouts())
			}
			return d
		}
		work := back("the work", `{"do":"resume","work":%s}`, files[f.name+".work-1"])
		if undos(work.Session.work) != f.undos || redos(work.Session.work) != f.redos || !f.check(work) {
			t.Errorf("the work %s came back with %d steps to undo, %d to redo, %+v", f.name, undos(work.Session.work), redos(work.Session.work),
				work.Page())
		}
		again := back("the work saved again", `{"do":"resume","work":%s}`, work.Save())
		if !f.check(again) || string(again.Save()) != string(work.Save()) {
			t.Errorf("%s was kept as %.300s and again as %.300s", f.name, work.Save(), again.Save())
		}
		for range f.undos {
			work.do(`{"do":"undo"}`)
			again.do(`{"do":"undo"}`)
			if !reflect.DeepEqual(work.now().Stored(), again.now().Stored()) || !reflect.DeepEqual(work.Problem(), again.Problem()) {
				t.Errorf("the history of %s differs", f.name)
			}
		}
		link, words := files[f.name+".share-1"], strings.NewReplacer(`"film":`, `"animation":`, `"lens":`, `"outputView":`)
		d := drive(t)
		d.do(`{"do":"outputView","layer":0}`) // which no link of that time has
		d.do(`{"do":"open","shared":%s}`, link)
		if p := d.Problem(); p != nil && !bytes.Equal(p.JSON(), problem) || string(d.Share()) != words.Replace(string(link)) {
			t.Errorf("the link %s came back as %s, was %s", f.name, d.Share(), link)
		}
	}
}
