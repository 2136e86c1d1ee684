package session

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"conelab/core/app/protocol/intent"
	"conelab/core/data/strictjson"
)

// twoPoints is a problem document.
const twoPoints = `{"format":"conelab/problem/1","data":{"x":[[1,0],[0,1]],"y":[[1],[-1]]},"architecture":{"kind":"dense"},` +
	`"activation":{"a":1,"b":1,"c":1},"loss":"squared","beta":1,"tolerance":1e-8,"title":"two","seed":1}`

// payloads returns values for the intents' fields: documents of sessions, names that exist, tables, and places and rows with the
// number of features of the data.
func payloads() examples {
	s := New(func() float64 { return 0 })
	_ = s.Apply([]byte(`{"do":"loadProblem","problem":` + twoPoints + `}`))
	for s.Busy() {
		s.Work(func() bool { return false })
	}
	work, shared, solution := string(s.Save()), string(s.Share()), string(s.Solution().JSON())
	_ = s.Apply([]byte(`{"do":"loadPreset","name":"ring"}`))
	_, sums := summedTable(4, 50, 2)
	rows := []string{`[[0.5,0.5,1]]`, `[[0.5,0.5,1],[0.25,-0.5,-1]]`, `[[0.1,2]]`}
	places := []string{`[0.5,0.5]`, `[-0.25,0.75]`, `[0.1,0.2,0.3]`}
	file := func(text string) string { return strconv.Quote(base64.StdEncoding.EncodeToString([]byte(text))) }
	return examples{
		"loadProblem.problem": {twoPoints, string(sums.JSON())}, "showScene.shared": {shared, string(s.Share())},
		"resume.work": {work, string(s.Save())}, "open.work": {work},
		"open.shared":     {shared, string(s.Share())},
		"loadPreset.name": {`"ring"`, `"xor"`, `"valley"`, `"bump"`, `"bars"`, `"parabola"`},
		"loss.name":       {`"squared"`, `"huber"`, `"hinge"`, `"softmax"`},
		"fit.name":        {`"relu"`, `"swish"`}, "fit.low": {"-5", "-1"}, "fit.high": {"5", "2"}, "classes.value": {"0", "2", "3", "6"},
		"blank.input": {"[12]", "[3,4]"},
		"addRows.add": rows, "paste.add": rows, "row.values": {`[0.5,0.5,1]`, `[0.1,-2]`},
		"press.at": places, "drag.at": places, "nudge.at": places, "rotate.u": places,
		"check.text": {`"[2 1; 1 2]"`, strconv.Quote(twoPoints + solution), strconv.Quote(solution)}, "check.data": {file("1 0\n0 1\n")},
		"import.text":            {`"x,y\n1,2\n2,3"`, `"a,b,c,d,e\n1,2,3,4,5\n2,3,4,5,6\n"`, strconv.Quote(twoPoints)},
		"import.data":            {file("1,2,1\n3,4,-1\n")},
		"chooseColumns.features": {`[0,1]`, `[1]`}, "chooseColumns.target": {"2", "4"},
		"formula.text": {`"x1 < 0"`, `"sin(3*x)"`}, "formula.n": {"1", "20"},
		"startRace.epochs": {"1", "20"}, "startRace.width": {"1", "4"}, "startRace.runs": {"1", "3"}, "changeRace.shown": {"-1", "1"},
		"columnHeader.header": {"true"},
		"editRows.indices":    {"[0]", "[0,5]"},
		"row.index":           {"0", "80"}, "select.indices": {"[0]", "[1,5]"}, "outputView.output": {"0"}, "outputView.compare": {"false"},
		"outputView.features": {"[]", "[0,1]"},
		"focus.neuron":        {"-1", "0"}, "rotate.neuron": {"0"}, "highlightPoint.index": {"-1", "3"},
		"entry.matrix": {"0", "1"}, "entry.row": {"1"},
		"entry.column":       {"2", "0"},
		"architecture.input": {"[2]"}, "architecture.filter": {"1", "2"}, "architecture.stride": {"1"}, "architecture.padding": {"0"},
		"architecture.pool": {"1", `"global"`},
	}
}

// TestHostileIntentsLoseNothing sends intents of every kind, valid, corrupted and damaged. A rejected intent is rejected with one
// sentence and changes nothing; an accepted one leaves answers that can be encoded, and in the end the session solves with a
// certificate.
func TestHostileIntentsLoseNothing(t *testing.T) {
	const rounds, damages, patience = 3, 25, 40
	d, values := drive(t), payloads()
	d.prepare("")
	for _, of := range Intents() {
		accepted := false
		for seed := 0; seed < patience && !accepted; seed++ { // a valid intent need not suit the data
			accepted = d.hostile(validIntent(of, values).Example(seed))
		}
		if !accepted {
			t.Errorf("%s was never accepted", of.Type())
		}
		times := rounds
		if slices.Contains([]string{"loadProblem", "open", "resume", "showScene"}, of.Name()) { // with a document to damage
			times = damages
		}
		for seed := range times {
			d.hostile(hostileIntent(of, values).Example(seed))
		}
	}
	d.do(`{"do":"loadProblem","problem":%s}`, twoPoints) // resets the loss and the tolerance as well
	d.do(`{"do":"loadPreset","name":"parabola"}`)
	if p := d.Page(); p.Status != "optimal" || p.Gap > 1e-8 {
		t.Errorf("in the end %s, gap %g", p.Status, p.Gap)
	}
}

// hostile sends one text to the session, which has a solved preset and a pending table, and reports whether it was accepted.
func (d driver) hostile(text string) bool {
	d.t.Helper()
	work, page := string(d.Save()), d.pageText()
	if err := d.Apply([]byte(text)); err != nil {
		if string(d.Save()) != work {
			d.t.Fatalf("%.300s was refused (%v) and changed the work", text, err)
		}
		if after := d.pageText(); after != page {
			d.t.Fatalf("%.300s was refused (%v) and changed the page from\n%s\nto\n%s", text, err, page, after)
		}
		if sentence := err.Error(); !isSentence(sentence) {
			d.t.Errorf("%.300s: no sentence: %q", text, sentence)
		}
		return false
	}
	steps := 0
	d.Work(func() bool { steps++; return steps > 20 })
	d.pageText()
	if len(d.Save()) == 0 || len(d.Share()) == 0 {
		d.t.Fatalf("%.300s: the work cannot be kept", text)
	}
	d.prepare(text)
	return true
}

// pageText returns the page as it is sent.
func (d driver) pageText() string {
	d.t.Helper()
	text, err := json.Marshal(d.Page())
	if err != nil {
		d.t.Fatal(err)
	}
	return string(text)
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
	d.notice = "A table was read." // which a refusal must not clear
}

// usual solves a preset, selects points, starts a race and leaves a table pending.
var usual = []string{
	`{"do":"release"}`, `{"do":"loadPreset","name":"xor"}`,
	`{"do":"startRace","method":"adam","runs":2,"width":2,"epochs":5,"rate":0.1}`,
	`{"do":"import","text":"a,b,c,d,e\n1,2,3,4,5\n2,3,4,5,6\n"}`, `{"do":"select","name":"set","indices":[0,2]}`,
}

// isSentence reports whether an error can be shown as it is: a single line of bounded length that begins with a capital and ends
// with a full stop.
func isSentence(text string) bool {
	for _, inner := range strings.SplitAfter(text, ": ")[1:] {
		if capital, _ := utf8.DecodeRuneInString(inner); unicode.IsUpper(capital) {
			return false // a sentence within the sentence
		}
	}
	first, _ := utf8.DecodeRuneInString(text)
	return len(text) > 8 && len(text) < 600 && !unicode.IsLower(first) && strings.HasSuffix(text, ".") &&
		!strings.ContainsFunc(text, unicode.IsControl)
}

// The generator of intents for tests, driven by their declarations, so that new intents are covered: valid ones, and ones in which a value,
// at any depth, is at or beyond the end of a range, of another type, endless, missing or new, or whose text is cut.

// examples holds valid values, as JSON, for fields that no range describes: documents, texts, files and names. The keys have the
// form "do.field".
type examples map[string][]string

// validIntent returns a generator of intents of a type with all fields in their ranges.
func validIntent(of Definition, values examples) *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		parts := []string{`{"do":` + quote(of.Name())}
		for _, f := range strictjson.Fields(of.Type()) {
			if !f.Required && rapid.Bool().Draw(t, "left out") {
				continue
			}
			value := ""
			if known := values[of.Name()+"."+f.Name]; len(known) > 0 {
				value = rapid.SampledFrom(known).Draw(t, f.Name)
			} else {
				value = validValue(t, &f)
			}
			parts = append(parts, quote(f.Name)+":"+value)
		}
		if rapid.Bool().Draw(t, "more") { // ignored by the parser
			parts = append(parts, `"extra":1`)
		}
		return strings.Join(parts, ",") + "}"
	})
}

// validValue returns a value of a field within its range, often a small one, which suits other fields better.
func validValue(t *rapid.T, f *strictjson.Field) string {
	switch {
	case len(f.Words) > 0:
		return quote(rapid.SampledFrom(f.Words).Draw(t, f.Name))
	case f.Type.Kind() == reflect.String:
		return quote(rapid.String().Draw(t, f.Name))
	case f.Type == reflect.TypeFor[[]byte]():
		return quote(base64.StdEncoding.EncodeToString(rapid.SliceOfN(rapid.Byte(), 0, 200).Draw(t, f.Name)))
	}
	low, high := math.Max(f.Low, math.Min(-5, f.High-10)), math.Min(f.High, math.Max(5, f.Low+10))
	var written func(of reflect.Type) string
	written = func(of reflect.Type) string {
		switch of.Kind() {
		case reflect.Float64: // in few digits, as they are written
			v, _ := strconv.ParseFloat(strconv.FormatFloat(rapid.Float64Range(low, high).Draw(t, "number"), 'g', 3, 64), 64)
			if v < low || v > high {
				v = (low + high) / 2
			}
			return strconv.FormatFloat(v, 'g', -1, 64)
		case reflect.Int:
			return strconv.Itoa(rapid.IntRange(int(low), int(high)).Draw(t, "whole"))
		case reflect.Bool:
			return strconv.FormatBool(rapid.Bool().Draw(t, "flag"))
		case reflect.Slice:
			items := make([]string, rapid.IntRange(0, 4).Draw(t, "length"))
			for i := range items {
				items[i] = written(of.Elem())
			}
			return "[" + strings.Join(items, ",") + "]"
		}
		return "{}"
	}
	return written(f.Type)
}

// hostileIntent returns a generator of valid, spoiled and cut intents of a type.
func hostileIntent(of Definition, values examples) *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		text := validIntent(of, values).Draw(t, "valid")
		switch rapid.IntRange(0, 9).Draw(t, "damage") {
		case 0:
			return text
		case 1:
			at := rapid.IntRange(0, len(text)).Draw(t, "cut")
			return text[:at] + rapid.SampledFrom([]string{"", "\x00", "\xff" + text[at:], `"` + text[at:], "{}" + text[at:]}).Draw(t, "rest")
		}
		return spoil(t, text)
	})
}

// spoil replaces one value in JSON, at any depth.
func spoil(t *rapid.T, text string) string {
	values := scalar.FindAllStringIndex(text, -1)
	at := rapid.SampledFrom(values).Draw(t, "value")
	return text[:at[0]] + rapid.SampledFrom(wild).Draw(t, "wild") + text[at[1]:]
}

// scalar matches the texts, names and numbers of JSON.
var scalar = regexp.MustCompile(`"(\\.|[^"\\])*"|-?\d[\d.eE+-]*|true|false|null`)

// wild holds values of any type, those at the ends of all ranges, and texts and files that commonly cause failures.
var wild = func() []string {
	values := []string{
		`null`, `true`, `false`, `{}`, `[]`, `[[]]`, `[null]`, `-0.0`, `0.5`, `1e308`, `-1e308`, `1e-320`, `1e999`, `-1e999`, `9007199254740993`,
		`18446744073709551616`, `-9223372036854775809`, `[1e308,1e308]`, `[[1,2],[3]]`, `["a"]`, `[true]`, `{"__proto__":{"do":"clear"}}`,
		`{"constructor":{"prototype":1}}`, `"\ud800"`, `"\u0000"`, `"conelab/problem/2"`,
		strings.Repeat("[", 3000) + strings.Repeat("]", 3000), strings.Repeat(`{"a":`, 3000) + "1" + strings.Repeat("}", 3000),
		`[` + strings.Repeat("1,", 1<<14) + `1]`, `[` + strings.Repeat("[1,2,1],", 1<<12) + `[1,2,1]]`,
	}
	for _, text := range []string{
		"", " ", "1", "NaN", "Infinity", "null", "undefined", "<img src=x onerror=alert(1)>", "a\nb\x00c\u2028d", "../../x", "__proto__",
		"\u202egnp.exe", "\U0001f600", "\x93NUMPY\x01\x00\xff\xff", "1,2\n3", "{", "[[1,2],[3]]", strings.Repeat("a", 1<<16),
		strings.Repeat("9,", 1<<12) + "9", strings.Repeat("(", 5000),
	} {
		values = append(values, quote(text), quote(base64.StdEncoding.EncodeToString([]byte(text))))
	}
	for _, of := range Intents() {
		for _, f := range strictjson.Fields(of.Type()) {
			for _, end := range []float64{f.Low, f.High} {
				for _, near := range []float64{end, math.Nextafter(end, math.Inf(-1)), math.Nextafter(end, math.Inf(1)), end - 1, end + 1} {
					if !math.IsInf(near, 0) {
						values = append(values, strconv.FormatFloat(near, 'g', -1, 64))
					}
				}
			}
		}
	}
	slices.Sort(values)
	return slices.Compact(values)
}()

// TestEveryIntentComesBack checks that a valid intent is read as its own type and survives being written as the view does, and read again,
// unchanged.
func TestEveryIntentComesBack(t *testing.T) {
	values := examples{"loadProblem.problem": {`{"beta":1}`}, "showScene.shared": {`{}`}, "resume.work": {`{}`}, "open.shared": {`{}`},
		"open.work": {`{}`}}
	for _, of := range Intents() {
		for seed := range 40 {
			text := validIntent(of, values).Example(seed)
			in, err := decode(text)
			if err != nil || reflect.TypeOf(in).Elem() != of.Type() {
				t.Fatalf("%s is read as %T, %v", text, in, err)
			}
			written := intent.JSON(in)
			first, _ := json.Marshal(in)
			again, err := decode(written)
			if second, _ := json.Marshal(again); err != nil || string(first) != string(second) {
				t.Fatalf("%s\n is read as %#v,\n written as %v,\n and read again as %#v, %v", text, in, written, again, err)
			}
		}
	}
}

// TestNoArgumentOfOtherOutputs: while the ReLU network of one output is still that of the points before, there is no argument for another
// output of those now shown.
func TestNoArgumentOfOtherOutputs(t *testing.T) {
	d := drive(t)
	d.do(`{"do":"loadPreset","name":"four","activation":"relu"}`)
	d.do(`{"do":"animation","name":"curve"}`)
	d.apply(`{"do":"loadPreset","name":"largest"}`)
	d.apply(`{"do":"outputView","output":2}`)
	if p := d.Page(); !p.Stale || p.Argument != nil {
		t.Errorf("stale %t, %+v", p.Stale, p.Argument)
	}
	d.solve()
	d.check()
}

// TestNothingToPerturb: where there is no argument, as for convolutions or while the network of a signal is still that of the points
// before, no neuron can be perturbed.
func TestNothingToPerturb(t *testing.T) {
	d := drive(t)
	d.tell(`{"do":"loadPreset","name":"bump"}`)
	for range 2 {
		for neuron := -1; neuron < 2; neuron++ {
			if err := d.Apply(fmt.Appendf(nil, `{"do":"perturb","neuron":%d,"turn":20,"scale":1}`, neuron)); err == nil {
				t.Errorf("neuron %d was perturbed", neuron)
			}
		}
		d.solve()
	}
}

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
