// Command exec runs a Go program compiled for js/wasm in Chromium, and passes on its output and exit code. It is made for
//
//	GOOS=js GOARCH=wasm go test -exec "$PWD/build/exec" ./core/...
//
// The program has no files, and no environment but GOGC: a test that reads files must embed them. So its
// behaviour depends only on the program and its arguments. With -keep FOLDER before the program, a successful run is not
// repeated: its stored output is printed instead. (go test itself does not cache the results of programs that are run by others.)
package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"github.com/chromedp/chromedp"

	"conelab/www/browser"
)

const page = `<!doctype html><meta charset="utf-8"><title>A Go program</title><link rel="icon" href="data:,">
<script src="wasm_exec.js"></script><script type="module" src="page.js"></script>`

//go:embed page.js
var script []byte

// exitMark begins the message by which the page reports the exit code.
const exitMark = "\x00exit "

func main() {
	keep := flag.String("keep", "", "folder for the output of programs that succeed, which are not run again")
	flag.Usage = func() {
		fmt.Fprintln(os.Stderr, "usage: exec [-keep FOLDER] PROGRAM.wasm [ARGUMENT...]")
	}
	flag.Parse()
	if flag.NArg() < 1 {
		flag.Usage()
		os.Exit(2)
	}
	code, err := once(*keep, program{flag.Arg(0), flag.Args()[1:]})
	if err != nil {
		fmt.Fprintln(os.Stderr, "exec:", err)
		code = 1
	}
	os.Exit(code)
}

// program is a file with a program, and how it is run.
type program struct {
	file string
	args []string
}

// once runs the program, unless folder has the output of the same program with the same arguments.
func once(folder string, p program) (int, error) {
	if folder == "" {
		return run(p, os.Stdout)
	}
	data, err := os.ReadFile(p.file)
	if err != nil {
		return 0, err
	}
	sum := sha256.New()
	sum.Write(data)
	fmt.Fprintf(sum, "%q", usable(p.args))
	path := filepath.Join(folder, hex.EncodeToString(sum.Sum(nil)))
	if output, err := os.ReadFile(path); err == nil {
		_, err = os.Stdout.Write(output)
		return 0, err
	}
	var output bytes.Buffer
	code, err := run(p, io.MultiWriter(os.Stdout, &output))
	if err != nil || code != 0 {
		return code, err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return 0, err
	}
	return 0, os.WriteFile(path, output.Bytes(), 0o644)
}

// run runs the program until it ends, writes its output, and returns its exit code.
func run(p program, output io.Writer) (int, error) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGQUIT)
	defer stop()
	handler, err := site(p)
	if err != nil {
		return 0, err
	}
	listener, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		return 0, err
	}
	defer listener.Close()
	go http.Serve(listener, handler)
	tab, closeBrowser, err := browser.New(ctx)
	if err != nil {
		return 0, err
	}
	defer closeBrowser()
	messages := chromedp.Console(tab)
	if err := chromedp.Do(tab, chromedp.Navigate("http://"+listener.Addr().String()+"/")); err != nil {
		return 0, err
	}
	for m, err := range messages {
		if err != nil {
			return 0, err
		}
		if m.IsException() {
			return 0, fmt.Errorf("the page failed: %s", m.Text)
		}
		if code, ok := strings.CutPrefix(m.Text, exitMark); ok {
			return strconv.Atoi(code)
		}
		fmt.Fprint(output, m.Text)
	}
	return 0, fmt.Errorf("the browser ended before the program: %w", ctx.Err())
}

// site serves the page that runs the program.
func site(p program) (http.Handler, error) {
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("go env GOROOT: %w", err)
	}
	env := map[string]string{"GOGC": "400"} // with so much room for garbage, tests take a tenth less processor time
	start, err := json.Marshal(map[string]any{"argv": append([]string{filepath.Base(p.file)}, usable(p.args)...), "env": env})
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	mux.HandleFunc("/{$}", send("text/html; charset=utf-8", []byte(page)))
	mux.HandleFunc("/page.js", send("text/javascript", script))
	mux.HandleFunc("/start.json", send("application/json", start))
	mux.HandleFunc("/wasm_exec.js", file(filepath.Join(strings.TrimSpace(string(goroot)), "lib", "wasm", "wasm_exec.js")))
	mux.HandleFunc("/program.wasm", file(p.file))
	return mux, nil
}

// usable drops the arguments by which go test asks for files.
func usable(args []string) []string {
	var kept []string
	for _, arg := range args {
		if !strings.HasPrefix(arg, "-test.testlogfile=") {
			kept = append(kept, arg)
		}
	}
	return kept
}

func send(contentType string, data []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		w.Write(data)
	}
}

func file(path string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, ".wasm") {
			w.Header().Set("Content-Type", "application/wasm")
		}
		http.ServeFile(w, r, path)
	}
}
