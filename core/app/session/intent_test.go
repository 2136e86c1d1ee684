package session

import (
	"encoding/json"
	"math"
	"testing"

	"conelab/core/app/protocol/intent"
)

// decode reads an intent that is written in JSON.
func decode(text string) (intent.Intent, error) {
	var object map[string]any
	if err := json.Unmarshal([]byte(text), &object); err != nil {
		return nil, err
	}
	_, in, err := New(nil).Read(object)
	return in, err
}

func TestRefusals(t *testing.T) {
	s := New(func() float64 { return 0 })
	for text, want := range map[string]string{
		``:                             "This is not an intent: expected a JSON object.",
		`[]`:                           "This is not an intent: expected a JSON object.",
		`null`:                         "This is not an intent: expected the field do, its name.",
		`{"do":"jump"}`:                `The intent "jump" is unknown.`,
		`{"do":"beta"}`:                "Beta must be a number above 0, but it is missing.",
		`{"do":"beta","value":"NaN"}`:  `Beta must be a number above 0, but it is the text "NaN".`,
		`{"do":"brush","value":31}`:    "The brush must be a number from 0 to 30, but it is 31.",
		`{"do":"seed","value":1.5}`:    "The seed must be a whole number from 0 to 2147483647, but it is 1.5.",
		`{"do":"tolerance","value":1}`: "The tolerance must be a number above 0 and below 1, but it is 1.",
		`{"do":"tool","name":"saw"}`: `The field name of the intent tool must be one of draw, move, label, erase, select, but ` +
			`it is the text "saw".`,
		`{"do":"tool","name":"a, expected b"}`: `The field name of the intent tool must be one of draw, move, label, erase, select, but ` +
			`it is the text "a, expected b".`,
		`{"do":"focus","neuron":-2}`:               "The field neuron of the intent focus must be a whole number from -1 on, but it is -2.",
		`{"do":"row","index":0,"values":[1,null]}`: "The row must be a number from -1e30 to 1e30, but it is null.",
		`{"do":"press","at":[1,1]}`:                "The radius of the pointer must be a number above 0, but it is missing.",
		`{"do":"architecture","kind":"deep"}`: `The field kind of the intent architecture must be one of dense, quadratic, convolutional, ` +
			`but it is the text "deep".`,
		`{"do":"architecture","kind":"convolutional","pool":"most"}`: `The pool must be a whole number from 1 to 1048576 or "global", but it ` +
			`is the text "most".`,
		`{"do":"check","data":[1]}`: "The file must be a text in base64, but it is an array.",
	} {
		if err := s.Apply([]byte(text)); err == nil || err.Error() != want {
			t.Errorf("%s\n got %v\nwant %s", text, err, want)
		}
	}
	if _, _, err := s.Read(map[string]any{"do": "beta", "value": math.Inf(1)}); err == nil ||
		err.Error() != "Beta must be a number within double precision, but it is +Inf." {
		t.Error(err)
	}
}
