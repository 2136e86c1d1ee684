package session

import (
	"encoding/base64"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"conelab/core/app/protocol/intent"
)

// twoPoints is a problem document.
const twoPoints = `{"format":"conelab/problem/1","data":{"x":[[1,0],[0,1]],"y":[[1],[-1]]},"architecture":{"kind":"dense"},` +
	`"activation":{"a":1,"b":1,"c":1},"loss":"squared","beta":1,"tolerance":1e-8,"title":"two","seed":1}`

// payloads returns values for the intents' fields: documents of sessions, names that exist, tables, and places and rows with the number of features
// of the data.
func payloads() given {
	s := New(func() float64 { return 0 })
	_ = s.Apply([]byte(`{"do":"set","problem":` + twoPoints + `}`))
	for s.Busy() {
		s.Work(func() bool { return false })
	}
	work, shared, solution := string(s.Keep()), string(s.Share()), string(s.Solution().JSON())
	_ = s.Apply([]byte(`{"do":"preset","name":"ring"}`))
	rows := []string{`[[0.5,0.5,1]]`, `[[0.5,0.5,1],[0.25,-0.5,-1]]`, `[[0.1,2]]`}
	places := []string{`[0.5,0.5]`, `[-0.25,0.75]`, `[0.1,0.2,0.3]`}
	file := func(text string) string { return strconv.Quote(base64.StdEncoding.EncodeToString([]byte(text))) }
	return given{
		"set.problem": {twoPoints}, "scene.shared": {shared, string(s.Share())}, "resume.work": {work, string(s.Keep())}, "open.work": {work}, "open.shared": {shared, string(s.Share())},
		"preset.name": {`"ring"`, `"xor"`, `"valley"`, `"bump"`, `"bars"`, `"parabola"`}, "loss.name": {`"squared"`, `"huber"`, `"hinge"`, `"softmax"`},
		"fit.name": {`"relu"`, `"swish"`}, "fit.low": {"-5", "-1"}, "fit.high": {"5", "2"}, "classes.value": {"0", "2", "3", "6"}, "blank.input": {"[12]", "[3,4]"},
		"rows.add": rows, "rows.put": rows, "selected.add": rows, "row.values": {`[0.5,0.5,1]`, `[0.1,-2]`},
		"press.at": places, "drag.at": places, "selected.at": places, "turn.u": places,
		"check.text": {`"[2 1; 1 2]"`, strconv.Quote(twoPoints + solution), strconv.Quote(solution)}, "check.data": {file("1 0\n0 1\n")},
		"import.text": {`"x,y\n1,2\n2,3"`, `"a,b,c,d,e\n1,2,3,4,5\n2,3,4,5,6\n"`, strconv.Quote(twoPoints)}, "import.data": {file("1,2,1\n3,4,-1\n")}, "import.labels": {file("1\n2\n")},
		"columns.features": {`[0,1]`, `[1]`}, "columns.target": {"2", "4"}, "formula.text": {`"x1 < 0"`, `"sin(3*x)"`}, "formula.n": {"1", "20"},
		"race.epochs": {"1", "20"}, "race.width": {"1", "4"}, "race.runs": {"1", "3"}, "race.index": {"-1", "1"}, "columns.header": {"true"},
		"rows.hold": {"[0]", "[0,5]"}, "rows.train": {"[0]"}, "rows.remove": {"[0,1]"}, "rows.flip": {"[3]"}, "rows.set": {"[2]"}, "rows.index": {"0", "4"},
		"row.index": {"0", "80"}, "select.indices": {"[0]", "[1,5]"}, "lens.output": {"0"}, "lens.compare": {"false"}, "lens.features": {"[]", "[0,1]"},
		"focus.neuron": {"-1", "0"}, "turn.neuron": {"0"}, "point.index": {"-1", "3"}, "entry.matrix": {"0", "1"}, "entry.row": {"1"}, "entry.column": {"2", "0"},
		"architecture.input": {"[2]"}, "architecture.filter": {"1", "2"}, "architecture.stride": {"1"}, "architecture.padding": {"0"}, "architecture.pool": {"1", `"global"`},
	}
}

// TestHostileIntentsLoseNothing sends intents of every kind, valid, corrupted and damaged. A rejected intent is rejected with one sentence and
// changes nothing; an accepted one leaves answers that can be encoded, and in the end the session solves with a certificate.
func TestHostileIntentsLoseNothing(t *testing.T) {
	const rounds, damages, patience = 3, 25, 40
	d, values := drive(t), payloads()
	d.prepare("")
	for _, of := range intent.All() {
		accepted := false
		for seed := 0; seed < patience && !accepted; seed++ { // a valid intent need not suit the data
			accepted = d.hostile(validIntent(of, values).Example(seed))
		}
		if !accepted {
			t.Errorf("%s was never accepted", of.Type())
		}
		times := rounds
		if slices.Contains([]string{"set", "open", "resume", "scene"}, of.Do) { // with a document, which can be damaged in many places
			times = damages
		}
		for seed := range times {
			d.hostile(hostileIntent(of, values).Example(seed))
		}
	}
	d.do(`{"do":"set","problem":%s}`, twoPoints) // resets the loss and the tolerance as well
	d.do(`{"do":"preset","name":"parabola"}`)
	if p := d.Page(); p.Status != "optimal" || p.Gap > 1e-8 {
		t.Errorf("in the end %s, gap %g", p.Status, p.Gap)
	}
}

// hostile sends one text to the session, which has a solved preset and a pending table, and reports whether it was accepted.
func (d driver) hostile(text string) bool {
	d.t.Helper()
	before := string(d.Keep())
	if err := d.Apply([]byte(text)); err != nil {
		if after := string(d.Keep()); after != before {
			d.t.Fatalf("%.300s was refused (%v) and changed the work", text, err)
		}
		if sentence := err.Error(); !isSentence(sentence) {
			d.t.Errorf("%.300s: no sentence: %q", text, sentence)
		}
		return false
	}
	steps := 0
	d.Work(func() bool { steps++; return steps > 20 })
	if _, err := json.Marshal(d.Page()); err != nil {
		d.t.Fatalf("%.300s: %v", text, err)
	}
	if len(d.Keep()) == 0 || len(d.Share()) == 0 {
		d.t.Fatalf("%.300s: the work cannot be kept", text)
	}
	d.prepare(text)
	return true
}

// prepare puts the session into a state in which each intent has something to do.
func (d driver) prepare(after string) {
	d.t.Helper()
	for _, text := range usual {
		if err := d.Apply([]byte(text)); err != nil {
			d.t.Fatalf("after %.300s: %s: %v", after, text, err)
		}
	}
	d.solve()
}

// usual solves a preset, selects points, starts a race and leaves a table pending.
var usual = []string{
	`{"do":"release"}`, `{"do":"preset","name":"xor"}`, `{"do":"race","name":"start","method":"adam","runs":2,"width":2,"epochs":5,"rate":0.1}`,
	`{"do":"import","text":"a,b,c,d,e\n1,2,3,4,5\n2,3,4,5,6\n"}`, `{"do":"select","name":"set","indices":[0,2]}`,
}

// isSentence reports whether an error can be shown as it is: a single line of bounded length that begins with a capital and ends with a full stop.
func isSentence(text string) bool {
	first, _ := utf8.DecodeRuneInString(text)
	return len(text) > 8 && len(text) < 600 && !unicode.IsLower(first) && strings.HasSuffix(text, ".") && !strings.ContainsFunc(text, unicode.IsControl)
}
