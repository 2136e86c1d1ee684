package parse

import (
	"reflect"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"conelab/core/app/protocol/hostile"
	"conelab/core/app/protocol/intent"
)

// payloads holds documents, which the parser passes on verbatim.
var payloads = hostile.Payloads{
	"set.problem": {`{"beta":1}`}, "scene.shared": {`{}`}, "resume.work": {`{}`}, "open.shared": {`{}`}, "open.work": {`{}`}, "fit.low": {"-1"}, "fit.high": {"1"},
	"classes.value": {"0", "2", "6"},
}

// TestEveryIntentComesBack checks that a valid intent is parsed as its own type and survives encoding and parsing unchanged.
func TestEveryIntentComesBack(t *testing.T) {
	for _, kind := range hostile.Kinds() {
		t.Run(kind, func(t *testing.T) {
			for seed := range 40 {
				text := hostile.Valid(kind, payloads).Example(seed)
				in, err := Intent([]byte(text))
				if err != nil {
					if kind == "Open" && strings.HasPrefix(err.Error(), "There is nothing to open") {
						continue
					}
					t.Fatalf("%s: %v", text, err)
				}
				if got := reflect.TypeOf(in).Elem().Name(); got != kind {
					t.Fatalf("%s is read as %s", text, got)
				}
				written := intent.Append(nil, in)
				again, err := Intent(written)
				if err != nil || !reflect.DeepEqual(again, in) {
					t.Fatalf("%s\n is read as %#v,\n written as %s,\n and read again as %#v, %v", text, in, written, again, err)
				}
			}
		})
	}
}

// TestHostileIntentsAreRefusedByASentence checks that the parser never panics and rejects input with exactly one sentence.
func TestHostileIntentsAreRefusedByASentence(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { refuseOrRead(t) })
}

func FuzzIntent(f *testing.F) { f.Fuzz(rapid.MakeFuzz(refuseOrRead)) }

func refuseOrRead(t *rapid.T) {
	kind := rapid.SampledFrom(hostile.Kinds()).Draw(t, "kind")
	text := hostile.Texts(kind, payloads).Draw(t, "text")
	in, err := Intent([]byte(text))
	if err == nil {
		if again, err := Intent(intent.Append(nil, in)); err != nil || !reflect.DeepEqual(again, in) {
			t.Fatalf("%.300s is read as %.300v, and again as %.300v, %v", text, in, again, err)
		}
		return
	}
	sentence := err.Error()
	first, _ := utf8.DecodeRuneInString(sentence)
	if len(sentence) > 400 || unicode.IsLower(first) || !strings.HasSuffix(sentence, ".") || !utf8.ValidString(sentence) || strings.ContainsFunc(sentence, unicode.IsControl) {
		t.Fatalf("%.300s is refused by %q", text, sentence)
	}
}
