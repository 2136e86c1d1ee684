package session

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"strings"
	"testing"
)

// table returns the intent that imports n points with d features, which have names, and labels that no small network fits, and
// the one that chooses its columns.
func table(rng *rand.Rand, n, d int) (read, take string) {
	return tableOf(rng, n, d, "-1", "1")
}

// tableOf is table with these labels.
func tableOf(rng *rand.Rand, n, d int, labels ...string) (read, take string) {
	var text strings.Builder
	features, letter := make([]int, d), 'a'+rng.IntN(26)
	for k := range d {
		features[k] = k
		fmt.Fprintf(&text, "%c%d,", letter, 1000*k+rng.IntN(1000)) // a name of its own
	}
	text.WriteString("label\n")
	for i := range n {
		for range d {
			fmt.Fprintf(&text, "%.3f,", rng.NormFloat64())
		}
		fmt.Fprintln(&text, labels[i%len(labels)])
	}
	content, _ := json.Marshal(text.String())
	chosen, _ := json.Marshal(features)
	return fmt.Sprintf(`{"do":"import","text":%s}`, content), fmt.Sprintf(`{"do":"chooseColumns","features":%s,"target":%d}`, chosen, d)
}

// long returns a session that has a long problem to solve.
func long(t *testing.T) driver {
	d := drive(t)
	d.tell(`{"do":"beta","value":0.01}`)
	read, take := table(rand.New(rand.NewPCG(7, 7)), 400, 24)
	d.apply("%s", read)
	d.apply("%s", take)
	return d
}

// TestSlicesEndWithinSteps solves in slices that expire immediately: there are many more slices than iterations, each is
// answered, and the solution is bit for bit that of a single slice.
func TestSlicesEndWithinSteps(t *testing.T) {
	whole, d, slices := long(t), long(t), 0
	for whole.Busy() {
		whole.Work(func() bool { return false })
	}
	last := -1.0
	for ; d.Busy(); slices++ {
		d.Work(func() bool { return true })
		if p := d.Page(); p.Solving != nil {
			if p.Solving.Progress < last || p.Solving.Progress > 1 {
				t.Fatalf("progress was %g and is %g", last, p.Solving.Progress)
			}
			last = p.Solving.Progress
		}
	}
	if n := d.Page().Iterations; slices < 5*n {
		t.Errorf("%d slices for %d iterations", slices, n)
	}
	if !reflect.DeepEqual(d.Solution(), whole.Solution()) {
		t.Error("in slices another solution was found")
	}

	// Work that is cancelled leaves nothing behind.
	dropped := long(t)
	for range slices / 2 {
		dropped.Work(func() bool { return true })
	}
	dropped.do(`{"do":"loadPreset","name":"ring"}`)
	if dropped.Page().Status != "optimal" {
		t.Errorf("after a problem was dropped, another one is %s", dropped.Page().Status)
	}
}

// TestStopKeepsTheBest stops after an increasing number of slices: the answer is always a network of the data shown, with its proof.
func TestStopKeepsTheBest(t *testing.T) {
	last, all := math.Inf(1), 0
	for d := long(t); d.Busy(); all++ {
		d.Work(func() bool { return true })
	}
	for _, slices := range []int{1, all / 100, all / 10, all / 2, all * 9 / 10} {
		d := long(t)
		for range slices {
			d.Work(func() bool { return true })
		}
		d.apply(`{"do":"stop"}`)
		p := d.Page()
		if p.Busy || p.Stale || p.Status != "stopped" || p.Strip.Certified || p.Message == "" {
			t.Fatalf("stopped after %d slices: %s, %+v", slices, p.Status, p.Strip)
		}
		solution := d.Solution()
		if want := cost(d.Problem(), solution.Network.Neurons); math.Abs(want-p.Objective) > 1e-9*want || p.LowerBound > want {
			t.Errorf("after %d slices the network costs %g, the answer says %g above %g", slices, want, p.Objective, p.LowerBound)
		}
		if !(p.Gap <= last) {
			t.Errorf("after %d slices the gap is %g, and was %g", slices, p.Gap, last)
		}
		last = p.Gap
	}
	if !(last < 0.9) {
		t.Errorf("in the end the gap is %g", last)
	}
	d := drive(t)
	before := d.Page()
	if err := d.Apply([]byte(`{"do":"stop"}`)); err != nil || d.Page().Revision != before.Revision {
		t.Errorf("there was nothing to stop: %v", err)
	}
}

// TestManyNeuronsAreNotAFilm stops early where the network has more neurons than anybody watches: they are counted, and not drawn one by one.
func TestManyNeuronsAreNotAFilm(t *testing.T) {
	d := drive(t)
	read, take := table(rand.New(rand.NewPCG(7, 7)), 300, 60)
	d.apply("%s", read)
	d.apply("%s", take)
	for range 400 {
		d.Work(func() bool { return true })
	}
	d.apply(`{"do":"stop"}`)
	if p := d.Page(); p.OutputView.Neurons <= 100 || p.Animation.Length != 0 || p.Animation.Caption == "" {
		t.Errorf("%d neurons, a film of %g units, %q", p.OutputView.Neurons, p.Animation.Length, p.Animation.Caption)
	}
}

// TestTooMuchIsSaidAtOnce chooses an architecture with which the problem would take hours: the answer is a sentence, and the data stay.
func TestTooMuchIsSaidAtOnce(t *testing.T) {
	x, y := make([][]float64, 400), make([][]float64, 400)
	for i := range x {
		x[i], y[i] = make([]float64, 900), make([]float64, 40)
		for k := range x[i] {
			x[i][k] = float64((i*7+k*k)%11) / 11
		}
		y[i][i%40] = 1
	}
	const convolution = `"kind":"convolutional","input":[30,30],"filter":9,"stride":1,"padding":0,"pool":1`
	problem := func(architecture string) []byte {
		data, _ := json.Marshal(map[string]any{"x": x, "y": y})
		return fmt.Appendf(nil, `{"do":"loadProblem","problem":{"format":"conelab/problem/1","data":%s,"architecture":{%s},`+
			`"activation":{"a":1,"b":1,"c":1},"loss":"squared","beta":0.1}}`, data, architecture)
	}
	const too = "Solving 400 points with 900 features would take"
	s := New(func() float64 { return 0 })
	s.EnforcePageLimits()
	for _, text := range [][]byte{problem(`"kind":"dense"`), []byte(`{"do":"architecture",` + convolution + `}`)} {
		if err := s.Apply(text); err != nil {
			t.Fatal(err)
		}
	}
	if p := s.Page(); p.Solving == nil || p.Solving.Seconds < 3600 || !strings.Contains(p.Solving.Sentence, "minutes; the command line") {
		t.Fatalf("before: %+v", p.Solving)
	}
	s.Work(func() bool { return false })
	if p := s.Page(); p.Busy || !strings.HasPrefix(p.Message, too) || !strings.Contains(p.Message, "conelab solve") {
		t.Errorf("the message is %q", p.Message)
	}
	unproved(t, s, 400)
}

// unproved fails the test unless a problem of n points is not certified, and page and document have the same cost, bound and gap, of the
// network without neurons.
func unproved(t *testing.T, s *Session, n int) {
	t.Helper()
	p, d := s.Page(), s.Solution()
	if strip := p.Strip; p.Status == "optimal" || string(d.Status) != p.Status || p.Message == "" || p.Message != d.Message ||
		len(s.Problem().Data.X) != n || strip.Certified || p.Objective != d.Objective || p.LowerBound != d.LowerBound ||
		p.Gap != d.Gap || d.Objective != float64(n) || p.OutputView.Neurons != 0 || len(d.Network.Neurons) != 0 {
		t.Errorf("the page says %s: %s: %+v, the document %s of cost %g", p.Status, p.Message, strip, d.Status, d.Objective)
	}
}

// TestTooLargeIsRefusedFromItsSizes offers one point with very many features as a problem, a link, a scene and a table: each is refused
// before memory is taken for it, and the work before stays.
func TestTooLargeIsRefusedFromItsSizes(t *testing.T) {
	for _, d := range []int{3000, 20000} {
		row := strings.TrimSuffix(strings.Repeat("0.5,", d), ",")
		problem := `{"format":"conelab/problem/1","data":{"x":[[` + row + `]],"y":[[1]]},"architecture":{"kind":"dense"},` +
			`"activation":{"a":1,"b":1,"c":1},"loss":"squared","beta":0.1}`
		plain := New(func() float64 { return 0 })
		if err := plain.Apply([]byte(`{"do":"loadProblem","problem":` + problem + `}`)); err != nil {
			t.Fatal(err)
		}
		link := string(plain.Share())
		s := New(func() float64 { return 0 })
		s.EnforcePageLimits()
		finish(s)
		before := s.now()
		for _, text := range []string{
			`{"do":"loadProblem","problem":` + problem + `}`, `{"do":"open","shared":` + link + `}`, `{"do":"showScene","shared":` + link + `}`,
		} {
			var at, now runtime.MemStats
			runtime.ReadMemStats(&at)
			err := s.Apply([]byte(text))
			s.Page()
			runtime.ReadMemStats(&now)
			if err == nil || !strings.Contains(err.Error(), "more than a page has") || s.now() != before {
				t.Errorf("%d features, %.20s: %v", d, text, err)
			}
			if taken := now.TotalAlloc - at.TotalAlloc; taken > 32<<20 {
				t.Errorf("%d features, %.20s: refusing them takes %d MB", d, text, taken>>20)
			}
		}
	}
}

// TestExtremeNumbersAreNotCertified: a beta beyond what double precision proves has the numbers of the network without neurons; a cost
// beyond the largest double has no number; where there is a cost it is of the problem's loss; and nothing claims to be proved.
func TestExtremeNumbersAreNotCertified(t *testing.T) {
	const set = `{"do":"loadProblem","problem":{"format":"conelab/problem/1","data":{"x":%s,"y":%s},"architecture":{"kind":"dense"},` +
		`"activation":{"a":%g,"b":0.5,"c":-0.25},"loss":%q,"beta":%g}}`
	d := drive(t)
	d.tell(set, "[[0.8,0.8],[-0.8,-0.8],[0.8,-0.8],[-0.8,0.8]]", "[[1],[1],[-1],[-1]]", 1.0, "squared", 1e-300)
	unproved(t, d.Session, 4)
	for _, c := range []struct {
		y, loss    string
		a, beta    float64
		costBeyond bool
	}{
		{"1e154", "squared", 1, 0.01, true}, {"1.5e308", "l1", 1, 0.01, true}, {"1e308", "huber", 1, 0.01, true},
		{"1e100", "squared", 1, 0.01, false}, {"1", "squared", 1e300, 0.01, false}, {"1", "squared", 1, 1e-200, false},
	} {
		d.tell(set, "[[0.3,0.4],[-0.3,0.2]]", "[["+c.y+"],[-"+c.y+"]]", c.a, c.loss, c.beta)
		p := d.Page()
		if s := p.Strip; s.Certified || s.Known && s.Loss != p.Loss || s.Fit != nil && s.Fit.Says != "" ||
			c.costBeyond && (p.Status != "failed" || p.Message == "" || s.Known || len(p.Path) != 0) {
			t.Errorf("%+v: %s %q, the strip has %+v", c, p.Status, p.Message, s)
		}
	}
}
