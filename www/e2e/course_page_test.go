package e2e

import (
	"testing"

	"conelab/www/audit"
	"conelab/www/visit"
)

// TestCoursePagesAreReadable opens the exercises and the page for the teacher, on a desktop and on a phone, light and dark, with everything unfolded.
func TestCoursePagesAreReadable(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"exercises.html", "teacher.html"} {
		for _, c := range []struct {
			name   string
			size   visit.Step
			scheme string
		}{{"desktop", visit.Desktop(), "light"}, {"phone", visit.Phone(844, 1), "dark"}} {
			t.Run(name+" "+c.name, func(t *testing.T) {
				v := &user{site.OpenAround(t, name, "document.readyState === 'complete'", c.size, visit.Scheme(c.scheme)), t}
				t.Cleanup(v.Close)
				evaluate[any](v, "void document.querySelectorAll('details').forEach((node) => { node.open = true })")
				if over := evaluate[int](v, "document.documentElement.scrollWidth - innerWidth"); over > 0 {
					t.Errorf("the page is %d pixels too wide", over)
				}
				p := audit.Of(v.Visit)
				for _, faults := range [][]audit.Fault{p.Structure(), p.Contrast(), p.Targets(24), p.Fit(), p.Spaced()} {
					for _, fault := range faults {
						t.Error(fault)
					}
				}
			})
		}
	}
}

// TestExerciseOpensItsState follows links of the exercises and of the page for the teacher.
func TestExerciseOpensItsState(t *testing.T) {
	t.Parallel()
	v := &user{site.OpenAround(t, "exercises.html", "document.readyState === 'complete'", visit.Small()), t}
	t.Cleanup(v.Close)
	ring := evaluate[string](v, `[...document.querySelectorAll('a[href^="./#"]')].find((link) => link.textContent === 'Drag an arrow').hash`)
	w := &user{site.OpenLink(t, ring, visit.Small(), visit.WithoutPictures()), t}
	t.Cleanup(w.Close)
	w.Await("conelab.get().then((p) => p.activation.c === -0.25) && conelab.mode() === 'explore'")
	first := evaluate[string](v, `document.querySelector('a[href^="./#"]').hash`)
	w = &user{site.OpenLink(t, first, visit.Small(), visit.WithoutPictures()), t}
	t.Cleanup(w.Close)
	w.Await("document.getElementById('lessons-title').textContent === 'Draw' && document.getElementById('lesson-say').dataset.ready === ''")
	w.verify()
}
