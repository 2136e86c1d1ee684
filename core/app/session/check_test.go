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
)

// quote returns text as a JSON text.
func quote(text string) string {
	out, _ := json.Marshal(text)
	return string(out)
}

// ask runs a check, which changes no data, and returns its verdict.
func (d driver) ask(text string) *protocol.PageCheck {
	d.t.Helper()
	before, undo := d.now().Stored(), undos(d.work)
	d.do(`{"do":"check","text":%s}`, quote(text))
	if !reflect.DeepEqual(d.now().Stored(), before) || undos(d.work) != undo {
		d.t.Error("a check changed the work")
	}
	return d.Page().Check
}

// TestMatrixOnTheStage plays a matrix's decomposition and returns to the data.
func TestMatrixOnTheStage(t *testing.T) {
	d := drive(t)
	if err := d.Apply([]byte(`{"do":"showCheck","show":true}`)); err == nil {
		t.Error("there is a matrix to show")
	}
	for order, text := range map[int]string{2: "[2 1; 1 2]", 3: "[1 0 .5; 0 1 0; .5 0 2]", 4: "[1 0 0 0; 0 1 0 0; 0 0 1 0; 0 0 0 3]"} {
		d := drive(t)
		d.do(`{"do":"seek","position":1e6}`)
		data, _ := d.stage()
		c := d.ask(text)
		d.apply(`{"do":"showCheck","show":true}`)
		_, now := d.stage()
		page := d.Page()
		if now.Dimension != order-1 || len(now.Points) != 0 || len(now.Neurons) != len(c.Neurons) || !page.Animation.Playing ||
			!page.Check.Shown {
			t.Errorf("order %d: %+v", order, now)
		}
		if strip := page.Strip; !strip.Certified || !strip.Other || strip.Note == "" || strip.Cost != page.Objective {
			t.Errorf("order %d: while a matrix is shown the strip says of the data %+v", order, strip)
		}
		for i, n := range now.Neurons {
			if math.Abs(n.Alpha-c.Neurons[i].Alpha) > 1e-12 {
				t.Errorf("order %d: neuron %d is %v, want %v", order, i, n, c.Neurons[i])
			}
		}
		checkAnimation(t, now)
		if err := d.Apply([]byte(`{"do":"press","at":[0,0,0],"radius":0.1}`)); err == nil {
			t.Error("points can be drawn over a matrix")
		}
		d.do(`{"do":"showCheck","show":false}`)
		if back, _ := d.stage(); back != data || d.Page().Check.Shown {
			t.Errorf("order %d: back from the display the stage shows\n%s, before it\n%s", order, back, data)
		}
		for _, leave := range []string{`{"do":"loadPreset","name":"ring"}`, `{"do":"undo"}`, `{"do":"beta","value":0.3}`,
			`{"do":"animation","name":"solver"}`, `{"do":"animation","name":"decomposition"}`} {
			d.apply(`{"do":"showCheck","show":true}`)
			d.do("%s", leave)
			if d.Page().Check.Shown {
				t.Errorf("%s does not leave the display", leave)
			}
		}
	}
}

// stage returns what the pictures show, also as text.
func (d driver) stage() (text string, shown *protocol.Snapshot) {
	shown = &protocol.Snapshot{}
	d.SnapshotTo(shown)
	return fmt.Sprintf("%+v", *shown), shown
}

// TestVerdictSurvivesAReload saves what is under check, shown or not: the verdict is found anew. A link leaves out a long text.
func TestVerdictSurvivesAReload(t *testing.T) {
	d := drive(t)
	solution := string(d.Solution().JSON())
	for _, text := range []string{"[2 1; 1 2]", d.doubled(), string(d.Problem().JSON()) + solution, solution} {
		for _, show := range []bool{false, d.ask(text).CanShow} {
			if err := d.Apply(fmt.Appendf(nil, `{"do":"showCheck","show":%t}`, show)); err != nil && show {
				t.Fatal(err)
			}
			d.elsewhere(func(e driver) {
				if claim, err := e.Document("claim"); err != nil || string(claim) != text {
					t.Errorf("the text came back as %q, %v", claim, err)
				}
			})
		}
		d.do(`{"do":"clearCheck"}`)
	}
	d.ask("[2 1; 1 2]")
	e := drive(t)
	e.do(`{"do":"resume","work":%s}`, strings.Replace(string(d.Save()), "[2 1; 1 2]", "[2 1; 7 2]", 1))
	if e.Page().Check != nil || e.Page().Samples != d.Page().Samples {
		t.Error("a matrix that cannot be read is not left out")
	}
	d.ask("[2 1; 1 2]" + strings.Repeat(" ", 16<<10))
	if strings.Contains(string(d.Share()), "[2 1; 1 2]") || !strings.Contains(string(d.Save()), "[2 1; 1 2]") {
		t.Error("a long text under check is in the link, or not in the work")
	}
}

// doubled returns the network of the current solution without its proof, and with its first weight doubled.
func (d driver) doubled() string {
	n := slices.Clone(d.Solution().Network.Neurons)
	n[0].Alpha *= 2
	list, _ := json.Marshal(n)
	return `{"neurons":` + string(list) + `}`
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

// TestRoundedNetworkIsCalledSo checks the optimal network to three decimals: its cost can be told from the optimum, the rounding is named.
func TestRoundedNetworkIsCalledSo(t *testing.T) {
	d := drive(t)
	network := slices.Clone(d.Solution().Network.Neurons)
	round := func(v float64) float64 { return math.Round(1000*v) / 1000 }
	for i, n := range network {
		network[i].U = slices.Clone(n.U)
		for k := range n.U {
			network[i].U[k] = round(n.U[k])
		}
		network[i].Alpha = round(n.Alpha)
	}
	list, _ := json.Marshal(network)
	c := d.ask(`{"neurons":` + string(list) + `}`)
	_, costs, _ := strings.Cut(c.Sentence, "optimum, ")
	costs, _, _ = strings.Cut(costs, ";")
	one, other, told := strings.Cut(costs, " in place of ")
	if c.Pass || !told || one == other || !strings.Contains(c.Sentence, "rounded to 3 decimals") {
		t.Errorf("%t, %q", c.Pass, c.Sentence)
	}
}

// TestNetworkOnTheStage shows a suboptimal network instead of the optimal one, also with points held out in front of the others: the point
// that differs most is named and ringed as a row of the table.
func TestNetworkOnTheStage(t *testing.T) {
	for _, held := range []bool{false, true} {
		d := drive(t)
		if held {
			d.do(`{"do":"editRows","name":"hold","indices":[0,1,2,3,5]}`)
		}
		d.do(`{"do":"seek","position":1e6}`)
		c := d.ask(d.doubled())
		point := d.Page().Point
		data, before := d.stage()
		d.apply(`{"do":"showCheck","show":true}`)
		_, now := d.stage()
		most, at := 0.0, -1
		for i, p := range now.Points {
			if away := math.Abs(now.Function.At(p.X) - before.Function.At(p.X)); !p.Held && away > most {
				most, at = away, i
			}
		}
		if now.Pointed != at || point != at || !strings.Contains(c.Sentence, fmt.Sprintf("point %d differs most", at+1)) {
			t.Errorf("%q, points %d and %d are ringed, and point %d differs most, by %g", c.Sentence, point, now.Pointed, at, most)
		}
		if len(now.Points) != len(before.Points) || now.Neurons[0].Alpha != 2*before.Neurons[0].Alpha {
			t.Errorf("the stage shows %+v", now)
		}
		largest := 0.0
		for i := range 3600 {
			sin, cos := math.Sincos(float64(i) * math.Pi / 1800)
			largest = math.Max(largest, math.Abs(now.Certificate.At(protocol.Vec{cos, sin})))
		}
		for name, want := range map[string]float64{"Largest |g|": largest / now.Beta, "Largest difference": most} {
			k := slices.IndexFunc(c.Facts, func(f protocol.PageFact) bool { return strings.HasPrefix(f.Name, name) })
			if math.Abs(c.Facts[k].Value-want) > 1e-4*want {
				t.Errorf("%+v, and the pictures have %g", c.Facts[k], want)
			}
		}
		d.do(`{"do":"showCheck","show":false}`)
		if back, _ := d.stage(); back != data {
			t.Error("the stage does not come back")
		}
	}
}
