package session

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"conelab/core/format/document"
)

// TestTheTableComesBack imports tables, exports their data, and imports that: the problem must be the same, with its names and words.
func TestTheTableComesBack(t *testing.T) {
	for _, c := range []struct{ text, columns, begin string }{
		{"a,b b,c,d,kind\n1,2,3,4.5,oak\n2,1,0,4,elm\n3,3,1,1,oak\n", `"features":[0,1,2,3],"target":4`, "a,b b,c,d,kind\n1,2,3,4.5,oak\n"},
		{"a,b,c,d,kind\n1,2,3,4.5,\"o,k\"\n2,1,0,4,elm\n3,3,1,1,\"a\"\"h\"\n", `"features":[0,1,3],"target":4`, "a,b,d,"},
		{"a,b,c,d,y\n1,2,3,4.5,0.25\n2,1,0,4,7\n3,3,1,1,8\n", `"features":[0,1,2,3],"target":4`, "a,b,c,d,y\n1,2,3,4.5,0.25\n"},
		{"a,b,c,d,kind\n1,2,3,4.5,oak\n2,1,0,4,elm\n3,3,1,1,oak\n", `"features":[0,1],"target":4,"standardise":true`, "a (standardised),b (standardised),kind\n"},
		{"1,2,3,4.5,oak\n2,1,0,4,elm\n3,3,1,1,oak\n", `"features":[0,1,2,3],"target":4`, "x1,x2,x3,x4,y\n1,2,3,4.5,oak\n"},
	} {
		take := func(text, columns string) (p document.Problem, table string) {
			d := drive(t)
			quoted, _ := json.Marshal(text)
			d.do(`{"do":"import","name":"a.csv","text":%s}`, quoted)
			if d.Page().Import != nil {
				d.do(`{"do":"columns",%s}`, columns)
			}
			if len(d.Page().Columns) == 0 && strings.HasPrefix(text, "a") && d.Page().Samples != 3 {
				t.Fatalf("%q was not taken", text)
			}
			problem, err := d.Document("problem")
			if err == nil {
				err = json.Unmarshal(problem, &p)
			}
			exported, err2 := d.Document("data.csv")
			if err != nil || err2 != nil {
				t.Fatal(err, err2)
			}
			return p, string(exported)
		}
		p, exported := take(c.text, c.columns)
		if !strings.HasPrefix(exported, c.begin) {
			t.Errorf("%q is exported as %q", c.text, exported)
		}
		width := strings.Count(strings.SplitN(exported, "\n", 2)[0], ",")
		features, _ := json.Marshal([]int{0, 1, 2, 3}[:width])
		q, again := take(exported, `"features":`+string(features)+`,"target":`+string(rune('0'+width)))
		same := func(a, b []float64) bool { return slices.Equal(a, b) }
		if !slices.EqualFunc(p.Data.X, q.Data.X, same) || !slices.EqualFunc(p.Data.Y, q.Data.Y, same) || again != exported {
			t.Errorf("%q comes back as %q: %v %v", exported, again, p.Data, q.Data)
		}
	}
}
