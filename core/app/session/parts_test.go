package session

import (
	"fmt"
	"reflect"
	"testing"

	"conelab/core/app/messages"
	"conelab/core/app/protocol/intent"
)

// TestEveryIntentIsInTheTable carries out an intent of each type.
func TestEveryIntentIsInTheTable(t *testing.T) {
	for _, definition := range intent.All() {
		s, in := New(func() float64 { return 0 }), reflect.New(definition.Type()).Interface()
		if race, is := in.(*intent.StartRace); is {
			*race = intent.StartRace{Method: "adam", Width: 1, Runs: 1, Epochs: 1, Rate: 0.1}
		}
		if _, err := s.carryOut(in); err != nil && err.Error() == messages.NobodyCarriesOut().Error() {
			t.Errorf("nothing carries out %T", in)
		}
	}
}

// TestStepsAreAsDefined applies valid intents: those defined to add no step to the history add none, others at most one.
func TestStepsAreAsDefined(t *testing.T) {
	steps := map[string]intent.Steps{}
	for _, definition := range intent.All() {
		steps["*"+definition.Type().String()] = definition.Steps
	}
	for _, in := range []intent.Intent{
		&intent.Beta{Value: 2}, &intent.Loss{Name: "hinge"}, &intent.Tool{Name: "move"}, &intent.Brush{Value: 3}, &intent.Focus{Neuron: 0}, &intent.Preset{Name: "xor"},
		&intent.Clear{}, &intent.Label{Value: -1}, &intent.Select{Name: "all"}, &intent.Film{Name: "solver"}, &intent.Study{Name: "beta"}, &intent.HoldRows{Hold: []int{1}},
		&intent.Press{At: []float64{0.9, -0.9}, Radius: 0.01}, &intent.CheckText{Text: "[2 1; 1 2]"}, &intent.Row{Index: 0, Values: []float64{0, 0, 1}}, &intent.Point{Index: 2},
		&intent.Formula{Text: "x1 < x2", N: 9}, &intent.Seek{Position: 1}, &intent.Tick{Seconds: 1}, &intent.Speed{Value: 2}, &intent.Layers{Value: 2}, &intent.Extent{Wide: 1, High: 1},
	} {
		d := drive(t)
		d.do(`{"do":"preset","name":"ring"}`)
		before := undos(d.Session.work)
		d.do("%s", intent.JSON(in))
		made := undos(d.Session.work) - before
		if want := steps[fmt.Sprintf("%T", in)]; made > 1 || (made == 1) != (want == intent.OneStep || want == intent.GestureStep) {
			t.Errorf("%T made %d steps", in, made)
		}
	}
}
