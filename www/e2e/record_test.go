package e2e

import (
	"testing"

	"conelab/www/audit"
	"conelab/www/visit"
)

// TestPagesBesideAreReadable opens the record, the exercises and the page for the teacher, on a desktop and on a phone, light and dark, with everything
// unfolded: nothing runs off to the side, and nobody is kept out.
func TestPagesBesideAreReadable(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"record.html", "exercises.html", "teacher.html"} {
		v := openAround(t, name, "document.readyState === 'complete'", visit.Desktop())
		if drawn := "[...document.querySelectorAll('svg.chart')].filter((n) => n.getBoundingClientRect().height > 100).length"; name == "record.html" && evaluate[int](v, drawn) < 15 {
			t.Error("the record has no pictures")
		}
		evaluate[any](v, "void document.querySelectorAll('details').forEach((node) => { node.open = true })")
		for _, look := range []struct {
			name  string
			steps []visit.Step
		}{{"desktop", []visit.Step{visit.Scheme("light")}}, {"phone", []visit.Step{visit.Phone(844, 1), visit.Scheme("dark")}}} {
			v.Do(look.steps...)
			v.Frames(2)
			if over := evaluate[int](v, "document.documentElement.scrollWidth - innerWidth"); over > 0 {
				t.Errorf("%s, %s: the page is %d pixels too wide", name, look.name, over)
			}
			p := audit.Of(v.Visit)
			for _, faults := range [][]audit.Fault{p.Structure(), p.Contrast("")[0], p.Targets(24), p.Fit(), p.Spaced()} {
				for _, fault := range faults {
					t.Errorf("%s, %s: %v", name, look.name, fault)
				}
			}
		}
	}
}
