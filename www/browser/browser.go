// Package browser finds and starts the Chromium in which the project's tests run.
package browser

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"strings"

	"github.com/chromedp/chromedp"
)

// names are the names under which Chromium is installed. The first is Chromium without the parts that a screen needs: it opens a
// page with a third less work.
var names = []string{"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"}

// flags make a browser without a screen that draws WebGL in software and asks the network for nothing by itself. Where software
// stands for the graphics card the page itself is painted faster without it; the suggestions under the address bar are pages of
// their own in newer versions, which cost every tab a second.
var flags = map[string]any{
	"disable-quic": true, "disable-background-networking": true, "disable-component-update": true, "disable-sync": true,
	"disable-features":          "PaintHolding,Translate,WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup",
	"disable-gpu-rasterization": true,
	// Otherwise input is dropped until the first frame of a document has come to the screen, which a test cannot see.
	"allow-pre-commit-input": true,
	"use-angle":              "swiftshader", "enable-unsafe-swiftshader": true, "ignore-gpu-blocklist": true,
}

// ErrNone says that no Chromium was found.
var ErrNone = errors.New("no Chromium was found: install it, or name it in the environment variable CHROMIUM")

// path returns the program to start: the one named by the environment variable CHROMIUM, or the first installed.
func path() (string, error) {
	if path := os.Getenv("CHROMIUM"); path != "" {
		return exec.LookPath(path)
	}
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", ErrNone
}

// New returns a context of chromedp with one tab of a fresh browser, and the function that closes it. The switches are further ones of the
// browser's command line, such as disable-3d-apis or lang=de.
func New(parent context.Context, switches ...string) (context.Context, context.CancelFunc, error) {
	path, err := path()
	if err != nil {
		return nil, nil, err
	}
	options := []chromedp.ExecAllocatorOption{chromedp.ExecPath(path), chromedp.Headless, chromedp.NoSandbox, chromedp.NoFirstRun}
	for name, value := range flags {
		options = append(options, chromedp.Flag(name, value))
	}
	for _, text := range switches {
		var value any = true
		name, text, ok := strings.Cut(text, "=")
		if ok {
			value = text
		}
		options = append(options, chromedp.Flag(name, value))
	}
	allocator, closeBrowser := chromedp.NewExecAllocator(parent, options...)
	tab, closeTab := chromedp.NewContext(allocator)
	stop := func() { closeTab(); closeBrowser() }
	// The first use of the context starts the browser: here and with the context itself, so that it neither ends with some later timeout
	// nor is started twice by watchers that run side by side.
	if err := chromedp.Do(tab, chromedp.Navigate("about:blank")); err != nil {
		stop()
		return nil, nil, err
	}
	return tab, stop, nil
}
