// Package smoke uses the page in browsers other than Chromium, where they are installed: in Firefox by its own remote control,
// Marionette, and in WebKit by a WebDriver. Both take the same commands; what is here of them is what the tests need.
package smoke

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// Patience is how long a browser may take for anything.
const Patience = 90 * time.Second

// ErrNone says that a browser is not installed.
var ErrNone = errors.New("is not installed")

// Browser is a browser without a screen, with one window.
type Browser struct {
	// command sends a command with its parameters and returns the value that comes back.
	command func(ctx context.Context, name string, parameters any) (json.RawMessage, error)
	close   func()
}

// The commands, by the names that Marionette has for them.
const (
	newSession = "WebDriver:NewSession"
	navigate   = "WebDriver:Navigate"
	execute    = "WebDriver:ExecuteAsyncScript"
	perform    = "WebDriver:PerformActions"
	timeouts   = "WebDriver:SetTimeouts"
)

// Open loads a page.
func (b *Browser) Open(ctx context.Context, address string) error {
	most := Patience.Milliseconds()
	if _, err := b.command(ctx, timeouts, map[string]int64{"script": most, "pageLoad": most}); err != nil {
		return err
	}
	_, err := b.command(ctx, navigate, map[string]string{"url": address})
	return err
}

// Evaluate sets result to the value of a JavaScript expression, or of the promise that it gives.
func (b *Browser) Evaluate(ctx context.Context, expression string, result any) error {
	script := fmt.Sprintf(`const done = arguments[arguments.length - 1];
		Promise.resolve().then(() => (%s)).then((value) => done({value: value ?? null}), (error) => done({error: String(error)}))`, expression)
	value, err := b.command(ctx, execute, map[string]any{"script": script, "args": []any{}})
	if err != nil {
		return fmt.Errorf("%s: %w", expression, err)
	}
	var answer struct {
		Value json.RawMessage
		Error string
	}
	if err := json.Unmarshal(value, &answer); err != nil {
		return err
	}
	if answer.Error != "" {
		return fmt.Errorf("%s: %s", expression, answer.Error)
	}
	return json.Unmarshal(answer.Value, result)
}

// Await waits until a JavaScript expression is true; the page looks at it several times a second.
func (b *Browser) Await(ctx context.Context, condition string) error {
	var is bool
	return b.Evaluate(ctx, fmt.Sprintf(`(async () => { while (!(await (%s))) await new Promise((next) => setTimeout(next, 50));
		return true })()`, condition), &is)
}

// Drag presses the mouse at the first of some places of the window, in CSS pixels, moves it along the others and lets it go.
func (b *Browser) Drag(ctx context.Context, path ...[2]int) error {
	move := func(at [2]int) map[string]any {
		return map[string]any{"type": "pointerMove", "x": at[0], "y": at[1], "duration": 50, "origin": "viewport"}
	}
	actions := []any{move(path[0]), map[string]any{"type": "pointerDown", "button": 0}}
	for _, at := range path[1:] {
		actions = append(actions, move(at))
	}
	actions = append(actions, map[string]any{"type": "pointerUp", "button": 0})
	mouse := map[string]any{"type": "pointer", "id": "mouse", "parameters": map[string]string{"pointerType": "mouse"}, "actions": actions}
	_, err := b.command(ctx, perform, map[string]any{"actions": []any{mouse}})
	return err
}

// Close ends the browser.
func (b *Browser) Close() { b.close() }

// start starts a program that ends with the context it returns the end of.
func start(cmd *exec.Cmd) (stop func(), err error) {
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	return func() {
		_ = cmd.Process.Kill() // it may have ended by itself
		_ = cmd.Wait()
	}, nil
}

// retry tries something until it succeeds or the context ends.
func retry(ctx context.Context, try func() error) error {
	for {
		err := try()
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return errors.Join(err, ctx.Err())
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// find returns the path of the first of some programs that is installed.
func find(names ...string) (path string, err error) {
	for _, name := range names {
		if path, err = exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", err
}

// freePort returns a port that nobody listens at.
func freePort() (int, error) {
	l, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}

// Firefox starts Firefox.
func Firefox(ctx context.Context) (*Browser, error) {
	path, err := find("firefox-esr", "firefox")
	if err != nil {
		return nil, fmt.Errorf("Firefox %w", ErrNone)
	}
	profile, err := os.MkdirTemp("", "conelab-firefox-")
	if err != nil {
		return nil, err
	}
	port, err := freePort()
	if err != nil {
		return nil, err
	}
	settings := fmt.Sprintf("user_pref(\"marionette.port\", %d);\nuser_pref(\"webgl.force-enabled\", true);\n", port)
	if err := os.WriteFile(filepath.Join(profile, "user.js"), []byte(settings), 0o644); err != nil {
		return nil, err
	}
	cmd := exec.Command(path, "--headless", "--marionette", "--no-remote", "--profile", profile, "--width=1120", "--height=840")
	cmd.Env = append(os.Environ(), "HOME="+profile, "MOZ_DISABLE_CONTENT_SANDBOX=1")
	stop, err := start(cmd)
	if err != nil {
		return nil, err
	}
	end := func() {
		stop()
		os.RemoveAll(profile)
	}
	m, err := dialMarionette(ctx, port)
	if err != nil {
		end()
		return nil, err
	}
	b := &Browser{command: m.command, close: end}
	if _, err := b.command(ctx, newSession, map[string]any{}); err != nil {
		end()
		return nil, err
	}
	return b, nil
}

// marionette is a connection with Firefox: messages are JSON after their length and a colon.
type marionette struct {
	conn net.Conn
	from *bufio.Reader
	last int
}

func dialMarionette(ctx context.Context, port int) (*marionette, error) {
	m := &marionette{}
	err := retry(ctx, func() (err error) {
		m.conn, err = net.Dial("tcp", net.JoinHostPort("localhost", strconv.Itoa(port)))
		return err
	})
	if err != nil {
		return nil, err
	}
	m.from = bufio.NewReader(m.conn)
	_, err = m.read() // it says who it is
	return m, err
}

func (m *marionette) read() (json.RawMessage, error) {
	length, err := m.from.ReadString(':')
	if err != nil {
		return nil, err
	}
	n, err := strconv.Atoi(strings.TrimSuffix(length, ":"))
	if err != nil {
		return nil, err
	}
	text := make([]byte, n)
	_, err = io.ReadFull(m.from, text)
	return text, err
}

func (m *marionette) command(ctx context.Context, name string, parameters any) (json.RawMessage, error) {
	if end, ok := ctx.Deadline(); ok {
		if err := m.conn.SetDeadline(end); err != nil {
			return nil, err
		}
	}
	m.last++
	text, err := json.Marshal([]any{0, m.last, name, parameters})
	if err != nil {
		return nil, err
	}
	if _, err := fmt.Fprintf(m.conn, "%d:%s", len(text), text); err != nil {
		return nil, err
	}
	text, err = m.read()
	if err != nil {
		return nil, err
	}
	var answer [4]json.RawMessage // 1, the number of the command, what is wrong, the result
	if err := json.Unmarshal(text, &answer); err != nil {
		return nil, err
	}
	if string(answer[2]) != "null" {
		return nil, fmt.Errorf("%s: %s", name, answer[2])
	}
	var result struct{ Value json.RawMessage }
	if json.Unmarshal(answer[3], &result) == nil && result.Value != nil {
		return result.Value, nil
	}
	return answer[3], nil
}

// WebKit starts the small browser of WebKitGTK, by the WebDriver that comes with it, on a screen that is not there.
func WebKit(ctx context.Context) (*Browser, error) {
	driver, err := find("WebKitWebDriver")
	if err != nil {
		return nil, fmt.Errorf("WebKitWebDriver %w", ErrNone)
	}
	browsers, err := filepath.Glob("/usr/lib/*/webkit*gtk-*/MiniBrowser")
	if err != nil || len(browsers) == 0 {
		return nil, fmt.Errorf("WebKit's MiniBrowser %w", ErrNone)
	}
	screen, err := find("Xvfb")
	if err != nil {
		return nil, fmt.Errorf("Xvfb %w", ErrNone)
	}
	// The server of the screen chooses a number, and tells it.
	read, write, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	display := exec.Command(screen, "-displayfd", "3", "-screen", "0", "1120x840x24", "-nolisten", "tcp")
	display.ExtraFiles = []*os.File{write}
	stopDisplay, err := start(display)
	if err != nil {
		return nil, err
	}
	write.Close()
	var number int
	if _, err := fmt.Fscan(read, &number); err != nil {
		stopDisplay()
		return nil, err
	}
	port, err := freePort()
	if err != nil {
		stopDisplay()
		return nil, err
	}
	cmd := exec.Command(driver, "--port="+strconv.Itoa(port))
	cmd.Env = append(os.Environ(), fmt.Sprintf("DISPLAY=:%d", number), "LIBGL_ALWAYS_SOFTWARE=1", "GDK_BACKEND=x11", "WEBKIT_FORCE_SANDBOX=0")
	stopDriver, err := start(cmd)
	if err != nil {
		stopDisplay()
		return nil, err
	}
	w := &webDriver{address: fmt.Sprintf("http://127.0.0.1:%d/session", port)}
	b := &Browser{command: w.command, close: func() {
		_, _ = w.send(context.Background(), http.MethodDelete, "", nil) // the browser ends with its session
		stopDriver()
		stopDisplay()
	}}
	options := map[string]any{"webkitgtk:browserOptions": map[string]any{
		"binary": browsers[len(browsers)-1], "args": []string{"--automation"},
	}}
	if err := retry(ctx, func() error {
		return w.begin(ctx, map[string]any{"capabilities": map[string]any{"alwaysMatch": options}})
	}); err != nil {
		b.Close()
		return nil, err
	}
	return b, nil
}

// webDriver is a session of a WebDriver, over HTTP.
type webDriver struct{ address string }

// paths are the commands' paths in a session.
var paths = map[string]string{navigate: "/url", execute: "/execute/async", perform: "/actions", timeouts: "/timeouts"}

func (w *webDriver) begin(ctx context.Context, capabilities any) error {
	value, err := w.send(ctx, http.MethodPost, "", capabilities)
	if err != nil {
		return err
	}
	var session struct{ SessionID string }
	if err := json.Unmarshal(value, &session); err != nil {
		return err
	}
	w.address += "/" + session.SessionID
	return nil
}

func (w *webDriver) command(ctx context.Context, name string, parameters any) (json.RawMessage, error) {
	return w.send(ctx, http.MethodPost, paths[name], parameters)
}

func (w *webDriver) send(ctx context.Context, method, path string, parameters any) (json.RawMessage, error) {
	text, err := json.Marshal(parameters)
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, method, w.address+path, bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	var answer struct{ Value json.RawMessage }
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		return nil, err
	}
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", path, answer.Value)
	}
	return answer.Value, nil
}
