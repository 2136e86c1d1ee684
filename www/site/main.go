// Command site builds the site into dist, serves it on this machine, or checks the size of a first visit.
//
//	go run ./www/site build | serve | check
package main

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"

	"conelab/www/publish"
)

func main() {
	verb := ""
	if len(os.Args) == 2 {
		verb = os.Args[1]
	}
	verbs := map[string]func() error{"build": build, "serve": serve, "check": check}
	run, ok := verbs[verb]
	if !ok {
		fmt.Fprintln(os.Stderr, "usage: site build | serve | check")
		os.Exit(2)
	}
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
}

// publishTo builds the site into a folder of the project.
func publishTo(folder string, quick bool) (publish.Manifest, string, error) {
	root, err := publish.Root()
	if err != nil {
		return publish.Manifest{}, "", err
	}
	out := filepath.Join(root, folder)
	m, err := publish.Build(publish.Options{
		Root: root, Out: out, Cache: filepath.Join(root, "build", "compressed"), Quick: quick,
	})
	return m, out, err
}

func build() error {
	_, _, err := publishTo("dist", false)
	return err
}

// serve builds into a separate folder, so that it never replaces a full build by a quick one.
func serve() error {
	_, out, err := publishTo(filepath.Join("build", "serve"), true)
	if err != nil {
		return err
	}
	l, err := net.Listen("tcp", "localhost:8080")
	if err != nil {
		l, err = net.Listen("tcp", "localhost:0") // any port that is free
	}
	if err != nil {
		return err
	}
	fmt.Printf("http://localhost:%d\n", l.Addr().(*net.TCPAddr).Port)
	return http.Serve(l, publish.Handler(out))
}

func check() error {
	m, _, err := publishTo("dist", false)
	if err != nil {
		return err
	}
	if err := m.Report(os.Stdout); err != nil {
		return err
	}
	return m.Check()
}
