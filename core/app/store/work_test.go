package store

import (
	"bytes"
	"strings"
	"testing"
	"unicode"

	"conelab/core/format/document"
	"conelab/core/numeric/loss"
)

// TestLinksAndWork: a link reads as work, and has nothing that it can do without.
func TestLinksAndWork(t *testing.T) {
	p := unsolved("ring")
	w := p.Work
	_ = w.Commit(w.Now().WithLoss("hinge"))
	_ = w.Commit(w.Now().WithHold(20), nil)
	w.Undo()
	link, _ := p.link("")
	kept := saved(new(saver), p)
	for text, states := range map[string]int{string(kept): 3, string(link): 1} {
		if work, err := read([]byte(text)); err != nil || len(work.States) != states {
			t.Fatalf("%v: %s", err, text)
		}
	}
	// If the points are a preset's with another loss, saved work keeps the name of the preset.
	if work, _ := read(kept); work.States[1].Preset != "ring" || work.States[1].Loss != loss.Hinge {
		t.Errorf("%q with the %s loss", work.States[1].Preset, work.States[1].Loss)
	}
	if strings.Contains(string(link), "undo") || strings.Contains(string(link), "pointsOf") {
		t.Errorf("a link has what it can do without: %s", link)
	}
	if work, err := read(bytes.ReplaceAll(kept, []byte(`"tool":"draw"`), []byte(`"tool":"dig"`))); err != nil || work.controls.Tool != "draw" {
		t.Errorf("work with a tool that there is not: %v", err)
	}
	// The page that saves the work adds its display settings.
	if _, err := read([]byte(strings.Replace(string(kept), `,"tool"`, `,"page":{"view":null,"a":[1,{"b":2}]},"tool"`, 1))); err != nil {
		t.Error(err)
	}
}

func TestBadWorkIsRefused(t *testing.T) {
	for _, bad := range []string{
		"", "1", "null", "[]", `{}`, `{"format":"conelab/work/9"}`, `{"format":"conelab/work/2"}`, `{"format":"conelab/share/1"}`,
		`{"format":"conelab/work/1","states":[]}`,
	} {
		if _, err := read([]byte(bad)); err == nil || strings.HasSuffix(err.Error(), ".") || unicode.IsUpper(rune(err.Error()[0])) ||
			strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

// TestBadLinksAreRefused changes one value of a link.
func TestBadLinksAreRefused(t *testing.T) {
	const link = `{"format":"conelab/share/1","state":{"features":2,"beta":1,"activation":{"a":1,"b":0,"c":0}},` +
		`"tool":"draw","label":1,"brush":0,"film":{"name":"decomposition","position":0,"speed":1,"playing":false},"focus":-1}`
	if _, err := readLink([]byte(link)); err != nil {
		t.Fatal(err)
	}
	const state = `"features":2,"beta":1,"activation":{"a":1,"b":0,"c":0}`
	const kept = `"features":2,"beta":1,"activation":{"name":"relu"},"polynomial":{"activation":{"a":1,"b":0,"c":0},"loss":"huber"`
	if _, err := readLink([]byte(strings.Replace(link, state, kept+`}`, 1))); err != nil {
		t.Error(err)
	}
	for _, c := range [][2]string{
		{link, `1`}, {link, `null`}, {link, `{}`}, {link, strings.Repeat(`{"state":`, 20000) + strings.Repeat("}", 20000)},
		{`share/1`, `share/2`},
		{state, ``}, {`"features":2`, `"features":4`}, {`"beta":1`, `"beta":0`}, {`"beta":1`, `"beta":1e999`}, {`"a":1`, `"a":"1"`},
		{state, state + `,"window":[0,0,0,0,0,1]`}, {state, state + `,"window":[0,0,0,1e301,0,1]`}, {state, state + `,"window":[1]`},
		{`"features":2`, `"features":3,"shape":[4]`}, {`"features":2`, `"preset":{"name":"none","points":80,"seed":1}`},
		{`"features":2`, `"preset":{"name":"ring","points":80000000,"seed":1}`},
		{`"features":2`, `"preset":{"name":"ring","points":8,"seed":1.5}`},
		{state, `"preset":{"name":"bump","points":9,"seed":1},"shape":[3],"architecture":{"kind":"dense"}`},
		{state, state + `,"polynomial":{"activation":{"a":1,"b":0,"c":0},"loss":"huber"}`}, {state, kept + `,"stack":{"layers":99}}`},
		{state, strings.Replace(kept, `"a":1,"b":0,"c":0`, `"name":"relu"`, 1) + `}`}, {state, strings.Replace(kept, "huber", "none", 1) + `}`},
		{state, `"problem":{"format":"conelab/problem/1"}`}, {state, `"problem":{"format":"conelab/problem/2"}`},
		{"draw", "dig"}, {`"label":1`, `"label":7`}, {`"brush":0`, `"brush":99`}, {"decomposition", "x"}, {`"speed":1`, `"speed":1e9`},
		{`"position":0`, `"position":-1`}, {"false", "0"}, {"-1", "-2"},
	} {
		if _, err := readLink([]byte(strings.Replace(link, c[0], c[1], 1))); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%.99s: %v", c[1], err)
		}
	}
}

// manyRows returns n rows of a table of two features.
func manyRows(n int) [][]float64 {
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = []float64{float64(i) / 7, float64(i%13) / 3, 1}
	}
	return rows
}

// saved returns the work as a saver writes it.
func saved(k *saver, p *Documents) []byte { return bytes.Join(k.save(p.capture(), nil), nil) }

// TestSaverWritesWhatIsNew changes the model for many points, and goes back and forth in the history. At most one state is
// written for each step, yet the document equals one written from scratch, and that of package document.
func TestSaverWritesWhatIsNew(t *testing.T) {
	p, k := unsolved("ring"), &saver{}
	if err := p.Work.PutRows(0, manyRows(5000), true); err != nil {
		t.Fatal(err)
	}
	k.save(p.capture(), nil)
	if all, _ := p.Work.States(); len(k.texts) != len(all) {
		t.Fatalf("%d of %d states were written", len(k.texts), len(all))
	}
	w := p.Work
	for step, do := range []func(){
		func() { _ = w.Commit(w.Now().WithBeta(0.5), nil) }, func() { _ = w.Commit(w.Now().WithLoss("huber")) },
		func() { w.Undo() }, func() { w.Undo() }, func() { w.Redo() }, func() { _ = w.Commit(w.Now().WithBeta(2), nil) },
	} {
		do()
		before, written := k.texts, 0
		text := saved(k, p)
		whole, err := document.ParseWork(text)
		if err != nil || string(text) != string(saved(new(saver), p)) || string(text) != string(whole.JSON()) {
			t.Errorf("step %d: what is saved is not the work: %v", step, err)
		}
		for state, text := range k.texts {
			if old := before[state]; old == nil || &old[0] != &text[0] {
				written++
			}
		}
		if written > 1 {
			t.Errorf("step %d: %d states were written", step, written)
		}
	}
}

// TestLongHistories makes many steps with many points. Saved work stays bounded: it loses the oldest steps, and keeps the present
// state. Going back through all steps saves each as a new saver would, in small pieces.
func TestLongHistories(t *testing.T) {
	const state = 150 << 10 // bytes of text
	p, k := unsolved("ring"), &saver{}
	rows := manyRows(3000)
	check := func(whole bool) {
		t.Helper()
		pieces, size := k.save(p.capture(), nil), 0
		for _, text := range k.texts {
			size += len(text)
		}
		if size > savedBytes+3*state { // the present state, and those that were too much
			t.Fatalf("%d bytes of text are kept", size)
		}
		if !whole {
			return
		}
		for _, piece := range pieces {
			if cap(piece) > 1<<17 {
				t.Errorf("a piece takes %d bytes", cap(piece))
			}
		}
		kept := bytes.Join(pieces, nil)
		work, err := read(kept)
		if err != nil || len(kept) > savedBytes+2*state || len(work.States) < 10 || work.present().X[0] != p.Work.Now().X[0] {
			t.Fatalf("%v: %d bytes", err, len(kept))
		}
		if !bytes.Equal(kept, saved(new(saver), p)) {
			t.Fatal("what is kept is not the work")
		}
	}
	for step := range 60 {
		rows[0][0] = float64(step)
		if err := p.Work.PutRows(0, rows, true); err != nil {
			t.Fatal(err)
		}
		check(step == 59)
	}
	for step := 1; p.Work.CanUndo(); step++ {
		p.Work.Undo()
		check(step%20 == 0)
	}
}
