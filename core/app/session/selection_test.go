package session

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"conelab/core/app/protocol/intent"
	"conelab/core/data/presets"
)

// TestSelectionIsShown: the page and the snapshot have the same points selected, and they are a document.
func TestSelectionIsShown(t *testing.T) {
	d := drive(t)
	d.do(`{"do":"select","name":"set","indices":[3,1,2,9]}`)
	snapshot := d.Snapshot()
	for i, p := range snapshot.Points {
		if p.Selected != slices.Contains([]int{1, 2, 3, 9}, i) {
			t.Errorf("point %d is selected: %t", i, p.Selected)
		}
	}
	text, err := d.Document("selection")
	if err != nil || len(strings.Fields(string(text))) != 4*3 || !reflect.DeepEqual(d.Page().Selected, [][2]int{{1, 3}, {9, 9}}) {
		t.Errorf("%v, the page has %v, the document is %s", err, d.Page().Selected, text)
	}
}

// randomGesture sends the intents of one gesture or control.
func randomGesture(rng *rand.Rand, s *Session) {
	send := func(format string, args ...any) { _ = s.Apply(fmt.Appendf(nil, format, args...)) }
	place := func() (float64, float64) { return 2.4*rng.Float64() - 1.2, 2.4*rng.Float64() - 1.2 }
	switch rng.IntN(11) {
	case 10:
		send(`{"do":"activation","name":%q}`, intent.Activations[rng.IntN(len(intent.Activations))])
	case 9:
		kind := []string{"dense", "quadratic", "convolutional"}[rng.IntN(3)]
		send(`{"do":"architecture","kind":%q,"filter":%d,"pool":1}`, kind, 1+rng.IntN(3))
	case 7:
		send(`{"do":"classes","value":%d}`, 2+rng.IntN(3))
	case 8:
		send(`{"do":"outputView","output":%d,"compare":%t}`, rng.IntN(3), rng.IntN(2) == 0)
		send(`{"do":"label","value":%d}`, rng.IntN(5)-1)
	case 4:
		control := []string{"hold", "noise"}[rng.IntN(2)]
		send(`{"do":%q,"value":%d,"final":false}`, control, rng.IntN(51))
		send(`{"do":%q,"value":%d}`, control, rng.IntN(51))
	case 5:
		if rng.IntN(2) == 0 {
			send(`{"do":"seed","value":%d}`, rng.IntN(9))
			break
		}
		send(`{"do":"editRows","name":%q,"indices":[%d]}`, []string{"hold", "flip", "remove"}[rng.IntN(3)], rng.IntN(80))
	case 0:
		for range 3 {
			send(`{"do":"beta","value":%g,"final":false}`, rng.Float64()+1e-9)
		}
		send(`{"do":"beta","value":%g,"final":true}`, rng.Float64()+1e-9)
	case 1:
		send(`{"do":"loadPreset","name":%q,"keep":%t}`, presets.All[rng.IntN(len(presets.All))].Name, rng.IntN(2) == 0)
	default:
		send(`{"do":"tool","name":%q}`, []string{"draw", "move", "label", "erase"}[rng.IntN(4)])
		x, y := place()
		send(`{"do":"press","at":[%g,%g],"radius":0.1}`, x, y)
		for range rng.IntN(4) {
			x, y = place()
			send(`{"do":"drag","at":[%g,%g],"radius":0.1}`, x, y)
		}
		send(`{"do":"release"}`)
	}
}
