package store

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"conelab/core/app/protocol/intent"
	"conelab/core/format/document"
)

// manyRows returns n rows of a table of two features.
func manyRows(n int) [][]float64 {
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = []float64{float64(i) / 7, float64(i%13) / 3, 1}
	}
	return rows
}

// saved returns the work as a keeper saves it.
func saved(k *Keeper, p Parts, pending *Pending) []byte {
	return bytes.Join(k.Keep(p.Take(pending)), nil)
}

// TestKeeperWritesWhatIsNew changes the model for many points, and then one point. Only a few pieces are written and not the points again, yet the
// document equals one written from scratch, and reads back as the work.
func TestKeeperWritesWhatIsNew(t *testing.T) {
	const n = 5000
	p, k, pieces := parts(), &Keeper{}, 0
	count := func() bool { pieces++; return false }
	if _, err := p.Work.PutRows(0, manyRows(n), true); err != nil {
		t.Fatal(err)
	}
	k.Work(p.Take(nil), count)
	if all, _ := p.Work.States(); pieces != len(all) {
		t.Fatalf("%d pieces of %d states", pieces, len(all))
	}
	rng := rand.New(rand.NewPCG(1, 1))
	w := p.Work
	for step, do := range []func(){
		func() { _, _ = w.Step(w.Now().WithBeta(0.5), nil) }, func() { _, _ = w.Step(w.Now().WithLoss("huber")) },
		func() { w.Undo() }, func() { w.Undo() }, func() { w.Redo() }, func() { _, _ = w.Step(w.Now().WithBeta(rng.Float64()), nil) },
	} {
		do()
		pieces = 0
		if k.Work(p.Take(nil), count); pieces > 1 || len(k.points) > 2 {
			t.Errorf("step %d: %d states were written, with %d texts of points", step, pieces, len(k.points))
		}
		if kept := saved(k, p, nil); string(kept) != string(saved(new(Keeper), p, nil)) {
			t.Errorf("step %d: what is kept is not the work", step)
		}
	}
	if _, err := p.Work.PutRows(3, [][]float64{{1, 2, -1}}, true); err != nil {
		t.Fatal(err)
	}
	work, err := Read(saved(k, p, nil))
	if err != nil {
		t.Fatal(err)
	}
	present := work.Present()
	if present.X()[6] != 1 || present.X()[7] != 2 || present.Samples() != p.Work.Now().Samples() {
		t.Error("the changed point is not kept")
	}
	if len(k.states) > len(work.States)+3 || len(k.points) > 4 {
		t.Errorf("%d texts of states and %d of points are held", len(k.states), len(k.points))
	}
}

// TestPiecesAreTheDocument: work written in pieces equals the document of package document.
func TestPiecesAreTheDocument(t *testing.T) {
	p := parts()
	_, _ = p.Work.OpenPreset(&intent.Preset{Name: "masked"})
	_, _ = p.Work.Step(p.Work.Now().WithNoise(5))
	_, _ = p.Work.Step(p.Work.Now().WithLoss("l1"))
	p.Work.Undo()
	text := saved(new(Keeper), p, nil)
	s, err := document.ParseWork(text)
	if err != nil {
		t.Fatal(err)
	}
	if whole := s.JSON(); string(whole) != string(text) {
		t.Errorf("in pieces %s\nas a whole %s", text, whole)
	}
	if !json.Valid(text) || !strings.Contains(string(text), `"redo":[{`) {
		t.Errorf("%s", text)
	}
}

// TestPiecesAreSmall: saved work is never in one large piece of memory, however long its history is.
func TestPiecesAreSmall(t *testing.T) {
	p := parts()
	for step := range 200 {
		rows := manyRows(50)
		rows[0][0] = float64(step)
		if _, err := p.Work.PutRows(0, rows, true); err != nil {
			t.Fatal(err)
		}
	}
	pieces := new(Keeper).Keep(p.Take(nil))
	for _, piece := range pieces {
		if cap(piece) > 1<<17 {
			t.Errorf("a piece takes %d bytes", cap(piece))
		}
	}
	work, err := Read(bytes.Join(pieces, nil))
	if err != nil || len(work.States) < 200 || len(pieces) < 4 {
		t.Errorf("%d pieces: %v", len(pieces), err)
	}
}

// TestHistoryIsBounded makes many steps with many points. The oldest are dropped, and the newest are kept.
func TestHistoryIsBounded(t *testing.T) {
	p := parts()
	for step := range 300 {
		rows := manyRows(18000)
		rows[0][0] = float64(step)
		if _, err := p.Work.PutRows(0, rows, true); err != nil {
			t.Fatal(err)
		}
	}
	all, at := p.Work.States()
	size := 0
	for i := range all {
		size += 8 * (len(all[i].X()) + len(all[i].Y()))
	}
	if size > 66<<20 || at < 100 || all[at-1].X()[0] != 298 {
		t.Errorf("%d states of %d bytes", at, size)
	}
}

// TestKeeperForgets makes many steps, of which only the nearest are saved. The texts of the others are not kept, and those of the points only once; going
// back through all of them saves each as a new keeper would.
func TestKeeperForgets(t *testing.T) {
	const text = 150 << 10 // bytes of a state
	p, k := parts(), &Keeper{}
	bound := func() {
		t.Helper()
		size := 0
		for _, text := range k.states {
			size += len(text)
		}
		for _, shared := range k.points {
			size += len(shared.text)
		}
		if size > keptBytes+4*text { // the present state, its points, and the states on both sides that were too much
			t.Fatalf("%d bytes of text are kept", size)
		}
	}
	rows := manyRows(3000)
	for step := range 60 {
		rows[0][0] = float64(step)
		if _, err := p.Work.PutRows(0, rows, true); err != nil {
			t.Fatal(err)
		}
		saved(k, p, nil)
		bound()
	}
	for step := 1; p.Work.CanUndo(); step++ {
		p.Work.Undo()
		kept := saved(k, p, nil)
		if bound(); step%10 == 0 && !bytes.Equal(kept, saved(new(Keeper), p, nil)) {
			t.Fatal("what is kept is not the work")
		}
	}
}
