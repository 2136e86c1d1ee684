package smoke

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
)

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
	options := map[string]any{"webkitgtk:browserOptions": map[string]any{"binary": browsers[len(browsers)-1], "args": []string{"--automation"}}}
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
