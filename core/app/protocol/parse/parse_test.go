package parse

import (
	"bytes"
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"

	"conelab/core/app/protocol/intent"
)

func TestIntents(t *testing.T) {
	given := func(v int) intent.Optional[int] { return intent.Given(v) }
	for text, want := range map[string]intent.Intent{
		`{"do":"undo"}`: &intent.Undo{},
		`{"do":"undo","extra":[{}],"value":null}`:                           &intent.Undo{},
		`{"do":"beta","value":0.1}`:                                         &intent.Beta{Value: 0.1, Final: true},
		`{"do":"beta","value":1e-6,"final":false}`:                          &intent.Beta{Value: 1e-6},
		`{"do":"press","at":[0.5,-1],"radius":0.05,"index":-1,"more":true}`: &intent.Press{At: []float64{0.5, -1}, Radius: 0.05, Index: given(-1), More: true},
		`{"do":"press","at":[0],"radius":2,"index":null}`:                   &intent.Press{At: []float64{0}, Radius: 2},
		`{"do":"step"}`:                                 &intent.Step{By: 1},
		`{"do":"focus"}`:                                &intent.Focus{Neuron: intent.None},
		`{"do":"focus","neuron":2e0}`:                   &intent.Focus{Neuron: 2},
		`{"do":"lens","features":[]}`:                   &intent.Lens{Features: []int{}},
		`{"do":"lens","output":1,"compare":true}`:       &intent.Lens{Output: given(1), Compare: intent.Given(true)},
		`{"do":"race","name":"pause"}`:                  &intent.PauseRace{},
		`{"do":"race","name":"show","index":-1}`:        &intent.ShowRun{Index: -1},
		`{"do":"select","name":"toggle","indices":[7]}`: &intent.Select{Name: "toggle", Indices: []int{7}},
		`{"do":"select","name":"all"}`:                  &intent.SelectAll{},
		`{"do":"rows","index":2,"put":[[1,0,1]]}`:       &intent.PutRows{Index: 2, Put: [][]float64{{1, 0, 1}}, Final: true},
		`{"do":"rows","set":[1,2],"value":-1}`:          &intent.SetRows{Set: []int{1, 2}, Value: -1},
		`{"do":"check"}`:                                &intent.ShowCheck{},
		`{"do":"check","text":"1","clear":true}`:        &intent.ClearCheck{},
		`{"do":"check","data":"AQI="}`:                  &intent.CheckData{Data: []byte{1, 2}},
		`{"do":"columns","cancel":true}`:                &intent.CancelColumns{},
		`{"do":"columns","header":false}`:               &intent.ColumnHeader{},
		`{"do":"columns","features":[0],"target":1}`:    &intent.Columns{Features: []int{0}, Target: 1},
		`{"do":"architecture","kind":"dense"}`:          &intent.Dense{},
		`{"do":"architecture","kind":"convolutional"}`:  &intent.Convolutional{},
		`{"do":"open","work":{"format":"x"}}`:           &intent.Open{Work: []byte(`{"format":"x"}`)},
		`{"do":"set","problem":{"beta":1}}`:             &intent.Set{Problem: []byte(`{"beta":1}`)},
		`{"do":"loss"}`:                                 &intent.Loss{},
		`{"do":"architecture","kind":"convolutional","filter":2,"padding":0,"pool":"global"}`: &intent.Convolutional{Filter: given(2), Padding: given(0), Pool: given(intent.GlobalPool)},
	} {
		if got, err := Intent([]byte(text)); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s\n got %#v, %v\nwant %#v", text, got, err, want)
		}
	}
}

func TestRefusals(t *testing.T) {
	for text, want := range map[string]string{
		``:                                                "This is not an intent: unexpected end of JSON input.",
		`[]`:                                              "This is not an intent: expected a JSON object, but it is [].",
		`null`:                                            "This is not an intent: expected the field do with its name.",
		`{"do":"jump"}`:                                   `The intent "jump" is unknown.`,
		`{"do":"beta"}`:                                   "The intent beta needs the field value.",
		`{"do":"beta","value":0}`:                         "Beta must be a number above 0, but it is 0.",
		`{"do":"beta","value":1e999}`:                     "Beta must be a number above 0, but it is 1e999.",
		`{"do":"beta","value":"NaN"}`:                     `Beta must be a number above 0, but it is "NaN".`,
		`{"do":"brush","value":31}`:                       "The brush must be between 0 and 30 per cent of the window, but it is 31.",
		`{"do":"sample","value":1.5}`:                     "The seed must be a whole number from 0 to 2147483647, but it is 1.5.",
		`{"do":"speed","value":0}`:                        "The speed must be between 0.25 and 4, but it is 0.",
		`{"do":"tolerance","value":1}`:                    "The tolerance must be above 0 and below 1, but it is 1.",
		`{"do":"tool","name":"saw"}`:                      `There is no tool "saw".`,
		`{"do":"focus","neuron":-2}`:                      "There is no neuron -1.",
		`{"do":"focus","neuron":0.5}`:                     "The field neuron of the intent focus must be a whole number from -1 on, but it is 0.5.",
		`{"do":"lens","output":-1}`:                       "There is no output 0.",
		`{"do":"classes","value":1}`:                      "The number of classes must be 2 to 6, or 0 for numbers.",
		`{"do":"race"}`:                                   "The intent race needs the field name: start, pause, resume, clear, show or axis.",
		`{"do":"race","name":"melt"}`:                     `The intent race does not know "melt": expected start, pause, resume, clear, show or axis.`,
		`{"do":"rows"}`:                                   "The intent rows needs exactly one of the fields add, put, remove, flip, set, hold or train.",
		`{"do":"rows","flip":[0],"remove":[1]}`:           "The intent rows needs exactly one of the fields add, put, remove, flip, set, hold or train.",
		`{"do":"rows","set":[0],"value":1e300}`:           "A label must be a number between -1e30 and 1e30.",
		`{"do":"row","index":0,"values":[1,null]}`:        "The row must be a list of numbers, but it is [1,null].",
		`{"do":"press","at":[1,1]}`:                       "The intent press needs the field radius.",
		`{"do":"architecture","kind":"deep"}`:             `There is no architecture "deep".`,
		`{"do":"architecture","kind":"dense","filter":2}`: "Sizes of an input, a filter or a pool belong to convolutional networks; a dense one has none.",
		`{"do":"architecture","kind":"convolutional","stride":1e300}`: "The stride must be a whole number from 1 on, but it is 1e+300.",
		`{"do":"architecture","kind":"convolutional","pool":"most"}`:  `The pool must be a whole number above 0 or "global", but it is "most".`,
		`{"do":"check","data":[1]}`:                                   "The file must be a file in base64, but it is [1].",
		`{"do":"columns","target":5}`:                                 "The intent columns needs the field header.",
		`{"do":"tool","name":"` + strings.Repeat("x", 99) + `"}`:      `There is no tool "` + strings.Repeat("x", 60) + `...".`,
	} {
		if got, err := Intent([]byte(text)); err == nil || err.Error() != want {
			t.Errorf("%s\n got %v, %v\nwant %s", text, got, err, want)
		}
	}
}

// TestSavedIntents parses all intents in the lessons.
func TestSavedIntents(t *testing.T) {
	seen := 0
	for _, name := range []string{"lessons.json"} {
		text, err := os.ReadFile("../../../../assets/" + name)
		if err != nil {
			t.Fatal(err)
		}
		decoder := json.NewDecoder(bytes.NewReader(text))
		var all any
		if err := decoder.Decode(&all); err != nil {
			t.Fatal(err)
		}
		walk(all, func(object map[string]any) {
			if _, ok := object["do"].(string); !ok {
				return
			}
			seen++
			text, _ := json.Marshal(object)
			if _, err := Intent(text); err != nil {
				t.Errorf("%s: %s: %v", name, text, err)
			}
		})
	}
	if seen < 20 {
		t.Errorf("only %d intents were found", seen)
	}
}

// walk calls visit for every object of a JSON value.
func walk(value any, visit func(map[string]any)) {
	switch v := value.(type) {
	case []any:
		for _, item := range v {
			walk(item, visit)
		}
	case map[string]any:
		visit(v)
		for _, item := range v {
			walk(item, visit)
		}
	}
}
