package session

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"conelab/core/app/protocol"
	"conelab/core/format/document"
	"conelab/core/format/export"
	"conelab/core/numeric/moments"
)

// summedTable returns rows of Gaussian features with labels from a noisy polynomial, as the problem of a session and as a sums document.
func summedTable(seed uint64, n, d int) (rows document.Data, sums *document.Sums) {
	rng, a := rand.New(rand.NewPCG(seed, 9)), moments.NewAccumulator(moments.NewBasis(d), 1)
	for range n {
		x, y := make([]float64, d), 0.2*rng.NormFloat64()
		for k := range x {
			x[k] = rng.NormFloat64()
			y += x[k]*x[k] + x[k]*x[0]/2 - float64(k)*x[k]/2
		}
		rows.X, rows.Y = append(rows.X, x), append(rows.Y, []float64{y})
		a.Add(x, []float64{y})
	}
	sums = &document.Sums{Format: document.SumsFormat, Summed: document.Compensated, Error: moments.Error, Outputs: []string{"minutes"}}
	for k := range d {
		sums.Features = append(sums.Features, fmt.Sprint("hour ", k+1))
	}
	sums.Fill(a.Take(), nil)
	return rows, sums
}

// passes checks the exported solution against the exported sums, as the command line does, and the page against the solution.
func (d driver) passes() *document.Solution {
	d.t.Helper()
	problem, err := d.Document("problem")
	sums, parsed := document.ParseSums(problem)
	if err != nil || parsed != nil {
		d.t.Fatal(err, parsed)
	}
	text, _ := d.Document("solution")
	solution, err := document.ParseSolution(text)
	if err != nil {
		d.t.Fatal(err)
	}
	p, err := sums.Problem(solution.Model.Problem([][]float64{solution.Model.Anywhere()}))
	if err == nil {
		err = p.Check()
	}
	if err != nil {
		d.t.Fatal(err)
	}
	if check := p.CheckSolution(solution, 0); !check.Pass {
		d.t.Fatalf("the solution fails: %s", check.Badge())
	}
	page := d.Page()
	if page.Objective != solution.Objective || page.Gap != solution.Gap || page.LowerBound != solution.LowerBound ||
		!page.Strip.Certified || page.Stale ||
		page.Status != "optimal" || page.Samples != 0 || page.Rows != int(sums.Rows) {
		d.t.Fatalf("page %+v, and the solution %+v", page.Strip, solution)
	}
	return solution
}

// TestSumsSurvive changes beta, undoes, redoes, and opens the link and the saved work: the sums, the settings and the network stay. Undo
// and Remove all lead back to points.
func TestSumsSurvive(t *testing.T) {
	_, sums := summedTable(7, 1000000, 2)
	sums.Outputs, sums.Scaling = []string{"kind"}, &document.SumsScaling{Mean: []float64{2, 3}, Scale: []float64{1, 4}}
	d := drive(t)
	d.do(`{"do":"hold","value":20,"final":true}`)
	d.do(`{"do":"coefficients","a":0.3,"b":1,"c":0.2}`)
	d.do(`{"do":"beta","value":1}`)
	before := string(d.Problem().JSON())
	d.do(`{"do":"loadProblem","problem":%s}`, sums.JSON())
	d.do(`{"do":"beta","value":2000}`)
	d.do(`{"do":"tolerance","value":1e-7}`)
	d.do(`{"do":"architecture","kind":"quadratic"}`)
	d.do(`{"do":"undo"}`)
	want := d.passes()
	same := func(e driver) {
		t.Helper()
		got, page := e.passes(), e.Page()
		if text, _ := e.Document("problem"); string(text) != string(sums.JSON()) {
			t.Errorf("the sums came back as %s", text)
		}
		if math.Abs(got.Objective-want.Objective) > 1e-9*want.Objective || page.Beta != 2000 || page.Tolerance != 1e-7 || page.Rows != 1000000 ||
			!strings.Contains(page.Lesson, "stands for 1,000,000 rows") || strings.Join(page.Columns, " ") != "hour 1 hour 2 kind" {
			t.Errorf("the problem came back as %+v", page)
		}
	}
	same(d)
	d.elsewhere(same)
	d.do(`{"do":"redo"}`)
	d.elsewhere(func(e driver) { e.passes() })
	for range 4 {
		d.do(`{"do":"undo"}`)
	}
	if string(d.Problem().JSON()) != before {
		t.Errorf("undo leads back to %s", d.Problem().JSON())
	}
	d.do(`{"do":"redo"}`)
	d.do(`{"do":"clear"}`)
	if page := d.Page(); page.Status != "empty" || page.Rows != 0 || page.Lesson != "" {
		t.Errorf("removed, the page is %+v", page)
	}
}

// TestSumsRefuse: what needs rows, or another model, is refused in one sentence that changes nothing; and so are sums that cannot be
// trained on.
func TestSumsRefuse(t *testing.T) {
	_, sums := summedTable(3, 1000, 2)
	d := drive(t)
	for _, bad := range []func(s *document.Sums){
		func(s *document.Sums) { s.X = append([]float64{s.Rows}, make([]float64, len(s.X)-1)...) },
		func(s *document.Sums) { s.X = s.X[1:] },
		func(s *document.Sums) {
			s.Outputs, s.XY = []string{"a", "b"}, [][]float64{s.XY[0], s.XY[0]}
			s.YY = [][]float64{{s.YY[0][0], s.YY[0][0]}, {s.YY[0][0], s.YY[0][0]}}
		},
	} {
		other := *sums
		bad(&other)
		before := d.SavedRevision()
		err := d.Apply([]byte(file("sums.json", string(other.JSON()))))
		if err == nil || !strings.Contains(err.Error(), "sums") || d.SavedRevision() != before {
			t.Errorf("sums that cannot be trained on: %v", err)
		}
	}
	d.do("%s", file("sums.json", string(sums.JSON())))
	solution, before := d.passes(), d.SavedRevision()
	for _, c := range []struct{ intent, says string }{
		{`{"do":"press","at":[0.1,0.2],"radius":0.05}`, "1,000 rows"}, {`{"do":"addRows","add":[[1,2,3]]}`, "1,000 rows"},
		{`{"do":"paste","add":[[1,2,3]]}`, "1,000 rows"}, {`{"do":"hold","value":20,"final":true}`, "1,000 rows"},
		{`{"do":"noise","value":20,"final":true}`, "1,000 rows"},
		{`{"do":"startRace","method":"adam","runs":1,"epochs":20,"width":3,"rate":0.05}`, "1,000 rows"},
		{`{"do":"startSweep","name":"a"}`, "1,000 rows"}, {`{"do":"loss","name":"hinge"}`, "ums train"},
		{`{"do":"layers","value":3}`, "ums train"}, {`{"do":"bias","on":true}`, "ums train"},
		{`{"do":"activation","name":"relu"}`, "ums train"},
		{`{"do":"classes","value":2}`, "1,000 rows"},
		{`{"do":"check","text":` + quote(`{"neurons":[{"u":[1,0],"alpha":1}]}`) + `}`, "whole exported solution"},
	} {
		err := d.Apply([]byte(c.intent))
		if err == nil || !isSentence(err.Error()) || !strings.Contains(err.Error(), c.says) || d.SavedRevision() != before {
			t.Errorf("%s: %v", c.intent, err)
		}
		d.passes()
	}
	if c := d.ask(string(solution.JSON())); !c.Pass || !strings.Contains(c.Sentence, "the sums of 1,000 rows") {
		t.Errorf("the check of its own solution: %+v", c)
	}
	solution.Network.Neurons[0].Alpha *= 1.001
	if c := d.ask(string(solution.JSON())); c.Pass {
		t.Errorf("the check of another network: %+v", c)
	}
}

// TestSumsAreShown: every picture that needs no points is drawn, in each of one to six features, every film but that of the points plays,
// the path is swept, and the network is exported in every format.
func TestSumsAreShown(t *testing.T) {
	turned := 0
	for d := 1; d <= 6; d++ {
		_, sums := summedTable(uint64(d), 2000, d)
		s := drive(t)
		s.do("%s", file("sums.json", string(sums.JSON())))
		s.do(`{"do":"beta","value":20}`)
		for _, topic := range []string{"decomposition", "solver", "price", "curve", "bowl", "tangents", "bounds"} {
			s.do(`{"do":"animation","name":%q}`, topic)
			for _, at := range []float64{0, 0.5, 1e6} {
				s.do(`{"do":"seek","position":%g}`, at)
				if text := s.Page().Animation.Caption; strings.Contains(text, "2,000 rows") != (topic == "tangents") {
					t.Errorf("%d features, %s: %q", d, topic, text)
				}
			}
		}
		shown := s.Snapshot()
		if len(shown.Points) > 0 || len(shown.Neurons) == 0 || !strings.Contains(s.Page().Tiles[protocol.PictureData].Note, "2,000 rows") {
			t.Errorf("%d features: %d points, %d neurons, %q", d, len(shown.Points), len(shown.Neurons), s.Page().Tiles[protocol.PictureData].Note)
		}
		if s.Page().CanRotate {
			u := s.Page().Neurons[0].U
			to, _ := json.Marshal(append(u[1:len(u):len(u)], u[0]))
			s.do(`{"do":"rotate","neuron":0,"u":%s}`, to)
			turned++
			s.elsewhere(func(e driver) {
				e.passes()
				if e.training.Present().RotatedRows() == nil {
					t.Error("the turned network does not come back")
				}
			})
		}
		s.do(`{"do":"startSweep","name":"path"}`)
		s.do(`{"do":"startSweep","name":"beta"}`)
		for s.HasBackgroundWork() {
			s.Work(func() bool { return false })
		}
		if page := s.Page(); len(page.Path) <= pathCount/2 || page.Sweep == nil || page.Sweep.Missing != "" {
			t.Errorf("%d features: %d values on the path", d, len(page.Path))
		}
		names := []string{"samples", "activation -1 1", "points", "data.csv"}
		for _, f := range export.Formats() {
			names = append(names, f.Name)
		}
		for k, name := range names {
			_, err := s.Document(name)
			if isOfPoints := k == 2 || k == 3; isOfPoints != (err != nil) || isOfPoints && !strings.Contains(err.Error(), "2,000 rows") {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	if turned == 0 {
		t.Error("no network could be turned")
	}
}
