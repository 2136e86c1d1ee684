package session

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"conelab/core/app/protocol"
	"conelab/core/format/document"
)

// quote returns text as a JSON text.
func quote(text string) string {
	out, _ := json.Marshal(text)
	return string(out)
}

// uncheckedLink returns the state as a link stores it, without the object under check.
func (d driver) uncheckedLink() string {
	d.t.Helper()
	s, err := document.ParseShared(d.Share())
	if err != nil {
		d.t.Fatal(err)
	}
	s.Check = nil
	return string(s.JSON())
}

// ask runs a check and returns its verdict.
func (d driver) ask(text string) *protocol.PageCheck {
	d.t.Helper()
	before := d.uncheckedLink()
	states, undo := d.Page().Samples, undos(d.work)
	d.do(`{"do":"check","text":%s}`, quote(text))
	if d.uncheckedLink() != before || d.Page().Samples != states || undos(d.work) != undo {
		d.t.Error("a check changed the work")
	}
	return d.Page().Check
}

func fact(t *testing.T, c *protocol.PageCheck, name string) protocol.PageFact {
	t.Helper()
	for _, f := range c.Facts {
		if strings.HasPrefix(f.Name, name) {
			return f
		}
	}
	t.Fatalf("there is no fact %q in %+v", name, c.Facts)
	return protocol.PageFact{}
}

// TestMatrixChecks checks that the neurons add up to the matrix.
func TestMatrixChecks(t *testing.T) {
	d := drive(t)
	for text, z := range map[string][][]float64{
		"[2 1; 1 2]": {{2, 1}, {1, 2}},
		"array([[1., 0., .5], [0., 1., 0.], [.5, 0., 2.]])": {{1, 0, 0.5}, {0, 1, 0}, {0.5, 0, 2}},
		"1,0,0,0\n0,1,0,0\n0,0,1,0\n0,0,0,3\n":              {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 3}},
		"[[1e-200,0],[0,1e-200]]":                           {{1e-200, 0}, {0, 1e-200}},
	} {
		c := d.ask(text)
		if c.Kind != "matrix" || !c.Pass || !strings.HasPrefix(c.Sentence, "Positive semidefinite") {
			t.Errorf("%s: %+v", text, c)
		}
		if fact(t, c, "Order").Value != float64(len(z)) || fact(t, c, "Neurons").Value != float64(len(c.Neurons)) || len(c.Neurons) != len(z) {
			t.Errorf("%s: %+v", text, c)
		}
		size := largestOf(z)
		for i := range z {
			for j := range z {
				sum := 0.0
				for _, n := range c.Neurons {
					y := append(append([]float64(nil), n.U...), 1)
					sum += n.Alpha * y[i] * y[j]
				}
				if math.Abs(sum-z[i][j]) > 1e-12*size {
					t.Errorf("%s: entry (%d, %d) of the sum is %g, want %g", text, i, j, sum, z[i][j])
				}
			}
		}
	}
}

// TestSolutionChecks checks a session's own documents, intact and corrupted in every way.
func TestSolutionChecks(t *testing.T) {
	d := drive(t)
	problem, solution := string(d.Problem().JSON()), string(d.Solution().JSON())
	for _, text := range []string{solution, problem + "\n" + solution, solution + problem} {
		c := d.ask(text)
		if c.Kind != "solution" || !c.Pass || !strings.HasPrefix(c.Sentence, "Optimal: ") || len(c.Neurons) != len(d.Solution().Network.Neurons) {
			t.Errorf("%+v", c)
		}
		found := d.Solution()
		if cost := fact(t, c, "Cost of").Value; math.Abs(cost-found.Objective) > 1e-12*found.Objective {
			t.Errorf("the cost is %g, want %g", cost, found.Objective)
		}
		if bound := fact(t, c, "Lower bound").Value; math.Abs(bound-found.LowerBound) > 1e-12*found.Objective {
			t.Errorf("the bound is %g, want %g", bound, found.LowerBound)
		}
		if peak := fact(t, c, "Largest |g|").Value; math.Abs(peak-1) > 1e-6 {
			t.Errorf("the dual's peak is %g beta", peak)
		}
	}
	for name, c := range map[string]struct {
		spoil    func(s *document.Solution)
		sentence string
	}{
		"objective": {func(s *document.Solution) { s.Objective *= 0.99 }, "Claimed objective against the cost of the network, relative: 0.01,"},
		"bound": {func(s *document.Solution) { s.LowerBound *= 1.5 },
			"Claimed lower bound above what dual proves, relative to the objective: "},
		"gap":    {func(s *document.Solution) { s.Gap = -1 }, "Claimed gap against the gap of the claimed objective and lower bound: 1, "},
		"length": {func(s *document.Solution) { s.Network.Neurons[0].U[0] *= 1.1 }, "Distance of the lengths of the directions u from one: "},
		"weight": {func(s *document.Solution) { s.Network.Neurons[0].Alpha *= 2 },
			"Claimed objective against the cost of the network, relative: "},
		"feature": {func(s *document.Solution) { s.Network.Neurons[0].U = []float64{1} },
			"Neurons whose direction u has not one number per feature that they read: 1, where at most 0 is allowed."},
		"output": {func(s *document.Solution) { s.Network.Neurons[0].Output = 7 },
			"Neurons of a block or output that the problem does not have: 1, where at most 0 is allowed."},
		"dual": {func(s *document.Solution) { s.Dual = s.Dual[1:] },
			"Rows of dual that are missing, too many, or not one number per output: 1, where at most 0 is allowed."},
		"z": {func(s *document.Solution) { s.Z = []document.Block{} },
			"Entries of z that are missing, too many, not of the right order, or not output by output, block by block: 1, where at most 0 is " +
				"allowed."},
		"sum": {func(s *document.Solution) { s.Z[0].Plus[0][0] += 0.1 },
			"Z against the sum over the neurons, relative to its largest entry: "},
		"zero dual": {func(s *document.Solution) {
			for i := range s.Dual {
				s.Dual[i][0] = 0
			}
		}, "Claimed lower bound above what dual proves, relative to the objective: "},
	} {
		spoilt, err := document.ParseSolution([]byte(solution))
		if err != nil {
			t.Fatal(err)
		}
		c.spoil(spoilt)
		got := d.ask(problem + string(spoilt.JSON()))
		if got.Pass || !strings.HasPrefix(got.Sentence, c.sentence) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// TestMatrixOnTheStage plays a matrix's decomposition and returns to the data.
func TestMatrixOnTheStage(t *testing.T) {
	for order, text := range map[int]string{2: "[2 1; 1 2]", 3: "[1 0 .5; 0 1 0; .5 0 2]", 4: "[1 0 0 0; 0 1 0 0; 0 0 1 0; 0 0 0 3]"} {
		d := drive(t)
		d.do(`{"do":"seek","position":1e6}`)
		var data, now protocol.Snapshot
		d.SnapshotTo(&data)
		data = cloned(data)
		c := d.ask(text)
		if !c.CanShow || c.Shown {
			t.Fatalf("%+v", c)
		}
		d.display(t, &now)
		page := d.Page()
		if now.Dimension != order-1 || len(now.Points) != 0 || len(now.Neurons) != len(c.Neurons) || !page.Animation.Playing ||
			!page.Check.Shown {
			t.Errorf("order %d: %+v", order, now)
		}
		for i, n := range now.Neurons {
			if n.Alpha != c.Neurons[i].Alpha && math.Abs(n.Alpha-c.Neurons[i].Alpha) > 1e-12 {
				t.Errorf("order %d: neuron %d is %v, want %v", order, i, n, c.Neurons[i])
			}
		}
		checkAnimation(t, &now)
		if err := d.Apply([]byte(`{"do":"press","at":[0,0,0],"radius":0.1}`)); err == nil {
			t.Error("points can be drawn over a matrix")
		}
		for position := 0.0; position <= page.Animation.Length; position += 0.25 {
			if _ = d.Apply(fmt.Appendf(nil, `{"do":"seek","position":%g}`, position)); d.Page().Animation.Caption == "" {
				t.Errorf("order %d: no caption at %g", order, position)
			}
		}
		d.do(`{"do":"check","show":false}`)
		d.SnapshotTo(&now)
		if !reflect.DeepEqual(cloned(now), data) || d.Page().Check.Shown {
			t.Errorf("order %d: back from the display the stage shows\n%+v, before it\n%+v", order, now, data)
		}
		for _, leave := range []string{`{"do":"preset","name":"ring"}`, `{"do":"undo"}`, `{"do":"beta","value":0.3}`,
			`{"do":"animation","name":"solver"}`, `{"do":"animation","name":"decomposition"}`} {
			_ = d.Apply([]byte(`{"do":"check","show":true}`))
			d.do("%s", leave)
			if d.Page().Check.Shown {
				t.Errorf("%s does not leave the display", leave)
			}
		}
	}
	d := drive(t)
	if err := d.Apply([]byte(`{"do":"check","show":true}`)); err == nil {
		t.Error("there is a matrix to show")
	}
}

// display shows the matrix on the stage.
func (d driver) display(t *testing.T, now *protocol.Snapshot) {
	t.Helper()
	if err := d.Apply([]byte(`{"do":"check","show":true}`)); err != nil {
		t.Fatal(err)
	}
	d.SnapshotTo(now)
}

// cloned returns a copy of the snapshot.
func cloned(s protocol.Snapshot) (c protocol.Snapshot) {
	var data []byte
	piece := make([]byte, protocol.PieceBytes)
	protocol.Encode(&s, piece, func(p []byte) { data = append(data, p...) })
	_ = protocol.Decode(&c, piece, len(data), func(dst []byte) { data = data[copy(dst, data):] })
	return c
}

// bare returns the network of the current solution without its proof, as neurons only or as an incomplete solution document.
func (d driver) bare(change func(n []document.Neuron) []document.Neuron) (neurons, solution string) {
	n := change(append([]document.Neuron(nil), d.Solution().Network.Neurons...))
	list, _ := json.Marshal(n)
	return `{"neurons":` + string(list) + `}`, `{"format":"conelab/solution/1","status":"optimal","network":{"neurons":` + string(list) + `}}`
}

func TestNetworksWithoutProofAreMeasured(t *testing.T) {
	d := drive(t)
	for name, c := range map[string]struct {
		change func(n []document.Neuron) []document.Neuron
		pass   bool
		says   string
	}{
		"as found": {func(n []document.Neuron) []document.Neuron { return n }, true,
			"Optimal: no network with this activation and architecture, however wide, costs less"},
		"rounded": {func(n []document.Neuron) []document.Neuron {
			n[0].Alpha = math.Round(n[0].Alpha*1e5) / 1e5
			n[0].U = []float64{math.Round(n[0].U[0]*1e5) / 1e5, math.Round(n[0].U[1]*1e5) / 1e5}
			return n
		}, true, "Optimal: "},
		"doubled":      {func(n []document.Neuron) []document.Neuron { n[0].Alpha *= 2; return n }, false, "Far from optimal: its cost is "},
		"a little off": {func(n []document.Neuron) []document.Neuron { n[0].Alpha *= 1.02; return n }, false, "Close to optimal: its cost is 0."},
		"empty":        {func(n []document.Neuron) []document.Neuron { return nil }, false, "Far from optimal: "},
		"long": {func(n []document.Neuron) []document.Neuron { n[1].U = []float64{3, 4}; return n }, false,
			"Neuron 2 has a direction u of length 5, where 1 is expected."},
		"short": {func(n []document.Neuron) []document.Neuron { n[0].U = []float64{1}; return n }, false,
			"Neuron 1 has a direction u of 1 numbers, where the problem asks for 2."},
		"block": {func(n []document.Neuron) []document.Neuron { n[0].Block = 3; return n }, false,
			"Neuron 1 reads block 3, where the problem has 1."},
		"output": {func(n []document.Neuron) []document.Neuron { n[0].Output = 1; return n }, false,
			"Neuron 1 adds to output 1, where the problem has 1."},
	} {
		neurons, solution := d.bare(c.change)
		if name == "empty" {
			neurons, solution = `{"neurons":[]}`, `{"format":"conelab/solution/1","network":{"neurons":[]}}`
		}
		for _, text := range []string{neurons, solution, string(d.Problem().JSON()) + neurons} {
			got := d.ask(text)
			if got.Kind != "network" || got.Pass != c.pass || !strings.HasPrefix(got.Sentence, c.says) || !strings.HasSuffix(got.Sentence, ".") {
				t.Errorf("%s: %+v", name, got)
			}
			if strings.HasPrefix(c.says, "Neuron") {
				if got.CanShow || fmt.Sprintf("Neuron %d", got.Neuron+1) != c.says[:8] {
					t.Errorf("%s: %+v", name, got)
				}
				continue
			}
			// The cost is recomputed by a forward pass, the bound is that of the certified solution.
			s := d.Solution()
			var given struct{ Neurons []document.Neuron }
			_ = json.Unmarshal([]byte(neurons), &given)
			cost := cost(t, d.Problem(), given.Neurons)
			if v := fact(t, got, "Cost of").Value; math.Abs(v-cost) > 1e-4*cost {
				t.Errorf("%s: the cost is %g, want %g", name, v, cost)
			}
			if v := fact(t, got, "Lower bound").Value; v != s.LowerBound {
				t.Errorf("%s: the bound is %g, want %g", name, v, s.LowerBound)
			}
			if peak := fact(t, got, "Largest |g|").Value; c.pass != (peak < 1+1e-4) && name != "a little off" && name != "rounded" {
				t.Errorf("%s: |g| reaches %g beta", name, peak)
			}
		}
	}
}

// TestVerdictFollowsTheStage changes the data under a network, undoes the change, and empties the stage.
func TestVerdictFollowsTheStage(t *testing.T) {
	d := drive(t)
	neurons, _ := d.bare(func(n []document.Neuron) []document.Neuron { return n })
	if !d.ask(neurons).Pass {
		t.Fatal("our own network fails")
	}
	d.do(`{"do":"preset","name":"ring"}`)
	if c := d.Page().Check; c == nil || c.Pass {
		t.Errorf("on other data the verdict is %+v", c)
	}
	d.do(`{"do":"clear"}`)
	if c := d.Page().Check; c != nil {
		t.Errorf("on no data the verdict is %+v", c)
	}
	d.do(`{"do":"undo"}`)
	d.do(`{"do":"undo"}`)
	if c := d.Page().Check; c == nil || !c.Pass {
		t.Errorf("back on its data the verdict is %+v", c)
	}
}

// TestVerdictSurvivesAReload checks that the object under check is saved, and its verdict recomputed.
func TestVerdictSurvivesAReload(t *testing.T) {
	d := drive(t)
	neurons, _ := d.bare(func(n []document.Neuron) []document.Neuron { n[0].Alpha *= 1.5; return n })
	for _, text := range []string{"[2 1; 1 2]", neurons, string(d.Problem().JSON()) + string(d.Solution().JSON()),
		string(d.Solution().JSON())} {
		want := d.ask(text)
		for _, show := range []bool{false, want.CanShow} {
			if err := d.Apply(fmt.Appendf(nil, `{"do":"check","show":%t}`, show)); err != nil && show {
				t.Fatal(err)
			}
			want = d.Page().Check
			for _, how := range []string{`{"do":"resume","work":%s}`, `{"do":"open","work":%s}`} {
				e := drive(t)
				if err := e.Apply(fmt.Appendf(nil, how, d.Save())); err != nil {
					t.Fatal(err)
				}
				e.solve()
				if got := e.Page().Check; !reflect.DeepEqual(toNine(got), toNine(want)) {
					t.Errorf("%.20s came back as %+v, was %+v", text, got, want)
				}
				if claim, err := e.Document("claim"); err != nil || string(claim) != text {
					t.Errorf("the text came back as %q, %v", claim, err)
				}
			}
		}
		d.do(`{"do":"check","clear":true}`)
	}
	d.ask("[2 1; 1 2]")
	spoilt := strings.Replace(string(d.Save()), "[2 1; 1 2]", "[2 1; 7 2]", 1)
	e := drive(t)
	e.do(`{"do":"resume","work":%s}`, spoilt)
	if e.Page().Check != nil || e.Page().Samples != d.Page().Samples {
		t.Error("a matrix that cannot be read is not left out")
	}
}

// toNine returns a verdict with its numbers to nine digits: the optimum that it speaks of may have been reached in another way.
func toNine(c *protocol.PageCheck) *protocol.PageCheck {
	if c == nil {
		return nil
	}
	copied := *c
	copied.Facts = slices.Clone(c.Facts)
	for i, fact := range copied.Facts {
		copied.Facts[i].Value, _ = strconv.ParseFloat(strconv.FormatFloat(fact.Value, 'g', 9, 64), 64)
	}
	return &copied
}

// TestNetworkOnTheStage shows a suboptimal network instead of the optimal one.
func TestNetworkOnTheStage(t *testing.T) {
	d := drive(t)
	d.do(`{"do":"seek","position":1e6}`)
	neurons, _ := d.bare(func(n []document.Neuron) []document.Neuron { n[0].Alpha *= 2; return n })
	c := d.ask(neurons)
	point := d.Page().Point
	if point < 0 || !strings.Contains(c.Sentence, fmt.Sprintf("point %d differs most", point+1)) {
		t.Errorf("%q, and point %d is lit up", c.Sentence, point)
	}
	var before, now protocol.Snapshot
	d.SnapshotTo(&before)
	before = cloned(before)
	d.display(t, &now)
	if len(now.Points) != len(before.Points) || now.Neurons[0].Alpha != 2*before.Neurons[0].Alpha || now.Pointed != point {
		t.Errorf("the stage shows %+v", now)
	}
	largest := 0.0
	for i := range 3600 {
		sin, cos := math.Sincos(float64(i) * math.Pi / 1800)
		largest = math.Max(largest, math.Abs(now.Certificate.At(protocol.Vec{cos, sin})))
	}
	if peak := fact(t, c, "Largest |g|").Value; math.Abs(largest/now.Beta-peak) > 1e-4*peak {
		t.Errorf("the certificate reaches %g beta, the verdict says %g", largest/now.Beta, peak)
	}
	at := now.Points[point].X
	if f := now.Function.At(at) - before.Function.At(at); math.Abs(math.Abs(f)-fact(t, c, "Largest difference").Value) > 1e-9 {
		t.Errorf("at point %d the networks differ by %g", point, f)
	}
	d.do(`{"do":"check","show":false}`)
	d.SnapshotTo(&now)
	if !reflect.DeepEqual(cloned(now), before) {
		t.Error("the stage does not come back")
	}
}
