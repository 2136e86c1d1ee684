package main

import "testing"

// TestGeneratedFilesAreFresh fails if go generate would change a file.
func TestGeneratedFilesAreFresh(t *testing.T) {
	if err := run([]string{"check"}); err != nil {
		t.Error(err)
	}
}
