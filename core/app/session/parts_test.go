package session

import (
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
