package session

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"conelab/core/app/protocol"
	"conelab/core/data/presets"
	"conelab/core/network/stack"
)

// signsOn returns the least and the largest value of the chosen output on a fine grid of the square, or in the cube, that is drawn, and at the points.
func signsOn(d driver) (least, most float64) {
	least, most = math.Inf(1), math.Inf(-1)
	var snap protocol.Snapshot
	d.SnapshotTo(&snap)
	t := d.now()
	w, steps := t.Window(), map[int]int{2: 160, 3: 40}[t.Features()]
	var x []float64
	for a := range steps + 1 {
		for b := range steps + 1 {
			at := func(k int) float64 { return w.Half * (2*float64(k)/float64(steps) - 1) }
			if t.Features() == 2 {
				x = append(x, w.Center[0]+at(a), w.Center[1]+at(b))
				continue
			}
			for c := range steps + 1 {
				x = append(x, w.Center[0]+at(a), w.Center[1]+at(b), w.Center[2]+at(c))
			}
		}
	}
	for i := range t.Samples() {
		x = append(x, t.Point(i)...)
	}
	see := func(v float64) { least, most = math.Min(least, v), math.Max(most, v) }
	if t.Layers() > 1 {
		var pass stack.Pass
		pass.Run(d.layers.Result().Network, x)
		for _, v := range pass.Outputs[t.Layers()-1][d.work.Output()*len(x)/t.Features():][:len(x)/t.Features()] {
			see(v)
		}
		return least, most
	}
	for i := 0; i < len(x); i += t.Features() {
		var at protocol.Vec
		copy(at[:], x[i:i+t.Features()])
		see(snap.Function.At(at))
	}
	return least, most
}

// TestLineIsSaidWhereThereIsOne: the heading of the data speaks of a line or a surface only where the network changes its sign, and says its sign where
// it does not.
func TestLineIsSaidWhereThereIsOne(t *testing.T) {
	d := drive(t)
	rng := rand.New(rand.NewPCG(77, 1))
	seen := map[string]int{}
	check := func(after string) {
		t.Helper()
		if d.Page().Status == "empty" || d.now().Features() != 2 && d.now().Features() != 3 {
			return
		}
		note := d.Page().Tiles[protocol.PictureData].Note
		least, most := signsOn(d)
		slack := 1e-2 * (most - least) // of the grid, and of the coarser one on which layers are drawn
		for words, is := range map[string]bool{
			"= 0.": least <= slack && most >= -slack, "above 0": least > 0, "below 0": most < 0, "0 everywhere": least == 0 && most == 0,
		} {
			if strings.Contains(note, words) && !(words == "= 0." && strings.Contains(note, "no surface")) {
				if seen[words]++; !is {
					t.Errorf("%s: %q, and f is in [%g, %g]", after, note, least, most)
				}
			}
		}
	}
	for _, preset := range presets.All {
		d.do(`{"do":"preset","name":%q}`, preset.Name)
		for _, beta := range []float64{1e-3, 1, 30, 1e4} {
			d.do(`{"do":"beta","value":%g}`, beta)
			check(preset.Name)
			randomGesture(rng, d.Session)
			d.solve()
			check(preset.Name + " after a gesture")
		}
		if d.do(`{"do":"preset","name":%q}`, preset.Name); d.now().Features() == 2 && d.now().Outputs() == 1 && d.now().Stackable() {
			d.do(`{"do":"layers","value":2}`)
			check(preset.Name + " with two layers")
		}
	}
	d.do(`{"do":"preset","name":"parabola"}`)
	d.do(`{"do":"clear"}`)
	d.do(`{"do":"rows","add":[[0.1,0.2,1],[0.5,-0.2,1],[-0.3,0.4,1],[0.2,0.7,1],[-0.5,-0.6,1],[0.6,0.6,-1]]}`)
	d.do(`{"do":"activation","a":0,"b":0,"c":1}`)
	d.do(`{"do":"beta","value":0.1}`)
	check("mostly one class, and a constant")
	for _, words := range []string{"= 0.", "above 0", "below 0", "0 everywhere"} {
		if seen[words] == 0 {
			t.Errorf("%q was never said", words)
		}
	}
}
