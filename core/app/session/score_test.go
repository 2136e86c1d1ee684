package session

import (
	"encoding/json"
	"math"
	"slices"
	"testing"

	"conelab/core/app/protocol"
	"conelab/core/format/document"
	"conelab/core/numeric/loss"
)

// points requests the document points.
type points struct {
	X, Y [][]float64
	Held []int
}

// parts returns the training points and the held-out points, from the document of all points.
func (d driver) parts() (all points, train, test document.Data) {
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
func (d driver) checkScore(what string, got *protocol.PageScore, points document.Data) {
	d.t.Helper()
	if len(points.X) == 0 {
		if got != nil {
			d.t.Fatalf("%s: a score of no points: %+v", what, got)
		}
		return
	}
	p := *d.Problem()
	p.Data = points
	kind, _ := loss.Parse(p.Loss)
	fit, n, total, squares := outputs(&p, d.Solution().Network.Neurons, points.X), len(points.X), 0.0, 0.0
	for i, row := range points.Y {
		for o, y := range row {
			f := fit[o*n+i]
			total, squares = total+kind.Value(f, y), squares+(f-y)*(f-y)
		}
	}
	near := func(name string, got *float64, want float64) {
		d.t.Helper()
		if got == nil || math.Abs(*got-want) > 1e-9*(1+math.Abs(want)) {
			d.t.Fatalf("%s: %s is %v, want %g", what, name, got, want)
		}
	}
	if got == nil || got.Samples != n {
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

// TestPathScores compares the path's neurons, costs and scores with separate solves and forward passes.
func TestPathScores(t *testing.T) {
	d := drive(t)
	for _, name := range []string{"ring", "valley"} {
		d.do(`{"do":"preset","name":%q}`, name)
		d.do(`{"do":"path"}`)
		for _, point := range d.Page().Path {
			if point.Test != nil || point.Train.Samples != d.now().Samples() {
				t.Fatalf("nothing is held out, but %+v", point)
			}
		}
		d.do(`{"do":"noise","value":20}`)
		d.do(`{"do":"hold","value":40}`)
		if d.Page().Path != nil {
			t.Fatal("the path is that of other data")
		}
		d.do(`{"do":"path"}`)
		found := d.Page().Path
		if len(found) != pathCount {
			t.Fatalf("%d points", len(found))
		}
		_, train, test := d.parts()
		for _, point := range found {
			d.do(`{"do":"beta","value":%g}`, point.Beta)
			near := func(a, b float64) bool { return math.Abs(a-b) < 1e-4*(1+math.Abs(b)) }
			page := d.Page()
			d.checkScore("along beta", page.Test, test)
			if !near(point.Train.Loss, page.Train.Loss) || !near(point.Test.Loss, page.Test.Loss) ||
				point.Train.Samples != len(train.X) || point.Test.Samples != len(test.X) {
				t.Errorf("%s, beta %g: %+v and %+v, and by itself %+v and %+v", name, point.Beta, point.Train, point.Test, page.Train, page.Test)
			}
			if (point.Test.Accuracy == nil) != (name == "valley") {
				t.Errorf("%s: accuracy %v", name, point.Test.Accuracy)
			}
			if a := point.Test.Accuracy; a != nil && math.Abs(*a-*page.Test.Accuracy) > 1.5/float64(len(test.X)) {
				t.Errorf("beta %g: accuracy %g, and by itself %g", point.Beta, *a, *page.Test.Accuracy)
			}
		}
	}
}
