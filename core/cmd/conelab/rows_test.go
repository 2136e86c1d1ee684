package main

import (
	"io"
	"os"
	"path/filepath"
	"testing"
)

// TestFileClosed checks that the first file does not stay open where its columns are refused.
func TestFileClosed(t *testing.T) {
	file := filepath.Join(t.TempDir(), "table.csv")
	if err := os.WriteFile(file, []byte("x,y\n1,2\n2,3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	c := &sumsCommand{}
	c.Targets = []string{"z"}
	r := &rowReader{s: &streams{err: io.Discard, opened: map[string]*source{}}, o: &c.tableOptions, files: []string{file}}
	if err := r.fit(false); err == nil || r.ready == nil {
		t.Fatalf("error %v, file %v: expected a refusal after the file was opened", err, r.ready)
	}
	first := r.ready
	if r.Close(); r.ready != nil {
		t.Error("the file is still ready")
	}
	if _, err := first.file.Stat(); err == nil {
		t.Error("the file is still open")
	}
}
