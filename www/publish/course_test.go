package publish

import (
	"bytes"
	"cmp"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"conelab/core/app/session"
)

// TestCoursePagesHaveNoScript reads both pages as they are built: no script, no inline style, nothing from elsewhere, no part of a first visit, and
// every exercise has a hint and an answer.
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
		page.all(func(n *node) bool {
			if n.name == "script" || n.name == "style" || n.name == "iframe" {
				t.Errorf("%s has a %s", name, n.name)
			}
			for key, value := range n.attributes {
				if strings.HasPrefix(key, "on") || key == "style" || strings.Contains(value, "//") {
					t.Errorf("%s: a %s has %s=%q", name, n.name, key, value)
				}
			}
			return false
		})
		if policyOf("/"+name) != scriptlessPolicy || !bytes.Contains(text, []byte(strings.ReplaceAll(scriptlessPolicy, "'", "&#39;"))) {
			t.Errorf("%s has another policy", name)
		}
		for _, word := range []string{"{{", "ZgotmplZ", "%!", "NaN"} {
			if bytes.Contains(text, []byte(word)) {
				t.Errorf("%s says %q", name, word)
			}
		}
		for _, a := range page.named("a") {
			if href := a.attributes["href"]; strings.HasPrefix(href, "./#") {
				opened(t, href)
			}
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

// TestExercisesAreRight computes the numbers that the answers name.
func TestExercisesAreRight(t *testing.T) {
	is := func(what string, got, want, tolerance float64) {
		t.Helper()
		if math.Abs(got-want) > tolerance {
			t.Errorf("%s is %g, not %g", what, got, want)
		}
	}
	onePoint := func(beta float64) *session.Session {
		return after(t, fmt.Sprintf(`{"do":"set","problem":{"format":"conelab/problem/1","data":{"x":[[1]],"y":[[1]]},"architecture":{"kind":"dense"},`+
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

	blobs := after(t, `{"do":"preset","name":"blobs"}`).Problem()
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

	parabola := after(t, `{"do":"preset","name":"parabola"}`)
	a, b, c := 0.0, 0.0, 0.0
	for _, n := range parabola.Page().Neurons {
		a, b, c = a+n.Alpha*n.U[0]*n.U[0], b+2*n.Alpha*n.U[0]*n.U[1], c+n.Alpha*n.U[1]*n.U[1]
	}
	is("the discriminant", b*b-4*a*c, 1.29, 0.005)

	reluRing := after(t, `{"do":"preset","name":"ring"}`, `{"do":"activation","a":0.09,"b":0.5,"c":0.47}`).Page()
	trace, constant := 0.0, 0.0
	for _, n := range reluRing.Neurons {
		trace, constant = trace+0.09*n.Alpha, constant+0.47*n.Alpha
	}
	is("the ratio of the constant and the trace", constant/trace, 0.47/0.09, 1e-9)
	if ring := after(t, `{"do":"preset","name":"ring"}`).Page(); !ring.CanTurn {
		t.Error("the ring's neurons cannot be turned")
	}
	rings := after(t, `{"do":"preset","name":"rings"}`).Problem()
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
