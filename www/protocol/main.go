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
	"os/exec"
	"path/filepath"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "protocol:", err)
		os.Exit(1)
	}
}

func run(arguments []string) error {
	module, err := exec.Command("go", "env", "GOMOD").Output()
	if err != nil {
		return fmt.Errorf("go env GOMOD: %w", err)
	}
	text, err := typescript()
	if err != nil {
		return err
	}
	name := filepath.Join(filepath.Dir(string(module)), "www/page/platform/protocol.ts")
	switch {
	case len(arguments) == 0:
		return os.WriteFile(name, text, 0o644)
	case arguments[0] != "check":
		return errors.New("usage: go run ./www/protocol [check]")
	}
	if present, err := os.ReadFile(name); err != nil || !bytes.Equal(present, text) {
		return fmt.Errorf("%s is stale: go generate ./core/app/protocol/... writes it", name)
	}
	return nil
}
