package session

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// vicious holds values that an attacker might put into a link or a document, as JSON and, for some of them, as invalid JSON.
var vicious = []string{
	"NaN", "Infinity", "-Infinity", "1e308", "-1e308", "1e309", "5e-324", "-0", "9007199254740993", "1e19", "2147483648", "4294967297", "-1", "0", "1.5", "0x10", "1", "0.25", "3", "200", "6e4",
	"null", "true", "{}", "[]", "[[]]", "[[[[1]]]]", "[1e308,-1e308,1e308]", "[[1,2],[3]]", `[["1"]]`, "[null]", `""`, `" "`, `"1"`, `"NaN"`,
	`"<svg onload=alert(1)><script>alert(2)</script>"`, `"<img src=x onerror=alert(1)>"`, `"javascript:alert(1)"`, `"\u202e\u0000\ud800"`, `"` + "\U0001F600\u0301\u200d" + `"`,
	`"__proto__"`, `"constructor"`, `"toString"`, `"../../etc/passwd"`, `"%s%n%d"`, `"'; drop table x; --"`, `"squared\u0000"`, `"Dense"`,
	`{"__proto__":{"beta":3}}`, `{"constructor":{"prototype":{"x":1}}}`, `{"length":1000000000}`,
	`"` + strings.Repeat("long ", 20000) + `"`, strings.Repeat("[", 5000) + strings.Repeat("]", 5000), strings.Repeat(`{"x":`, 5000) + "1" + strings.Repeat("}", 5000),
	"[" + strings.Repeat("1,", 30000) + "1]", "[" + strings.Repeat("[1,2],", 9000) + "[1,2]]",
}

// names are hostile keys for objects.
var names = []string{"__proto__", "constructor", "hasOwnProperty", "", "\x00", "beta", "x", "state", "problem", "undo", "format", "stack", "\u202e", "<b>", "$ref"}

// vandal corrupts documents.
type vandal struct{ *rand.Rand }

func (v vandal) pick(from []string) string { return from[v.IntN(len(from))] }

// spoil returns a document with one to three of its values, keys or positions changed.
func (v vandal) spoil(text string) string {
	for range 1 + v.IntN(3) {
		var value any
		decoder := json.NewDecoder(strings.NewReader(text))
		decoder.UseNumber()
		if v.IntN(10) == 0 || decoder.Decode(&value) != nil { // sometimes corrupt the text itself, always if it is no longer JSON
			from := v.IntN(len(text) + 1)
			to := min(len(text), from+v.IntN(8))
			text = text[:from] + v.pick([]string{"", ",", "]", "}", `"`, "\xff", "\x00", "e999", v.pick(vicious)}) + text[to:]
			continue
		}
		const mark = "\x01here\x01"
		var places []func()
		visit(value, func(put func(any)) { places = append(places, func() { put(mark) }) }, func(object map[string]any) {
			places = append(places, func() { object[v.pick(names)] = mark })
		})
		if len(places) == 0 {
			return v.pick(vicious)
		}
		places[v.IntN(len(places))]()
		spoiled, _ := json.Marshal(value)
		quoted, _ := json.Marshal(mark)
		text = strings.Replace(string(spoiled), string(quoted), v.pick(vicious), 1)
	}
	return text
}

// visit calls place with a setter for each value within another one, and object with each object. Keys are visited in order, so that the same draw
// always reaches the same place.
func visit(value any, place func(put func(any)), object func(map[string]any)) {
	switch value := value.(type) {
	case map[string]any:
		object(value)
		keys := make([]string, 0, len(value))
		for key := range value {
			keys = append(keys, key)
		}
		slices.Sort(keys)
		for _, key := range keys {
			place(func(other any) { value[key] = other })
			visit(value[key], place, object)
		}
	case []any:
		for i := range value {
			if i > 2 && i < len(value)-1 {
				continue // the points are all alike
			}
			place(func(other any) { value[i] = other })
			visit(value[i], place, object)
		}
	}
}

// stages are the states in which the documents to be corrupted are written.
var stages = [][]string{
	{`{"do":"preset","name":"xor"}`, `{"do":"preset","name":"ring"}`, `{"do":"undo"}`},
	{`{"do":"preset","name":"spiral"}`, `{"do":"layers","value":3}`, `{"do":"lens","output":0,"layer":2}`},
	{`{"do":"preset","name":"ring"}`, `{"do":"hold","value":30}`, `{"do":"noise","value":10}`, `{"do":"seek","position":0.5}`},
	{`{"do":"blank","features":2}`, `{"do":"classes","value":3}`, `{"do":"press","at":[0.1,0.2],"radius":0.1}`, `{"do":"release"}`},
	{`{"do":"preset","name":"bars"}`, `{"do":"architecture","filter":2}`},
	{`{"do":"import","text":"height,<b>,y\n1,2,cat\n2,3,dog\n4,1,cat\n0,0,dog"}`, `{"do":"columns","features":[0,1],"target":2}`},
	{`{"do":"check","text":"[2 1; 1 2]"}`},
}

// TestHostileDocumentsLoseNothing opens corrupted links, works, scenes and problems. Each is either rejected with one sentence and changes nothing,
// or leaves a session whose answers can be encoded, whose state can be shared and opened again, and which can be solved with a certificate.
func TestHostileDocumentsLoseNothing(t *testing.T) {
	const seed, each = 160825, 24
	v := vandal{rand.New(rand.NewPCG(seed, 16))}
	d := drive(t)
	d.prepare("")
	accepted, refused := 0, 0
	for _, stage := range stages {
		writer := New(func() float64 { return 0 })
		for _, text := range stage {
			_ = writer.Apply([]byte(text)) // not every intent suits the state
		}
		problem, err := json.Marshal(writer.Problem())
		if err != nil {
			t.Fatal(err)
		}
		for _, form := range []struct{ intent, document string }{
			{`{"do":"open","shared":%s}`, string(writer.Share())}, {`{"do":"open","work":%s}`, string(writer.Keep())}, {`{"do":"resume","work":%s}`, string(writer.Keep())},
			{`{"do":"scene","shared":%s}`, string(writer.Share())}, {`{"do":"set","problem":%s}`, string(problem)},
			{`{"do":"import","text":%s}`, strconv.Quote(string(problem))},
		} {
			for range each {
				spoiled := v.spoil(form.document)
				if strings.Contains(form.intent, "import") {
					text, _ := json.Marshal(spoiled)
					spoiled = string(text)
				}
				if d.hostile(fmt.Sprintf(form.intent, spoiled)) {
					accepted++
				} else {
					refused++
				}
			}
		}
	}
	if p := d.Page(); p.Status != "optimal" || p.Gap > 1e-8 {
		t.Errorf("in the end %s, gap %g", p.Status, p.Gap)
	}
	if accepted < 20 || refused < 600 {
		t.Errorf("%d were accepted and %d refused", accepted, refused)
	}
}
