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

// TestVerdictSurvivesAReload saves what is under check: the verdict is found anew. A link leaves out a long text.
func TestVerdictSurvivesAReload(t *testing.T) {
	d := drive(t)
	solution := string(d.Solution().JSON())
	for _, text := range []string{"[2 1; 1 2]", d.doubled(), string(d.Problem().JSON()) + solution, solution} {
		d.ask(text)
		d.elsewhere(func(e driver) {
			if claim, err := e.Document("claim"); err != nil || string(claim) != text {
				t.Errorf("the text came back as %q, %v", claim, err)
			}
		})
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

// TestWorstPointIsNamed checks a network that is not optimal, also with points held out in front of the others: the point that differs
// most is named and ringed as a row of the table.
func TestWorstPointIsNamed(t *testing.T) {
	for _, held := range []string{"[0]", "[0,1,2,3,5]"} {
		d := drive(t)
		d.do(`{"do":"editRows","name":"hold","indices":%s}`, held)
		p, n, most, at := d.Problem(), d.Solution().Network.Neurons[:1], 0.0, 0
		for k, f := range outputs(p, n, p.Data.X) { // as much is added by doubling the neuron
			if math.Abs(f) > most {
				most, at = math.Abs(f), d.now().TrainingRows()[k]
			}
		}
		c := d.ask(d.doubled())
		k := slices.IndexFunc(c.Facts, func(f protocol.PageFact) bool { return strings.HasPrefix(f.Name, "Largest difference") })
		if d.Page().Point != at || !strings.Contains(c.Sentence, fmt.Sprintf("point %d differs most", at+1)) ||
			math.Abs(c.Facts[k].Value-most) > 1e-9*most {
			t.Errorf("%q, point %d is ringed, and point %d differs most, by %g", c.Sentence, d.Page().Point, at, most)
		}
	}
}
