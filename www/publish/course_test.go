package publish

import (
	"bytes"
	"cmp"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"conelab/core/app/session"
)

// TestCoursePagesHaveNoScript reads both pages as they are built: no script, no inline style, nothing from elsewhere, no part of
// a first visit, and every exercise has a hint and an answer.
func TestCoursePagesHaveNoScript(t *testing.T) {
	out := filepath.Join(t.TempDir(), "dist")
	m := buildSite(t, Options{Out: out, Quick: true})
	index := string(read(t, out, "index.html"))
	for _, name := range coursePages {
		text := read(t, out, name)
		page := parse(t, text)
		for _, f := range m.Files {
			if f.Path == name {
				t.Errorf("a first visit fetches %s", name)
			}
		}
		if strings.Count(index, fmt.Sprintf("href=%q", name)) != 2 {
			t.Errorf("index.html does not link to %s from the menu and from the lessons", name)
		}
		checkScriptless(t, name, page)
		for _, a := range page.named("a") {
			if href := a.attributes["href"]; strings.HasPrefix(href, "./#") {
				opened(t, href)
			}
		}
		if name == "teacher.html" {
			checkLessonTable(t, page)
		}
		if name == "exercises.html" {
			if n, folded := len(page.named("h3")), len(page.named("details")); n != 14 || folded != 2*n {
				t.Errorf("%d exercises, %d hints and answers", n, folded)
			}
		}
	}
}

// opened reads a link as the page does, and opens its state in a session.
func opened(t *testing.T, href string) *session.Session {
	t.Helper()
	packed, err := base64.RawURLEncoding.DecodeString(strings.TrimPrefix(href, "./#1="))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(flate.NewReader(bytes.NewReader(packed)))
	if err != nil {
		t.Fatal(err)
	}
	var content struct{ Shared json.RawMessage }
	if err := json.Unmarshal(text, &content); err != nil {
		t.Fatal(err)
	}
	return after(t, fmt.Sprintf(`{"do":"open","shared":%s}`, content.Shared))
}

// after returns a session after intents.
func after(t *testing.T, intents ...string) *session.Session {
	t.Helper()
	s := session.New(func() float64 { return 0 })
	for _, intent := range append([]string{`{"do":"focus"}`}, intents...) {
		if err := s.Apply([]byte(intent)); err != nil {
			t.Fatal(err)
		}
		for s.Busy() {
			s.Work(func() bool { return false })
		}
	}
	return s
}

// checkLessonTable compares the lessons of the table of what to say, which is written by hand, with those of the course, whose answers
// have a heading each.
func checkLessonTable(t *testing.T, page *node) {
	t.Helper()
	var rows, lessons []string
	for _, n := range page.all(func(n *node) bool { return n.attributes["scope"] == "row" }) {
		if number, _, numbered := strings.Cut(n.says(), "."); numbered && number != "" && strings.Trim(number, "0123456789") == "" {
			rows = append(rows, n.says())
		}
	}
	for _, n := range page.named("h3") {
		lessons = append(lessons, n.says())
	}
	if len(lessons) == 0 || !slices.Equal(rows, lessons) {
		t.Errorf("the table has the lessons %q, the course %q", rows, lessons)
	}
}

// TestExercisesAreRight computes the numbers that the answers name.
func TestExercisesAreRight(t *testing.T) {
	is := func(what string, got, want, tolerance float64) {
		t.Helper()
		if math.Abs(got-want) > tolerance {
			t.Errorf("%s is %g, not %g", what, got, want)
		}
	}
	onePoint := func(beta float64) *session.Session {
		return after(t, fmt.Sprintf(`{"do":"loadProblem","problem":{"format":"conelab/problem/1","data":{"x":[[1]],"y":[[1]]},"architecture":{
			"kind":"dense"},`+
			`"activation":{"a":1,"b":0,"c":0},"loss":"squared","beta":%g}}`, beta))
	}
	p := onePoint(0.5).Page()
	is("the tolerance", p.Tolerance, 1e-8, 0)
	is("the cost of one point", p.Objective, 0.4375, 1e-8)
	is("its weight", p.Proof.Weight, 0.75, 1e-6)
	if len(onePoint(1.99).Page().Neurons) == 0 {
		t.Error("at 1.99 there is no neuron")
	}
	is("the neurons at 2.01", float64(len(onePoint(2.01).Page().Neurons)), 0, 0)
	is("the cost at 2.01", onePoint(2.01).Page().Objective, 1, 1e-8)

	blobs := after(t, `{"do":"loadPreset","name":"blobs"}`).Problem()
	most := 0.0
	for k := range 3600 {
		sin, cos := math.Sincos(float64(k) * math.Pi / 1800)
		gain, a := 0.0, blobs.Activation
		for i, x := range blobs.Data.X {
			s := cos*x[0] + sin*x[1]
			gain += 2 * blobs.Data.Y[i][0] * ((a.A*s+a.B)*s + a.C)
		}
		most = math.Max(most, math.Abs(gain))
	}
	is("the largest gain", most, 40.5, 0.05)

	parabola := after(t, `{"do":"loadPreset","name":"parabola"}`)
	a, b, c := 0.0, 0.0, 0.0
	for _, n := range parabola.Page().Neurons {
		a, b, c = a+n.Alpha*n.U[0]*n.U[0], b+2*n.Alpha*n.U[0]*n.U[1], c+n.Alpha*n.U[1]*n.U[1]
	}
	is("the discriminant", b*b-4*a*c, 1.17, 0.005)

	reluRing := after(t, `{"do":"loadPreset","name":"ring"}`, `{"do":"coefficients","a":0.09,"b":0.5,"c":0.47}`).Page()
	trace, constant := 0.0, 0.0
	for _, n := range reluRing.Neurons {
		trace, constant = trace+0.09*n.Alpha, constant+0.47*n.Alpha
	}
	is("the ratio of the constant and the trace", constant/trace, 0.47/0.09, 1e-9)
	if ring := after(t, `{"do":"loadPreset","name":"ring"}`).Page(); !ring.CanRotate {
		t.Error("the ring's neurons cannot be turned")
	}
	rings := after(t, `{"do":"loadPreset","name":"rings"}`).Problem()
	order := make([]int, len(rings.Data.X))
	for i := range order {
		order[i] = i
	}
	radius := func(i int) float64 { return math.Hypot(rings.Data.X[i][0], rings.Data.X[i][1]) }
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(radius(i), radius(j)) })
	changes := 0
	for k := 1; k < len(order); k++ {
		if rings.Data.Y[order[k]][0] != rings.Data.Y[order[k-1]][0] {
			changes++
		}
	}
	is("how often the classes of the rings change on the way out", float64(changes), 3, 0)
}

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

// recorded is what the page has to show of assets/record.json.
type recorded struct {
	Reports []struct {
		Name, Title, Place string
		Claims             []struct{ Paper, Ours, Verdict, Why string }
		Tables             []struct{ Rows [][]string }
		Pictures           []struct{ Title string }
	}
}

// TestRecordHoldsEverything compares the page of the record with the record: every claim, every table, every picture, and nothing of it
// in a first visit. It has no script, and whoever goes from region to region by a screen reader can tell them apart.
func TestRecordHoldsEverything(t *testing.T) {
	out := filepath.Join(t.TempDir(), "dist")
	m := buildSite(t, Options{Out: out, Quick: true})
	page := parse(t, read(t, out, recordPage))
	var r recorded
	if err := json.Unmarshal(read(t, projectRoot(t), "assets", "record.json"), &r); err != nil {
		t.Fatal(err)
	}
	if strings.Count(string(read(t, out, "index.html")), `href="record.html"`) != 2 {
		t.Error("index.html does not link to the record from its foot and from the race")
	}
	checkScriptless(t, recordPage, page)
	regions := map[string]bool{}
	for _, region := range page.all(func(n *node) bool { return n.attributes["role"] == "region" }) {
		name := region.attributes["aria-label"]
		if name == "" || regions[name] {
			t.Errorf("a region without a name of its own: %q", name)
		}
		regions[name] = true
	}
	for _, f := range m.Files {
		if strings.Contains(f.Path, "record") {
			t.Errorf("a first visit fetches %s", f.Path)
		}
	}
	claims, tables, pictures := page.class("claims"), page.class("numbers"), page.named("figure")
	if len(claims) != len(r.Reports) || len(page.named("h1")) != 1 || len(r.Reports) < 10 {
		t.Fatalf("%d tables of claims for %d experiments", len(claims), len(r.Reports))
	}
	for i, report := range r.Reports {
		if !strings.Contains(page.words, report.Title) || !strings.Contains(page.words, report.Place) {
			t.Errorf("%q or its place is missing", report.Title)
		}
		rows := claims[i].named("tr")[1:]
		if len(rows) != len(report.Claims) {
			t.Fatalf("%s: %d of %d claims", report.Name, len(rows), len(report.Claims))
		}
		for k, c := range report.Claims {
			if got := rows[k].says(); !strings.HasPrefix(got, c.Paper+c.Ours) || !strings.HasSuffix(got, strings.TrimSpace(c.Verdict+" "+c.Why)) {
				t.Errorf("%s: the page says %q\nand the record %q", report.Name, got, c)
			}
		}
		for _, table := range report.Tables {
			rows := tables[0].named("tr")[1:]
			tables = tables[1:]
			for k, row := range table.Rows {
				if got := rows[k].says(); got != strings.Join(row, "") {
					t.Errorf("%s: the page says %q\nand the record %q", report.Name, got, row)
				}
			}
		}
		for _, p := range report.Pictures {
			picture := pictures[0]
			pictures = pictures[1:]
			if svg := picture.class("chart"); len(svg) != 1 || len(svg[0].named("path")) < 10 || svg[0].attributes["aria-label"] == "" ||
				!strings.Contains(picture.says(), p.Title) {
				t.Errorf("%s, %s: %q", report.Name, p.Title, picture.says())
			}
		}
	}
	if len(tables)+len(pictures) > 0 {
		t.Errorf("%d tables and %d pictures too many", len(tables), len(pictures))
	}
}

// checkScriptless checks that a page has no script, no inline style, nothing from elsewhere, no gap in its text, and a policy that forbids
// scripts.
func checkScriptless(t *testing.T, file string, page *node) {
	t.Helper()
	policy := ""
	page.all(func(n *node) bool {
		if n.name == "script" || n.name == "style" || n.name == "iframe" {
			t.Errorf("%s has a %s", file, n.name)
		}
		if n.attributes["http-equiv"] == "Content-Security-Policy" {
			policy = n.attributes["content"]
		}
		for key, value := range n.attributes {
			if strings.HasPrefix(value, "./#1=") || key == "integrity" { // a packed state or a hash, whose letters say nothing
				continue
			}
			if strings.HasPrefix(key, "on") || key == "style" || strings.Contains(value, "//") || strings.Contains(value, "NaN") ||
				strings.Contains(value, "Inf") {
				t.Errorf("%s: a %s has %s=%q", file, n.name, key, value)
			}
		}
		return false
	})
	if policy != scriptlessPolicy || strings.Contains(policy, "script") || strings.Contains(policy, "unsafe") ||
		!strings.HasPrefix(policy, "default-src 'none'") || policyOf("/"+file) != policy {
		t.Errorf("the policy of %s is %q", file, policy)
	}
	for _, word := range []string{"{{", "ZgotmplZ", "%!", "NaN"} {
		if strings.Contains(page.words, word) {
			t.Errorf("%s says %q", file, word)
		}
	}
}

// TestRecordOfAnotherFormat: the build stops at a record that it does not know.
func TestRecordOfAnotherFormat(t *testing.T) {
	for _, text := range []string{`{"format": "conelab/record/1"}`, `[`, `{"format": "conelab/record/4"}`} {
		if _, err := fillRecord(projectRoot(t), []byte(text), nil); err == nil {
			t.Errorf("%s is read", text)
		}
	}
}
