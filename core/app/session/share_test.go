package session

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"conelab/core/data/presets"
)

// take opens a shared state.
func take(s *Session, text []byte) error {
	return s.Apply(fmt.Appendf(nil, `{"do":"open","shared":%s}`, text))
}

// Another session opens a shared state completely, as one step that can be undone.
func TestSharedStateComesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 3))
		s := New(func() float64 { return 0 })
		for range rapid.IntRange(0, 6).Draw(t, "gestures") {
			if rng.IntN(4) == 0 {
				_ = s.Apply(fmt.Appendf(nil, `{"do":"dimension","value":%d}`, 1+rng.IntN(3)))
			}
			randomGesture(rng, s)
		}
		_ = s.Apply([]byte(`{"do":"tool","name":"move"}`))
		_ = s.Apply([]byte(`{"do":"brush","value":12}`))
		finish(s)
		_ = s.Apply([]byte(`{"do":"seek","position":1.23456789}`))
		_ = s.Apply([]byte(`{"do":"focus","neuron":0}`))
		other := New(func() float64 { return 0 })
		before, history := other.Problem(), undos(other.work)
		text := s.Share()
		if err := take(other, text); err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		if early := other.Share(); string(early) != string(text) {
			t.Fatalf("shared %s, and before it is solved %s", text, early)
		}
		finish(other)
		if again := other.Share(); string(again) != string(text) {
			t.Fatalf("shared %s, and again %s", text, again)
		}
		if !reflect.DeepEqual(s.Problem(), other.Problem()) || !sampledAlike(s.now(), other.now()) || s.now().Window() != other.now().Window() || s.now().Preset() != other.now().Preset() || s.pointer.Tool() != other.pointer.Tool() {
			t.Fatalf("%s came back as %s", text, other.Share())
		}
		if undos(other.work) != history+1 {
			t.Fatalf("%d steps to undo", undos(other.work)-history)
		}
		_ = other.Apply([]byte(`{"do":"undo"}`))
		if !reflect.DeepEqual(before, other.Problem()) {
			t.Fatal("undo does not lead back")
		}
	})
}

func TestSharedStatesAreShort(t *testing.T) {
	s := New(func() float64 { return 0 })
	for _, preset := range presets.All {
		_ = s.Apply(fmt.Appendf(nil, `{"do":"preset","name":%q}`, preset.Name))
		finish(s)
		if text := s.Share(); len(text) >= 300 {
			t.Errorf("%s has %d bytes: %s", preset.Name, len(text), text)
		}
	}
	_ = s.Apply([]byte(`{"do":"dimension","value":2}`))
	_ = s.Apply([]byte(`{"do":"clear"}`))
	rng := rand.New(rand.NewPCG(1, 1))
	for len(s.now().Y()) < 80 {
		_ = s.Apply(fmt.Appendf(nil, `{"do":"press","at":[%g,%g],"radius":1e-9}`, 2*rng.Float64()-1, 2*rng.Float64()-1))
		_ = s.Apply([]byte(`{"do":"release"}`))
	}
	if text := s.Share(); len(text) >= 2500 {
		t.Errorf("80 drawn points have %d bytes: %.200s", len(text), text)
	}
}

// Links of the first version must always open to the same state.
func TestOldLinksOpen(t *testing.T) {
	const old = head + `"preset":{"name":"ring","points":80,"seed":1},"beta":0.02,"activation":{"a":1,"b":0.5,"c":-0.25}},` +
		`"tool":"erase","label":-1,"brush":5,"film":{"name":"solver","position":2,"speed":0.5,"playing":false},"focus":1}`
	s := New(func() float64 { return 0 })
	if err := take(s, []byte(old)); err != nil {
		t.Fatal(err)
	}
	finish(s)
	if got := string(s.Share()); got != old {
		t.Errorf("got %s", got)
	}
	for _, old := range []string{
		head + `"features":3,"beta":0.02,"activation":{"a":1,"b":0.5,"c":-0.25}},` + controls,
		head + `"problem":{"format":"conelab/problem/1","data":{"x":[[1,2,3,4]],"y":[[1,2]]},` +
			`"architecture":{"kind":"quadratic"},"activation":{"a":1,"b":0,"c":0},"loss":"huber","beta":1,"title":"<b>"}},` + controls,
		head + `"problem":{"format":"conelab/problem/1","data":{"x":[[11],[12]],"y":[[3],[4]]},` +
			`"architecture":{"kind":"dense"},"activation":{"a":1,"b":0,"c":0},"loss":"squared","beta":1},"window":[11.5,0,0,0.75,2,2.5]},` + controls,
	} {
		if err := take(s, []byte(old)); err != nil {
			t.Fatal(err)
		}
		if got := string(s.Share()); got != old {
			t.Errorf("%s came back as %s", old, got)
		}
	}
}

const (
	head     = `{"format":"conelab/share/1","state":{`
	blank    = head + `"features":2,"beta":1,"activation":{"a":1,"b":0,"c":0}},`
	controls = `"tool":"draw","label":1,"brush":0,"film":{"name":"decomposition","position":0,"speed":1,"playing":false},"focus":-1}`
)

// badShares are shared states that must be rejected.
var badShares = []string{
	`1`, `null`, `{}`, `[]`, `""`, `{"format":"conelab/share/2"}`, `{"format":"conelab/share/1"}`, `{"format":"conelab/share/1","state":null}`,
	head + `},` + controls,
	head + `"features":4,"beta":1,"activation":{"a":1,"b":0,"c":0}},` + controls,
	head + `"features":2,"beta":0,"activation":{"a":1,"b":0,"c":0}},` + controls,
	head + `"features":2,"beta":1e999,"activation":{"a":1,"b":0,"c":0}},` + controls,
	head + `"features":2,"beta":1},` + controls,
	head + `"features":2,"beta":1,"activation":{"a":"1","b":0,"c":0}},` + controls,
	head + `"features":2,"beta":1,"activation":{"a":1,"b":0,"c":0},"window":[0,0,0,0,0,1]},` + controls,
	head + `"features":2,"beta":1,"activation":{"a":1,"b":0,"c":0},"window":[0,0,0,1e301,0,1]},` + controls,
	head + `"features":2,"beta":1,"activation":{"a":1,"b":0,"c":0},"window":[1]},` + controls,
	head + `"preset":{"name":"none","points":80,"seed":1},"beta":1,"activation":{"a":1,"b":0,"c":0}},` + controls,
	head + `"preset":{"name":"ring","points":80000000,"seed":1},"beta":1,"activation":{"a":1,"b":0,"c":0}},` + controls,
	head + `"preset":{"name":"ring","points":8,"seed":1.5},"beta":1,"activation":{"a":1,"b":0,"c":0}},` + controls,
	head + `"problem":{"format":"conelab/problem/1"}},` + controls,
	head + `"problem":{"format":"conelab/problem/2"}},` + controls,
	blank + strings.Replace(controls, "draw", "dig", 1),
	blank + strings.Replace(controls, `"label":1`, `"label":7`, 1),
	blank + strings.Replace(controls, `"brush":0`, `"brush":99`, 1),
	blank + strings.Replace(controls, `decomposition`, `x`, 1),
	blank + strings.Replace(controls, `"speed":1`, `"speed":1e9`, 1),
	blank + strings.Replace(controls, `"position":0`, `"position":-1`, 1),
	blank + strings.Replace(controls, `false`, `0`, 1),
	blank + strings.Replace(controls, `-1`, `-2`, 1),
	strings.Repeat(`{"state":`, 20000) + strings.Repeat("}", 20000),
}

// FuzzShared looks for texts that break the session, or change it although they are rejected.
func FuzzShared(f *testing.F) {
	s := New(func() float64 { return 0 })
	f.Add(string(s.Share()))
	for _, bad := range badShares[:len(badShares)-1] {
		f.Add(bad)
	}
	f.Add(head + `"problem":{"format":"conelab/problem/1","data":{"x":[[1]],"y":[[1]]},` +
		`"architecture":{"kind":"dense"},"activation":{"a":1,"b":0,"c":0},"loss":"squared","beta":1}},` + controls)
	f.Fuzz(func(t *testing.T, text string) {
		s := New(func() float64 { return 0 })
		before := string(s.Keep())
		if err := take(s, []byte(text)); err != nil {
			if after := string(s.Keep()); after != before || strings.Contains(err.Error(), "\n") {
				t.Fatalf("%v; %s became %s", err, before, after)
			}
			return
		}
		shared := s.Share()
		if shared == nil {
			t.Fatal("what was opened cannot be shared")
		}
		if err := take(s, shared); err != nil {
			t.Fatalf("%s: %v", shared, err)
		}
		if again := string(s.Share()); again != string(shared) {
			t.Fatalf("%s became %s", shared, again)
		}
	})
}

// A scene replaces the work without touching its history. Leaving restores the work, and what is saved meanwhile is the work.
func TestSceneLeavesTheWorkAlone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 5))
		s, other := New(func() float64 { return 0 }), New(func() float64 { return 0 })
		for range rapid.IntRange(0, 6).Draw(t, "gestures") {
			randomGesture(rng, s)
			randomGesture(rng, other)
		}
		_ = s.Apply([]byte(`{"do":"undo"}`))
		_ = s.Apply([]byte(`{"do":"cancel"}`))
		finish(s)
		finish(other)
		_ = s.Apply([]byte(`{"do":"seek","position":0.75}`))
		_ = s.Apply([]byte(`{"do":"pause"}`))
		_ = s.Apply([]byte(`{"do":"release"}`))
		kept, shared, scene := string(s.Keep()), s.Problem(), other.Share()
		for range rapid.IntRange(1, 3).Draw(t, "scenes") {
			if err := s.Apply(fmt.Appendf(nil, `{"do":"scene","shared":%s}`, scene)); err != nil {
				t.Fatal(err)
			}
			if got := string(s.Keep()); got != kept {
				t.Fatalf("kept %s, and in a scene %s", kept, got)
			}
			if undos(s.work) != 0 || !reflect.DeepEqual(s.Problem(), other.Problem()) {
				t.Fatalf("the scene has %d steps", undos(s.work))
			}
			randomGesture(rng, s)
			if rng.IntN(2) == 0 {
				finish(s)
			}
		}
		if err := s.Apply([]byte(`{"do":"leave"}`)); err != nil {
			t.Fatal(err)
		}
		if early := string(s.Keep()); early != kept {
			t.Fatalf("kept %s, and before it is solved %s", kept, early)
		}
		finish(s)
		if got := string(s.Keep()); got != kept || !reflect.DeepEqual(s.Problem(), shared) {
			t.Fatalf("kept %s, and after the scene %s", kept, got)
		}
	})
}
