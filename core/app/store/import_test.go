package store

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/app/workspace"
	"conelab/core/data/specimen"
)

// load imports a file, and choose takes columns of the one that waits.
func (m *Importer) load(w *workspace.Workspace, name, text string) error {
	_, err := m.Import(w, name, []byte(text))
	return err
}

func (m *Importer) choose(w *workspace.Workspace, in intent.ChooseColumns) error {
	_, err := m.Choose(w, &in)
	return err
}

func importStart() (*Importer, *workspace.Workspace) {
	return &Importer{}, workspace.New(workspace.First("ring", 0.01))
}

// TestImportSaysWhatItDecided imports ambiguous tables: what was decided about them is said.
func TestImportSaysWhatItDecided(t *testing.T) {
	for text, want := range map[string]struct {
		x, y   []float64
		notice string
	}{
		"a,b,c\n1,2,1\n3,NA,1\n4,5,0\n": {[]float64{1, 2, 4, 5}, []float64{1, -1}, "1 of 3 rows left out, for missing values."},
		",a,y\n0,1,2\n1,3,4\n": {[]float64{1, 3}, []float64{2, 4},
			`The column "column 1" numbers or names the rows, and is not used as a feature.`},
		"a,y,part\n1,2,train\n3,4,test\n": {[]float64{1, 3}, []float64{2, 4},
			`The column "part" marks the rows held out, and is not a label.`},
		"a,b,y\n1,2,0\n3,4,1\n5,6,2\n": {[]float64{1, 2, 3, 4, 5, 6}, []float64{0, 1, 2},
			"The labels are the whole numbers 0 to 2: choose Classes to treat them as classes."},
		"a;y\n0,5;1\n1,5;-1\n": {[]float64{0.5, 1.5}, []float64{1, -1}, "Numbers have decimal commas: 0,5 is 0.5."},
	} {
		m, w := importStart()
		notice, err := m.Import(w, "points.csv", []byte(text))
		if now := w.Now(); err != nil || notice != want.notice || !slices.Equal(now.X, want.x) || !slices.Equal(now.Y, want.y) || !w.CanUndo() ||
			w.Origin == 0 || now.Problem().Title != "points.csv" {
			t.Errorf("%q: %v, took %v and %v, and says %q", text, err, now.X, now.Y, notice)
		}
	}
}

// TestCellsWithoutANumberAreCountedOnce: the rows that the chooser counts are those left out, in the same words. Numbers too large for a page
// are announced once, and are no reason to standardise.
func TestCellsWithoutANumberAreCountedOnce(t *testing.T) {
	m, w := importStart()
	if err := m.load(w, "a.csv", "x,y,z,w,l\n1,1,1,1,3\n2,1,1,2,4\n,1,2,3,5\nNaN,1,2,4,6\n0x10,1,3,5,7\n1e-300,1,3,6,8\n1e400,1,4,7,9\n"); err != nil {
		t.Fatal(err)
	}
	page := m.Page()
	if !slices.Equal(page.Columns[0].Missing, []int{2, 3, 4, 6}) {
		t.Errorf("the chooser has %v", page.Columns[0].Missing)
	}
	notice, err := m.Choose(w, &intent.ChooseColumns{Features: []int{0, 1, 2, 3}, Target: 4})
	if err != nil || !strings.HasPrefix(notice, "4 of 7 rows left out, for cells that are missing or not finite numbers.") {
		t.Errorf("%v: %q", err, notice)
	}
	if err := m.load(w, "b.csv", "a,b,c,d,l\n1e200,-1e200,1,2,3\n-1e200,1e200,2,3,4\n2,3,4,5,6\n"); err != nil {
		t.Fatal(err)
	}
	page = m.Page()
	if page.Standardise || !slices.Equal(page.Notes, []string{"a has numbers beyond 1e30, which are refused."}) {
		t.Errorf("of numbers that are refused it says %q", page.Notes)
	}
}

func TestTablesWaitForTheirColumns(t *testing.T) {
	m, w := importStart()
	const text = "1,2,3,red,7\n2,4,6,blue,8\n3,6,9,red,9\n"
	if err := m.load(w, "b.csv", text); err != nil {
		t.Fatal(err)
	}
	page, before := m.Page(), w.Revision
	if page == nil || page.Rows != 3 || page.Target != 4 || !slices.Equal(page.Features, []int{0, 1, 2}) || page.Columns[3].Kind != "text" ||
		page.Columns[3].Distinct != 2 {
		t.Fatalf("%+v", page)
	}
	for _, bad := range []intent.ChooseColumns{
		{Features: []int{0}, Target: 9}, {Features: nil, Target: 4}, {Features: []int{4}, Target: 4}, {Features: []int{0, 0}, Target: 4},
		{Features: []int{5}, Target: 4},
	} {
		if err := m.choose(w, bad); err == nil || !strings.HasSuffix(err.Error(), ".") || w.Revision != before || m.Page() != page {
			t.Errorf("%+v: %v", bad, err)
		}
	}
	w.Admit = func(*workspace.State) error { return errors.New("too many points") }
	if err := m.choose(w, intent.ChooseColumns{Features: []int{1, 2}, Target: 3}); err == nil || w.Revision != before || m.Page() != page {
		t.Errorf("after points that are too many the table is %+v: %v", m.Page(), err)
	}
	w.Admit = nil
	if err := m.SetHeader(true); err != nil || m.Page().Rows != 2 || m.Page().Columns[3].Name != "red" {
		t.Errorf("%v: %+v", err, m.Page())
	}
	err := m.SetHeader(false)
	if err == nil {
		err = m.choose(w, intent.ChooseColumns{Features: []int{1, 2}, Target: 3, Standardise: true})
	}
	if now := w.Now(); err != nil || m.Page() != nil || now.D != 2 || now.Samples() != 3 || now.Label(0, 0) != now.Label(2, 0) ||
		now.X[0]+now.X[2]+now.X[4] > 1e-12 {
		t.Errorf("%v: %v %v", err, now.X, now.Y)
	}
	const words = "height,weight,smoker,day,share\n170,65,yes,2024-01-31,12%\n180,,no,2024-02-01,3 %\n,65,yes,,\n165,80,no,2024-02-03,0.5%\n"
	if err := m.load(w, "c.csv", words); err != nil {
		t.Fatal(err)
	}
	page = m.Page()
	if page == nil || !page.Standardise || page.Columns[1].Distinct != 2 || page.Columns[3].Kind != "date" || page.Columns[4].Kind != "percentage" ||
		!slices.Equal(page.Columns[1].Missing, []int{1}) || page.Columns[2].Missing != nil {
		t.Errorf("%+v", page)
	}
	m.Cancel()
	if err := m.choose(w, intent.ChooseColumns{Features: []int{0}, Target: 1}); err == nil {
		t.Error("columns of no table")
	}
}

func TestFilesAreRefused(t *testing.T) {
	m, w := importStart()
	for _, text := range []string{"", "1\n2\n", `{"format":"conelab/problem/1"}`, "1,2\n3\n", strings.Repeat("1,", 1200) + "1\n"} {
		if err := m.load(w, "", text); err == nil || w.CanUndo() {
			t.Errorf("%.20q: %v", text, err)
		}
	}
	if err := m.load(w, "", strings.Repeat(" ", protocol.MaxFileBytes+1)); err == nil {
		t.Error("a file of any length")
	}
}

// TestSpecimens reads files as other programs write them, with the proposed columns.
func TestSpecimens(t *testing.T) {
	for _, f := range specimen.All() {
		t.Run(f.Name, func(t *testing.T) {
			m, w := importStart()
			err := m.load(w, f.Name, f.Content)
			if page := m.Page(); err == nil && page != nil {
				err = m.choose(w, intent.ChooseColumns{Features: page.Features, Target: page.Target})
			}
			if f.PageRefusal != "" {
				if err == nil || err.Error() != f.PageRefusal || w.CanUndo() {
					t.Errorf("\n got %v\nwant %s", err, f.PageRefusal)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			x, y := f.X, f.Y
			if f.PageX != nil {
				x = f.PageX
			}
			if f.PageY != nil {
				y = f.PageY
			}
			if now := w.Now(); now.Samples() != len(x) || !slices.Equal(now.X, slices.Concat(x...)) ||
				!slices.Equal(now.Y, slices.Concat(y...)) {
				t.Errorf("took %v and %v, want %v and %v", now.X, now.Y, x, y)
			}
		})
	}
}
