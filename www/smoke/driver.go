// Package smoke uses the page in browsers other than Chromium, where they are installed: in Firefox by its own remote control, Marionette, and in
// WebKit by a WebDriver. Both take the same commands; what is here of them is what the tests need.
package smoke

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
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
	if _, err := b.command(ctx, timeouts, map[string]int64{"script": Patience.Milliseconds(), "pageLoad": Patience.Milliseconds()}); err != nil {
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
	return b.Evaluate(ctx, fmt.Sprintf(`(async () => { while (!(await (%s))) await new Promise((next) => setTimeout(next, 50)); return true })()`, condition), &is)
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
