package store

import (
	"strings"
	"testing"

	"conelab/core/app/protocol/intent"
	"conelab/core/app/solve"
	"conelab/core/app/verify"
	"conelab/core/app/view"
	"conelab/core/app/workspace"
)

func parts() Parts {
	return Parts{workspace.New(workspace.First("ring", 0.01)), view.NewPointer(), view.NewPlayer(), &solve.Solution{}, &verify.Check{}}
}

// TestBothUsesAreOneForm saves work and shares its state. A link reads as work, and saved work reads back unchanged.
func TestBothUsesAreOneForm(t *testing.T) {
	p := parts()
	w := p.Work
	_, _ = w.Step(w.Now().WithLoss("hinge"))
	_, _ = w.Step(w.Now().WithHold(20))
	_, _ = w.OpenPreset(&intent.Preset{Name: "masked"})
	_, _ = w.Look(&intent.Lens{Output: new(1)})
	_, _ = w.Step(w.Now().WithBeta(1), nil)
	w.Undo()
	p.Pointer.SetTool("erase")
	p.Player.SetFilm("solver")
	pending := &Pending{Position: 1.23456, Playing: true, Focus: 2, Turned: [][]float64{{1, 0.6, 0.8}}}
	kept, link := saved(new(Keeper), p, pending), p.Link(-1, pending)
	for text, states := range map[string]int{string(kept): 5, string(link): 1} {
		work, err := Read([]byte(text))
		if err != nil || len(work.States) != states {
			t.Fatalf("%v: %s", err, text)
		}
		q := parts()
		q.Work.Restore(work.States, work.At)
		again := q.Control(work)
		if q.Pointer.Tool() != "erase" || q.Player.Name() != "solver" || q.Work.Output() != 1 || again.Position != 1.2346 || len(again.Turned) != 1 {
			t.Errorf("%s came back as %+v", text, again)
		}
		if states == 1 {
			if string(q.Link(-1, again)) != text {
				t.Errorf("%s\n%s", text, q.Link(-1, again))
			}
		} else if string(saved(new(Keeper), q, again)) != text {
			t.Errorf("%s\n%s", text, saved(new(Keeper), q, again))
		}
	}
	// If the points are a preset's with another loss, saved work keeps the name of the preset.
	if work, _ := Read(kept); work.States[1].Preset() != "ring" || work.States[1].Loss() != "hinge" {
		t.Errorf("%q with the %s loss", work.States[1].Preset(), work.States[1].Loss())
	}
	if strings.Contains(string(link), "undo") || strings.Contains(string(link), "pointsOf") {
		t.Errorf("a link has what it can do without: %s", link)
	}
	// The page that saves the work adds its display settings.
	if _, err := Read([]byte(strings.Replace(string(kept), `,"tool"`, `,"page":{"view":null,"a":[1,{"b":2}]},"tool"`, 1))); err != nil {
		t.Error(err)
	}
}

// TestLinkHasWhatIsUnderCheck checks a matrix. A link restores it, judged anew, unless it is so long that it would leave no room.
func TestLinkHasWhatIsUnderCheck(t *testing.T) {
	for _, c := range []struct {
		text string
		want bool
	}{{"[2 1; 1 2]", true}, {"[2 1; 1 2]" + strings.Repeat(" ", linked), false}} {
		p, q := parts(), parts()
		if _, err := p.Check.Put(p.Work, p.Solution, c.text, nil); err != nil {
			t.Fatal(err)
		}
		work, err := Read(p.Link(-1, nil))
		if err != nil {
			t.Fatal(err)
		}
		q.Control(work)
		text, is := q.Check.Text()
		if is != c.want || is && (text != c.text || !q.Check.Verdict().Pass) {
			t.Errorf("%d letters: %v, %q", len(c.text), is, text)
		}
	}
}

// TestLongHistoriesLoseTheirOldestSteps saves a history that is too long.
func TestLongHistoriesLoseTheirOldestSteps(t *testing.T) {
	p := parts()
	rows := make([][]float64, 1500)
	for i := range rows {
		rows[i] = []float64{float64(i) / 7, float64(i) / 3, 1}
	}
	for range 60 {
		if _, err := p.Work.PutRows(0, rows, true); err != nil {
			t.Fatal(err)
		}
		rows[0][0]++
	}
	kept := saved(new(Keeper), p, nil)
	work, err := Read(kept)
	if err != nil || len(kept) > keptBytes+1<<20 || len(work.States) < 10 || work.At != len(work.States)-1 {
		t.Errorf("%v: %d bytes", err, len(kept))
	}
	if last := work.States[work.At]; last.X()[0] != p.Work.Now().X()[0] {
		t.Error("the present state is another one")
	}
}

func TestBadWorkIsRefused(t *testing.T) {
	for _, bad := range []string{
		"", "1", "null", "[]", `{}`, `{"format":"conelab/work/9"}`, `{"format":"conelab/work/2"}`, `{"format":"conelab/share/1"}`, `{"format":"conelab/work/1","states":[]}`,
		`{"format":"conelab/work/1","states":[{"features":2,"beta":1}],"at":1}`, `{"format":"conelab/work/1","states":[{"features":2,"beta":1}],"at":-1}`,
		`{"format":"conelab/work/1","states":[{"features":0,"beta":1}],"at":0}`, `{"format":"conelab/work/1","states":[{"features":2,"beta":1,"problem":{"data":1}}],"at":0}`,
		`{"format":"conelab/work/1","states":[{"features":2,"beta":1,"split":{"hold":70}}],"at":0}`,
	} {
		if _, err := Read([]byte(bad)); err == nil || !strings.HasSuffix(err.Error(), ".") || strings.HasSuffix(err.Error(), "..") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", bad, err)
		}
	}
	if _, err := Read([]byte(`{"format":"conelab/work/1","states":[{"features":7,"beta":1,"tool":"dig"}],"at":0,"film":"western","speed":99}`)); err != nil {
		t.Errorf("what was kept once is refused: %v", err)
	}
}
