// Package audit looks for what keeps somebody from using a page: somebody who listens to it, uses the keys alone, sees little or few colours,
// needs large or widely set text, or has a finger for a pointer. The yardstick is WCAG 2.2, level AA.
//
// The rules look at the document, at the accessibility tree that the browser makes of it, at computed colours and at where things are. They
// know nothing of the page, so what is added to it is looked at, too. What a rule cannot
// judge (whether a name is a good one, say) stays with people. A button is told by its words or its icon, so its border needs no contrast; a
// field needs a border that is seen.
package audit

import (
	_ "embed"
	"encoding/json"
	"strings"

	"conelab/www/visit"
)

// Fault is one thing that keeps somebody out.
type Fault struct {
	// Rule is a short name of what is asked for, Where the element, What is wrong with it.
	Rule, Where, What string
}

func (f Fault) String() string { return f.Rule + ": " + f.Where + " " + f.What }

//go:embed probe.js
var probe string

// Page is a page under audit.
type Page struct {
	visit  *visit.Visit
	cycled map[string]bool // the groups that the arrow keys went through
}

// Of returns the page of a visit as it is loaded now; after it is loaded again, Of must be called again.
func Of(v *visit.Visit) Page {
	visit.Evaluate[any](v, "void (window.conelabAudit = "+probe+")")
	return Page{v, map[string]bool{}}
}

// ask returns what a function of the probe tells.
func ask[T any](p Page, function string, args ...any) T {
	p.visit.Judge.Helper()
	var texts []string
	for _, arg := range args {
		text, err := json.Marshal(arg)
		if err != nil {
			p.visit.Judge.Fatal(err)
		}
		texts = append(texts, string(text))
	}
	return visit.Evaluate[T](p.visit, "conelabAudit."+function+"("+strings.Join(texts, ",")+")")
}

// Structure looks at ids and what refers to them, names and labels, headings, landmarks, tables, language and title. Of a
// page with a modal dialog only the dialog is looked at, here and below.
func (p Page) Structure() []Fault {
	p.visit.Judge.Helper()
	return append(ask[[]Fault](p, "structure"), p.tree()...)
}

// Targets looks for controls that are less than least css pixels wide or high with another one near by (2.5.8).
func (p Page) Targets(least float64) []Fault {
	p.visit.Judge.Helper()
	return ask[[]Fault](p, "targets", least)
}

// Fit looks for text that is cut off, runs out of its control, or lies on other text, and for a page that scrolls sideways (1.4.4, 1.4.10).
func (p Page) Fit() []Fault {
	p.visit.Judge.Helper()
	return ask[[]Fault](p, "fit")
}

// Spaced is Fit with the wide setting of text that readers may need (1.4.12), which is taken back.
func (p Page) Spaced() []Fault {
	p.visit.Judge.Helper()
	ask[bool](p, "spaced", true)
	defer ask[bool](p, "spaced", false)
	return p.Fit()
}

// Motion looks for what moves although the visitor wants no motion.
func (p Page) Motion() []Fault {
	p.visit.Judge.Helper()
	return ask[[]Fault](p, "motion")
}

// Contrast looks at the colours of text and icons and at the borders of fields (1.4.3, 1.4.11), after each of several scripts in turn, which change
// colours. All is done in one task of the page, in which it paints nothing: to paint it in colours that the next script changes would take longer
// than to look at them.
func (p Page) Contrast(scripts ...string) [][]Fault {
	p.visit.Judge.Helper()
	looks := make([]string, len(scripts))
	for i, script := range scripts {
		looks[i] = "() => {" + script + "}"
	}
	return visit.Evaluate[[][]Fault](p.visit, "conelabAudit.contrastsAfter(["+strings.Join(looks, ",")+"])")
}
