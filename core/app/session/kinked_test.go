package session

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"conelab/core/app/protocol"
	"conelab/core/data/presets"
	"conelab/core/format/convert"
	"conelab/core/format/document"
	"conelab/core/numeric/loss"
)

// kinkedCost recomputes the cost of a network with a piecewise-linear activation from the definition.
func kinkedCost(p *document.Problem, neurons []document.Neuron) float64 {
	kind, _ := loss.Parse(p.Loss)
	cost := 0.0
	for i, x := range p.Data.X {
		f := 0.0
		for _, n := range neurons {
			s := n.U[len(x)]
			for k, v := range x {
				s += v * n.U[k]
			}
			f += n.Alpha * math.Max(s, p.Activation.Kappa()*s)
			if p.Activation.Kappa() < 0 {
				f += n.Alpha * (math.Abs(s) - math.Max(s, p.Activation.Kappa()*s))
			}
		}
		cost += kind.Value(f, p.Data.Y[i][0])
	}
	for _, n := range neurons {
		cost += p.Beta * math.Abs(n.Alpha)
	}
	return cost
}

// proved fails unless what a session says is certified is so for its present data, recomputed from these: the cost by a forward pass, the bound
// by brute force.
func proved(t interface{ Fatalf(string, ...any) }, s *Session, after string) {
	page := s.Page()
	if !page.Strip.Certified {
		return
	}
	p, solution := s.Problem(), s.Solution()
	if page.Stale || page.Busy || solution == nil {
		t.Fatalf("after %s: certified, but stale %t, busy %t", after, page.Stale, page.Busy)
	}
	if !p.Activation.Kinked() {
		return
	}
	if cost := kinkedCost(p, solution.Network.Neurons); math.Abs(cost-page.Strip.Cost) > 1e-9*(1+cost) {
		t.Fatalf("after %s: the cost is %g, the page says %g", after, cost, page.Strip.Cost)
	}
	if page.Strip.Bound != solution.LowerBound || page.Strip.Gap > page.Tolerance || page.Strip.Neurons != len(solution.Network.Neurons) {
		t.Fatalf("after %s: the page says %+v of %g, gap %g", after, page.Strip, solution.LowerBound, solution.Gap)
	}
	if check := convert.Check(p, solution); !check.Pass {
		t.Fatalf("after %s: %s", after, check.Fault())
	}
}

// TestKinkedGapIsProved trains all activations and losses on points of one, two and three features, and checks what is shown from the raw data.
func TestKinkedGapIsProved(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 5))
		s := New(func() float64 { return 0 })
		send := func(format string, args ...any) {
			if err := s.Apply(fmt.Appendf(nil, format, args...)); err != nil {
				t.Fatalf(format+": %v", append(args, err)...)
			}
		}
		d := 1 + rng.IntN(3)
		send(`{"do":"dimension","value":%d}`, d)
		send(`{"do":"clear"}`)
		rows := []string{}
		for range 4 + rng.IntN(12) {
			row := ""
			for range d {
				row += fmt.Sprintf("%.2f,", 2*rng.Float64()-1)
			}
			rows = append(rows, fmt.Sprintf("[%s%d]", row, 1-2*rng.IntN(2)))
		}
		send(`{"do":"rows","add":[%s]}`, strings.Join(rows, ","))
		send(`{"do":"activation","name":%q}`, []string{"relu", "leaky", "absolute"}[rng.IntN(3)])
		send(`{"do":"loss","name":%q}`, []string{"squared", "logistic", "hinge"}[rng.IntN(3)])
		send(`{"do":"beta","value":%g}`, math.Pow(10, -2+2*rng.Float64()))
		finish(s)
		if page := s.Page(); page.Status != "optimal" {
			t.Fatalf("%s: %s %s", s.Problem().JSON(), page.Status, page.Message)
		}
		proved(t, s, "training")
	})
}

// TestKinkedClaimsAreOfTheData sends random intents, of which some choose another activation, and lets the session work as long as chance has it:
// what is called certified is always of the data shown, and rings are only around points on a kink.
func TestKinkedClaimsAreOfTheData(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 6))
		s := New(func() float64 { return 0 })
		_ = s.Apply([]byte(`{"do":"preset","name":"four","activation":"relu"}`))
		for range rapid.IntRange(1, 12).Draw(t, "gestures") {
			after := "a gesture"
			switch rng.IntN(5) {
			case 0:
				after = fmt.Sprintf(`{"do":"activation","name":%q}`, []string{"relu", "leaky", "absolute", "polynomial"}[rng.IntN(4)])
				_ = s.Apply([]byte(after))
			case 1:
				after = fmt.Sprintf(`{"do":%q}`, []string{"undo", "redo", "stop"}[rng.IntN(3)])
				_ = s.Apply([]byte(after))
			case 2:
				x, y := 2*rng.Float64()-1, 2*rng.Float64()-1
				_ = s.Apply([]byte(`{"do":"tool","name":"move"}`))
				_ = s.Apply(fmt.Appendf(nil, `{"do":"press","at":[%g,%g],"radius":3}`, x, y))
				steps := rng.IntN(40)
				s.Work(func() bool { steps--; return steps < 0 })
				_ = s.Apply(fmt.Appendf(nil, `{"do":"drag","at":[%g,%g],"radius":3}`, -y, x))
			default:
				if rng.IntN(3) > 0 {
					_ = s.Apply([]byte(`{"do":"preset","name":"four","activation":"relu"}`))
				}
				randomGesture(rng, s)
			}
			steps := rng.IntN(60)
			s.Work(func() bool { steps--; return steps < 0 })
			proved(t, s, after)
			hangs(t, s)
		}
	})
}

// hangs fails unless the points with rings are on kinks.
func hangs(t interface{ Fatalf(string, ...any) }, s *Session) {
	var shown protocol.Snapshot
	s.SnapshotTo(&shown)
	for j, face := range shown.Kinked.Faces {
		for _, k := range face.Points {
			if off := protocol.Inner(shown.Neurons[j].U, shown.Points[k].X, shown.Dimension); math.Abs(off) > 1e-9 {
				t.Fatalf("point %d is %g off the kink of neuron %d", k, off, j)
			}
		}
	}
}

// The choice of an activation is one step of the history, brings the loss that suits it, and survives links and files.
func TestKinkedStateComesBack(t *testing.T) {
	for _, start := range []string{
		`{"do":"preset","name":"spiral","activation":"relu"}`, `{"do":"preset","name":"wave","activation":"leaky"}`,
		`{"do":"preset","name":"parabola","activation":"absolute"}`, `{"do":"rows","add":[[0.3,0.4,1]]}`, `{"do":"clear"}`,
	} {
		d := drive(t)
		d.do("%s", start)
		_ = d.Apply([]byte(`{"do":"activation","name":"leaky","slope":0.25}`))
		d.solve()
		d.elsewhere(func(e driver) {
			if !reflect.DeepEqual(e.Problem(), d.Problem()) || e.now().Sigma() != d.now().Sigma() || e.now().Loss() != d.now().Loss() {
				t.Errorf("%s: %s came back as %s", start, d.Share(), e.Share())
			}
		})
		if strings.Contains(start, "preset") && len(d.Share()) > 320 {
			t.Errorf("%s: the link has %d bytes: %s", start, len(d.Share()), d.Share())
		}
	}
	d := drive(t)
	before := d.Share()
	d.do(`{"do":"activation","name":"relu"}`)
	if page := d.Page(); page.Loss != "hinge" || page.Unit.Name != "relu" || page.Status != "optimal" || len(d.Solution().Z) != 0 {
		t.Errorf("%s %+v %s", page.Loss, page.Unit, page.Status)
	}
	d.do(`{"do":"undo"}`)
	if after := d.Share(); string(after) != string(before) {
		t.Errorf("undo leads to %s, not %s", after, before)
	}
	d.do(`{"do":"redo"}`)
	d.do(`{"do":"activation","name":"polynomial"}`)
	if page := d.Page(); page.Loss != "squared" || page.Unit.Name != "polynomial" || page.Activation != [3]float64{1, 1, 0} {
		t.Errorf("%s %+v %v", page.Loss, page.Unit, page.Activation)
	}
}

// A problem document with an activation by name is trained, as an embedding page sends it, and the solution has the form of the contract.
func TestKinkedDocuments(t *testing.T) {
	d := drive(t)
	d.do(`{"do":"set","problem":{"format":"conelab/problem/1","data":{"x":[[0.1,0.2],[-0.4,0.3],[0.5,-0.6]],"y":[[1],[-1],[1]]},` +
		`"architecture":{"kind":"dense"},"activation":{"name":"relu"},"loss":"logistic","beta":0.1}}`)
	proved(t, d.Session, "set")
	solution := d.Solution()
	if solution == nil || solution.Status != "optimal" || len(solution.Dual) != 3 || len(solution.Network.Neurons) == 0 || len(solution.Network.Neurons[0].U) != 3 {
		t.Fatalf("%+v", solution)
	}
	if text := string(solution.JSON()); strings.Contains(text, `"z"`) || !strings.Contains(text, `"activation":{"name":"relu"}`) {
		t.Errorf("%s", text)
	}
	if _, err := document.ParseSolution(solution.JSON()); err != nil {
		t.Error(err)
	}
}

// What a piecewise-linear activation does not suit is refused with one sentence, and changes nothing.
func TestKinkedRefusals(t *testing.T) {
	d := drive(t)
	for _, c := range []struct{ before, refused string }{
		{`{"do":"preset","name":"largest"}`, `{"do":"activation","name":"relu"}`},
		{`{"do":"preset","name":"bump"}`, `{"do":"activation","name":"leaky"}`},
		{`{"do":"preset","name":"four","activation":"relu"}`, `{"do":"layers","by":1}`},
		{`{"do":"preset","name":"four","activation":"relu"}`, `{"do":"loss","name":"huber"}`},
		{`{"do":"preset","name":"four","activation":"relu"}`, `{"do":"classes","value":3}`},
		{`{"do":"preset","name":"four","activation":"relu"}`, `{"do":"architecture","kind":"quadratic"}`},
		{`{"do":"preset","name":"four","activation":"relu"}`, `{"do":"sweep","name":"a"}`},
		{`{"do":"preset","name":"four"}`, `{"do":"probe","u":[1,0,0]}`},
	} {
		d.do("%s", c.before)
		if strings.Contains(c.before, `"four"}`) {
			d.do(`{"do":"activation","name":"polynomial"}`)
			d.do(`{"do":"focus"}`) // what the page says of the change is of that intent
		}
		before := d.Page()
		err := d.Apply([]byte(c.refused))
		if err == nil || !isSentence(err.Error()) {
			t.Errorf("%s after %s: %v", c.refused, c.before, err)
		}
		if after := d.Page(); !reflect.DeepEqual(before, after) {
			t.Errorf("%s changed the page", c.refused)
		}
	}
	d.do(`{"do":"preset","name":"four","activation":"relu"}`)
	d.do(`{"do":"preset","name":"largest"}`) // three classes need the polynomial
	if page := d.Page(); page.Unit.Name != "polynomial" || page.Unit.Offered || page.Status != "optimal" {
		t.Errorf("%+v %s", page.Unit, page.Status)
	}
}

// Too many points are refused before any work, with a sentence in place of a network.
func TestKinkedLimit(t *testing.T) {
	d := drive(t)
	d.do(`{"do":"dimension","value":3}`)
	d.do(`{"do":"clear"}`)
	d.do(`{"do":"activation","name":"relu"}`)
	rows := []string{}
	for i := range 70 {
		sin, cos := math.Sincos(float64(i))
		rows = append(rows, fmt.Sprintf("[%.2f,%.2f,%.2f,%d]", sin, cos, sin*cos, 1-2*(i%2)))
	}
	_ = d.Apply([]byte(`{"do":"rows","add":[` + strings.Join(rows, ",") + `]}`))
	d.solve()
	if page := d.Page(); page.Status != "failed" || !isSentence(page.Message) || page.Strip.Certified {
		t.Errorf("%s %q", page.Status, page.Message)
	}
}

// TestProbe compares what is said of a line with the gain by its definition.
func TestProbe(t *testing.T) {
	d := drive(t)
	d.do(`{"do":"preset","name":"parabola","activation":"relu"}`)
	probe := func(u []float64) {
		if err := d.Apply(fmt.Appendf(nil, `{"do":"probe","u":[%g,%g,%g]}`, u[0], u[1], u[2])); err != nil {
			t.Fatal(err)
		}
	}
	p, solution := d.Problem(), d.Solution()
	rng := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		u := [3]float64{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
		probe(u[:])
		size, gain := math.Sqrt(u[0]*u[0]+u[1]*u[1]+u[2]*u[2]), 0.0
		for i, x := range p.Data.X {
			gain += solution.Dual[i][0] * math.Max(0, (u[0]*x[0]+u[1]*x[1]+u[2])/size)
		}
		var shown protocol.Snapshot
		d.SnapshotTo(&shown)
		if got := shown.Kinked.Gain(shown.Kinked.Probe, 2); !shown.Kinked.Probing || math.Abs(got-gain) > 1e-9 || math.Abs(gain) > p.Beta {
			t.Errorf("gain %g at %v, where it is %g", got, u, gain)
		}
		note := d.Page().Tiles[protocol.PictureCertificate].Note
		if (math.Abs(gain) < 5e-4*p.Beta) != strings.Contains(note, "nothing") {
			t.Errorf("gain %g: %q", gain/p.Beta, note)
		}
	}
	for _, n := range solution.Network.Neurons {
		probe(n.U)
		if note := d.Page().Tiles[protocol.PictureCertificate].Note; !strings.Contains(note, "exactly") {
			t.Errorf("at a neuron: %q", note)
		}
	}
}

// Runs of gradient descent have the objective of the convex program: none falls below the certified optimum. The path has fewer neurons for larger beta
// at its ends.
func TestKinkedRaceAndPath(t *testing.T) {
	d := drive(t)
	d.do(`{"do":"preset","name":"four","activation":"relu"}`)
	d.do(`{"do":"race","name":"start","method":"adam","width":10,"runs":3,"epochs":300,"rate":0.01,"seed":1}`)
	for range 10000 {
		if race := d.Page().Race; race != nil && race.State == "done" {
			break
		}
		d.Work(func() bool { return true })
	}
	race := d.Page().Race
	if race == nil || race.State != "done" || len(race.Ends) != 3 {
		t.Fatalf("%+v", race)
	}
	for run, end := range race.Ends {
		if end < -1e-8 {
			t.Errorf("run %d is %g below the optimum", run, end)
		}
	}
	d.do(`{"do":"race","name":"show","index":1}`)
	var shown protocol.Snapshot
	d.SnapshotTo(&shown)
	p, cost := d.Problem(), 0.0
	neurons := []document.Neuron{}
	for _, n := range shown.Race.Neurons {
		neurons = append(neurons, document.Neuron{U: n.U[:], Alpha: n.Alpha})
	}
	if cost = kinkedCost(p, neurons); math.Abs(cost/d.Solution().Objective-1-race.Ends[1]) > 1e-6 {
		t.Errorf("the run shown costs %g, %g above", cost, race.Ends[1])
	}
	d.do(`{"do":"path"}`)
	for d.Idle() {
		d.Work(func() bool { return false })
	}
	path := d.Page().Path
	if len(path) < 5 || path[0].Neurons != 0 || path[len(path)-1].Neurons == 0 || path[len(path)-1].Beta < 1e-3 {
		t.Errorf("%+v", path)
	}
}

// TestKinkedPresetsSayWhatHolds measures the sentences on presets with ReLU at both ends of the range of beta in which they are told.
func TestKinkedPresetsSayWhatHolds(t *testing.T) {
	for _, preset := range presets.All {
		if preset.KinkedLesson() == "" {
			continue
		}
		d, last := drive(t), 0
		for _, beta := range []float64{0.01, 0.03, 0.1} {
			_ = d.Apply(fmt.Appendf(nil, `{"do":"preset","name":%q,"activation":"relu"}`, preset.Name))
			_ = d.Apply(fmt.Appendf(nil, `{"do":"beta","value":%g}`, beta))
			d.solve()
			page := d.Page()
			if page.Lesson != preset.KinkedLesson() || page.Status != "optimal" {
				t.Errorf("%s at beta %g: %q %s", preset.Name, beta, page.Lesson, page.Status)
			}
			var s protocol.Snapshot
			d.SnapshotTo(&s)
			if holds := kinkedLessons[preset.Name]; holds == nil || !holds(page, &s, last) {
				t.Errorf("%s at beta %g: not so: %q", preset.Name, beta, page.Lesson)
			}
			last = page.Strip.Neurons
		}
	}
}

// kinkedLessons are the statements of these sentences that can be false. last is the number of neurons for the smaller beta before, 0 for none.
var kinkedLessons = map[string]func(p *protocol.Page, s *protocol.Snapshot, last int) bool{
	"four": func(_ *protocol.Page, s *protocol.Snapshot, _ int) bool {
		hanging := map[int]map[[2]int64]bool{}
		for j, face := range s.Kinked.Faces {
			u := s.Neurons[j].U
			slope := math.Atan2(u[1], u[0])
			line := [2]int64{int64(math.Round(1e6 * math.Abs(math.Tan(slope)))), int64(math.Round(1e6 * math.Abs(u[2]/math.Hypot(u[0], u[1]))))}
			for _, k := range face.Points {
				if hanging[k] == nil {
					hanging[k] = map[[2]int64]bool{}
				}
				hanging[k][line] = true
			}
		}
		for _, lines := range hanging {
			if len(lines) > 2 {
				return false
			}
		}
		return len(s.Points) == 4 && len(hanging) > 0
	},
	"wave": func(p *protocol.Page, s *protocol.Snapshot, last int) bool {
		on := 0
		for _, face := range s.Kinked.Faces {
			on += min(len(face.Points), 1)
		}
		return 2*on > len(s.Neurons) && (last == 0 || p.Strip.Neurons < last)
	},
	"spiral": func(p *protocol.Page, _ *protocol.Snapshot, _ int) bool {
		return *p.Strip.Fit.Right == p.Strip.Fit.Total
	},
	"moons": func(p *protocol.Page, _ *protocol.Snapshot, _ int) bool {
		return *p.Strip.Fit.Right*100 >= 98*p.Strip.Fit.Total
	},
	"checkerboard": func(p *protocol.Page, _ *protocol.Snapshot, _ int) bool {
		return *p.Strip.Fit.Right*100 >= 95*p.Strip.Fit.Total
	},
}

// TestLossIsNamed: whoever chooses an activation that brings another loss is told so once, and the loss beside a cost is the one of that cost, also
// while the network before is still shown.
func TestLossIsNamed(t *testing.T) {
	d := drive(t)
	d.do(`{"do":"preset","name":"moons"}`)
	for _, c := range []struct{ activation, loss, before, told string }{
		{"relu", "hinge", "squared", "With ReLU the loss is hinge in place of squared: the two costs cannot be compared."},
		{"leaky", "hinge", "hinge", ""},
		{"polynomial", "squared", "hinge", "With the polynomial the loss is squared in place of hinge: the two costs cannot be compared."},
	} {
		if err := d.Apply(fmt.Appendf(nil, `{"do":"activation","name":%q}`, c.activation)); err != nil {
			t.Fatal(err)
		}
		page := d.Page()
		if page.Notice != c.told || c.told != "" && !isSentence(c.told) {
			t.Errorf("%s: %q", c.activation, page.Notice)
		}
		if want := map[bool]string{true: c.before, false: c.loss}[page.Stale]; page.Strip.Loss != want {
			t.Errorf("%s: the cost of the %s loss is called %s", c.activation, want, page.Strip.Loss)
		}
		d.do(`{"do":"focus"}`)
		d.solve()
		page = d.Page()
		kind, _ := loss.Parse(page.Strip.Loss)
		cost := page.Proof.Penalty
		for i, f := range d.shown.Own().Result().Fit {
			cost += kind.Value(f, d.Problem().Data.Y[i][0])
		}
		if page.Notice != "" || page.Strip.Loss != c.loss || math.Abs(cost-page.Strip.Cost) > 1e-9*(1+cost) {
			t.Errorf("%s: %q, %s loss, cost %g, of that loss %g", c.activation, page.Notice, page.Strip.Loss, page.Strip.Cost, cost)
		}
	}
}

// TestKinkedArgument plays the five chapters with a piecewise-linear activation, for one feature and for two, and measures what they show on the
// document: gains, the cost of each network that is shown, the lines below the losses, and the bound.
func TestKinkedArgument(t *testing.T) {
	for _, start := range []string{
		`{"do":"preset","name":"moons","activation":"relu"}`, `{"do":"preset","name":"wave","activation":"leaky"}`,
		`{"do":"preset","name":"four","activation":"absolute"}`,
	} {
		d := drive(t)
		d.tell("%s", start)
		p, best, features := d.Problem(), d.Solution(), d.now().Features()
		kind, _ := loss.Parse(p.Loss)
		near := func(what string, got, want float64) {
			t.Helper()
			if math.Abs(got-want) > 1e-7*(1+math.Abs(want)) {
				t.Errorf("%s: %s is %g, by definition %g", start, what, got, want)
			}
		}
		gain := func(u protocol.Vec) (g float64) {
			for i, x := range p.Data.X {
				s := u[features]
				for k, v := range x {
					s += v * u[k]
				}
				if s < 0 {
					s *= p.Activation.Kappa()
				}
				g += best.Dual[i][0] * s
			}
			return g
		}
		for _, topic := range []string{"price", "curve", "bowl", "tangents", "bounds"} {
			for _, position := range []float64{0, 0.7, 1.9, 3.4, 4} {
				d.tell(`{"do":"animation","name":%q}`, topic)
				d.tell(`{"do":"seek","position":%g}`, position)
				var s protocol.Snapshot
				d.SnapshotTo(&s)
				page, a := d.Page(), &s.Argument
				if !isSentence(page.Animation.Caption) || page.Argument == nil {
					t.Fatalf("%s, %s: %q", start, topic, page.Animation.Caption)
				}
				shown := []document.Neuron{}
				for _, n := range s.Neurons {
					shown = append(shown, document.Neuron{U: n.U[:], Alpha: n.Alpha})
				}
				near(topic+": the cost", a.Cost, kinkedCost(p, shown))
				if a.Bound > best.Objective || a.Cost < best.LowerBound {
					t.Errorf("%s, %s: cost %g and bound %g of the optimum %g", start, topic, a.Cost, a.Bound, best.Objective)
				}
				switch topic {
				case "price":
					near("the gain", a.Gain, gain(s.Kinked.Probe))
					near("the cost without the new neuron", a.Added[len(a.Added)/2], best.Objective)
				case "tangents":
					sum := 0.0
					for _, one := range a.Tangents {
						near("a line at f", one.Height-one.V*one.Fit, kind.Value(one.Fit, p.Data.Y[one.Row][0]))
						sum += one.Height
					}
					near("the sum of the heights", sum, best.LowerBound)
				case "bounds":
					if position == 4 {
						near("the bound at the end", a.Bound, best.LowerBound)
					} else if !page.Strip.Other || page.Strip.Certified {
						t.Errorf("%s: the strip calls a perturbed network the best: %+v", start, page.Strip)
					}
				}
			}
		}
		if d.tell(`{"do":"animation","name":"price"}`); features != 2 {
			continue
		}
		d.tell(`{"do":"probe","u":[0.3,-0.5,0.4]}`) // the line to which the user points is the candidate
		var s protocol.Snapshot
		d.SnapshotTo(&s)
		near("the gain of the line under the pointer", s.Argument.Gain, gain(protocol.Vec{0.3 / math.Sqrt(0.5), -0.5 / math.Sqrt(0.5), 0.4 / math.Sqrt(0.5)}))
		if best := d.Page().Argument.Best; best < math.Abs(s.Argument.Gain) {
			t.Errorf("the best gain so far is %g, less than %g", best, s.Argument.Gain)
		}
	}
}
