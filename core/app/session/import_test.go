package session

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"conelab/core/format/document"
	"conelab/core/format/export"
)

// file returns the intent that imports a text.
func file(name, text string) string {
	intent, _ := json.Marshal(map[string]string{"do": "import", "name": name, "text": text})
	return string(intent)
}

// TestDocumentsOfEveryNetwork checks that networks without pictures have documents as well.
func TestDocumentsOfEveryNetwork(t *testing.T) {
	d := drive(t)
	for _, architecture := range []string{
		`{"kind":"quadratic"}`, `{"kind":"convolutional","input":[4],"filter":2}`,
		`{"kind":"convolutional","input":[2,2],"filter":2,"padding":1,"pool":3}`,
		`{"kind":"convolutional","input":[1,2,2],"filter":1,"pool":"global"}`,
	} {
		d.do(`{"do":"loadProblem","problem":{"format":"conelab/problem/1","data":{"x":[[1,2,3,4],[0,1,0,-1],[2,0,-1,1]],"y":[[1,0],[-1,2],[0,1]]},
			"architecture":%s,"activation":{"a":1,"b":1,"c":0.5},"loss":"squared","beta":0.1}}`, architecture)
		for _, f := range export.Formats() {
			refused := f.Name == "latex" && strings.Contains(architecture, "convolutional")
			if text, err := d.Document(f.Name); (err != nil) != refused || (len(text) == 0) != refused {
				t.Errorf("%s of %s: %v", f.Name, architecture, err)
			}
		}
		if text, err := d.Document("data.csv"); err != nil || !strings.HasPrefix(string(text), "x1,x2,x3,x4,y1,y2\n1,2,3,4,1,0\n") {
			t.Errorf("%v, the data are %s", err, text)
		}
	}
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
