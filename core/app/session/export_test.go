package session

import (
	"strings"
	"testing"
)

// TestDocumentsOfEveryNetwork checks that networks without pictures have documents as well.
func TestDocumentsOfEveryNetwork(t *testing.T) {
	d := drive(t)
	for _, architecture := range []string{
		`{"kind":"quadratic"}`, `{"kind":"convolutional","input":[4],"filter":2}`,
		`{"kind":"convolutional","input":[2,2],"filter":2,"padding":1,"pool":3}`,
		`{"kind":"convolutional","input":[1,2,2],"filter":1,"pool":"global"}`,
	} {
		d.do(`{"do":"set","problem":{"format":"conelab/problem/1","data":{"x":[[1,2,3,4],[0,1,0,-1],[2,0,-1,1]],"y":[[1,0],[-1,2],[0,1]]},
			"architecture":%s,"activation":{"a":1,"b":1,"c":0.5},"loss":"squared","beta":0.1}}`, architecture)
		for _, name := range []string{"python", "go", "javascript", "latex", "neurons.csv", "directions.npy", "weights.npy"} {
			if text, err := d.Document(name); err != nil || len(text) == 0 {
				t.Errorf("%s of %s: %v", name, architecture, err)
			}
		}
		if text, err := d.Document("data.csv"); err != nil || !strings.HasPrefix(string(text), "x1,x2,x3,x4,y1,y2\n1,2,3,4,1,0\n") {
			t.Errorf("%v, the data are %s", err, text)
		}
	}
}
