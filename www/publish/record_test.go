package publish

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"conelab/core/paper/reproduce"
)

// node is an element of a page with the text in it.
type node struct {
	name       string
	attributes map[string]string
	children   []*node
	words      string // of all that is in it
}

// parse reads a page.
func parse(t *testing.T, page []byte) *node {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(string(page)))
	d.Strict, d.AutoClose, d.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	open := []*node{{}}
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return open[0]
		}
		if err != nil {
			t.Fatal(err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			n := &node{name: e.Name.Local, attributes: map[string]string{}}
			for _, a := range e.Attr {
				n.attributes[a.Name.Local] = a.Value
			}
			parent := open[len(open)-1]
			parent.children = append(parent.children, n)
			open = append(open, n)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			for _, n := range open {
				n.words += string(e)
			}
		}
	}
}

// all returns the elements within n for which is holds.
func (n *node) all(is func(n *node) bool) (found []*node) {
	for _, c := range n.children {
		if is(c) {
			found = append(found, c)
		}
		found = append(found, c.all(is)...)
	}
	return found
}

func (n *node) named(name string) []*node {
	return n.all(func(n *node) bool { return n.name == name })
}

// says is what is in n, with single spaces.
func (n *node) says() string { return strings.Join(strings.Fields(n.words), " ") }

func (n *node) class(class string) []*node {
	return n.all(func(n *node) bool { return strings.Contains(" "+n.attributes["class"]+" ", " "+class+" ") })
}

// built returns the page of the record as it is built, the record, and the manifest.
func built(t *testing.T) (*node, *reproduce.Record, Manifest) {
	t.Helper()
	out := filepath.Join(t.TempDir(), "dist")
	m := buildSite(t, Options{Out: out, Quick: true})
	page := read(t, out, recordPage)
	root, err := Root()
	if err != nil {
		t.Fatal(err)
	}
	var r reproduce.Record
	if err := json.Unmarshal(read(t, root, "assets", "record.json"), &r); err != nil {
		t.Fatal(err)
	}
	read(t, out, recordPage+".gz")
	index := string(read(t, out, "index.html"))
	if strings.Count(index, `href="record.html"`) != 2 {
		t.Error("index.html does not link to the record from its foot and from the race")
	}
	return parse(t, page), &r, m
}

// TestRegionsHaveNamesOfTheirOwn: whoever goes from region to region by a screen reader can tell them apart.
func TestRegionsHaveNamesOfTheirOwn(t *testing.T) {
	page, _, _ := built(t)
	seen := map[string]bool{}
	for _, region := range page.all(func(n *node) bool { return n.attributes["role"] == "region" }) {
		name := region.attributes["aria-label"]
		if name == "" || seen[name] {
			t.Errorf("a region without a name of its own: %q", name)
		}
		seen[name] = true
	}
	if len(seen) < 2 {
		t.Errorf("%d regions", len(seen))
	}
}

// TestRecordHoldsEverything compares the page with the record: every claim, every panel, every rival, and nothing of it in a first visit.
func TestRecordHoldsEverything(t *testing.T) {
	page, r, m := built(t)
	for _, f := range m.Files {
		if strings.Contains(f.Path, "record") {
			t.Errorf("a first visit fetches %s", f.Path)
		}
	}
	panels, claims := page.named("article"), page.class("claims")
	if len(claims) != len(r.Figures) || len(page.named("h1")) != 1 {
		t.Fatalf("%d tables of claims for %d experiments", len(claims), len(r.Figures))
	}
	for i, f := range r.Figures {
		if !strings.Contains(page.words, f.Title) || !strings.Contains(page.words, f.Place) {
			t.Errorf("%q or its place is missing", f.Title)
		}
		rows := claims[i].named("tr")[1:]
		if len(rows) != len(f.Claims) {
			t.Fatalf("%s: %d of %d claims", f.Name, len(rows), len(f.Claims))
		}
		for k, c := range f.Claims {
			want := strings.TrimSpace(strings.Join([]string{c.Paper + c.Ours + mark(c.Verdict), string(c.Verdict), c.Why}, " "))
			if got := rows[k].says(); got != strings.Join(strings.Fields(want), " ") {
				t.Errorf("%s: the page says %q\nand the record %q", f.Name, got, want)
			}
		}
		for k := range f.Panels {
			if len(panels) == 0 {
				t.Fatal("there are fewer pictures than panels")
			}
			checkPanel(t, panels[0], &f.Panels[k])
			panels = panels[1:]
		}
	}
	if len(panels) > 0 {
		t.Errorf("%d pictures too many", len(panels))
	}
}

func checkPanel(t *testing.T, n *node, p *reproduce.RecordPanel) {
	t.Helper()
	says := n.says()
	for _, want := range []string{p.Title, fmt.Sprintf("m* is %d", p.Neurons), digits(p.Cost), digits(p.Gap), digits(1000*p.Seconds) + " ms"} {
		if !strings.Contains(says, want) {
			t.Errorf("%s: %q is missing in %q", p.Title, want, says)
		}
	}
	if p.Paper > 0 != strings.Contains(says, fmt.Sprintf("the paper’s %d.", p.Paper)) {
		t.Errorf("%s: the paper's m* %d in %q", p.Title, p.Paper, says)
	}
	picture := n.class("chart")
	if len(picture) != 1 || picture[0].attributes["role"] != "img" || !strings.HasPrefix(picture[0].attributes["aria-label"], p.Title+": ") {
		t.Fatalf("%s has no picture with a sentence", p.Title)
	}
	rows := n.named("tr")[1:]
	if len(rows) != len(p.Rivals) {
		t.Fatalf("%s: %d of %d rivals", p.Title, len(rows), len(p.Rivals))
	}
	lines := picture[0].class("run")
	for k, q := range p.Rivals {
		// Two digits of a ratio are half a per cent to five.
		first, whole := "never in "+fmt.Sprint(twoDigits(q.Seconds/p.Seconds)), "searched for "+fmt.Sprint(twoDigits(q.Search/p.Seconds))
		if q.Fastest != nil {
			first, whole = fmt.Sprint(twoDigits(*q.Fastest/p.Seconds)), fmt.Sprint(twoDigits((*q.Fastest+q.Search)/p.Seconds))
		}
		cells := rows[k].named("td")
		if got := []string{cells[0].says(), cells[1].says(), cells[3].says()}; got[0] != fmt.Sprintf("%d of %d", q.Arrived, len(q.Runs)) || got[1] != first ||
			got[2] != whole {
			t.Errorf("%s, %s: the page says %q of %+v", p.Title, q.Name, got, q)
		}
		arrived := 0
		for _, run := range q.Runs {
			line := lines[0]
			lines = lines[1:]
			green := strings.Contains(line.attributes["class"], "arrived")
			if green {
				arrived++
			}
			if green != run.Arrived || strings.Count(line.attributes["d"], "L") != len(run.Course)-1 {
				t.Errorf("%s, %s: a run is drawn as %v", p.Title, q.Name, line.attributes)
			}
		}
		if arrived != q.Arrived || (q.Fastest != nil) != (arrived > 0) {
			t.Errorf("%s, %s: %d runs are drawn at the optimum, %d were there", p.Title, q.Name, arrived, q.Arrived)
		}
	}
}

func twoDigits(v float64) float64 {
	unit := math.Pow(10, math.Floor(math.Log10(v))-1)
	rounded := math.Round(v/unit) * unit
	return math.Round(rounded*1e9) / 1e9
}

// TestRecordHasNoScript: no script, no inline style, nothing from elsewhere, a policy that forbids them.
func TestRecordHasNoScript(t *testing.T) {
	page, _, _ := built(t)
	policy := ""
	page.all(func(n *node) bool {
		if n.name == "script" || n.name == "style" || n.name == "iframe" {
			t.Errorf("the page has a %s", n.name)
		}
		if n.attributes["http-equiv"] == "Content-Security-Policy" {
			policy = n.attributes["content"]
		}
		for name, value := range n.attributes {
			if strings.HasPrefix(name, "on") || name == "style" || strings.Contains(value, "//") || strings.Contains(value, "NaN") || strings.Contains(value, "Inf") {
				t.Errorf("a %s has %s=%q", n.name, name, value)
			}
		}
		return false
	})
	if policy != scriptlessPolicy || strings.Contains(policy, "script") || strings.Contains(policy, "unsafe") || !strings.HasPrefix(policy, "default-src 'none'") || policyOf("/"+recordPage) != policy {
		t.Errorf("the policy is %q", policy)
	}
	for _, word := range []string{"{{", "ZgotmplZ", "%!", "NaN", "Inf"} {
		if strings.Contains(page.words, word) {
			t.Errorf("the page says %q", word)
		}
	}
}

// TestRecordSaysWhoIsFaster makes pages of small records.
func TestRecordSaysWhoIsFaster(t *testing.T) {
	m := &Manifest{Files: []File{{Name: "style.css", Path: "s"}, {Name: "record.css", Path: "r"}, {Name: "icon.svg", Path: "i"}}}
	soon := 0.5
	record := func(fastest *float64, above float64) *reproduce.Record {
		run := reproduce.RecordRun{Arrived: fastest != nil, Course: [][2]float64{{0.02, 1000}, {2, 1}, {200, above}}}
		rival := reproduce.RecordRival{Name: "GD <script>", Width: 3, Epochs: 12345, Search: 70, Seconds: 200, Fastest: fastest, Above: above, Runs: []reproduce.RecordRun{run}}
		if fastest != nil {
			rival.Arrived = 1
		}
		return &reproduce.Record{Figures: []reproduce.RecordFigure{{Name: "x", Title: "X & Y", Panels: []reproduce.RecordPanel{
			{Title: "planted", Seconds: 2, Cost: 1, Gap: 1e-12, Neurons: 3, Paper: 7, Rivals: []reproduce.RecordRival{rival}},
		}, Claims: []reproduce.Claim{{Paper: "P", Ours: "O", Verdict: reproduce.Differs}, {Paper: "Q", Ours: "O", Verdict: reproduce.TooShort}},
			Tables: []reproduce.Grid{{Title: "Accuracies", Header: []string{"data", "A & B", "C", "best"}, Rows: [][]string{{"d", "1.5", "2.5", "C"}}}}}}}
	}
	for _, c := range []struct {
		fastest *float64
		above   float64
		want    []string
	}{
		{nil, 0.25, []string{"in 1 of 1 problems no run comes within 1 % of the optimum, in runs of 100 to 100 solves.", "once its rate is known: in none of these problems.",
			"never in 100", "+25 %", "0 of 1", "Of 2 claims 0 agree with what was measured, 0 partly, 1 differ, and of 1 the rivals were not run long enough to say.", "Those that differ, and what was measured: P O",
			"\u2026 not run long enough", "12\u202f345 epochs", "GD <script>", "X & Y"}},
		{&soon, 0, []string{"in 0 of 1 problems", "planted: 1 of 1 runs (GD <script>), the first after 0.25 solves, 35 with its search",
			"planted, in 0.25 of the time of a solve", "1 of 1", "+0 %"}},
	} {
		text, err := fillRecord(projectRoot(t), record(c.fastest, c.above), m)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), "<script") {
			t.Error("a name became an element")
		}
		page := parse(t, text)
		for _, want := range c.want {
			if !strings.Contains(page.says(), strings.Join(strings.Fields(want), " ")) {
				t.Errorf("%q is missing in %s", want, page.says())
			}
		}
		bold := page.class("accuracies")[0].named("b")
		if len(bold) != 1 || bold[0].says() != "2.5" {
			t.Errorf("%d cells are bold", len(bold))
		}
		// Time goes from 0.01 to 100 solves, the excess from 10^-4 to 10^4.
		chart := page.class("chart")[0]
		left, right := plotLeft, plotRight
		if cross := chart.class("cross")[0].attributes["d"]; !strings.HasPrefix(cross, fmt.Sprintf("M%v %v", (left+right)/2-6, plotFloor-6)) {
			t.Errorf("the cross is at %s", cross)
		}
		line := chart.class("run")[0].attributes["d"]
		if want := fmt.Sprintf("M%v %v", left, pixel(plotFloor-7.0/8*(plotFloor-plotTop))); !strings.HasPrefix(line, want) {
			t.Errorf("a run begins at %s, not at %s", line, want)
		}
		if up := math.Max(0, math.Log10(math.Max(c.above, 1e-9))+4) / 8; !strings.HasSuffix(line, fmt.Sprintf("L%v %v", right, pixel(plotFloor-up*(plotFloor-plotTop)))) {
			t.Errorf("a run that ends %g above is drawn as %s", c.above, line)
		}
	}
	for _, text := range []string{`{"format": "conelab/record/1"}`, `{"format": "conelab/record/3", "other": 1}`, `[`} {
		if _, err := reproduce.ReadRecord([]byte(text)); err == nil {
			t.Errorf("%s is read", text)
		}
	}
}
