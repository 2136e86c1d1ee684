package session

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/format/document"
	"conelab/core/network/certify"
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
		fmt.Fprintf(&text, "%c%d,", letter, rng.IntN(1000))
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
	return fmt.Sprintf(`{"do":"import","text":%s}`, content), fmt.Sprintf(`{"do":"columns","features":%s,"target":%d}`, chosen, d)
}

// TestNoAnswerMixesData sends random intents, including imports that take many slices to solve, and works in slices of random
// length. The numbers of each answer are those of its own neurons on the data that its revision names; they are called optimal
// only if those are the data shown, otherwise the answer says that the data are being solved. Names are those of the data that
// the numbers belong to, a path is one of the data shown, and rings are around points on a kink.
func TestNoAnswerMixesData(t *testing.T) {
	draws, waited, words, paths := 0, 0, 0, 0
	rapid.Check(t, func(r *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(r, "seed"), 1))
		s := New(func() float64 { return 0 })
		shown := map[uint32]dataOf{s.revision().Data: dataShown(s)}
		compared := uint32(0) // revision of the jobs whose path was compared
		draws++
		for step := range rapid.IntRange(1, 12).Draw(r, "intents") {
			kind, slices := rng.IntN(11), rng.IntN(4)
			if step == 0 { // each draw has an answer with the numbers of data shown before
				finish(s)
				kind, slices = 3, 1
			}
			text := ""
			switch kind {
			case 0:
				text = []string{`{"do":"undo"}`, `{"do":"redo"}`, `{"do":"clear"}`, `{"do":"stop"}`}[rng.IntN(4)]
			case 1:
				text = fmt.Sprintf(`{"do":"loss","name":%q}`, []string{"squared", "huber", "l1", "hinge", "logistic"}[rng.IntN(5)])
			case 2:
				text = fmt.Sprintf(`{"do":"rotate","neuron":%d,"u":[%g,%g,%g]}`, rng.IntN(3), rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64())
			case 3:
				read, take := table(rng, 20+rng.IntN(60), 4+rng.IntN(9))
				_ = s.Apply([]byte(read))
				text = take
			case 4:
				text = []string{`{"do":"path"}`, `{"do":"sweep","name":"a"}`}[rng.IntN(2)]
			case 5:
				animals := []string{"ant", "bee", "cow", "dog", "eel"}
				rng.Shuffle(len(animals), func(i, j int) { animals[i], animals[j] = animals[j], animals[i] })
				var read string
				read, text = tableOf(rng, 20+rng.IntN(20), 2+2*rng.IntN(2), animals[:3]...)
				_ = s.Apply([]byte(read))
			case 6:
				text = fmt.Sprintf(`{"do":"activation","name":%q}`, []string{"relu", "leaky", "absolute", "polynomial"}[rng.IntN(4)])
			case 7:
				text = `{"do":"preset","name":"four","activation":"relu"}`
			default:
				randomGesture(rng, s)
			}
			if text != "" {
				_ = s.Apply([]byte(text))
			}
			if kind == 4 {
				shown[s.revision().Data] = dataShown(s)
				finish(s) // which is when there is time for paths
			}
			for range slices {
				shown[s.revision().Data] = dataShown(s)
				slice := rng.IntN(1 << (2 * rng.IntN(8)))
				if step == 0 {
					slice = 0
				}
				s.Work(func() bool { slice--; return slice < 0 })
				if s.Page().Stale {
					waited++
				}
				belongs(r, s, shown)
				hangs(r, s)
				words += named(r, s, shown)
				if now := s.revision().Jobs; now != compared {
					compared = now
					paths += alongBeta(r, s, rng)
				}
			}
		}
	})
	if waited < draws || words < draws/4 || paths < draws/20 {
		t.Errorf("of %d draws only %d answers came while something was being solved, %d with names of other data, and %d with a path", draws,
			waited, words, paths)
	}
}

// TestSlicesEndWithinSteps solves in slices that expire immediately: there are many more slices than iterations, each is
// answered, and the solution is bit for bit that of a single slice.
func TestSlicesEndWithinSteps(t *testing.T) {
	read, take := table(rand.New(rand.NewPCG(7, 7)), 400, 24)
	open := func() driver {
		d := drive(t)
		for _, text := range []string{read, take} {
			if err := d.Apply([]byte(text)); err != nil {
				t.Fatal(err)
			}
		}
		return d
	}
	whole, d, slices := open(), open(), 0
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
	dropped := open()
	for range slices / 2 {
		dropped.Work(func() bool { return true })
	}
	if dropped.do(`{"do":"preset","name":"ring"}`); dropped.Page().Status != "optimal" {
		t.Errorf("after a problem was dropped, another one is %s", dropped.Page().Status)
	}
}

// TestStopKeepsTheBest stops after an increasing number of slices: the answer is always a network of the data shown, with its proof.
func TestStopKeepsTheBest(t *testing.T) {
	read, take := table(rand.New(rand.NewPCG(7, 7)), 400, 24)
	last, all := math.Inf(1), 0
	for d := drive(t); all == 0 || d.Busy(); all++ {
		if all == 0 {
			_, _ = d.Apply([]byte(read)), d.Apply([]byte(take))
		}
		d.Work(func() bool { return true })
	}
	for _, slices := range []int{1, all / 100, all / 10, all / 2, all * 9 / 10} {
		d := drive(t)
		for _, text := range []string{read, take} {
			if err := d.Apply([]byte(text)); err != nil {
				t.Fatal(err)
			}
		}
		for range slices {
			d.Work(func() bool { return true })
		}
		if err := d.Apply([]byte(`{"do":"stop"}`)); err != nil {
			t.Fatal(err)
		}
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

// TestTooMuchIsSaidAtOnce sets a problem that would take hours. With a limit, the session refuses it with a sentence, and the work
// before stays; where another architecture makes the data too much, the answer is this sentence, and they stay.
func TestTooMuchIsSaidAtOnce(t *testing.T) {
	x, y := make([][]float64, 400), make([][]float64, 400)
	for i := range x {
		x[i], y[i] = make([]float64, 900), make([]float64, 40)
		for k := range x[i] {
			x[i][k] = float64((i*7+k*k)%11) / 11
		}
	}
	data, _ := json.Marshal(map[string]any{"x": x, "y": y})
	const convolution = `"kind":"convolutional","input":[30,30],"filter":9,"stride":1,"padding":0,"pool":1`
	problem := func(architecture string) []byte {
		return fmt.Appendf(nil, `{"do":"set","problem":{"format":"conelab/problem/1","data":%s,"architecture":{%s},"activation":{"a":1,"b":1,"c":1},"loss":"l1","beta":0.1}}`,
			data, architecture)
	}
	s := New(func() float64 { return 0 })
	s.Limit()
	before := s.now()
	if err := s.Apply(problem(convolution)); err == nil || !strings.HasPrefix(err.Error(), "Solving 400 points with 900 features would take") || s.now() != before {
		t.Fatalf("the problem is refused with %v", err)
	}
	for _, text := range [][]byte{problem(`"kind":"dense"`), []byte(`{"do":"architecture",` + convolution + `}`)} {
		if err := s.Apply(text); err != nil {
			t.Fatal(err)
		}
	}
	if p := s.Page(); p.Solving == nil || p.Solving.Seconds < 3600 || !strings.Contains(p.Solving.Sentence, "minutes; the command line") {
		t.Fatalf("before: %+v", p.Solving)
	}
	s.Work(func() bool { return false })
	p := s.Page()
	if p.Busy || p.Status != "failed" || !strings.HasPrefix(p.Message, "Solving 400 points with 900 features would take") || !strings.Contains(p.Message, "conelab solve") {
		t.Errorf("%s: %q", p.Status, p.Message)
	}
	if len(s.Problem().Data.X) != 400 {
		t.Error("the data are lost")
	}
	if err := s.Apply([]byte(`{"do":"race","name":"start","method":"adam","runs":1,"epochs":1}`)); err == nil ||
		!strings.Contains(err.Error(), "conelab train") {
		t.Errorf("a race begins: %v", err)
	}
}

// TestTooLargeIsRefusedFromItsSizes offers one point with very many features as a problem, a link, a scene and a table: each is refused before
// memory is taken for it, and the work before stays.
func TestTooLargeIsRefusedFromItsSizes(t *testing.T) {
	for _, d := range []int{3000, 20000} {
		row := strings.TrimSuffix(strings.Repeat("0.5,", d), ",")
		problem := `{"format":"conelab/problem/1","data":{"x":[[` + row + `]],"y":[[1]]},"architecture":{"kind":"dense"},"activation":{"a":1,"b":1,"c":1},"loss":"squared","beta":0.1}`
		plain := New(func() float64 { return 0 })
		if err := plain.Apply([]byte(`{"do":"set","problem":` + problem + `}`)); err != nil {
			t.Fatal(err)
		}
		link := string(plain.Share())
		s := New(func() float64 { return 0 })
		s.Limit()
		finish(s)
		before := s.now()
		for _, text := range []string{`{"do":"set","problem":` + problem + `}`, `{"do":"open","shared":` + link + `}`, `{"do":"scene","shared":` + link + `}`} {
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

// TestOverflowIsNotCertified: a cost beyond the largest double has no number, and nothing claims to be proved.
func TestOverflowIsNotCertified(t *testing.T) {
	for kind, y := range map[string]string{"squared": "1e154", "l1": "1.5e308", "huber": "1e308"} {
		d := drive(t)
		d.tell(`{"do":"set","problem":{"format":"conelab/problem/1","data":{"x":[[0.3,0.4],[-0.3,0.2]],"y":[[%s],[-%s]]},"architecture":{"kind":"dense"},`+
			`"activation":{"a":1,"b":1,"c":0},"loss":%q,"beta":0.01}}`, y, y, kind)
		d.solve()
		if p := d.Page(); p.Status != "failed" || p.Message == "" || p.Strip.Known || p.Strip.Certified || len(p.Path) != 0 {
			t.Errorf("%s: %s %q, known %t, certified %t, %d points of the path", kind, p.Status, p.Message, p.Strip.Known, p.Strip.Certified, len(p.Path))
		}
	}
}

// TestFailedNumbersAreOneStory sets problems that double precision or a page cannot solve: the answer to the page and the solution document have
// the same cost, bound and gap, of the network without neurons.
func TestFailedNumbersAreOneStory(t *testing.T) {
	for _, text := range []string{
		`{"do":"beta","value":1e-300}`, `{"do":"architecture","kind":"convolutional","input":[30,30],"filter":9,"stride":1,"padding":0,"pool":1}`,
	} {
		x, y := make([][]float64, 400), make([][]float64, 400)
		rng := rand.New(rand.NewPCG(1, 2))
		for i := range x {
			x[i], y[i] = make([]float64, 900), make([]float64, 40)
			for k := range x[i] {
				x[i][k] = rng.Float64()
			}
			y[i][i%40] = 1
		}
		if strings.Contains(text, "beta") {
			x, y = [][]float64{{0.8, 0.8}, {-0.8, -0.8}, {0.8, -0.8}, {-0.8, 0.8}}, [][]float64{{1}, {1}, {-1}, {-1}}
		}
		data, _ := json.Marshal(map[string]any{"x": x, "y": y})
		s := New(func() float64 { return 0 })
		s.Limit()
		for _, in := range []string{fmt.Sprintf(`{"do":"set","problem":{"format":"conelab/problem/1","data":%s,"architecture":{"kind":"dense"},`+
			`"activation":{"a":1,"b":0.5,"c":-0.25},"loss":"squared","beta":0.1}}`, data), text} {
			if err := s.Apply([]byte(in)); err != nil {
				t.Fatal(err)
			}
		}
		finish(s)
		p, d := s.Page(), s.Solution()
		if p.Status != "failed" || d.Status != "failed" || p.Message != d.Message {
			t.Fatalf("the page says %s: %s, the document %s: %s", p.Status, p.Message, d.Status, d.Message)
		}
		strip := p.Strip
		if !strip.Known || strip.Certified || strip.Cost != d.Objective || strip.Bound != d.LowerBound || strip.Gap != d.Gap || strip.Neurons != 0 || p.OutputView.Neurons != 0 ||
			len(d.Network.Neurons) != 0 {
			t.Errorf("the page has cost %g, bound %g, gap %g, %d neurons; the document %g, %g, %g, %d", strip.Cost, strip.Bound, strip.Gap, p.OutputView.Neurons,
				d.Objective, d.LowerBound, d.Gap, len(d.Network.Neurons))
		}
		if cost := d.Objective; cost != float64(len(x)) {
			t.Errorf("the network without neurons costs %g", cost)
		}
	}
}

// dataOf is what an answer may be about: a problem, and the names of its features and classes.
type dataOf struct {
	problem         *document.Problem
	inputs, classes []string
}

// dataShown returns the data shown.
func dataShown(s *Session) dataOf {
	t := s.work.Now()
	of := dataOf{problem: s.Problem(), classes: slices.Clone(t.ClassNames())}
	if names := t.ColumnNames(); names != nil {
		of.inputs = names[:t.Features()]
	}
	return of
}

// belongs checks that the numbers of an answer belong to the data that its revision names.
func belongs(r *rapid.T, s *Session, shown map[uint32]dataOf) {
	p := s.Page()
	stale := p.Revision.Solved != p.Revision.Data
	if stale != (p.Stale || p.Busy) || stale != (p.Solving != nil) || stale != (p.Status == "solving") || stale &&
		(p.Strip.Certified || p.Message != "" || s.Solution() != nil) {
		r.Fatalf("solved %d of %d: stale %t, busy %t, %s, %+v", p.Revision.Solved, p.Revision.Data, p.Stale, p.Busy, p.Status, p.Strip)
	}
	of, known := shown[p.Revision.Solved]
	if !known && p.Revision.Solved != 0 {
		r.Fatalf("the numbers are said to be of data %d, which were never shown", p.Revision.Solved)
	}
	if strip := &p.Strip; strip.Stale != p.Stale || strip.Known && !strip.Other &&
		(strip.Cost != p.Objective || strip.Bound != p.LowerBound || strip.Gap != p.Gap) ||
		stale && strip.Fit != nil && strip.Fit.Says+strip.Fit.Why+strings.Join(strip.Fit.Helps, " ") != "" {
		r.Fatalf("the strip says %+v of %g and %g", strip, p.Objective, p.LowerBound)
	}
	if of.problem == nil || len(of.problem.Data.Y[0]) > 1 || p.Status == "failed" {
		return
	}
	network := &document.Solution{}
	for _, n := range p.Neurons {
		network.Network.Neurons = append(network.Network.Neurons, document.Neuron{U: n.U, Alpha: n.Alpha, Block: n.Block, Output: n.Output})
	}
	if want := cost(of.problem, network.Network.Neurons); math.Abs(p.Objective-want) > 1e-9*(1+want) || p.LowerBound > want*(1+1e-9) {
		r.Fatalf("the neurons cost %g on data %d (now %d), the answer says %g and %g", want, p.Revision.Solved, p.Revision.Data, p.Objective,
			p.LowerBound)
	}
}

// named checks that the names in an answer are those of the data that its numbers belong to, and that no sentence about those
// data relates to the data shown. It returns 1 if the data shown have other names, and otherwise 0.
func named(r *rapid.T, s *Session, shown map[uint32]dataOf) int {
	p, of := s.Page(), shown[s.revision().Solved]
	if p.Revision.Solved == 0 || of.problem != nil && of.problem.Activation.Kinked() { // whose neurons have a bias, which is named
		return 0
	}
	if !slices.Equal(p.Inputs, of.inputs) {
		r.Fatalf("the neurons are those of data %d with the features %q, the answer names %q", p.Revision.Solved, of.inputs, p.Inputs)
	}
	for _, n := range p.Neurons {
		if p.Inputs != nil && len(p.Inputs) != len(n.U) {
			r.Fatalf("%d names for a direction with %d entries", len(p.Inputs), len(n.U))
		}
	}
	var picture protocol.Snapshot
	if s.SnapshotTo(&picture); len(picture.Classes) > 0 && !slices.Equal(picture.Names, messages.ShortNames(of.classes)) {
		r.Fatalf("the functions drawn are those of the classes %q, the picture names %q", of.classes, picture.Names)
	}
	if now := dataShown(s); slices.Equal(now.inputs, of.inputs) && slices.Equal(now.classes, of.classes) {
		return 0
	}
	return 1
}

// alongBeta checks that a point of the path, if there is one, is the optimum of the data shown. It returns the number of points checked.
func alongBeta(r *rapid.T, s *Session, rng *rand.Rand) int {
	p, t := s.Page(), s.work.Now()
	if len(p.Path) == 0 || t.Kinked() {
		return 0
	}
	at := p.Path[rng.IntN(len(p.Path))]
	problem := t.TrainingProblem()
	problem.Beta = at.Beta
	best := (&certify.Job{}).Run(problem)
	if best.Status == certify.Optimal && math.Abs(at.Cost-best.Objective) > 1e-5*(1+math.Abs(best.Objective)) {
		r.Fatalf("at beta = %g the path costs %g, and the optimum of the data shown %g", at.Beta, at.Cost, best.Objective)
	}
	if at.Train.Samples != t.Samples()-t.Holdouts() || (at.Test == nil) != (t.Holdouts() == 0) || at.Test != nil &&
		at.Test.Samples != t.Holdouts() {
		r.Fatalf("a path on %d points, with %+v held out, of %d and %d", at.Train.Samples, at.Test, t.Samples()-t.Holdouts(), t.Holdouts())
	}
	return 1
}
