package session

import (
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
)

// TestFirstFormsOpen opens links of the first version of the page, which are never changed or removed: each has the problem that it had, and
// its page differs from a new one in what the link says. They are sent on in the words of today.
func TestFirstFormsOpen(t *testing.T) {
	var files map[string]json.RawMessage
	text, err := os.ReadFile("../store/testdata/stored.json")
	if err != nil || json.Unmarshal(text, &files) != nil {
		t.Fatal(err)
	}
	words := strings.NewReplacer(`"film":`, `"animation":`, `"lens":`, `"outputView":`)
	for name, says := range map[string]func(d driver) bool{
		"ring": func(d driver) bool {
			p := d.Page()
			return p.Loss == "hinge" && p.Tool == "move" && p.Label == -1 && p.Brush == 7 && p.Animation.Name == "solver" &&
				p.Animation.Position == 1.5 && p.Animation.Speed == 2 && p.Split.Hold == 30 && p.Split.Noise == 10 && p.Split.Held == 24
		},
		"drawn": func(d driver) bool { return d.Page().Label == -1 && d.now().Holdouts() == 2 },
		"classes": func(d driver) bool {
			return d.Page().Preset == "masked" && d.Page().Label == 3 && d.Page().OutputView.Output == 1
		},
		"signals": func(d driver) bool {
			p := d.Page()
			return p.Architecture == "convolutional" && p.Beta == 0.5 && slices.Equal(p.Signals, []int{5, 5})
		},
		"plane":  func(d driver) bool { return d.Page().OutputView.Features == [2]int{2, 4} && d.Page().Tolerance == 1e-7 },
		"turned": func(d driver) bool { return d.pictures.ChosenLayer().Rotated() && d.Page().Notice == "" },
		"empty":  func(d driver) bool { return d.Page().Classes == 3 && d.Page().Dimension == 2 },
	} {
		link, problem := files[name+".share-1"], files[name+".problem"]
		d := drive(t)
		d.do(`{"do":"outputView","layer":0}`) // which no link of that time has
		d.do(`{"do":"open","shared":%s}`, link)
		if p := d.Problem(); (p == nil) != (problem == nil) || p != nil && !bytes.Equal(p.JSON(), problem) ||
			string(d.Share()) != words.Replace(string(link)) {
			t.Errorf("the link %s came back as %s, was %s", name, d.Share(), link)
		}
		if !says(d) {
			t.Errorf("%s is opened as %s", name, d.Share())
		}
	}
}
