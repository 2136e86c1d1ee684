package e2e

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	tables "conelab/core/data/table"
	"conelab/core/format/convert"
	"conelab/core/format/document"
)

// catchFiles makes files, and what is copied, values of the page: window.files[name] and window.copied. The clipboard can be refused.
func (v *user) catchFiles(refuse bool) {
	v.t.Helper()
	evaluate[any](v, fmt.Sprintf(`(() => {
		const refuse = %t;
		window.files = {};
		let blob;
		URL.createObjectURL = (b) => { blob = b; return 'blob:none'; };
		HTMLAnchorElement.prototype.click = function () {
			const name = this.download;
			blob.arrayBuffer().then((bytes) => { files[name] = String.fromCharCode(...new Uint8Array(bytes)); });
		};
		const take = async (text) => { if (refuse) throw new Error('refused'); window.copied = text; };
		navigator.clipboard.write = async ([item]) => take(await (await item.getType('text/plain')).text());
		navigator.clipboard.writeText = take;
	})()`, refuse))
}

// save presses a button and returns the bytes of the file.
func (v *user) save(name, file string) []byte {
	v.t.Helper()
	v.Click(fmt.Sprintf("[data-keep=%q]", name))
	v.Await(fmt.Sprintf("window.files[%q] !== undefined", file))
	v.Await(fmt.Sprintf("document.getElementById('keep-note').textContent === 'Saved %s.'", file))
	// Each byte came as a character of its own.
	var bytes []byte
	for _, c := range evaluate[string](v, fmt.Sprintf("window.files[%q]", file)) {
		bytes = append(bytes, byte(c))
	}
	return bytes
}

func TestFilesAreSaved(t *testing.T) {
	t.Parallel()
	v := openPlain(t)
	v.preset(2, "ring")
	v.catchFiles(false)
	problem, err := document.ParseProblem(v.save("problem", "conelab-problem.json"))
	if err != nil {
		t.Fatal(err)
	}
	solution, err := document.ParseSolution(v.save("solution", "conelab-solution.json"))
	if err != nil {
		t.Fatal(err)
	}
	if report := convert.Check(problem, solution); !report.Pass {
		t.Errorf("the saved solution fails the check:\n%s", report.JSON())
	}
	data, err := tables.ParseRows(v.save("data.csv", "conelab-data.csv"))
	x, y := problem.Data.X, problem.Data.Y
	if err != nil || len(data) != len(x) || !reflect.DeepEqual(data[3], []float64{x[3][0], x[3][1], y[3][0]}) {
		t.Errorf("%v, or other data", err)
	}
	neurons, err := tables.ParseRows(v.save("neurons.csv", "conelab-neurons.csv"))
	if err != nil {
		t.Fatal(err)
	}
	u, err := tables.ParseNpy(v.save("directions.npy", "conelab-directions.npy"))
	if err != nil {
		t.Fatal(err)
	}
	alpha, err := tables.ParseNpy(v.save("weights.npy", "conelab-weights.npy"))
	if err != nil {
		t.Fatal(err)
	}
	for i, n := range solution.Network.Neurons {
		row := []float64{n.U[0], n.U[1], n.Alpha, 0, 0}
		if !reflect.DeepEqual(u[i], n.U) || alpha[i][0] != n.Alpha || !reflect.DeepEqual(neurons[i], row) {
			t.Errorf("neuron %d is %v, %v, %v, want %v", i, u[i], alpha[i], neurons[i], n)
		}
	}
}

// TestCodeIsCopied copies the network in each language, also where the clipboard is refused, and runs the JavaScript.
func TestCodeIsCopied(t *testing.T) {
	t.Parallel()
	v := openPlain(t)
	m := v.preset(2, "parabola")
	v.catchFiles(false)
	for _, c := range []struct{ language, name, has string }{
		{"python", "Python", "\ndef f(x):\n"}, {"go", "Go", "\nfunc F(x []float64) []float64 {\n"}, {"latex", "LaTeX", `\sigma(s) ={}&`},
		{"javascript", "JavaScript", "\nexport function f(x) {\n"},
	} {
		v.Click(fmt.Sprintf("[data-copy=%q]", c.language))
		v.Await(fmt.Sprintf("document.getElementById('keep-note').textContent.startsWith('Copied as %s, ')", c.name))
		if text := evaluate[string](v, "window.copied"); !strings.Contains(text, c.has) {
			t.Errorf("%s has no %q:\n%s", c.name, c.has, text)
		}
	}
	if !evaluate[bool](v, "document.getElementById('keep-text').hidden") {
		t.Error("what is on the clipboard is offered again")
	}
	copied := evaluate[string](v, "window.copied")
	// Where the clipboard is refused the text is offered, and selected.
	v.catchFiles(true)
	v.Focus(`[data-copy="go"]`)
	v.Do(chromedp.KeyEvent(kb.Enter))
	v.Await("!document.getElementById('keep-text').hidden && document.activeElement.id === 'keep-text'")
	const selected = "((f) => f.value.slice(f.selectionStart, f.selectionEnd))(document.getElementById('keep-text'))"
	if text := evaluate[string](v, selected); !strings.Contains(text, "package network\n") || !strings.HasSuffix(text, "}\n") {
		t.Errorf("what is selected is %q", text)
	}
	v.Await("document.getElementById('keep-note').textContent.includes('by hand')")
	// The page's policy lets no module in, but the test may run it as a script.
	points, _ := json.Marshal(m.problem.Data.X)
	code := strings.ReplaceAll(copied, "export function", "function")
	for i, y := range evaluate[[]float64](v, fmt.Sprintf("(() => {%s\nreturn %s.map(f);})()", code, points)) {
		if want := m.f(m.problem.Data.X[i]); math.Abs(y-want) > 1e-12*(1+math.Abs(want)) {
			t.Fatalf("the function is %.17g at point %d, the network %.17g", y, i, want)
		}
	}
}

// TestPicturesAreSavedFromTheMenu opens Share: it offers to save the pictures on the stage.
func TestPicturesAreSavedFromTheMenu(t *testing.T) {
	t.Parallel()
	v := openWide(t)
	v.Click("#share-open")
	const offered = "[...document.querySelectorAll('#save-pictures [data-save]')].filter((b) => b.checkVisibility()).map((b) => b.dataset.save).sort().join(' ')"
	v.Await(offered + " === [" + shownPictures + "].join('').split(' ').sort().join(' ')")
	evaluate[any](v, `(() => { window.asked = []; conelabView.picture = (index) => { asked.push(index); return true } })()`)
	v.Click("#save-pictures [data-save=data]")
	v.Await("asked.join() === '0'")
}
