package session

import (
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"

	"conelab/core/app/protocol"
	"conelab/core/data/presets"
)

// The film waits at its end, where all neurons are, until it is played.
func TestStartsSolved(t *testing.T) {
	d := drive(t)
	d.check()
	page := d.Page()
	if page.Status != "optimal" || page.Preset != firstPreset || page.Film.Playing || page.Film.Position != page.Film.Length || page.Film.Length < 2 || page.Lesson == "" {
		t.Errorf("the session starts with %+v", page)
	}
}

func TestEveryPresetAtEveryBeta(t *testing.T) {
	d := drive(t)
	for _, preset := range presets.All {
		d.do(`{"do":"preset","name":%q}`, preset.Name)
		for _, beta := range []float64{1e-6, 1e-3, 0.1, 3, 100} {
			d.do(`{"do":"beta","value":%g}`, beta)
		}
		for _, activation := range []string{`"a":0.1,"b":0.5,"c":0.24`, `"a":0,"b":1,"c":0`, `"a":-1,"b":0,"c":0.1`, `"a":0,"b":0,"c":0`} {
			d.do(`{"do":"activation",%s}`, activation)
		}
	}
}

func TestDragKeepsTheFilmAtItsEnd(t *testing.T) {
	d := drive(t)
	x := d.Problem().Data.X[0]
	d.do(`{"do":"press","at":[%g,%g],"radius":0.05}`, x[0], x[1])
	for i := range 5 {
		d.do(`{"do":"drag","at":[%g,%g],"radius":0.05}`, x[0]+0.01*float64(i+1), x[1])
		if film := d.Page().Film; film.Playing || film.Position != film.Length {
			t.Errorf("while dragging the film is at %g of %g", film.Position, film.Length)
		}
	}
}

func TestSetAnswersAndRefuses(t *testing.T) {
	d := drive(t)
	d.do(`{"do":"set","problem":{"format":"conelab/problem/1","data":{"x":[[10,20],[12,20],[11,25]],"y":[[1],[-1],[2.5]]},` +
		`"architecture":{"kind":"dense"},"activation":{"a":0.1,"b":0.5,"c":0.24},"loss":"squared","beta":0.5,"title":"three"}}`)
	if w := d.now().Window(); math.Abs(w.Center[0]-11) > 1e-12 || math.Abs(w.Center[1]-22.5) > 1e-12 || w.Half < 2.5 {
		t.Errorf("window %+v", w)
	}
	if p := d.Problem(); p.Title != "three" || p.Beta != 0.5 {
		t.Errorf("problem %+v", p)
	}
	before := d.Page()
	for _, bad := range []string{
		``, `{`, `[]`, `{"do":"jump"}`, `{"do":"beta","value":-1}`, `{"do":"beta"}`, `{"do":"preset","name":"nothing"}`, `{"do":"label","value":3}`,
		`{"do":"tool","name":"hammer"}`, `{"do":"press","at":[1],"radius":1}`, `{"do":"press","at":[1,1]}`, `{"do":"set","problem":{"beta":1}}`,
		`{"do":"set"}`, `{"do":"focus","neuron":99}`, `{"do":"point","index":99}`, `{"do":"dimension","value":4}`, `{"do":"brush","value":31}`,
		`{"do":"speed","value":0}`, `{"do":"film","name":"western"}`, `{"do":"turn","neuron":99,"u":[1,0]}`, `{"do":"turn","neuron":0,"u":[1]}`, `{"do":"activation","a":1e300}`, `{"do":"step","by":"x"}`,
	} {
		err := d.Apply([]byte(bad))
		if err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: error %v, want one sentence", bad, err)
		}
	}
	if after := d.Page(); !reflect.DeepEqual(before, after) {
		t.Errorf("a refused intent changed %+v to %+v", before, after)
	}
}

// FuzzApply applies arbitrary input: the session never panics, and can answer after everything it accepts.
func FuzzApply(f *testing.F) {
	for _, seed := range []string{
		`{"do":"press","at":[0.5,0.5],"radius":0.05}`, `{"do":"beta","value":0.5,"final":false}`, `{"do":"seek","position":1e308}`,
		`{"do":"tick","seconds":-1}`, `{"do":"rows","add":[[0.5,0.5,1]]}`, `{"do":"rows","remove":[0]}`, `{"do":"row","index":0,"values":[1,2,3]}`,
		`{"do":"formula","text":"x < 0","n":3}`, `{"do":"import","text":"1,2\n2,3"}`, `{"do":"undo"}`, `{"do":"activation","a":0,"b":0,"c":0}`,
		`{"do":"set","problem":{"format":"conelab/problem/1","data":{"x":[[1,0]],"y":[[1]]},"architecture":{"kind":"dense"},"activation":{"a":1,"b":1,"c":1},"loss":"squared","beta":1}}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		s := New(func() float64 { return 0 })
		for range 2 {
			_ = s.Apply(text)
			steps := 0
			s.Work(func() bool { steps++; return steps > 200 })
		}
		var snapshot protocol.Snapshot
		s.SnapshotTo(&snapshot)
		if _, err := json.Marshal(s.Page()); err != nil {
			t.Fatal(err)
		}
	})
}
