package store

import (
	"slices"
	"testing"

	"conelab/core/app/protocol/intent"
	"conelab/core/data/specimen"
)

// TestSpecimens reads files as other programs write them, with the proposed columns.
func TestSpecimens(t *testing.T) {
	for _, f := range specimen.All() {
		t.Run(f.Name, func(t *testing.T) {
			m, w := importStart()
			_, err := m.Apply(w, &intent.ImportData{Name: f.Name, Data: []byte(f.Content)})
			if page := m.Page(); err == nil && page != nil {
				_, err = m.Apply(w, &intent.Columns{Features: page.Features, Target: page.Target})
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
			if now := w.Now(); now.Samples() != len(x) || !slices.Equal(now.X(), slices.Concat(x...)) || !slices.Equal(now.Y(), slices.Concat(y...)) {
				t.Errorf("took %v and %v, want %v and %v", now.X(), now.Y(), x, y)
			}
		})
	}
}
