package session

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"conelab/core/app/workspace"

	"conelab/core/app/protocol"
	"conelab/core/data/dataset"
	"conelab/core/data/presets"
	"conelab/core/format/convert"
	"conelab/core/format/document"
	"conelab/core/network/certify"
)

// sampledAlike reports whether two states have the same held-out points, labels, noise and settings.
func sampledAlike(a, b *workspace.State) bool {
	return reflect.DeepEqual(a.Stored(), b.Stored()) && slices.Equal(a.Held(), b.Held()) && slices.Equal(a.X(), b.X()) && slices.Equal(a.Y(), b.Y())
}

// TestHeldOutPointsAreNotTrainedOn proves the solution from the raw data without the held-out points (driver.do does, by the problem document), and
// recomputes the scores of both parts.
func TestHeldOutPointsAreNotTrainedOn(t *testing.T) {
	d := drive(t)
	for _, preset := range presets.All {
		d.do(`{"do":"preset","name":%q}`, preset.Name)
		all, _, test := d.parts()
		if len(test.X) != 0 || d.Page().Test != nil {
			t.Fatalf("%s holds out %d points", preset.Name, len(test.X))
		}
		d.checkScore(preset.Name, d.Page().Train, document.Data{X: all.X, Y: all.Y})
		for _, share := range []int{5, 30, 50, 0} {
			d.do(`{"do":"hold","value":%d}`, share)
			after, train, test := d.parts()
			n := len(all.X)
			if !reflect.DeepEqual(after.X, all.X) || !reflect.DeepEqual(after.Y, all.Y) {
				t.Fatal("to hold points out changes them")
			}
			if want := n - n*(100-share)/100; len(test.X) != want || d.Page().Split.Held != want || d.Page().Samples != n {
				t.Fatalf("%d %% of %d points: %d are held out, want %d", share, n, len(test.X), want)
			}
			if !reflect.DeepEqual(d.Problem().Data, train) {
				t.Fatal("the problem has other points than those to train on")
			}
			// The split is that of the command line for the same number of rows and seed.
			if share > 0 {
				fold, err := dataset.Split(n, 1-float64(share)/100, workspace.PresetSeed)
				if err != nil || !reflect.DeepEqual(fold.Test, after.Held) {
					t.Fatalf("%v: %v are held out, want %v", err, after.Held, fold.Test)
				}
			}
			d.checkScore(preset.Name+", training", d.Page().Train, train)
			d.checkScore(preset.Name+", held out", d.Page().Test, test)
			// The solution is that of the training points alone.
			alone := convert.Problem(&document.Problem{
				Format: document.ProblemFormat, Data: train, Architecture: d.Problem().Architecture, Activation: d.Problem().Activation,
				Loss: d.Problem().Loss, Beta: d.Problem().Beta,
			})
			if want := new(certify.Job).Run(alone); math.Abs(want.Objective-d.Page().Objective) > 1e-7*want.Objective {
				t.Fatalf("cost %g, and that of the training points alone %g", d.Page().Objective, want.Objective)
			}
			var snapshot protocol.Snapshot
			d.SnapshotTo(&snapshot)
			for i, point := range snapshot.Points {
				if point.Held != slices.Contains(after.Held, i) || point.Label != all.Y[i][0] {
					t.Fatalf("point %d of the pictures: %+v", i, point)
				}
			}
		}
	}
	d.do(`{"do":"preset","name":"valley"}`)
	d.do(`{"do":"hold","value":40}`)
	for _, name := range []string{"huber", "l1"} {
		d.do(`{"do":"loss","name":%q}`, name)
		_, train, test := d.parts()
		d.checkScore(name, d.Page().Train, train)
		d.checkScore(name, d.Page().Test, test)
	}
}

// TestSampleIsRepeatable checks that the seed determines the points of a preset, the noise and the split.
func TestSampleIsRepeatable(t *testing.T) {
	d := drive(t)
	var texts []string
	for _, seed := range []int{5, 6, 5} {
		d.do(`{"do":"hold","value":%d}`, 30)
		d.do(`{"do":"noise","value":%d}`, 20)
		d.do(`{"do":"sample","value":%d}`, seed)
		text, _ := d.Document("points")
		texts = append(texts, string(text))
		preset, _ := presets.Find(firstPreset)
		x, _ := preset.Make(preset.Points(), uint64(seed))
		if all, _, _ := d.parts(); !reflect.DeepEqual(all.X, x) || d.Page().Split.Seed != seed || d.Page().Preset != firstPreset {
			t.Errorf("seed %d: not the preset's points of that seed", seed)
		}
	}
	if texts[0] != texts[2] || texts[0] == texts[1] {
		t.Error("the seed does not decide the sample")
	}
	// Another preset is sampled in the same way if that is requested, otherwise in its standard form.
	d.do(`{"do":"preset","name":"ring","keep":true}`)
	if page := d.Page(); page.Split != (protocol.PageSplit{Hold: 30, Noise: 20, Seed: 5, Held: 24}) {
		t.Errorf("kept %+v", page.Split)
	}
	d.do(`{"do":"preset","name":"ring"}`)
	if page := d.Page(); page.Split != (protocol.PageSplit{Seed: workspace.PresetSeed}) || page.Test != nil {
		t.Errorf("the preset is sampled as %+v", page.Split)
	}
	// Other data keep the share and have their own labels.
	d.do(`{"do":"preset","name":"ring","keep":true}`)
	d.do(`{"do":"hold","value":25}`)
	d.do(`{"do":"formula","text":"x1 < x2","n":100,"noise":0,"seed":3}`)
	if page := d.Page(); page.Split != (protocol.PageSplit{Hold: 25, Seed: workspace.PresetSeed, Held: 25}) {
		t.Errorf("a formula is sampled as %+v", page.Split)
	}
	clean, _, _ := d.parts()
	d.do(`{"do":"noise","value":15}`)
	d.do(`{"do":"noise","value":0}`)
	if all, _, _ := d.parts(); !reflect.DeepEqual(all, clean) {
		t.Error("the formula's labels do not come back")
	}
	d.do(`{"do":"sample","value":9}`)
	if all, _, _ := d.parts(); !reflect.DeepEqual(all.X, clean.X) || reflect.DeepEqual(all.Held, clean.Held) {
		t.Error("the formula's points are others, or others are not held out")
	}
}
