package e2e

import (
	"testing"

	"conelab/www/audit"
	"conelab/www/visit"
)

// TestRecordIsReadable opens the page of the record, on a desktop and on a phone, light and dark: nothing of it runs off to the side, and
// nobody is kept out.
func TestRecordIsReadable(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		size   visit.Step
		scheme string
	}{{"desktop", visit.Desktop(), "light"}, {"phone", visit.Phone(844, 1), "dark"}} {
		t.Run(c.name, func(t *testing.T) {
			v := &user{site.OpenAround(t, "record.html", "document.readyState === 'complete'", c.size, visit.Scheme(c.scheme)), t}
			t.Cleanup(v.Close)
			if drawn := evaluate[int](v, "[...document.querySelectorAll('svg.chart')].filter((n) => n.getBoundingClientRect().height > 100).length"); drawn < 15 {
				t.Errorf("there are %d pictures", drawn)
			}
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
	v := openPlain(t, visit.Desktop())
	if to := evaluate[string](v, "document.querySelector('#record a[href]').href"); to != v.Site+"record.html" {
		t.Errorf("the lab leads to %s", to)
	}
}
