package parse

import (
	"encoding/json"
	"reflect"
	"testing"

	"pgregory.net/rapid"
)

// objects are texts of which some are JSON objects.
var objects = []string{
	`{}`, ` { } `, "\v{}", `{"a":1}`, ` {"a" : "x" , "b":[1,{"c":"]}"}], "a":null } `, `{"a\u0062\"":"\\","":true}`, `{"a":"\\\""}`, `{"a":"\\\\","b":-1e5}`,
	`{"a":{"a":{}},"b":[[]]}`, `{"a":1}x`, `{"a":1`, `{"a"}`, `{"a":"x}`, `{a:1}`, `[]`, `null`, `"a"`, ``, `{"a":"` + "\n" + `"}`,
}

// TestFieldsAreThoseOfJSON compares with package encoding/json.
func TestFieldsAreThoseOfJSON(t *testing.T) {
	check := func(t interface{ Errorf(string, ...any) }, text []byte) {
		var want map[string]json.RawMessage
		sentence := json.Unmarshal(text, &want)
		got, err := fieldsOf(text)
		if !reflect.DeepEqual(got, want) || !reflect.DeepEqual(err, sentence) {
			t.Errorf("%s\n is read as %s, %v,\n want %s, %v", text, got, err, want, sentence)
		}
	}
	for _, text := range objects {
		check(t, []byte(text))
	}
	rapid.Check(t, func(t *rapid.T) {
		object := map[string]any{}
		for key, value := range rapid.MapOf(rapid.String(), rapid.String()).Draw(t, "fields") {
			object[key] = []any{value, []any{map[string]any{value: 1.5}}, -1e-7, true}[len(value)%4]
		}
		text, err := json.MarshalIndent(object, "", rapid.SampledFrom([]string{"", " ", "\t"}).Draw(t, "indent"))
		if err != nil {
			t.Fatal(err)
		}
		check(t, text)
		check(t, text[:len(text)-1])
	})
}

// TestTextsAreThoseOfJSON compares with package encoding/json.
func TestTextsAreThoseOfJSON(t *testing.T) {
	check := func(t interface{ Errorf(string, ...any) }, raw []byte) {
		var want string
		if err := json.Unmarshal(raw, &want); err != nil {
			t.Errorf("%s: %v", raw, err)
		}
		if got, err := textOf(raw); err != nil || got != want {
			t.Errorf("%s is read as %q, %v, want %q", raw, got, err, want)
		}
		var data []byte
		refused := json.Unmarshal(raw, &data) != nil
		if got, err := bytesOf(raw); (err != nil) != refused || !refused && string(got) != string(data) {
			t.Errorf("%s holds %v, %v, want %v", raw, got, err, data)
		}
	}
	for _, raw := range []string{`""`, `"a,b\n1,2\r\n"`, `"\"\\\/\b\f\n\r\t"`, `"\u00e9\ud83d\ude00\ud83d"`, "\"\xff\"", `"AQI="`, `"AQ\nI="`, `"AQ\u0049="`, `"AQI"`, `"A\"I="`} {
		check(t, []byte(raw))
	}
	rapid.Check(t, func(t *rapid.T) {
		raw, err := json.Marshal(rapid.String().Draw(t, "text"))
		if err != nil {
			t.Fatal(err)
		}
		check(t, raw)
	})
}
