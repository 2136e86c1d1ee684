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
	"conelab/core/numeric/loss"
)

// refuse expects an intent to be rejected with these words and to change nothing.
func (d driver) refuse(words, format string, args ...any) {
	d.t.Helper()
	before, lens := d.Problem(), d.work.View
	err := d.Apply(fmt.Appendf(nil, format, args...))
	if err == nil || !strings.Contains(err.Error(), words) {
		d.t.Fatalf("%s: %v, expected %q", fmt.Sprintf(format, args...), err, words)
	}
	if !reflect.DeepEqual(before, d.Problem()) || lens != d.work.View {
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
	d.refuse("There is no output 0", `{"do":"lens","output":-1}`)
	d.do(`{"do":"preset","name":"shell"}`)
	d.refuse("up to six classes", `{"do":"lens","compare":true}`)
}

func TestDrawingClasses(t *testing.T) {
	d := drive(t)
	d.do(`{"do":"clear"}`)
	d.do(`{"do":"classes","value":4}`)
	for class := 1; class <= 4; class++ {
		d.do(`{"do":"label","value":%d}`, class)
		for i := range 3 {
			d.do(`{"do":"press","at":[%g,%g],"radius":0.05}`, 0.5*float64(class)-1.2, 0.4*float64(i)-0.6)
			d.do(`{"do":"release"}`)
		}
	}
	want := []int{1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4}
	if got := classesOf(d.Problem()); !reflect.DeepEqual(got, want) {
		t.Fatalf("the classes are %v", got)
	}
	// The label tool assigns the chosen class, the eraser leaves the classes of the other points.
	d.do(`{"do":"label","value":2}`)
	d.do(`{"do":"tool","name":"label"}`)
	d.do(`{"do":"press","at":[-0.7,-0.6],"radius":0.1}`)
	d.do(`{"do":"drag","at":[0.8,0.2],"radius":0.1}`)
	d.do(`{"do":"release"}`)
	want[0], want[11] = 2, 2
	if got := classesOf(d.Problem()); !reflect.DeepEqual(got, want) {
		t.Fatalf("after the label tool the classes are %v", got)
	}
	d.do(`{"do":"tool","name":"erase"}`)
	d.do(`{"do":"press","at":[-0.7,-0.2],"radius":0.1}`)
	d.do(`{"do":"release"}`)
	if got, want := classesOf(d.Problem()), []int{2, 1, 2, 2, 2, 3, 3, 3, 4, 4, 2}; !reflect.DeepEqual(got, want) {
		t.Fatalf("after the eraser the classes are %v", got)
	}
	// For losses that take signs, the other classes are written as -1, and undo restores them.
	plain := d.Problem()
	d.do(`{"do":"loss","name":"logistic"}`)
	if row := d.Problem().Data.Y[2]; !reflect.DeepEqual(row, []float64{-1, 1, -1, -1}) {
		t.Errorf("for logistic the labels are %v", row)
	}
	d.do(`{"do":"loss","name":"softmax"}`)
	if got := d.Problem(); !reflect.DeepEqual(got.Data, plain.Data) {
		t.Errorf("for softmax the labels are %v", got.Data.Y)
	}
	d.do(`{"do":"undo"}`)
	d.do(`{"do":"undo"}`)
	if !reflect.DeepEqual(d.Problem(), plain) {
		t.Error("undo does not lead back")
	}
	d.refuse("whole number from 1 to 4", `{"do":"label","value":5}`)
	d.refuse("from 0 to 6", `{"do":"classes","value":7}`)
	d.refuse("must be 2 to 6", `{"do":"classes","value":1}`)
}

// With fewer classes, the removed ones join the last; with more, points keep theirs.
func TestNumberOfClasses(t *testing.T) {
	d := drive(t)
	d.do(`{"do":"preset","name":"masked"}`)
	three := classesOf(d.Problem())
	d.do(`{"do":"classes","value":5}`)
	if page := d.Page(); page.Classes != 5 || page.Lens.Outputs != 5 || !reflect.DeepEqual(classesOf(d.Problem()), three) {
		t.Fatalf("five classes are %v of %d", classesOf(d.Problem()), page.Classes)
	}
	d.do(`{"do":"loss","name":"softmax"}`)
	d.do(`{"do":"lens","output":4}`)
	d.do(`{"do":"classes","value":2}`)
	for i, row := range d.Problem().Data.Y {
		if want := float64(3 - 2*min(three[i], 2)); len(row) != 1 || row[0] != want {
			t.Fatalf("point %d of class %d has the labels %v", i, three[i], row)
		}
	}
	if page := d.Page(); page.Classes != 2 || page.Loss != loss.Logistic.String() || page.Lens.Output != 0 {
		t.Errorf("two classes with the loss %s and output %d", page.Loss, page.Lens.Output)
	}
	d.do(`{"do":"classes","value":3}`)
	if got := d.Problem().Data.Y[0]; !reflect.DeepEqual(got, []float64{1, -1, -1}) || d.Page().Loss != loss.Logistic.String() {
		t.Errorf("three classes of the logistic loss have the labels %v", got)
	}
	d.do(`{"do":"undo"}`)
	d.do(`{"do":"undo"}`)
	d.do(`{"do":"classes","value":0}`)
	for i, row := range d.Problem().Data.Y {
		if len(row) != 1 || row[0] != float64(three[i]) {
			t.Fatalf("as numbers the classes are %v", row)
		}
	}
	d.do(`{"do":"set","problem":{"format":"conelab/problem/1","data":{"x":[[0.1],[0.4]],"y":[[1,0.5],[2,3]]},"architecture":{"kind":"dense"},"activation":{"a":1,"b":1,"c":0},"loss":"squared","beta":0.01}}`)
	if page := d.Page(); page.Classes != 0 || page.Lens.CanCompare || page.Lens.Outputs != 2 {
		t.Errorf("numbers are %d classes, %+v", page.Classes, page.Lens)
	}
	d.refuse("which the pointer cannot give", `{"do":"press","at":[0,0],"radius":0.05}`)
	d.refuse("a row of 2 numbers", `{"do":"classes","value":3}`)
	d.do(`{"do":"tool","name":"move"}`)
	d.do(`{"do":"lens","output":1}`)
	d.do(`{"do":"press","at":[0.4,3],"radius":0.05}`)
	d.do(`{"do":"drag","at":[0.5,2.5],"radius":0.05}`)
	d.do(`{"do":"release"}`)
	if p := d.Problem(); p.Data.X[1][0] != 0.5 || p.Data.Y[1][0] != 2 || p.Data.Y[1][1] != 2.5 {
		t.Errorf("the moved point is %v with %v", p.Data.X[1], p.Data.Y[1])
	}
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
	if d.work.View != (workspace.View{}) {
		t.Errorf("an old link shows %+v", d.work.View)
	}
}

// Twelve outputs are too many to compare, but each has pictures.
func TestManyOutputs(t *testing.T) {
	d := drive(t)
	p := document.Problem{Format: document.ProblemFormat, Architecture: document.Architecture{Kind: document.KindDense},
		Activation: document.Activation{A: 1, B: 0.5, C: -0.25}, Loss: document.LossSquared, Beta: 0.05}
	for i := range 24 {
		sin, cos := math.Sincos(float64(i))
		row := make([]float64, 12)
		row[i%12] = 1
		p.Data.X, p.Data.Y = append(p.Data.X, []float64{cos, sin, sin * cos}), append(p.Data.Y, row)
	}
	d.do(`{"do":"set","problem":%s}`, p.JSON())
	d.do(`{"do":"lens","output":11}`)
	if page := d.Page(); page.Classes != 0 || !page.Drawable || page.Lens.CanCompare || page.Lens.Output != 11 {
		t.Errorf("twelve outputs: %+v", page.Lens)
	}
}
