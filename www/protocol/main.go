// Command protocol generates www/page/platform/protocol.ts, the TypeScript types of the page, from
// core/app/protocol. It is used by go generate and by build.sh:
//
//	go generate ./core/app/protocol/...   writes the file
//	go run ./www/protocol check           fails if it is out of date
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
	text, err := typescript()
	if err != nil {
		return err
	}
	name := filepath.Join(root, "www/page/platform/protocol.ts")
	switch {
	case len(arguments) == 0:
		return os.WriteFile(name, text, 0o644)
	case arguments[0] != "check":
		return errors.New("usage: go run ./www/protocol [check]")
	}
	if present, err := os.ReadFile(name); err != nil || !bytes.Equal(present, text) {
		return fmt.Errorf("%s is stale: run go generate ./core/app/protocol/...", name)
	}
	return nil
}

// moduleRoot returns the folder of go.mod.
func moduleRoot() (string, error) {
	dir, err := os.Getwd()
	for ; err == nil; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		if dir == filepath.Dir(dir) {
			return "", errors.New("no go.mod here or above")
		}
	}
	return "", err
}
