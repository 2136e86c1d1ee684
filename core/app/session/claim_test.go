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
		"as found": {func(n []document.Neuron) []document.Neuron { return n }, true, "Optimal: no network with this activation and architecture, however wide, costs less"},
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
		"block":  {func(n []document.Neuron) []document.Neuron { n[0].Block = 3; return n }, false, "Neuron 1 reads block 3, where the problem has 1."},
		"output": {func(n []document.Neuron) []document.Neuron { n[0].Output = 1; return n }, false, "Neuron 1 adds to output 1, where the problem has 1."},
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
	for _, text := range []string{"[2 1; 1 2]", neurons, string(d.Problem().JSON()) + string(d.Solution().JSON()), string(d.Solution().JSON())} {
		want := d.ask(text)
		for _, show := range []bool{false, want.CanShow} {
			if err := d.Apply(fmt.Appendf(nil, `{"do":"check","show":%t}`, show)); err != nil && show {
				t.Fatal(err)
			}
			want = d.Page().Check
			for _, how := range []string{`{"do":"resume","work":%s}`, `{"do":"open","work":%s}`} {
				e := drive(t)
				if err := e.Apply(fmt.Appendf(nil, how, d.Keep())); err != nil {
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
	spoilt := strings.Replace(string(d.Keep()), "[2 1; 1 2]", "[2 1; 7 2]", 1)
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
	now.Revision = before.Revision
	if !reflect.DeepEqual(cloned(now), before) {
		t.Error("the stage does not come back")
	}
}
