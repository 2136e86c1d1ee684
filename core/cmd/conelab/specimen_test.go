package main

import (
	"os"
	"strings"
	"testing"

	"conelab/core/data/specimen"
	"conelab/core/format/document"
)

// TestSpecimens reads files as other programs write them: either the problem has their numbers, or one sentence says what to do.
func TestSpecimens(t *testing.T) {
	for _, f := range specimen.All() {
		t.Run(f.Name, func(t *testing.T) {
			made := write(t, "p.json", "")
			o := execute(f.Content, append([]string{"solve", "--beta=1", "--problem", made}, strings.Fields(f.Options)...)...)
			if f.Refusal != "" {
				if want := "conelab: standard input: " + f.Refusal + "\n"; o.code != exitBadInput || o.errors != want {
					t.Errorf("exit %d\n got %s\nwant %s", o.code, o.errors, want)
				}
				return
			}
			content, err := os.ReadFile(made)
			if err != nil || o.code != exitDone {
				t.Fatalf("%+v", o)
			}
			p, err := document.ParseProblem(content)
			if err != nil {
				t.Fatal(err)
			}
			if x, y := rowsOf(t, p.Data.X), rowsOf(t, p.Data.Y); x != rowsOf(t, f.X) || y != rowsOf(t, f.Y) {
				t.Errorf("x %s, y %s, want %v and %v", x, y, f.X, f.Y)
			}
			checkNotes(t, o.errors, f.Notes)
		})
	}
}

// checkNotes expects a note for each part, in any order, and no others.
func checkNotes(t *testing.T, said string, parts []string) {
	t.Helper()
	if lines := strings.Count(said, "\n"); !notesOnly(said) || lines != len(parts) {
		t.Errorf("says %swant %d notes", said, len(parts))
	}
	for _, part := range parts {
		if strings.Count(said, part) != 1 {
			t.Errorf("says %swant %q", said, part)
		}
	}
}

func TestQuiet(t *testing.T) {
	if o := execute(",a,y\n0,1,2\n1,3,4\n", "--quiet", "solve"); o.code != exitDone || o.errors != "" {
		t.Errorf("%+v", o)
	}
	if o := execute("1,2\n", "--quiet", "solve", "--limit=-1"); o.code != exitBadInput || o.errors == "" {
		t.Errorf("%+v", o)
	}
}
