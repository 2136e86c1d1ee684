package session

import (
	"strings"
	"testing"
)

func TestDocumentsAreThereOnceTheyCanBe(t *testing.T) {
	begins := map[string]string{
		"problem": `{"format":"conelab/problem/1"`, "solution": `{`, "work": "{", "data.csv": "x1,x2,y\n", "python": "# A two-layer network",
		"go": "// A two-layer network", "javascript": "// A two-layer network", "latex": "% A two-layer network",
		"neurons.csv": "u1,u2,alpha,block,output\n", "directions.npy": "\x93NUMPY", "weights.npy": "\x93NUMPY",
	}
	d := drive(t)
	for name, begin := range begins {
		text, err := d.Document(name)
		if err != nil || !strings.HasPrefix(string(text), begin) {
			t.Errorf("%s: %v, %.40q", name, err, text)
		}
	}
	d.do(`{"do":"clear"}`)
	for name := range begins {
		want := "There is no solution yet."
		switch name {
		case "work":
			continue // there is always something to go on with
		case "problem", "data.csv":
			want = "There are no points yet."
		}
		if text, err := d.Document(name); err == nil || err.Error() != want {
			t.Errorf("%s of nothing: %v, %.40q", name, err, text)
		}
	}
	if _, err := d.Document("../x\n\"x"); err == nil || strings.Contains(err.Error(), "\n") {
		t.Errorf("a document of any name: %v", err)
	}
}
