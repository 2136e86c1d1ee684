package session

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"math"
	"reflect"
	"strconv"
	"testing"

	"conelab/core/app/protocol/intent"
)

// decode reads an intent that is written in JSON.
func decode(text string) (intent.Intent, error) {
	var object map[string]any
	if err := json.Unmarshal([]byte(text), &object); err != nil {
		return nil, err
	}
	_, in, err := Read(object)
	return in, err
}

func TestIntents(t *testing.T) {
	for text, want := range map[string]intent.Intent{
		`{"do":"undo"}`: &intent.Undo{},
		`{"do":"undo","extra":[{}],"value":null}`:  &intent.Undo{},
		`{"do":"beta","value":0.1}`:                &intent.SetBeta{Value: 0.1, Final: true},
		`{"do":"beta","value":1e-6,"final":false}`: &intent.SetBeta{Value: 1e-6},
		`{"do":"press","at":[0.5,-1],"radius":0.05,"index":-1,"more":true}`: &intent.Press{At: []float64{0.5, -1}, Radius: 0.05, Index: new(-1),
			More: true},
		`{"do":"press","at":[0],"radius":2,"index":null}`: &intent.Press{At: []float64{0}, Radius: 2},
		`{"do":"step"}`:                                             &intent.Step{By: 1},
		`{"do":"focus"}`:                                            &intent.Focus{Neuron: intent.None},
		`{"do":"outputView","features":[]}`:                         &intent.SetOutputView{Features: []int{}},
		`{"do":"outputView","output":1,"compare":true}`:             &intent.SetOutputView{Output: new(1), Compare: new(true)},
		`{"do":"pauseRace","paused":true}`:                          &intent.PauseRace{Paused: true},
		`{"do":"showRun","index":-1}`:                               &intent.ShowRun{Index: -1},
		`{"do":"select","name":"toggle","indices":[7]}`:             &intent.Select{Name: "toggle", Indices: []int{7}},
		`{"do":"select","name":"all"}`:                              &intent.Select{Name: "all"},
		`{"do":"editSelected","name":"flip"}`:                       &intent.EditSelected{Name: "flip", Index: intent.None},
		`{"do":"addRows","add":[[1,0,1]]}`:                          &intent.AddRows{Add: [][]float64{{1, 0, 1}}},
		`{"do":"editRows","name":"set","indices":[1,2],"value":-1}`: &intent.EditRows{Name: "set", Indices: []int{1, 2}, Value: -1},
		`{"do":"showCheck"}`:                                        &intent.ShowCheck{},
		`{"do":"check","data":"AQI="}`:                              &intent.Check{Data: []byte{1, 2}},
		`{"do":"cancelColumns","cancel":true}`:                      &intent.CancelColumns{},
		`{"do":"columnHeader","header":false}`:                      &intent.SetColumnHeader{},
		`{"do":"chooseColumns","features":[0],"target":1}`:          &intent.ChooseColumns{Features: []int{0}, Target: 1},
		`{"do":"architecture","kind":"dense"}`:                      &intent.SetArchitecture{Kind: "dense"},
		`{"do":"architecture","kind":"convolutional"}`:              &intent.SetArchitecture{Kind: "convolutional"},
		`{"do":"open","work":{"format":"x"}}`:                       &intent.Open{Work: []byte(`{"format":"x"}`)},
		`{"do":"loadProblem","problem":{"beta":1}}`:                 &intent.LoadProblem{Problem: []byte(`{"beta":1}`)},
		`{"do":"loadProblem","problem":"{\"beta\" :1}"}`:            &intent.LoadProblem{Problem: []byte(`{"beta" :1}`)},
		`{"do":"loss"}`:                                             &intent.SetLoss{},
		`{"do":"architecture","kind":"convolutional","padding":0,"pool":"global"}`: &intent.SetArchitecture{
			Kind: "convolutional", Padding: new(0), Pool: new(intent.GlobalPool)},
	} {
		if got, err := decode(text); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s\n got %#v, %v\nwant %#v", text, got, err, want)
		}
	}
}

func TestRefusals(t *testing.T) {
	s := New(func() float64 { return 0 })
	for text, want := range map[string]string{
		``:                             "This is not an intent: expected a JSON object.",
		`[]`:                           "This is not an intent: expected a JSON object.",
		`null`:                         "This is not an intent: expected the field do, its name.",
		`{"do":"jump"}`:                `The intent "jump" is unknown.`,
		`{"do":"beta"}`:                "Beta must be a number above 0, but it is missing.",
		`{"do":"beta","value":0}`:      "Beta must be a number above 0, but it is 0.",
		`{"do":"beta","value":"NaN"}`:  `Beta must be a number above 0, but it is the text "NaN".`,
		`{"do":"brush","value":31}`:    "The brush must be a number from 0 to 30, but it is 31.",
		`{"do":"seed","value":1.5}`:    "The seed must be a whole number from 0 to 2147483647, but it is 1.5.",
		`{"do":"tolerance","value":1}`: "The tolerance must be a number above 0 and below 1, but it is 1.",
		`{"do":"tool","name":"saw"}`: `The field name of the intent tool must be one of draw, move, label, erase, select, but ` +
			`it is the text "saw".`,
		`{"do":"tool","name":5}`: "The field name of the intent tool must be one of draw, move, label, erase, select, but " +
			"it is 5.",
		`{"do":"focus","neuron":-2}`:  "The field neuron of the intent focus must be a whole number from -1 on, but it is -2.",
		`{"do":"focus","neuron":0.5}`: "The field neuron of the intent focus must be a whole number from -1 on, but it is 0.5.",
		`{"do":"outputView","output":-1}`: "The field output of the intent outputView must be a whole number from 0 to 2147483647, but it " +
			"is -1.",
		`{"do":"editRows","name":"flip"}`: "The field indices of the intent editRows must be an array of whole numbers, " +
			"but it is missing.",
		`{"do":"editRows","name":"set","indices":[0],"value":1e300}`: "The label must be a number from -1e30 to 1e30, but it is 1e+300.",
		`{"do":"row","index":0,"values":[1,null]}`:                   "The row must be a number from -1e30 to 1e30, but it is null.",
		`{"do":"press","at":[1,1]}`:                                  "The radius of the pointer must be a number above 0, but it is missing.",
		`{"do":"architecture","kind":"deep"}`: `The field kind of the intent architecture must be one of dense, quadratic, convolutional, ` +
			`but it is the text "deep".`,
		`{"do":"architecture","kind":"convolutional","pool":"most"}`: `The pool must be a whole number from 1 to 1048576 or "global", but it ` +
			`is the text "most".`,
		`{"do":"check","data":[1]}`: "The file must be a text in base64, but it is an array.",
		`{"do":"chooseColumns","target":5}`: "The field features of the intent chooseColumns must be an array of whole numbers, " +
			"but it is missing.",
	} {
		if err := s.Apply([]byte(text)); err == nil || err.Error() != want {
			t.Errorf("%s\n got %v\nwant %s", text, err, want)
		}
	}
}

// TestJSON gives intents the form in which the view sends them.
func TestJSON(t *testing.T) {
	at := []float64{0.25, -1.5, 1e-7}
	for want, in := range map[string]intent.Intent{
		`{"do":"press","at":[0.25,-1.5],"radius":0.05,"index":3,"more":true}`: intent.Press{At: at[:2], Radius: 0.05, Index: new(3), More: true},
		`{"do":"drag","at":[0.25,-1.5,1e-7],"radius":1,"index":-1}`:           &intent.Drag{At: at, Radius: 1, Index: new(intent.None)},
		`{"do":"undo"}`:                              intent.Undo{},
		`{"do":"focus","neuron":2}`:                  intent.Focus{Neuron: 2},
		`{"do":"select","name":"none"}`:              intent.Select{Name: "none"},
		`{"do":"import","name":"a\"","data":"AQI="}`: &intent.Import{Name: `a"`, Data: []byte{1, 2}},
		`{"do":"loadProblem","problem":{}}`:          intent.LoadProblem{Problem: []byte("{}")},
		`{"do":"architecture","kind":"convolutional","pool":"global"}`: intent.SetArchitecture{Kind: "convolutional",
			Pool: new(intent.GlobalPool)},
	} {
		if got := intent.JSON(in); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
	if _, _, err := Read(map[string]any{"do": "beta", "value": math.Inf(1)}); err == nil ||
		err.Error() != "Beta must be a number within double precision, but it is +Inf." {
		t.Error(err)
	}
}

func BenchmarkIntent(b *testing.B) {
	table := bytes.Repeat([]byte("1.25,\"a\",-3.5\r\n"), 20<<20/15)
	for _, row := range []struct{ name, text string }{
		{"drag", `{"do":"drag","at":[0.5,-0.25],"radius":0.05,"index":3}`},
		{"text", `{"do":"import","name":"x.csv","text":` + strconv.Quote(string(table)) + `}`},
		{"data", `{"do":"import","name":"x.csv","data":"` + base64.StdEncoding.EncodeToString(table) + `"}`},
	} {
		b.Run(row.name, func(b *testing.B) {
			var object map[string]any
			if err := json.Unmarshal([]byte(row.text), &object); err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				if _, _, err := Read(object); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
