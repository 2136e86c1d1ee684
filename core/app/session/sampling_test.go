package session

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
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

// TestPartsStayWithTheirPoints checks that drawn points are training points, moved points stay in their part, and indices refer to the same points
// everywhere.
func TestPartsStayWithTheirPoints(t *testing.T) {
	d := drive(t)
	d.do(`{"do":"preset","name":"ring"}`)
	d.do(`{"do":"hold","value":50}`)
	d.do(`{"do":"noise","value":30}`)
	all, _, _ := d.parts()
	held := all.Held[3]
	d.do(`{"do":"tool","name":"draw"}`)
	d.do(`{"do":"press","at":[1.1,1.1],"radius":0.02}`)
	d.do(`{"do":"release"}`)
	after, train, _ := d.parts()
	if !reflect.DeepEqual(after.Held, all.Held) || !reflect.DeepEqual(train.X[len(train.X)-1], []float64{1.1, 1.1}) {
		t.Errorf("a drawn point: %v are held out of %d", after.Held, len(after.X))
	}
	d.do(`{"do":"press","at":[%g,%g],"radius":0.05,"index":%d}`, all.X[held][0], all.X[held][1], held)
	if d.Page().Grabbed != held {
		t.Fatalf("point %d is grabbed, not %d", d.Page().Grabbed, held)
	}
	d.do(`{"do":"drag","at":[0.01,0.02],"radius":0.05}`)
	d.do(`{"do":"release"}`)
	moved, _, test := d.parts()
	if !reflect.DeepEqual(moved.Held, all.Held) || !reflect.DeepEqual(moved.X[held], []float64{0.01, 0.02}) || !reflect.DeepEqual(test.X[3], []float64{0.01, 0.02}) {
		t.Errorf("a point that is held out was moved to %v, and %v are held out", moved.X[held], moved.Held)
	}
	d.checkScore("after a drag", d.Page().Test, test)
	d.do(`{"do":"point","index":%d}`, held)
	if d.Page().Point != held {
		t.Error("a point that is held out cannot be pointed at")
	}
	// A label set by hand has no noise; that of the others is removed.
	d.do(`{"do":"row","index":%d,"values":[0.01,0.02,%g]}`, held, -moved.Y[held][0])
	d.do(`{"do":"noise","value":0}`)
	still, _, _ := d.parts()
	if still.Y[held][0] != -moved.Y[held][0] {
		t.Error("a label that was typed has noise")
	}
	preset, _ := presets.Find("ring")
	_, labels := preset.Make(preset.Points(), workspace.PresetSeed)
	for i, y := range labels {
		if i != held && still.Y[i][0] != y {
			t.Errorf("the label of point %d does not come back", i)
		}
	}
	every := strings.Trim(strings.ReplaceAll(fmt.Sprint(indices(d.now().Samples())), " ", ","), "[]")
	before := d.Share()
	if err := d.Apply([]byte(`{"do":"rows","hold":[` + every + `]}`)); err == nil || string(before) != string(d.Share()) {
		t.Errorf("%v: nothing is left to train on", err)
	}
	// If the last training point is erased, the held-out points become training points.
	_, train, _ = d.parts()
	d.do(`{"do":"rows","remove":%s}`, strings.ReplaceAll(fmt.Sprint(complement(d.now().Held(), d.now().Samples())), " ", ","))
	if now, _, test := d.parts(); len(test.X) != 0 || len(now.X) == 0 || d.Page().Status != "optimal" {
		t.Errorf("%d points, %d held out, %s", len(now.X), len(test.X), d.Page().Status)
	}
}

func indices(n int) []int { return complement(nil, n) }

// complement returns the indices below n that are not in the list.
func complement(list []int, n int) (rest []int) {
	for i := range n {
		if !slices.Contains(list, i) {
			rest = append(rest, i)
		}
	}
	return rest
}

// TestSampledLinks checks that links to sampled presets are short, and that invalid ones are rejected.
func TestSampledLinks(t *testing.T) {
	d := drive(t)
	d.do(`{"do":"preset","name":"ring"}`)
	d.do(`{"do":"hold","value":30}`)
	d.do(`{"do":"noise","value":10}`)
	d.do(`{"do":"sample","value":123456}`)
	d.do(`{"do":"rows","train":[%d]}`, d.now().Held()[0])
	text := string(d.Share())
	if len(text) > 500 || strings.Contains(text, "problem") {
		t.Errorf("%d bytes: %s", len(text), text)
	}
	other := driver{New(func() float64 { return 0 }), t}
	if err := take(other.Session, []byte(text)); err != nil {
		t.Fatal(err)
	}
	other.solve()
	other.check()
	if !sampledAlike(d.now(), other.now()) || string(other.Share()) != text {
		t.Errorf("%s came back as %s", text, other.Share())
	}
	const empty = head + `"features":2,"beta":0.02,"activation":{"a":1,"b":0.5,"c":-0.25},"split":`
	const ring = head + `"preset":{"name":"ring","points":80,"seed":1},"beta":0.02,"activation":{"a":1,"b":0.5,"c":-0.25},"split":`
	const drawn = head + `"problem":{"format":"conelab/problem/1","data":{"x":[[1],[2]],"y":[[1],[-1]]},` +
		`"architecture":{"kind":"dense"},"activation":{"a":1,"b":0,"c":0},"loss":"hinge","beta":1},"split":`
	for _, bad := range []string{
		empty + `{"hold":51,"noise":0,"seed":1}},`, empty + `{"hold":0,"noise":-1,"seed":1}},`, empty + `{"hold":0,"noise":0,"seed":-1}},`,
		empty + `{"hold":0,"noise":0,"seed":1,"held":[0]}},`, empty + `{"hold":0,"noise":0,"seed":1.5}},`, empty + `{"hold":0,"noise":0}},`,
		ring + `{"hold":0,"noise":0,"seed":2}},`, ring + `{"hold":0,"noise":0,"seed":1,"clean":[1]}},`, ring + `{"hold":0,"noise":0,"seed":1,"held":[80]}},`,
		drawn + `{"hold":0,"noise":9,"seed":1,"clean":[1]}},`, drawn + `{"hold":0,"noise":9,"seed":1,"clean":[1,2]}},`,
		drawn + `{"hold":0,"noise":9,"seed":1,"clean":[1,1e300]}},`, drawn + `{"hold":"<b>","noise":9,"seed":1}},`,
	} {
		before := string(d.Share())
		err := take(d.Session, []byte(bad+controls))
		if err == nil || strings.Contains(err.Error(), "\n") || !strings.HasSuffix(err.Error(), ".") || string(d.Share()) != before {
			t.Errorf("%s: %v", bad, err)
		}
	}
	for _, good := range []string{drawn + `{"hold":50,"noise":9,"seed":1,"held":[0],"clean":[1,-1]}},`, empty + `{"hold":35,"noise":5,"seed":0}},`} {
		if err := take(d.Session, []byte(good+controls)); err != nil {
			t.Errorf("%s: %v", good, err)
		}
		if got := string(d.Share()); got != good+controls {
			t.Errorf("%s came back as %s", good, got)
		}
	}
	for _, bad := range []string{
		`{"do":"hold","value":50.5}`, `{"do":"hold","value":-1}`, `{"do":"noise","value":1e9}`, `{"do":"sample","value":1.5}`, `{"do":"sample","value":-1}`,
		`{"do":"sample","value":1e10}`, `{"do":"rows","hold":[80]}`, `{"do":"rows","hold":[],"train":[1]}`,
	} {
		if err := d.Apply([]byte(bad)); err == nil || !strings.HasSuffix(err.Error(), ".") {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

// TestTableOfParts checks that the exported table marks the held-out points and can be imported again.
func TestTableOfParts(t *testing.T) {
	d := drive(t)
	d.do(`{"do":"preset","name":"valley"}`)
	text, _ := d.Document("data.csv")
	if !strings.HasPrefix(string(text), "x1,y\n") {
		t.Errorf("without parts the table begins %.20q", text)
	}
	d.do(`{"do":"hold","value":30}`)
	text, _ = d.Document("data.csv")
	if lines := strings.Split(string(text), "\n"); lines[0] != "x1,y,part" || strings.Count(string(text), ",test\n") != 24 || strings.Count(string(text), ",train\n") != 56 {
		t.Errorf("the table with parts is\n%s", text)
	}
	before, _, _ := d.parts()
	d.do(`{"do":"clear"}`)
	d.do(`{"do":"hold","value":0}`)
	quoted, _ := json.Marshal(string(text))
	d.do(`{"do":"import","name":"a.csv","text":%s}`, quoted)
	if after, _, _ := d.parts(); !reflect.DeepEqual(before, after) {
		t.Errorf("the table comes back with %v held out, not %v", after.Held, before.Held)
	}
	// A column with other entries is a candidate for the features.
	d.do(`{"do":"import","name":"b.csv","text":"x1,y,part\n1,2,train\n2,3,wheel\n"}`)
	if d.Page().Import == nil || len(d.Page().Import.Columns) != 3 {
		t.Errorf("%+v", d.Page().Import)
	}
}
