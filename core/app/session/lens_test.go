package session

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"conelab/core/app/workspace"

	"conelab/core/app/protocol"
	"conelab/core/format/document"
)

// refuse expects an intent to be rejected with these words and to change nothing.
func (d driver) refuse(words, format string, args ...any) {
	d.t.Helper()
	before, lens := d.Problem(), d.work.View()
	err := d.Apply(fmt.Appendf(nil, format, args...))
	if err == nil || !strings.Contains(err.Error(), words) {
		d.t.Fatalf("%s: %v, expected %q", fmt.Sprintf(format, args...), err, words)
	}
	if !reflect.DeepEqual(before, d.Problem()) || lens != d.work.View() {
		d.t.Fatalf("%v, but something changed", err)
	}
}

// classesOf reads the classes from the one-hot labels of the document.
func classesOf(p *document.Problem) (classes []int) {
	for _, row := range p.Data.Y {
		class := 0
		for k, y := range row {
			if y == 1 {
				class = k + 1
			}
		}
		classes = append(classes, class)
	}
	return classes
}

// For every output, neurons, matrices, certificate, path and film belong to it, as recomputed from the documents.
func TestLensShowsEachOutput(t *testing.T) {
	d := drive(t)
	d.do(`{"do":"preset","name":"largest"}`)
	for _, name := range []string{"squared", "hinge", "softmax", "huber"} {
		d.do(`{"do":"loss","name":%q}`, name)
		problem, solution := d.Problem(), d.Solution()
		for k := range 3 {
			d.do(`{"do":"lens","output":%d,"compare":false}`, k)
			page := d.Page()
			var shown protocol.Snapshot
			d.SnapshotTo(&shown)
			if page.Lens.Output != k || page.Lens.Compare || shown.Output != k || shown.Outputs != 3 || len(shown.Classes) > 0 {
				t.Fatalf("%s: the lens is %+v, the snapshot has output %d", name, page.Lens, shown.Output)
			}
			for i, row := range problem.Data.Y {
				if p := shown.Points[i]; p.Label != row[k] || p.Class != classesOf(problem)[i] {
					t.Fatalf("%s: point %d has label %g and class %d", name, i, p.Label, p.Class)
				}
			}
			for turn := range 24 {
				sin, cos := math.Sincos(math.Pi * float64(turn) / 12)
				want := 0.0
				for i, x := range problem.Data.X {
					want += solution.Dual[i][k] * d.now().Activation().At(x[0]*cos+x[1]*sin)
				}
				if got := shown.Certificate.At(protocol.Vec{cos, sin}); math.Abs(got-want) > 1e-9 || math.Abs(got) > d.now().Beta()*(1+1e-9) {
					t.Fatalf("%s: g_%d is %g, the dual vector says %g, beta is %g", name, k+1, got, want, d.now().Beta())
				}
			}
			d.do(`{"do":"film","name":"solver"}`)
			if path := len(shown.Path); (path > 0) == (name == "softmax") {
				t.Errorf("%s has a path of %d iterates", name, path)
			}
			if caption := d.Page().Film.Caption; name == "softmax" && !strings.Contains(caption, "together") {
				t.Errorf("the caption is %q", caption)
			}
			d.do(`{"do":"film","name":"decomposition"}`)
		}
		d.do(`{"do":"lens","compare":true}`)
	}
	d.refuse("There is no output 4", `{"do":"lens","output":3}`)
	d.do(`{"do":"preset","name":"shell"}`)
	d.refuse("up to six classes", `{"do":"lens","compare":true}`)
}

// Links and saved work contain the lens and the class of new points. Old ones, which have neither, show the first output.
func TestLensTravels(t *testing.T) {
	for _, text := range []string{`{"do":"preset","name":"largest"}`, `{"do":"clear"}`} {
		d := drive(t)
		d.do(`{"do":"classes","value":3}`)
		d.do("%s", text)
		d.do(`{"do":"label","value":3}`)
		d.do(`{"do":"lens","output":2,"compare":false}`)
		shared, work := d.Share(), d.Keep()
		for _, intent := range []string{fmt.Sprintf(`{"do":"open","shared":%s}`, shared), fmt.Sprintf(`{"do":"resume","work":%s}`, work)} {
			other := drive(t)
			other.do("%s", intent)
			if page := other.Page(); page.Lens != d.Page().Lens || page.Label != 3 || page.Classes != 3 || string(other.Share()) != string(shared) {
				t.Fatalf("%s came back as %s", shared, other.Share())
			}
		}
	}
	d, plain := drive(t), drive(t).Share()
	if strings.Contains(string(plain), "lens") || strings.Contains(string(plain), "class") {
		t.Errorf("a link without a lens has one: %s", plain)
	}
	d.do(`{"do":"preset","name":"masked"}`)
	d.do(`{"do":"lens","output":1}`)
	d.do(`{"do":"open","shared":%s}`, plain)
	if d.work.View() != (workspace.View{}) {
		t.Errorf("an old link shows %+v", d.work.View())
	}
}
