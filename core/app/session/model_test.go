package session

import (
	"strings"
	"testing"
)

// TestEveryLossAndArchitecture trains each combination on the presets and checks it against the documents (see driver.do).
func TestEveryLossAndArchitecture(t *testing.T) {
	d := drive(t)
	for preset, losses := range map[string]string{
		"ring": "squared huber l1 hinge logistic", "valley": "squared huber l1", "interval": "squared huber l1 hinge logistic",
		"saddle": "squared huber l1 hinge logistic",
	} {
		d.do(`{"do":"preset","name":%q}`, preset)
		if got := strings.Join(d.Page().Losses, " "); got != losses {
			t.Errorf("%s: the labels suit %s, want %s", preset, got, losses)
		}
		for _, kind := range []string{"dense", "quadratic"} {
			d.do(`{"do":"architecture","kind":%q}`, kind)
			for _, loss := range strings.Fields(losses) {
				d.do(`{"do":"loss","name":%q}`, loss)
				page, p := d.Page(), d.Problem()
				if page.Loss != loss || p.Loss != loss || page.Architecture != kind || p.Architecture.Kind != kind || page.Status != "optimal" {
					t.Errorf("%s: %s %s %s: %s", preset, page.Architecture, page.Loss, page.Status, page.Message)
				}
			}
		}
	}
}

func TestActivationIsFitted(t *testing.T) {
	d := drive(t)
	for _, name := range []string{"relu", "swish", "gelu", "tanh", "softplus"} {
		d.do(`{"do":"fit","name":%q,"low":-5,"high":5}`, name)
		page := d.Page()
		if page.Fit == nil || page.Fit.Name != name {
			t.Errorf("%s: %+v", name, page.Fit)
		}
	}
	d.do(`{"do":"activation","a":1,"b":2,"c":3}`)
	if d.Page().Fit != nil {
		t.Error("another activation is called a fit")
	}
	d.do(`{"do":"undo"}`)
	if d.Page().Fit == nil {
		t.Error("undo does not bring the fit back")
	}
}
