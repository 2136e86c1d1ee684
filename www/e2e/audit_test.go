package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"conelab/www/audit"
	"conelab/www/visit"
)

// TestAuditFindsWhatIsWrong puts one fault after the other into the page.
func TestAuditFindsWhatIsWrong(t *testing.T) {
	t.Parallel()
	v := open(t, visit.Small(), visit.Undrawn())
	v.Await("conelab.stats().frames > 0")
	p := audit.Of(v.Visit)
	look := func() []audit.Fault {
		return append(append(append(p.Structure(), p.Contrast("")[0]...), p.Targets(24)...), p.Fit()...)
	}
	if faults := look(); len(faults) > 0 {
		t.Fatalf("the page itself: %v", faults)
	}
	for _, c := range []struct{ rule, html, style string }{
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
	} {
		evaluate[any](v, fmt.Sprintf(`void ((host) => { host.id = 'fault'; host.setAttribute('aria-label', 'Fault'); host.innerHTML = %q;
			host.firstElementChild.style.cssText = %q; document.querySelector('main').after(host) })(document.createElement('section'))`, c.html, c.style))
		rules := map[string]bool{}
		faults := look()
		for _, fault := range faults {
			rules[fault.Rule] = true
		}
		if !rules[c.rule] || len(rules) != 1 {
			t.Errorf("%s: %s: %v", c.rule, c.html, faults)
		}
		evaluate[any](v, "document.getElementById('fault').remove()")
	}
	for html, rule := range map[string]string{
		"<p>Nowhere</p>": "is outside of all parts of the page",
		"<div role='toolbar' aria-label='Tools'><button type='button' aria-label='One'></button></div>": "is outside of all parts of the page",
		"<dialog aria-label='Box'><header><h2>Box</h2></header></dialog>":                               "is a second banner",
		"<h1>Another</h1>": "has not one of level 1",
	} {
		evaluate[any](v, fmt.Sprintf(`void ((host) => { host.id = 'fault'; host.innerHTML = %q; document.querySelector('main').after(host); host.querySelector('dialog')?.show() })(document.createElement('div'))`, html))
		if faults := fmt.Sprint(p.Structure()); !strings.Contains(faults, rule) {
			t.Errorf("%s: %v", html, faults)
		}
		evaluate[any](v, "document.getElementById('fault').remove()")
	}
	evaluate[any](v, `void (document.title = '', document.documentElement.lang = '')`)
	if faults := fmt.Sprint(p.Structure()); !strings.Contains(faults, "language") || !strings.Contains(faults, "title") {
		t.Errorf("without language and title: %v", faults)
	}
}

// TestAuditFindsWhatKeysMiss puts controls into a dialog that the keys do not come to, that show nothing, and that are covered.
func TestAuditFindsWhatKeysMiss(t *testing.T) {
	t.Parallel()
	v := openUndrawn(t)
	p := audit.Of(v.Visit)
	v.Click("#keys-open")
	evaluate[any](v, `void ((host) => {
		host.innerHTML = '<button type="button" id="left" tabindex="-1">Left</button> <button type="button" id="bare">Bare</button> ' +
			'<button type="button" id="under">Under</button><span id="cover"></span> <button type="button" id="last">Last</button> <button type="button" id="first">First</button>';
		const style = (id, text) => { host.querySelector(id).style.cssText = text; };
		style('#bare', 'outline: none');
		style('#last', 'order: 2');
		style('#cover', 'position: fixed; inset: 0; background: red; visibility: hidden');
		host.className = 'row';
		document.getElementById('keys').append(host);
		host.querySelector('#under').addEventListener('focus', () => { host.querySelector('#cover').style.visibility = 'visible'; });
		host.querySelector('#under').addEventListener('blur', () => { host.querySelector('#cover').style.visibility = 'hidden'; });
	})(document.createElement('p'))`)
	want := map[string]string{"#left": "keys", "#bare": "focus", "#under": "focus", "#first": "order"}
	for _, fault := range p.Walk() {
		if want[fault.Where] != fault.Rule {
			t.Errorf("found %v", fault)
		}
		delete(want, fault.Where)
	}
	if len(want) > 0 {
		t.Errorf("not found: %v", want)
	}
	v.Do(chromedp.KeyEvent(kb.Escape))
}
