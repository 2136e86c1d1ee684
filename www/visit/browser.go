package visit

import (
	"context"
	"errors"
	"os"
	"os/exec"

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
	return "", errors.New("no Chromium was found: install it, or name it in the environment variable CHROMIUM")
}

// newBrowser returns a context of chromedp with one tab of a fresh browser, and the function that closes it. The switches are further ones of the
// browser's command line.
func newBrowser(switches map[string]any) (context.Context, context.CancelFunc, error) {
	path, err := path()
	if err != nil {
		return nil, nil, err
	}
	options := []chromedp.ExecAllocatorOption{chromedp.ExecPath(path), chromedp.Headless, chromedp.NoSandbox, chromedp.NoFirstRun}
	for _, list := range []map[string]any{flags, switches} {
		for name, value := range list {
			options = append(options, chromedp.Flag(name, value))
		}
	}
	allocator, closeBrowser := chromedp.NewExecAllocator(context.Background(), options...)
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
