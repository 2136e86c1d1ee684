package e2e

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"conelab/core/app/protocol"
	"conelab/core/data/dataset"
	"conelab/core/data/presets"
	"conelab/core/draw/scene"
)

// halves returns a preset of so many points with the seed, cut by the split that the command line makes with it.
func halves(t *testing.T, name string, seed uint64, held float64) (x [][]float64, y []float64, fold dataset.Fold) {
	t.Helper()
	preset, _ := presets.Find(name)
	x, y = preset.Make(80, seed)
	fold, err := dataset.Split(80, 1-held, seed)
	if err != nil {
		t.Fatal(err)
	}
	return x, y, fold
}

// checkScores proves the page's solution of the training points alone, and recomputes the scores that it shows of a problem with classes.
func (v *user) checkScores(x [][]float64, y []float64, fold dataset.Fold) {
	v.t.Helper()
	problem := v.verify()
	_, solution := v.documents()
	if len(problem.Data.X) != len(fold.Train) {
		v.t.Fatalf("the problem has %d points, want the %d to train on", len(problem.Data.X), len(fold.Train))
	}
	for k, i := range fold.Train {
		if !reflect.DeepEqual(problem.Data.X[k], x[i]) || problem.Data.Y[k][0] != y[i] {
			v.t.Fatalf("point %d of the problem is %v, want %v", k, problem.Data.X[k], x[i])
		}
	}
	for part, rows := range map[string][]int{"train": fold.Train, "test": fold.Test} {
		loss, right := 0.0, 0.0
		for _, i := range rows {
			f := forward(problem, solution, x[i])
			loss += (f - y[i]) * (f - y[i]) / float64(len(rows))
			if f*y[i] > 0 {
				right += 1 / float64(len(rows))
			}
		}
		for name, want := range map[string]float64{"samples": float64(len(rows)), "loss": loss, "accuracy": right} {
			if got := v.shown(part + "-" + name); math.Abs(got-want) > 1e-9*(1+want) {
				v.t.Errorf("the page shows the %s %s %g, a forward pass says %g", part, name, got, want)
			}
		}
	}
}

// curvesDrawn is the condition for the loss along beta to be shown, as it is of the newest solution.
const curvesDrawn = "!document.getElementById('path-scores').hidden && document.getElementById('path').dataset.old === undefined"

func TestPointsAreHeldOut(t *testing.T) {
	t.Parallel()
	v := openDrawn(t)
	v.showOnly("data")
	v.Preset(2, "ring")
	v.Seek(1e6)
	if !evaluate[bool](v, "document.getElementById('scores').hidden && document.getElementById('path-scores').hidden") {
		t.Error("there are scores without points held out")
	}
	v.Click("#sampling summary")
	v.Slide("#sampling-hold", 30)
	v.Await("!document.getElementById('scores').hidden")
	v.Rest()
	x, y, fold := halves(t, "ring", 1, 0.3)
	v.checkScores(x, y, fold)
	v.Await(curvesDrawn) // they take their place from the pictures
	// A mark that is hollow has the paper in its middle; where others cover it, nothing can be said.
	v.Settle()
	paper, picture := v.colours()["paper"], v.Look("#area-data")
	plane := scene.DataPlane(scene.Rect{W: float64(picture.Bounds().Dx()) / picture.Scale, H: float64(picture.Bounds().Dy()) / picture.Scale}, protocol.Window{Half: 1.15}, 2)
	held := map[int]bool{}
	for _, i := range fold.Test {
		held[i] = true
	}
	names := evaluate[[][]float64](v, `[...document.querySelectorAll('#labels span')].map((n) => {
		const [a, b] = [n.getBoundingClientRect(), document.getElementById('area-data').getBoundingClientRect()];
		return [a.left - b.left, a.right - b.left, a.top - b.top, a.bottom - b.top] })`)
	seen := 0
	for i := range x {
		px, py := plane.Pixel(x[i][0], x[i][1])
		alone := math.Hypot(x[i][0], x[i][1]) > 0.6 // not under a neuron's arrow, or a name
		for _, b := range names {
			alone = alone && (px < b[0] || px > b[1] || py < b[2] || py > b[3])
		}
		for j := range x {
			alone = alone && (j == i || math.Hypot(x[i][0]-x[j][0], x[i][1]-x[j][1])*plane.KX > 11)
		}
		if !alone {
			continue
		}
		seen++
		if hollow := off(picture.Colour(px, py), paper) < 0.1; hollow != held[i] {
			t.Errorf("point %d, held out %t, is hollow %t", i, held[i], hollow)
		}
	}
	if seen < 8 {
		t.Errorf("only %d points could be looked at, in a picture with %g pixels to a unit", seen, plane.KX)
	}
	// Another sample, and back.
	v.Click("#sampling-next")
	v.Await("document.getElementById('sampling-seed').value === '2'")
	v.Rest()
	x2, y2, fold2 := halves(t, "ring", 2, 0.3)
	v.checkScores(x2, y2, fold2)
	v.Click("#undo")
	v.Await("document.getElementById('sampling-seed').value === '1'")
	v.Rest()
	v.checkScores(x, y, fold)
	// The link brings it all along.
	scores := "[...document.querySelectorAll('#scores [data-out]')].map((n) => n.textContent).join(' ') + document.getElementById('sampling-now').textContent"
	v.Slide("#sampling-noise", 20)
	v.Await("document.getElementById('sampling-now').textContent === '24 held out, 20 % noise'")
	v.Rest()
	v.verify()
	want, hash := evaluate[string](v, scores), v.copyLink()
	if len(hash) > 700 {
		t.Errorf("the link to a sample of an example has %d letters", len(hash))
	}
	w := follow(t, hash)
	w.Rest()
	w.Await("!document.getElementById('scores').hidden")
	if got := evaluate[string](w, scores); got != want {
		t.Errorf("the link shows %s, want %s", got, want)
	}
	// The other examples are sampled in the same way.
	v.Preset(2, "xor")
	if now := evaluate[string](v, "document.getElementById('sampling-now').textContent"); now != "24 held out, 20 % noise" {
		t.Errorf("another example: %q", now)
	}
	v.verify()
}

func TestLossAlongBeta(t *testing.T) {
	t.Parallel()
	v := openPlain(t)
	v.Preset(1, "valley")
	v.Seek(1e6)
	v.Slide("#sampling-hold", 40)
	v.Rest()
	for _, name := range []string{"rms", "r2"} {
		if got := v.shown("test-" + name); !(got > 0 && got < 1) {
			t.Errorf("%s is %g", name, got)
		}
	}
	if !evaluate[bool](v, "document.querySelector('[data-out=\"test-accuracy\"]').closest('tr').hidden") {
		t.Error("numbers have an accuracy")
	}
	v.Place("#path")
	v.Await(curvesDrawn + " && document.querySelectorAll('#path span').length === 12")
	for _, part := range []string{"train", "test"} {
		d := evaluate[string](v, fmt.Sprintf("document.querySelector('#path-curves .%s.line').getAttribute('d')", part))
		if strings.Count(d, "L") != 11 || strings.Contains(d, "NaN") {
			t.Errorf("the curve of %s is %q", part, d)
		}
	}
	if words := evaluate[string](v, "document.getElementById('path-best').textContent"); !strings.HasPrefix(words, "The held-out loss is least, 0.") {
		t.Errorf("in words: %q", words)
	}
	v.Slide("#sampling-hold", 0)
	v.Await("document.getElementById('path-scores').hidden && document.getElementById('scores').hidden")
}

// TestPartsInTheTable holds rows out by hand, and takes the parts along in a table.
func TestPartsInTheTable(t *testing.T) {
	t.Parallel()
	v := openPlain(t)
	v.openTable()
	v.Click(`#table-body [data-row="1"] input[type="checkbox"]`)
	v.Click(`#table-body [data-row="2"] input[type="checkbox"]`)
	v.Click("#table-part")
	v.samples(78)
	v.verify()
	const mark = `#table-body [data-row="%d"] th`
	v.Await(fmt.Sprintf("document.querySelector('"+mark+"').textContent === 'test 3'", 2))
	if text := evaluate[string](v, fmt.Sprintf("document.querySelector('"+mark+"').textContent", 0)); text != "1" {
		t.Errorf("row 1 is called %q", text)
	}
	if rows := evaluate[int](v, "document.querySelectorAll('#table-body [data-row]').length && Number(document.getElementById('table-note').textContent.split(' ')[0])"); rows != 80 {
		t.Errorf("the table has %d rows", rows)
	}
	v.Click("#table-part")
	v.samples(80)
	v.Await("document.querySelector('#table-rows').dataset.parts === undefined")
}
