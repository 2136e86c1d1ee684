package e2e

import (
	"math"
	"reflect"
	"testing"

	"conelab/core/data/dataset"
	"conelab/core/data/presets"
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
	v := openUndrawn(t)
	v.Preset(2, "ring")
	v.Seek(1e6)
	if !evaluate[bool](v, "document.getElementById('scores').hidden && document.getElementById('path-scores').hidden") {
		t.Error("there are scores without points held out")
	}
	v.Slide("#sampling-hold", 30)
	v.Await("!document.getElementById('scores').hidden")
	v.Rest()
	x, y, fold := halves(t, "ring", 1, 0.3)
	v.checkScores(x, y, fold)
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
}
