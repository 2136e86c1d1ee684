package session

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"conelab/core/app/protocol"
	"conelab/core/format/document"
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

func TestModelStepsAreUndone(t *testing.T) {
	d := drive(t)
	before := d.Problem()
	for _, intent := range []string{
		`{"do":"loss","name":"hinge"}`, `{"do":"tolerance","value":1e-4}`, `{"do":"architecture","kind":"quadratic"}`, `{"do":"fit","name":"gelu","low":-3,"high":3}`,
	} {
		undo := undos(d.work)
		d.do("%s", intent)
		if undos(d.work) != undo+1 {
			t.Errorf("%s is %d steps", intent, undos(d.work)-undo)
		}
		d.do("%s", strings.Replace(intent, "gelu", "relu", 1))
		if !strings.Contains(intent, "fit") && undos(d.work) != undo+1 {
			t.Errorf("%s a second time is a step", intent)
		}
	}
	if p := d.Problem(); p.Tolerance != 1e-4 || d.Page().Tolerance != 1e-4 {
		t.Errorf("the tolerance is %g", p.Tolerance)
	}
	for d.Page().CanUndo {
		d.do(`{"do":"undo"}`)
	}
	if !reflect.DeepEqual(d.Problem(), before) {
		t.Errorf("after undoing all the problem is %+v", d.Problem())
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

func TestBadModelsAreRefused(t *testing.T) {
	d := drive(t)
	d.do(`{"do":"preset","name":"valley"}`)
	before, kept := d.Page(), d.Keep()
	for intent, want := range map[string]string{
		`{"do":"loss","name":"hinge"}`:                        "The hinge loss does not suit these labels: data.y[",
		`{"do":"loss","name":"softmax"}`:                      "The softmax loss needs labels of two or more columns, one for each class.",
		`{"do":"loss","name":"cubic"}`:                        `There is no loss "cubic".`,
		`{"do":"loss"}`:                                       `There is no loss "".`,
		`{"do":"tolerance","value":0}`:                        "The tolerance must be a number above 0 and below 1, but it is 0.",
		`{"do":"tolerance","value":1}`:                        "The tolerance must be a number above 0 and below 1, but it is 1.",
		`{"do":"architecture","kind":"deep"}`:                 `There is no architecture "deep".`,
		`{"do":"fit","name":"maxout","low":-5,"high":5}`:      `There is no activation "maxout".`,
		`{"do":"fit","name":"relu","low":5,"high":-5}`:        "The range of a fit goes from a number to a larger one, both between −1000 and 1000, but it goes from 5 to −5.",
		`{"do":"fit","name":"relu","low":-1e300,"high":5}`:    "The range's low end must be a number from -1000 to 1000",
		`{"do":"fit","name":"relu","low":1,"high":1.0000001}`: "The range of a fit goes from a number",
	} {
		err := d.Apply([]byte(intent))
		if err == nil || !strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s\n got %v\nwant %s", intent, err, want)
		}
	}
	if !reflect.DeepEqual(d.Page(), before) || string(d.Keep()) != string(kept) {
		t.Error("refused intents changed the session")
	}
}

// TestLossOfClassesKeepsLabels draws points of one feature at any height with the hinge loss: the labels stay classes.
func TestLossOfClassesKeepsLabels(t *testing.T) {
	d := drive(t)
	d.do(`{"do":"preset","name":"interval"}`)
	d.do(`{"do":"loss","name":"hinge"}`)
	for i, y := range []float64{0.3, -0.2, 1.4, -1.4} {
		d.do(`{"do":"press","at":[%g,%g],"radius":0.001,"index":-1}`, -0.9+0.37*float64(i), y)
		d.do(`{"do":"release"}`)
	}
	for i, row := range d.Problem().Data.Y {
		if math.Abs(row[0]) != 1 {
			t.Errorf("label %d is %g", i, row[0])
		}
	}
	d.do(`{"do":"preset","name":"ring"}`)
	if d.Page().Loss != "hinge" {
		t.Error("an example of classes changes the loss")
	}
	d.do(`{"do":"preset","name":"bend"}`)
	if d.Page().Loss != document.LossSquared {
		t.Error("the hinge loss came along to labels that do not suit it")
	}
}

// TestQuadraticHasNoPictures also checks that returning to a dense network restores the pictures.
func TestQuadraticHasNoPictures(t *testing.T) {
	d := drive(t)
	d.do(`{"do":"architecture","kind":"quadratic"}`)
	var snapshot protocol.Snapshot
	if d.SnapshotTo(&snapshot); snapshot.Dimension != 0 || d.Page().Drawable {
		t.Error("there are pictures of a quadratic network")
	}
	if page := d.Page(); page.Proof.Width != 2 || page.Proof.Traces != [2]float64{} {
		t.Errorf("%+v", page.Proof)
	}
	d.do(`{"do":"architecture","kind":"dense"}`)
	if !d.Page().Drawable {
		t.Error("there are no pictures of a dense network")
	}
	if text := fmt.Sprint(d.Page().Proof.Width); text != "6" {
		t.Errorf("the bound is %s", text)
	}
}
