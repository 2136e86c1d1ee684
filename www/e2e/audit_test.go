package e2e

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"conelab/www/visit"
)

// What keeps somebody from using a page is looked for here: somebody who listens to it, uses the keys alone, sees little or few colours,
// needs large or widely set text, or has a finger for a pointer. The yardstick is WCAG 2.2, level AA.
//
// The rules look at the document, at the accessibility tree that the browser makes of it, at computed colours and at where things
// are. They know nothing of the page, so what is added to it is looked at, too. What a rule cannot judge (whether a name is a
// good one, say) stays with people. A button is told by its words or its icon, so its border needs no contrast; a field needs a
// border that is seen.

// fault is one thing that keeps somebody out.
type fault struct {
	// Rule is a short name of what is asked for, Where the element, What is wrong with it.
	Rule, Where, What string
}

func (f fault) String() string { return f.Rule + ": " + f.Where + " " + f.What }

//go:embed audit.js
var probe string

// audit is a page under audit.
type audit struct {
	visit  *visit.Visit
	cycled map[string]bool // the groups that the arrow keys went through
}

// auditOf returns the page of a visit as it is loaded now; after it is loaded again, auditOf must be called again.
func auditOf(v *visit.Visit) audit {
	visit.Evaluate[any](v, "void (window.conelabAudit = "+probe+")")
	return audit{v, map[string]bool{}}
}

// ask returns what a function of the probe tells.
func ask[T any](p audit, function string, args ...any) T {
	p.visit.TB.Helper()
	var texts []string
	for _, arg := range args {
		text, err := json.Marshal(arg)
		if err != nil {
			p.visit.TB.Fatal(err)
		}
		texts = append(texts, string(text))
	}
	return visit.Evaluate[T](p.visit, "conelabAudit."+function+"("+strings.Join(texts, ",")+")")
}

// Structure looks at ids and what refers to them, names and labels, headings, landmarks, tables, language and title. auditOf a
// page with a modal dialog only the dialog is looked at, here and below.
func (p audit) Structure() []fault {
	p.visit.TB.Helper()
	return append(ask[[]fault](p, "structure"), p.tree()...)
}

// Targets looks for controls that are less than least css pixels wide or high with another one near by (2.5.8).
func (p audit) Targets(least float64) []fault {
	p.visit.TB.Helper()
	return ask[[]fault](p, "targets", least)
}

// Fit looks for text that is cut off, runs out of its control, or lies on other text, and for a page that scrolls sideways (1.4.4, 1.4.10).
func (p audit) Fit() []fault {
	p.visit.TB.Helper()
	return ask[[]fault](p, "fit")
}

// Spaced is Fit with the wide setting of text that readers may need (1.4.12), which is taken back.
func (p audit) Spaced() []fault {
	p.visit.TB.Helper()
	ask[bool](p, "spaced", true)
	defer ask[bool](p, "spaced", false)
	return p.Fit()
}

// Motion looks for what moves although the visitor wants no motion.
func (p audit) Motion() []fault {
	p.visit.TB.Helper()
	return ask[[]fault](p, "motion")
}

// Contrast looks at the colours of text and icons and at the borders of fields (1.4.3, 1.4.11), after each of several scripts in
// turn, which change colours. All is done in one task of the page, in which it paints nothing: to paint it in colours that the
// next script changes would take longer than to look at them.
func (p audit) Contrast(scripts ...string) [][]fault {
	p.visit.TB.Helper()
	looks := make([]string, len(scripts))
	for i, script := range scripts {
		looks[i] = "() => {" + script + "}"
	}
	return visit.Evaluate[[][]fault](p.visit, "conelabAudit.contrastsAfter(["+strings.Join(looks, ",")+"])")
}

// stop is a control, as the Tab key finds it.
type stop struct {
	// Index numbers the controls of the page in the order of the document; -1 is outside, -2 one that is no control.
	Index int
	// Where is the element, Group the choice or list of tabs of which it is a member.
	Where, Group string
	// Known says that a walk before this one came to it, Seen that it is not covered.
	Known, Seen bool
	Faults      []fault
}

const (
	outside  = -1   // the index of a stop that is not in the page
	most     = 2000 // more than a page has controls
	patience = 5    // stops outside of the page, one after the other
)

// Walk goes through the page with the Tab key, from where the keys are, until it comes round or there is no control left that no
// walk came to. It finds controls that neither Tab nor, in a group that Cycle was through, the arrow keys reach, that show no
// ring, are covered, or come against the order in which one reads.
func (p audit) Walk() []fault {
	p.visit.TB.Helper()
	var faults []fault
	controls := ask[[]stop](p, "stops")
	reached, visited := map[int]bool{}, map[int]bool{}
	for _, c := range controls {
		reached[c.Index] = c.Known
	}
	for nowhere := 0; nowhere < patience && len(visited) < most && len(p.left(controls, reached)) > 0; {
		s := p.next()
		if s.Index == outside { // between the last control and the first
			nowhere++
			continue
		}
		if visited[s.Index] {
			break
		}
		nowhere = 0
		visited[s.Index], reached[s.Index] = true, true
		faults = append(faults, s.Faults...)
		if !s.Seen {
			faults = append(faults, fault{"focus", s.Where, "is covered while it has the keys"})
		}
	}
	for _, c := range p.left(controls, reached) {
		faults = append(faults, fault{"keys", c.Where, "is not come to"})
	}
	return faults
}

// next presses Tab and returns the control to which it leads.
func (p audit) next() stop {
	p.visit.TB.Helper()
	p.visit.Do(chromedp.KeyEvent(kb.Tab))
	s := ask[stop](p, "stop", true)
	if s.Index >= 0 && !s.Seen { // what covers it may make way in the next frame
		p.visit.Frames(2)
		s.Seen = ask[stop](p, "stop", false).Seen
	}
	return s
}

// left returns the controls that are not reached, nor members of a group that the arrow keys go through and of which one is.
func (p audit) left(controls []stop, reached map[int]bool) (left []stop) {
	open := map[string]bool{}
	for _, c := range controls {
		if p.cycled[c.Group] && reached[c.Index] {
			open[c.Group] = true
		}
	}
	for _, c := range controls {
		if !reached[c.Index] && !open[c.Group] {
			left = append(left, c)
		}
	}
	return left
}

// Cycle goes round each choice and list of tabs, and up and down each column of a table that has such, with the arrow keys,
// unless it has been through it before; it reports whether there were any. The same member is chosen afterwards, but what a
// choice does is done.
func (p audit) Cycle() (any bool, faults []fault) {
	p.visit.TB.Helper()
	members := map[string]map[int]bool{} // whether a key came to it
	for _, c := range ask[[]stop](p, "stops") {
		if c.Group != "" && !p.cycled[c.Group] {
			if members[c.Group] == nil {
				members[c.Group] = map[int]bool{}
			}
			members[c.Group][c.Index] = false
		}
	}
	for name, group := range members {
		p.visit.Rest() // what the choice before has changed
		ask[bool](p, "enter", name)
		keys := []string{kb.ArrowRight}
		if strings.HasPrefix(name, "column ") {
			keys = []string{kb.ArrowUp, kb.ArrowDown} // these do not come round
		}
		for _, key := range keys {
			for range group {
				p.visit.Do(chromedp.KeyEvent(key))
				group[ask[stop](p, "stop", false).Index] = true
			}
		}
		p.cycled[name] = true
		for _, reached := range group {
			if !reached {
				faults = append(faults, fault{"keys", name, "has members to which the arrow keys do not lead"})
			}
		}
	}
	return len(members) > 0, faults
}

// named are the roles of the accessibility tree whose nodes need a name; without one they are announced as a bare "button".
const named = " button link textbox searchbox combobox listbox checkbox radio slider spinbutton switch tab tabpanel menuitem option " +
	"DisclosureTriangle " +
	"image img application dialog alertdialog region radiogroup progressbar heading "

// tree looks at the accessibility tree: what is announced needs a name.
func (p audit) tree() []fault {
	p.visit.TB.Helper()
	var faults []fault
	p.visit.Do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		result, err := cdp.Call(ctx, target, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
		if err != nil {
			return err
		}
		for _, node := range result.Nodes {
			if role := word(node.Role); !node.Ignored && role != "" && strings.Contains(named, " "+role+" ") && word(node.Name) == "" {
				of, err := cdp.Call(ctx, target, dom.DescribeNode, dom.DescribeNodeParams{BackendNodeID: node.BackendDOMNodeID})
				if err != nil {
					return err
				}
				faults = append(faults, fault{"names", fmt.Sprint(of.Node.NodeName, " ", of.Node.Attributes), "is a " + role + " without a name"})
			}
		}
		return nil
	}))
	return faults
}

// word returns a value of the tree as a word.
func word(v *accessibility.Value) (text string) {
	if v != nil {
		_ = json.Unmarshal(v.Value, &text) // other values than words count as none
	}
	return strings.TrimSpace(text)
}

// TestAuditFindsWhatIsWrong puts one fault after the other into the page.
func TestAuditFindsWhatIsWrong(t *testing.T) {
	t.Parallel()
	v := openPlain(t)
	v.Await("$('loading').hidden")
	p := auditOf(v.Visit)
	look := func() []fault {
		return append(append(append(p.Structure(), p.Contrast("")[0]...), p.Targets(24)...), p.Fit()...)
	}
	if faults := look(); len(faults) > 0 {
		t.Fatalf("the page itself: %v", faults)
	}
	wrong := []struct{ rule, html, style string }{
		{"names", `<button type="button"></button>`, ""},
		{"names", `<span role="img"></span>`, "display: block; width: 9px; height: 9px"},
		{"roles", `<button type="button" role="tab">Tab</button>`, ""},
		{"references", `<p aria-describedby="nowhere">Text</p>`, ""},
		{"one id each", `<p id="keys-title">Text</p>`, ""},
		{"labels", `<input type="text" title="Name">`, "border: 2px solid #000"},
		{"label in name", `<button type="button" aria-label="Close">Go on</button>`, ""},
		{"label in name", `<button type="button" aria-label="Row 1: 0.192">0.19</button>`, ""},
		{"label in name", `<button type="button" aria-label="Filter 1, reads all, adds 2"><b>1.5</b> <small>adds 2</small></button>`, ""},
		{"scrolling", `<p>Much<br>too<br>long</p>`, "height: 1.5em; overflow-y: auto"},
		{"order", `<button type="button" tabindex="3">Press</button>`, ""},
		{"hidden from those who listen", `<p aria-hidden="true"><button type="button">Press</button></p>`, ""},
		{"nested", `<a href="#proof"><button type="button">Press</button></a>`, ""},
		{"headings", `<h6>Deep</h6>`, ""},
		{"names", `<img>`, ""},
		{"text alternatives", `<svg></svg>`, ""},
		{"lists", `<ul><p>Item</p></ul>`, ""},
		{"tables", `<table><tbody><tr><td>1</td></tr></tbody></table>`, ""},
		{"contrast", `<p>Grey</p>`, "color: #999; background: #fff"},
		{"contrast", `<input type="text" aria-label="Field">`, "border-color: #ddd; background: #fff"},
		{"targets", `<p><input type="checkbox" aria-label="One"><input type="checkbox" aria-label="Two"></p>`, ""},
		{"fit", `<p>Much too long</p>`, "width: 3em; overflow: hidden; white-space: nowrap"},
		{"fit", `<p>Wide</p>`, "width: 3000px"},
		{"fit", `<p><b>One</b><br><b>Two</b></p>`, "line-height: .2"},
	}
	// Those of different rules are put in at once.
	for len(wrong) > 0 {
		want, later := map[string]bool{}, wrong[:0:0]
		for _, c := range wrong {
			if want[c.rule] {
				later = append(later, c)
				continue
			}
			want[c.rule] = true
			evaluate[any](v, fmt.Sprintf(`void ((host) => { host.className = 'planted'; host.setAttribute('aria-label', 'Fault %s');
				host.innerHTML = %q; host.firstElementChild.style.cssText = %q; document.querySelector('main').after(host)
				})(document.createElement('section'))`, c.rule, c.html, c.style))
		}
		rules, faults := map[string]bool{}, look()
		for _, fault := range faults {
			rules[fault.Rule] = true
		}
		if !maps.Equal(rules, want) {
			t.Errorf("%v are told of as %v", want, faults)
		}
		evaluate[any](v, "document.querySelectorAll('.planted').forEach((host) => host.remove())")
		wrong = later
	}
	for html, rule := range map[string]string{
		"<p>Nowhere</p>": "is outside of all parts of the page",
		"<div role='toolbar' aria-label='Tools'><button type='button' aria-label='One'></button></div>": "is outside of all parts of the page",
		"<dialog aria-label='Box'><header><h2>Box</h2></header></dialog>":                               "is a second banner",
		"<h1>Another</h1>": "has not one of level 1",
	} {
		evaluate[any](v, fmt.Sprintf(`void ((host) => { host.id = 'fault'; host.innerHTML = %q; document.querySelector('main').after(host);
			host.querySelector('dialog')?.show() })(document.createElement('div'))`, html))
		if faults := fmt.Sprint(p.Structure()); !strings.Contains(faults, rule) {
			t.Errorf("%s: %v", html, faults)
		}
		evaluate[any](v, "$('fault').remove()")
	}
	evaluate[any](v, `void (document.title = '', document.documentElement.lang = '')`)
	if faults := fmt.Sprint(p.Structure()); !strings.Contains(faults, "language") || !strings.Contains(faults, "title") {
		t.Errorf("without language and title: %v", faults)
	}
}
