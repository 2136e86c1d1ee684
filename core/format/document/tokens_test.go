package document

import (
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
)

// TestTokensAreThoseOfTheStandardLibrary reads texts with both tokenisers.
func TestTokensAreThoseOfTheStandardLibrary(t *testing.T) {
	for _, text := range []string{
		`{"a": [1, -2.5e-3, []], "b\n\u00e9": {"c": null, "": true}, "d": "x\\\"]}, :"}`, ` [ [ 0 ] , { } , "" , false ] `, `-0`, `"\ud83d\ude00"`, `null`, "\"\xff\"",
		`[[1,2],[3,4]]`, "\t{\n\"x\" :\r1}\n",
	} {
		decoder := json.NewDecoder(strings.NewReader(text))
		decoder.UseNumber()
		mine := tokens{text: []byte(text)}
		for {
			want, err := decoder.Token()
			got, mistake := mine.next()
			if (err == nil) != (mistake == nil) || !reflect.DeepEqual(got, want) {
				t.Fatalf("%s: %v, %v, want %v, %v", text, got, mistake, want, err)
			}
			if err != nil {
				if !errors.Is(err, io.EOF) {
					t.Fatal(err)
				}
				break
			}
			if mine.more() != decoder.More() {
				t.Fatalf("%s: more is %v after %v", text, mine.more(), want)
			}
		}
		mine = tokens{text: []byte(text)}
		if got := string(mine.skip()); got != strings.TrimSpace(text) {
			t.Errorf("%s: skipped %s", text, got)
		}
	}
}
