package main

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// kinds are the true classes of the birds in testdata/new-birds.csv.
var kinds = strings.Fields("stork egret heron heron stork heron egret heron stork heron heron stork egret stork egret")

// TestReadmePipeline runs the README's commands from a table to predictions, in a folder with only the table and the rows to predict.
func TestReadmePipeline(t *testing.T) {
	readme, err := os.ReadFile("../../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, name := range []string{"birds.csv", "new-birds.csv"} {
		content, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	_, block, _ := strings.Cut(string(readme), "Five commands lead from a table to a network in use:\n\n```\n")
	block, _, found := strings.Cut(block, "\n```")
	lines := strings.Split(block, "\n")
	if !found || len(lines) != 5 {
		t.Fatalf("README has %d commands", len(lines))
	}
	for _, line := range lines {
		line, _, _ = strings.Cut(line, "#")
		args := strings.Fields(line)
		if o := execute("", args[1:]...); args[0] != "conelab" || o.code != exitDone || !notesOnly(o.errors) {
			t.Fatalf("%s: %+v", line, o)
		} else if args[1] == "check" && !strings.Contains(o.out, `"verdict":"CERTIFIED: `) {
			t.Errorf("%s: %s", line, o.out)
		}
	}
	if lines := strings.Count(string(mustRead(t, "validation.csv")), "\n"); lines != 31 {
		t.Errorf("the cross-validation has %d lines", lines)
	}
	if model := mustRead(t, "network.onnx"); !strings.Contains(string(model), "stork") {
		t.Error("the ONNX model does not name the classes")
	}
	rows, err := csv.NewReader(strings.NewReader(string(mustRead(t, "predictions.csv")))).ReadAll()
	if err != nil || len(rows) != 1+len(kinds) || rows[0][0] != "class" {
		t.Fatalf("%v: %v", err, rows)
	}
	right := 0
	for i, kind := range kinds {
		if rows[1+i][0] == kind {
			right++
		}
	}
	if right < len(kinds)-2 {
		t.Errorf("%d of %d birds are right", right, len(kinds))
	}
}
