package table_test

import (
	"strings"
	"testing"

	"conelab/core/data/table"
)

// TestReadingBeats counts the beats of tables by their cells, and not by time.
func TestReadingBeats(t *testing.T) {
	const height, width = 1000, 200
	row := func(cell, between string) string { return strings.Repeat(cell+between, width-1) + cell + "\n" }
	for name, c := range map[string]struct {
		text   string
		passes int // along all cells: to part them, and to find their numbers
	}{
		"points":          {strings.Repeat(row("0.25", ","), height), 2},
		"commas":          {strings.Repeat(row("0,25", ";"), height), 3},
		"quoted":          {row(`"a"`, ",") + strings.Repeat(row("0.25", ","), height-1), 3},
		"words":           {strings.Repeat(row("red", "\t"), height), 2},
		"lines too short": {strings.Repeat(row("0.25", ","), height) + "1\n", 1},
	} {
		t.Run(name, func(t *testing.T) {
			beats := 0
			_, err := table.ParseText([]byte(c.text), table.Format{Beat: func() { beats++ }})
			if (err != nil) != (c.passes == 1) {
				t.Error(err)
			}
			if least := c.passes * (height*width/table.BeatCells - 1); beats < least {
				t.Errorf("%d beats, want %d", beats, least)
			}
		})
	}
}
