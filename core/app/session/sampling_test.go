package session

import (
	"encoding/json"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"conelab/core/app/protocol"
	"conelab/core/app/workspace"
	"conelab/core/data/dataset"
	"conelab/core/data/presets"
	"conelab/core/format/document"
	"conelab/core/numeric/loss"
)

// byOutput lists the labels of rows output by output.
func byOutput(rows [][]float64) (y []float64) {
	for o := range rows[0] {
		for _, row := range rows {
			y = append(y, row[o])
		}
	}
	return y
}

// TestEarlierLinksHoldOutTheSamePoints: a link from before points were drawn class by class holds out those that its sender saw.
func TestEarlierLinksHoldOutTheSamePoints(t *testing.T) {
	d := drive(t)
	d.do(`{"do":"hold","value":25}`)
	shared := string(d.Share())
	if !strings.Contains(shared, `"byClass":true`) {
		t.Fatal("the link does not say how it draws")
	}
	d.do(`{"do":"open","shared":%s}`, strings.Replace(shared, `,"byClass":true`, "", 1))
	all, _, _ := d.split()
	fold, err := dataset.Split(len(all.X), 0.75, workspace.PresetSeed, nil)
	if err != nil || !reflect.DeepEqual(fold.Test, all.Held) {
		t.Fatalf("%v: %v are held out, want %v", err, all.Held, fold.Test)
	}
	d.do(`{"do":"open","shared":%s}`, d.Share())
	if again, _, _ := d.split(); !reflect.DeepEqual(again.Held, all.Held) {
		t.Errorf("sent on, %v are held out, before %v", again.Held, all.Held)
	}
}

// TestHeldOutPointsAreNotTrainedOn proves the solution from the raw data without the held-out points (driver.do does, by the
// problem document), and recomputes the scores of both parts.
func TestHeldOutPointsAreNotTrainedOn(t *testing.T) {
	d := drive(t)
	for _, preset := range presets.All {
		d.do(`{"do":"loadPreset","name":%q}`, preset.Name)
		all, _, test := d.split()
		if len(test.X) != 0 || d.Page().Test != nil {
			t.Fatalf("%s holds out %d points", preset.Name, len(test.X))
		}
		d.checkScore(preset.Name, d.Page().Train, document.Data{X: all.X, Y: all.Y})
		for _, share := range []int{5, 30, 50, 0} {
			d.do(`{"do":"hold","value":%d}`, share)
			after, train, test := d.split()
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
				fold, err := dataset.Split(n, 1-float64(share)/100, workspace.PresetSeed, loss.Classes(byOutput(all.Y), n))
				if err != nil || !reflect.DeepEqual(fold.Test, after.Held) {
					t.Fatalf("%v: %v are held out, want %v", err, after.Held, fold.Test)
				}
			}
			d.checkScore(preset.Name+", training", d.Page().Train, train)
			d.checkScore(preset.Name+", held out", d.Page().Test, test)
			snapshot := d.Snapshot()
			for i, point := range snapshot.Points {
				if point.Held != slices.Contains(after.Held, i) || point.Label != all.Y[i][0] {
					t.Fatalf("point %d of the pictures: %+v", i, point)
				}
			}
		}
	}
	d.do(`{"do":"loadPreset","name":"valley"}`)
	d.do(`{"do":"hold","value":40}`)
	for _, name := range []string{"huber", "l1"} {
		d.do(`{"do":"loss","name":%q}`, name)
		_, train, test := d.split()
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
		d.do(`{"do":"seed","value":%d}`, seed)
		text, _ := d.Document("points")
		texts = append(texts, string(text))
		preset, _ := presets.Find(firstPreset)
		x, _ := preset.Make(preset.Points(), uint64(seed))
		if all, _, _ := d.split(); !reflect.DeepEqual(all.X, x) || d.Page().Split.Seed != seed || d.Page().Preset != firstPreset {
			t.Errorf("seed %d: not the preset's points of that seed", seed)
		}
	}
	if texts[0] != texts[2] || texts[0] == texts[1] {
		t.Error("the seed does not decide the sample")
	}
	// Another preset is sampled in the same way if that is requested, otherwise in its standard form.
	d.do(`{"do":"loadPreset","name":"ring","keep":true}`)
	if page := d.Page(); page.Split != (protocol.PageSplit{Hold: 30, Noise: 20, Seed: 5, Held: 24}) {
		t.Errorf("kept %+v", page.Split)
	}
	d.do(`{"do":"loadPreset","name":"ring"}`)
	if page := d.Page(); page.Split != (protocol.PageSplit{Seed: workspace.PresetSeed}) || page.Test != nil {
		t.Errorf("the preset is sampled as %+v", page.Split)
	}
	// Other data keep the share and have their own labels, which come back after noise; another seed has other points held out.
	d.do(`{"do":"hold","value":25}`)
	d.do(`{"do":"formula","text":"x1 < x2","n":100,"noise":0,"seed":3}`)
	clean, _, _ := d.split()
	d.do(`{"do":"noise","value":15}`)
	d.do(`{"do":"noise","value":0}`)
	if all, _, _ := d.split(); !reflect.DeepEqual(all, clean) || len(all.Held) != 25 {
		t.Errorf("the formula's labels do not come back, or %d points are held out", len(all.Held))
	}
	d.do(`{"do":"seed","value":9}`)
	if all, _, _ := d.split(); !reflect.DeepEqual(all.X, clean.X) || reflect.DeepEqual(all.Held, clean.Held) {
		t.Error("the formula's points are others, or others are not held out")
	}
}

func (d driver) samplesDoc(name string) (doc protocol.Samples) {
	d.t.Helper()
	text, err := d.Document(name)
	if err != nil {
		d.t.Fatal(err)
	}
	if err := json.Unmarshal(text, &doc); err != nil {
		d.t.Fatal(err)
	}
	return doc
}

// near compares a number with one rounded for display.
func near(got, want float64) bool { return math.Abs(got-want) <= 1e-5*(1+math.Abs(want)) }

// checkSamples compares the document samples with sums over patches of the raw data.
func (d driver) checkSamples() {
	d.t.Helper()
	doc, p, s, hits := d.samplesDoc("samples 7"), d.Problem(), d.Solution(), 0
	for i, f := range outputs(p, s.Network.Neurons, p.Data.X) {
		if !near(doc.Outputs[i][0], f) || doc.Right[i] != ((f > 0) == (p.Data.Y[i][0] > 0)) || doc.Y[i][0] != p.Data.Y[i][0] {
			d.t.Fatalf("sample %d is said to be %g %v, want %g", i, doc.Outputs[i][0], doc.Right[i], f)
		}
		if (doc.Class[i] == 1) != (doc.Y[i][0] > 0) || (doc.Predicted[i] == doc.Class[i]) != doc.Right[i] {
			d.t.Fatalf("sample %d of class %d is named %d", i, doc.Class[i], doc.Predicted[i])
		}
		if doc.Right[i] {
			hits++
		}
	}
	if doc.Hits != hits || doc.Samples != len(p.Data.X) {
		d.t.Errorf("%d hits of %d, counted are %d", doc.Hits, doc.Samples, hits)
	}
	all := patches(&p.Architecture, p.Data.X[7])
	if len(doc.Corners) != len(all) || doc.Picked.Index != 7 || len(doc.Neurons) != len(s.Network.Neurons) {
		d.t.Fatalf("%d corners of %d patches, %d neurons", len(doc.Corners), len(all), len(doc.Neurons))
	}
	sum := 0.0
	for _, n := range s.Network.Neurons { // the document has a different order
		j := slices.IndexFunc(doc.Neurons, func(m protocol.PageNeuron) bool {
			return m.Block == n.Block && near(m.Alpha, n.Alpha) && near(m.U[0], n.U[0])
		})
		if j < 0 || len(doc.Picked.Product[j]) != doc.Pool {
			d.t.Fatalf("there is no neuron %+v", n)
		}
		for l, product := range doc.Picked.Product[j] {
			want := 0.0
			for k, v := range all[n.Block*doc.Pool+l] {
				want += v * n.U[k]
			}
			value := (p.Activation.A*want+p.Activation.B)*want + p.Activation.C
			if !near(product, want) || !near(doc.Picked.Value[j][l], value) {
				d.t.Fatalf("neuron %d, patch %d: %g and %g, want %g and %g", j, l, product, doc.Picked.Value[j][l], want, value)
			}
		}
		sum += doc.Picked.Contributions[j]
	}
	if !near(sum, doc.Outputs[7][0]) {
		d.t.Errorf("the neurons add up to %g, the network says %g", sum, doc.Outputs[7][0])
	}
	// The corner of a patch is the position of its first number.
	for k, corner := range doc.Corners {
		r, c := corner[0], corner[1]
		want := 0.0
		if r >= 0 && c >= 0 && r < doc.Shape[0] && c < doc.Shape[1] {
			want = p.Data.X[7][r*doc.Shape[1]+c]
		}
		if all[k][0] != want {
			d.t.Errorf("patch %d begins with %g, at its corner is %g", k, all[k][0], want)
		}
	}
}

// points requests the document points.
type points struct {
	X, Y [][]float64
	Held []int
}

// split returns the training points and the held-out points, from the document of all points.
func (d driver) split() (all points, train, test document.Data) {
	d.t.Helper()
	text, err := d.Document("points")
	if err != nil {
		d.t.Fatal(err)
	}
	if err := json.Unmarshal(text, &all); err != nil {
		d.t.Fatal(err)
	}
	for i, x := range all.X {
		to := &train
		if slices.Contains(all.Held, i) {
			to = &test
		}
		to.X, to.Y = append(to.X, x), append(to.Y, all.Y[i])
	}
	return all, train, test
}

// checkScore compares a score with a forward pass over the points.
func (d driver) checkScore(what string, got *loss.Score, points document.Data) {
	d.t.Helper()
	if len(points.X) == 0 {
		if got != nil {
			d.t.Fatalf("%s: a score of no points: %+v", what, got)
		}
		return
	}
	p := *d.Problem()
	p.Data = points
	lossFn, _ := loss.Parse(p.Loss)
	fit, n, total, squares := outputs(&p, d.Solution().Network.Neurons, points.X), len(points.X), 0.0, 0.0
	for i, row := range points.Y {
		for o, y := range row {
			f := fit[o*n+i]
			total, squares = total+lossFn.Value(f, y), squares+(f-y)*(f-y)
		}
	}
	near := func(name string, got *float64, want float64) {
		d.t.Helper()
		if got == nil || math.Abs(*got-want) > 1e-9*(1+math.Abs(want)) {
			d.t.Fatalf("%s: %s is %v, want %g", what, name, got, want)
		}
	}
	if got == nil || got.Points != n {
		d.t.Fatalf("%s: %+v for %d points", what, got, n)
	}
	near("loss", &got.Loss, total/float64(n))
	if m := measureFit(&p, fit); m.classes {
		near("accuracy", got.Accuracy, float64(m.right)/float64(m.total))
	} else {
		near("root mean square", got.RMS, math.Sqrt(squares/float64(n)))
		near("R2", got.R2, m.r2)
	}
	if (got.Accuracy == nil) == (got.R2 == nil) {
		d.t.Fatalf("%s: a score of classes and of numbers: %+v", what, got)
	}
}
