package session

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"conelab/core/format/document"
)

// file returns the intent that imports a text.
func file(name, text string) string {
	intent, _ := json.Marshal(map[string]string{"do": "import", "name": name, "text": text})
	return string(intent)
}

// TestTheTableComesBack imports tables, exports their data, and imports that: the problem must be the same, with its names and words.
func TestTheTableComesBack(t *testing.T) {
	const rows = "1,2,3,4.5,oak\n2,1,0,4,elm\n3,3,1,1,oak\n"
	for _, c := range []struct{ text, columns, begin string }{
		{"a,b b,c,d,kind\n" + rows, `"features":[0,1,2,3],"target":4`, "a,b b,c,d,kind\n1,2,3,4.5,oak\n"},
		{"a,b,c,d,kind\n1,2,3,4.5,\"o,k\"\n2,1,0,4,elm\n3,3,1,1,\"a\"\"h\"\n", `"features":[0,1,3],"target":4`, "a,b,d,"},
		{"a,b,c,d,y\n1,2,3,4.5,0.25\n2,1,0,4,7\n3,3,1,1,8\n", `"features":[0,1,2,3],"target":4`, "a,b,c,d,y\n1,2,3,4.5,0.25\n"},
		{"a,b,c,d,kind\n" + rows, `"features":[0,1],"target":4,"standardise":true`, "a (standardised),b (standardised),kind\n"},
		{rows, `"features":[0,1,2,3],"target":4`, "x1,x2,x3,x4,y\n1,2,3,4.5,oak\n"},
	} {
		take := func(text, columns string) (data document.Data, table string) {
			d := drive(t)
			d.do("%s", file("a.csv", text))
			if d.Page().Import != nil {
				d.do(`{"do":"chooseColumns",%s}`, columns)
			}
			exported, err := d.Document("data.csv")
			if err != nil || d.Page().Samples != 3 {
				t.Fatalf("%q is taken as %s: %v", text, exported, err)
			}
			return d.Problem().Data, string(exported)
		}
		data, exported := take(c.text, c.columns)
		width := strings.Count(strings.SplitN(exported, "\n", 2)[0], ",")
		features, _ := json.Marshal([]int{0, 1, 2, 3}[:width])
		back, again := take(exported, fmt.Sprintf(`"features":%s,"target":%d`, features, width))
		if !strings.HasPrefix(exported, c.begin) || !reflect.DeepEqual(data, back) || again != exported {
			t.Errorf("%q is exported as %q, and comes back as %q: %v %v", c.text, exported, again, data, back)
		}
	}
}
