package strictjson

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"conelab/core/data/fault"
)

// sample has a field of every kind.
type sample struct {
	Format string          `json:"format" words:"sample/1"`
	Rows   [][]float64     `json:"rows"`
	Parts  []part          `json:"parts,omitempty"`
	Part   *part           `json:"part,omitempty"`
	Held   []int           `json:"held,omitzero" range:"from -1 to 9"`
	Share  float64         `json:"share,omitempty" range:"above 0 and below 1"`
	Depth  int             `json:"depth" range:"from 1 to 12" negativeMeans:"auto"`
	Skip   string          `json:"skip,omitempty" words:"input|all"`
	Names  []string        `json:"names,omitempty"`
	File   []byte          `json:"file,omitempty"`
	Page   json.RawMessage `json:"page,omitempty"`
	Fade   *float64        `json:"fade,omitempty"`
	Shown  bool            `json:"shown,omitempty"`
}

type part struct {
	U    []float64 `json:"u"`
	Text string    `json:"text"`
}

// good is a sample with everything in it, as it is written.
const good = `{"format":"sample/1","rows":[[1,-2.5],[]],"parts":[{"u":[0.1],"text":"a \"b\" \\ ` +
	`<é>"},{"u":[],"text":""}],"part":{"u":[1e-9],"text":"x"},` +
	`"held":[],"share":0.5,"depth":"auto","skip":"all","names":["n"],"file":"AAH/","page":{"a":[1,{}]},"fade":0,"shown":true}`

func TestRoundTrip(t *testing.T) {
	var s sample
	if err := Read([]byte(good), &s); err != nil {
		t.Fatal(err)
	}
	if s.Depth != -1 || *s.Fade != 0 || s.Parts[0].Text != `a "b" \ <é>` || !bytes.Equal(s.File, []byte{0, 1, 255}) || s.Held == nil {
		t.Errorf("%+v", s)
	}
	if err := Check(&s); err != nil {
		t.Error(err)
	}
	if got := string(Line(&s)); got != good {
		t.Errorf("it comes back as %s", got)
	}
	var again sample
	const parts = "\"parts\":[\n  {\"u\":[0.1],\"text\":\"a \\\"b\\\" \\\\ <é>\"},\n  {\"u\":[],\"text\":\"\"}\n ],\n"
	lines := string(Lines(&s))
	if err := Read([]byte(lines), &again); err != nil || !reflect.DeepEqual(s, again) || !strings.Contains(lines, parts) {
		t.Errorf("%v: %s", err, lines)
	}
	var empty sample
	if err := Read([]byte(`{"format":"sample/1","rows":[],"depth":1.2e1,"skip":"input","names":[]}`), &empty); err != nil ||
		empty.Skip != "" || empty.Names != nil || empty.Depth != 12 {
		t.Errorf("%v: %+v", err, empty)
	}
}

// TestFaults replaces a part of the sample by something wrong.
func TestFaults(t *testing.T) {
	for _, c := range []struct{ old, new, sentence string }{
		{`sample/1`, `sample/2`, `format is the text "sample/2", expected "sample/1"`},
		{`"format":"sample/1",`, ``, `format is missing, expected "sample/1"`},
		{`[1,-2.5]`, `[1,1e400]`, `rows[0][1] is 1e400, expected a number within double precision`},
		{`[1,-2.5]`, `[1,NaN]`, `line 1, column 33 is NaN, expected a finite number`},
		{`[1,-2.5]`, `[1,{}]`, `rows[0][1] is an object, expected a number`},
		{`[0.1]`, `null`, `parts[0].u is null, expected an array of numbers`},
		{`"u":[1e-9],`, ``, `part.u is missing, expected an array of numbers`},
		{`"held":[]`, `"held":[1,10]`, `held[1] is 10, expected a whole number from -1 to 9`},
		{`0.5`, `1`, `share is 1, expected a number above 0 and below 1`},
		{`"auto"`, `"all"`, `depth is the text "all", expected a whole number from 1 to 12 or "auto"`},
		{`"skip":"all"`, `"skip":"some"`, `skip is the text "some", expected one of input, all`},
		{`["n"]`, `[1]`, `names[0] is 1, expected a text`},
		{`"AAH/"`, `"?"`, `file is the text "?", expected a text in base64`},
		{`"fade":0`, `"fade":0,"fade":0`, `fade is given twice, expected once`},
		{`"fade"`, `"fades"`, `unknown name "fades" in the document, expected "fade"`},
		{`"u":[1e-9]`, `"v":[1e-9]`, `unknown name "v" in part, expected one of u, text`},
		{`true}`, `true`, `the document ends too early, at line 1, column 257, expected the rest of the JSON text`},
		{`true}`, `true}]`, `line 1, column 259 is not JSON: the character ']' is out of place`},
		{good, " \n", `the document is empty, expected JSON`},
	} {
		if strings.Count(good, c.old) != 1 {
			t.Fatalf("%s is not there once", c.old)
		}
		var s sample
		var input *fault.InputError
		if err := Read([]byte(strings.Replace(good, c.old, c.new, 1)), &s); !errors.As(err, &input) || err.Error() != c.sentence {
			t.Errorf("\n got %v\nwant %s", err, c.sentence)
		}
	}
	for sentence, s := range map[string]sample{
		"rows[1][0] is NaN, expected a number":                             {Depth: 1, Rows: [][]float64{{}, {math.NaN()}}},
		"share is 2, expected a number above 0 and below 1":                {Depth: 1, Share: 2},
		`depth is 0, expected a whole number from 1 to 12 or "auto"`:       {},
		`format is the text "other", expected "sample/1"`:                  {Depth: 1, Format: "other"},
		"held[0] is -2, expected a whole number from -1 to 9":              {Depth: 1, Held: []int{-2}},
		"parts[0].u[0] is -Inf, expected a number within double precision": {Depth: 1, Parts: []part{{U: []float64{math.Inf(-1)}}}},
	} {
		if err := Check(&s); err == nil || err.Error() != sentence {
			t.Errorf("\n got %v\nwant %s", err, sentence)
		}
	}
}

// TestNumbersAreWrittenAsJSON compares the text with that of encoding/json, for numbers of all sizes.
func TestNumbersAreWrittenAsJSON(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	row := []float64{0, math.Copysign(0, -1), 1, 0.1, 1e-6, 9.9e-7, 1e-7, 1e-10, 1e20, 1e21, 1.5e21, -1e300, 5e-324, math.MaxFloat64,
		123456789}
	for range 2000 {
		if v := math.Float64frombits(rng.Uint64()); v-v == 0 {
			row = append(row, v)
		}
	}
	want, err := json.Marshal(row)
	if got := Line(row); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s", got)
	}
	for _, v := range []float64{math.NaN(), math.Inf(1)} {
		if Line(&part{U: []float64{v}}) != nil {
			t.Errorf("%g is written", v)
		}
	}
}

// FuzzRead compares what is read with encoding/json, and with itself after writing.
func FuzzRead(f *testing.F) {
	f.Add([]byte(good))
	f.Add([]byte(" {\"u\" :\r[ 1 ,-0],\t\"text\":\"\\ud83d\\ude00\xff\"}"))
	f.Add([]byte(`[[[{"a":[-Infinity`))
	f.Add([]byte(`{"":[],"text":"x"}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var mine, theirs, back part
		if err := Read(data, &mine); err != nil {
			if text := err.Error(); strings.ContainsAny(text, "\n\r") || len(text) > 600 || text == "" {
				t.Errorf("not one line: %q", text)
			}
		} else if err := json.Unmarshal(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")), &theirs); err != nil || !reflect.DeepEqual(mine, theirs) {
			t.Errorf("%s is read as %+v, and by encoding/json as %+v, %v", data, mine, theirs, err)
		} else if err := Read(Line(&mine), &back); err != nil || !reflect.DeepEqual(mine, back) {
			t.Errorf("%s comes back as %+v, %v", Line(&mine), back, err)
		}
		var s sample
		if Read(data, &s) == nil && Check(&s) != nil {
			t.Errorf("%s is read and refused", data)
		}
	})
}
