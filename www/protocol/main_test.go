package main

import (
	"strings"
	"testing"

	"github.com/evanw/esbuild/pkg/api"
)

// TestGeneratedFilesAreFresh fails if go generate would change a file.
func TestGeneratedFilesAreFresh(t *testing.T) {
	if err := run([]string{"check"}); err != nil {
		t.Error(err)
	}
}

// TestScriptIsTypeScript parses the generated script with the bundler.
func TestScriptIsTypeScript(t *testing.T) {
	text, err := typescript()
	if err != nil {
		t.Fatal(err)
	}
	result := api.Transform(string(text), api.TransformOptions{Loader: api.LoaderTS})
	for _, message := range result.Errors {
		t.Error(message.Text)
	}
	for _, want := range []string{`name: "network"`, "export function replaces("} {
		if !strings.Contains(string(result.Code), want) {
			t.Errorf("the script has no %s", want)
		}
	}
}
