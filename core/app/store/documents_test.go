package store

import (
	"strings"
	"testing"

	"conelab/core/app/protocol"
	"conelab/core/app/solve"
	"conelab/core/app/verify"
	"conelab/core/app/view"
	"conelab/core/app/workspace"
	"conelab/core/format/export"
)

// unsolved returns a source with a preset that is not solved.
func unsolved(preset string) *Documents {
	work := workspace.New(workspace.First(preset, 0.05))
	training, pointer := solve.NewTraining(work), view.NewPointer(work)
	return &Documents{
		Work: work, Training: training, Check: &verify.Check{}, Pointer: pointer,
		Pictures: view.NewPictures(work, training, &solve.Jobs{}, pointer),
		Draw:     func(_ *protocol.Snapshot, of string) (*protocol.Drawing, bool) { return &protocol.Drawing{}, of != "" },
	}
}

// source returns a source with a preset and its solution.
func source(preset string) *Documents {
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
	if err := d.Check.SetClaim(d.Work, d.Training.ChosenLayer(), "[2 1; 1 2]", nil); err != nil {
		t.Fatal(err)
	}
	names := []string{"samples 3"}
	for _, f := range export.Formats() {
		names = append(names, f.Name)
	}
	for _, entry := range Catalogue {
		names = append(names, entry.Name+map[string]string{"activation": " -2 2.5", "qr": " text", "drawing": " 300"}[entry.Name])
	}
	for _, name := range names {
		if text, err := d.Get(name); err != nil || len(text) == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	_ = d.Work.Commit(d.Work.Now().Cleared(), nil)
	d.Training.Invalidate()
	for _, name := range []string{"problem", "points", "solution", "selection", "data.csv", "python", "nothing", "samples -1",
		"samples x", "drawing", "activation 2 1", "activation 1", "nothing 3"} {
		if _, err := d.Get(name); err == nil || !strings.HasSuffix(err.Error(), ".") {
			t.Errorf("%s of an empty stage: %v", name, err)
		}
	}
}
