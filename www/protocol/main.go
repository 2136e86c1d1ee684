// Command protocol generates files from core/app/protocol: the TypeScript types and constructors of the page, and the documentation of the intents.
// It is used by go generate and by build.sh:
//
//	go generate ./core/app/protocol/...   writes the files
//	go run ./www/protocol check           reports files that are out of date
package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "protocol:", err)
		os.Exit(1)
	}
}

func run(arguments []string) error {
	root, err := moduleRoot()
	if err != nil {
		return err
	}
	files, err := generate(root)
	if err != nil {
		return err
	}
	if len(arguments) == 1 && arguments[0] == "check" {
		return check(root, files)
	}
	if len(arguments) > 0 {
		return errors.New("usage: go run ./www/protocol [check]")
	}
	for name, text := range files {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// check returns an error that names the files that are out of date.
func check(root string, files map[string][]byte) error {
	var stale []error
	for name, want := range files {
		if got, err := os.ReadFile(filepath.Join(root, name)); err != nil || !bytes.Equal(got, want) {
			stale = append(stale, fmt.Errorf("%s is stale: run go generate ./core/app/protocol/...", name))
		}
	}
	return errors.Join(stale...)
}

// generate returns the contents of the files by their names, relative to the root of the module.
func generate(root string) (map[string][]byte, error) {
	docs, err := readDocs(root, "core/app/protocol/intent", "core/app/protocol")
	if err != nil {
		return nil, err
	}
	intents, err := readIntents(docs)
	if err != nil {
		return nil, err
	}
	script, err := typescript(intents, docs)
	if err != nil {
		return nil, err
	}
	return map[string][]byte{
		"www/page/platform/protocol.ts":       script,
		"core/app/protocol/intent/intents.md": markdown(intents),
	}, nil
}

// moduleRoot returns the folder of go.mod.
func moduleRoot() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		if dir == filepath.Dir(dir) {
			return "", errors.New("no go.mod here or above")
		}
		dir = filepath.Dir(dir)
	}
}
