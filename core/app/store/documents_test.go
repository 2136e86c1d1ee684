package store

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"conelab/core/app/protocol"
	"conelab/core/app/view"
	"conelab/core/app/workspace"
	"conelab/core/format/export"
)

// unsolved returns a source with a preset that is not solved.
func unsolved(preset string) Documents {
	return Documents{view.NewPictures(workspace.New(workspace.First(preset, 0.05)))}
}

// source returns a source with a preset and its solution.
func source(preset string) Documents {
	d := unsolved(preset)
	for d.Training.Busy() {
		d.Training.Work(func() float64 { return 0 }, func() bool { return false })
	}
	return d
}

// TestEveryDocument requests every document and all exports.
func TestEveryDocument(t *testing.T) {
	d := source("ring")
	_ = d.Work.Select("all", nil)
	if err := d.Check.SetClaim(d.Work, d.ChosenLayer(), "[2 1; 1 2]", nil); err != nil {
		t.Fatal(err)
	}
	names := []string{"samples 3"}
	for _, f := range export.Formats() {
		names = append(names, f.Name)
	}
	for _, entry := range Catalogue {
		if entry.write != nil {
			names = append(names, entry.Name+map[string]string{"activation": " -2 2.5", "qr": " text"}[entry.Name])
		}
	}
	for _, name := range names {
		if text, err := d.Get(name); err != nil || len(text) == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	_ = d.Work.Commit(d.Work.Now().Cleared(), nil)
	d.Training.Invalidate()
	for _, name := range []string{"problem", "points", "solution", "report", "selection", "data.csv", "python", "nothing", "samples -1",
		"samples x", "drawing", "activation 2 1", "activation 1", "nothing 3"} {
		if _, err := d.Get(name); err == nil || !strings.HasSuffix(err.Error(), ".") {
			t.Errorf("%s of an empty stage: %v", name, err)
		}
	}
}

// TestSamplesAreNamed checks the classes of labels and network against the labels, and counts those that agree.
func TestSamplesAreNamed(t *testing.T) {
	for _, preset := range []string{"bars", "masked", "ring"} {
		d := source(preset)
		text, err := d.Get("samples 2")
		var doc protocol.Samples
		if err != nil || json.Unmarshal(text, &doc) != nil {
			t.Fatal(err)
		}
		hits := 0
		for i := range doc.X {
			y, f := doc.Y[i], doc.Outputs[i]
			want := 1 + slices.Index(y, 1)
			if len(y) == 1 && y[0] < 0 {
				want = 2
			}
			if doc.Class[i] != want {
				t.Fatalf("%s: sample %d with the labels %v is of class %d", preset, i, y, doc.Class[i])
			}
			if (doc.Predicted[i] == doc.Class[i]) != doc.Right[i] {
				t.Fatalf("%s: sample %d of class %d is named %d from %v, right %t", preset, i, doc.Class[i], doc.Predicted[i], f, doc.Right[i])
			}
			if doc.Right[i] {
				hits++
			}
		}
		train, _ := d.ChosenLayer().Scores()
		if doc.Hits != hits || float64(hits)/float64(doc.Samples) != *train.Accuracy || doc.Picked.Index != 2 {
			t.Errorf("%s: %d hits of %d, accuracy %g", preset, doc.Hits, doc.Samples, *train.Accuracy)
		}
	}
}

func TestSelectionPastesBack(t *testing.T) {
	d := source("ring")
	if err := d.Work.Select("set", []int{1, 4}); err != nil {
		t.Fatal(err)
	}
	text, err := d.Get("selection")
	if lines := strings.Split(strings.TrimSpace(string(text)), "\n"); err != nil || len(lines) != 2 ||
		len(strings.Split(lines[0], "\t")) != 3 {
		t.Errorf("%v: %s", err, text)
	}
}
