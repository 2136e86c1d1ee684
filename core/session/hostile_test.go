package session

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// everyIntent has one intent of each kind that the session carries out at the beginning, with all its fields.
var everyIntent = []string{
	`{"do":"preset","name":"ring"}`, `{"do":"tool","name":"move"}`, `{"do":"label","value":-1}`, `{"do":"dimension","value":2}`,
	`{"do":"brush","value":5}`, `{"do":"press","at":[0.5,0.5],"radius":0.05,"index":-1}`, `{"do":"drag","at":[0.5,0.5],"radius":0.05,"index":0}`,
	`{"do":"beta","value":0.1,"final":true}`, `{"do":"activation","a":1,"b":1,"c":0,"final":true}`, `{"do":"loss","name":"huber"}`,
	`{"do":"tolerance","value":1e-7}`, `{"do":"architecture","kind":"dense"}`, `{"do":"fit","name":"relu","low":-5,"high":5}`,
	`{"do":"film","name":"solver"}`, `{"do":"step","by":1,"animate":true}`, `{"do":"seek","position":1.5}`, `{"do":"tick","seconds":0.1}`,
	`{"do":"speed","value":2}`, `{"do":"check","text":"[2 1; 1 2]"}`, `{"do":"focus","neuron":0}`, `{"do":"point","index":3}`,
	`{"do":"entry","matrix":0,"row":1,"column":1}`, `{"do":"row","index":0,"values":[0.1,0.2,1]}`, `{"do":"rows","add":[[0.5,0.5,1]]}`,
	`{"do":"rows","put":[[0.5,0.5,1]],"index":2}`, `{"do":"rows","remove":[0]}`, `{"do":"rows","flip":[1]}`, `{"do":"rows","set":[0],"value":1}`,
	`{"do":"import","name":"a.csv","text":"x,y\n1,2\n2,3"}`, `{"do":"columns","features":[0],"target":1,"header":true}`,
	`{"do":"formula","text":"x1 < 0","n":5,"noise":0.1,"seed":1}`, `{"do":"turn","neuron":0,"u":[1,0]}`,
	`{"do":"set","problem":{"format":"conelab/problem/1","data":{"x":[[1,0],[0,1]],"y":[[1],[-1]]},"architecture":{"kind":"dense"},` +
		`"activation":{"a":1,"b":1,"c":1},"loss":"squared","beta":1,"tolerance":1e-8,"title":"two","seed":1}}`,
}

// hostile are values that no field takes, or that some program would stumble over.
var hostile = []string{
	`null`, `true`, `{}`, `[]`, `[[]]`, `""`, `"NaN"`, `"<img src=x onerror=alert(1)>"`, `"a\nb\u0000c\u2028d"`, `{"__proto__":{"do":"clear"}}`,
	`-1`, `1e308`, `-1e308`, `1e-320`, `1e999`, `0.5`, `9007199254740993`, `-9223372036854775809`, `[null]`, `[1e308,1e308]`, `[[1,2],[3]]`,
	`"conelab/problem/2"`, `{"constructor":{"prototype":1}}`, strings.Repeat("[", 3000) + strings.Repeat("]", 3000),
	`"` + strings.Repeat("a", 1<<16) + `"`, `[` + strings.Repeat("1,", 1<<14) + `1]`,
}

// spoil returns the text of an intent with one of its values, however deep, replaced by a hostile one.
func spoil(rng *rand.Rand, text string) string {
	var value any
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		panic(err)
	}
	const mark = "\x01"
	object := value.(map[string]any)
	for {
		key := pick(rng, object)
		if inner, ok := object[key].(map[string]any); ok && rng.IntN(4) > 0 {
			object = inner
			continue
		}
		if list, ok := object[key].([]any); ok && len(list) > 0 && rng.IntN(2) > 0 {
			list[rng.IntN(len(list))] = mark
		} else {
			object[key] = mark
		}
		break
	}
	spoiled, _ := json.Marshal(value)
	return strings.Replace(string(spoiled), `"\u0001"`, hostile[rng.IntN(len(hostile))], 1)
}

// pick returns a key of an object, or now and then one that it lacks; never do itself, which would leave nothing to spoil.
func pick(rng *rand.Rand, object map[string]any) string {
	keys := []string{"extra"}
	for _, key := range []string{
		"name", "value", "at", "radius", "index", "final", "a", "b", "c", "kind", "low", "high", "by", "animate", "position", "seconds", "text",
		"neuron", "matrix", "row", "column", "values", "add", "put", "remove", "flip", "set", "features", "target", "header", "n", "noise", "seed", "u",
		"problem", "format", "data", "x", "y", "architecture", "activation", "loss", "beta", "tolerance", "title",
	} {
		if _, ok := object[key]; ok {
			keys = append(keys, key)
		}
	}
	return keys[rng.IntN(len(keys))]
}

// TestHostileIntentsLoseNothing sends spoiled intents, broken texts and floods: what is refused is refused by one sentence and changes
// nothing; whatever is accepted can be undone, and in the end the session solves with a certificate.
func TestHostileIntentsLoseNothing(t *testing.T) {
	const seed = 20
	rng := rand.New(rand.NewPCG(seed, 1))
	d := drive(t)
	refused := 0
	for i := range 400 {
		text := spoil(rng, everyIntent[rng.IntN(len(everyIntent))])
		switch rng.IntN(20) {
		case 0:
			text = text[:rng.IntN(len(text))]
		case 1:
			text = fmt.Sprintf(`{"do":%s}`, hostile[rng.IntN(len(hostile))])
		}
		before := string(d.Keep())
		err := d.Apply([]byte(text))
		if err == nil {
			steps := 0
			d.Work(func() bool { steps++; return steps > 20 })
			if _, failed := json.Marshal(d.Page()); failed != nil {
				t.Fatalf("seed %d, intent %d, %.300s: %v", seed, i, text, failed)
			}
			_ = d.Apply([]byte(`{"do":"release"}`))
			_ = d.Apply([]byte(`{"do":"preset","name":"xor"}`))
			continue
		}
		refused++
		if after := string(d.Keep()); after != before {
			t.Fatalf("seed %d, intent %d, %.300s was refused (%v) and changed the work", seed, i, text, err)
		}
		if sentence := err.Error(); !isSentence(sentence) {
			t.Errorf("seed %d, intent %d, %.300s: no sentence: %q", seed, i, text, sentence)
		}
	}
	if refused < 100 {
		t.Errorf("only %d intents were refused", refused)
	}
	d.do(`{"do":"preset","name":"parabola"}`)
	if p := d.Page(); p.Status != "optimal" || p.Gap > 1e-8 {
		t.Errorf("in the end %s, gap %g", p.Status, p.Gap)
	}
}

// isSentence reports whether an error can be shown as it is: one line, a capital first, a full stop last, not endless.
func isSentence(text string) bool {
	first, _ := utf8.DecodeRuneInString(text)
	return len(text) > 8 && len(text) < 600 && !unicode.IsLower(first) && strings.HasSuffix(text, ".") && !strings.ContainsFunc(text, unicode.IsControl)
}
