package publish

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"testing"
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

// recorded is what the page has to show of assets/record.json.
type recorded struct {
	Reports []struct {
		Name, Title, Place string
		Claims             []struct{ Paper, Ours, Verdict, Why string }
		Tables             []struct{ Rows [][]string }
		Pictures           []struct{ Title string }
	}
}

// built returns the page of the record as it is built, the record, and the manifest.
func built(t *testing.T) (*node, *recorded, Manifest) {
	t.Helper()
	out := filepath.Join(t.TempDir(), "dist")
	m := buildSite(t, Options{Out: out, Quick: true})
	page := read(t, out, recordPage)
	root, err := Root()
	if err != nil {
		t.Fatal(err)
	}
	var r recorded
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

// TestRecordHoldsEverything compares the page with the record: every claim, every table, every picture, and nothing of it in a first visit.
func TestRecordHoldsEverything(t *testing.T) {
	page, r, m := built(t)
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
			if svg := picture.class("chart"); len(svg) != 1 || len(svg[0].named("path")) < 10 || svg[0].attributes["aria-label"] == "" || !strings.Contains(picture.says(), p.Title) {
				t.Errorf("%s, %s: %q", report.Name, p.Title, picture.says())
			}
		}
	}
	if len(tables)+len(pictures) > 0 {
		t.Errorf("%d tables and %d pictures too many", len(tables), len(pictures))
	}
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

// TestRecordOfAnotherFormat: the build stops at a record that it does not know.
func TestRecordOfAnotherFormat(t *testing.T) {
	for _, text := range []string{`{"format": "conelab/record/1"}`, `[`, `{"format": "conelab/record/4"}`} {
		if _, err := fillRecord(projectRoot(t), []byte(text), nil); err == nil {
			t.Errorf("%s is read", text)
		}
	}
}
