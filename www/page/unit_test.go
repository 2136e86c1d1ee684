package page

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/evanw/esbuild/pkg/api"

	"conelab/www/browser"
)

// TestUnits runs the tests of the page's own logic, www/page/unit, in Chromium.
func TestUnits(t *testing.T) {
	bundle := api.Build(api.BuildOptions{EntryPoints: []string{"unit/all.ts"}, Bundle: true, Format: api.FormatIIFE, Target: api.ES2022})
	for _, fault := range bundle.Errors {
		t.Fatal(fault.Text, fault.Location)
	}
	tab, stop, err := browser.New(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	// A page of a host of its own, since others may not store anything.
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
	}))
	defer host.Close()
	if _, err := chromedp.Run(tab, chromedp.Navigate(host.URL)); err != nil {
		t.Fatal(err)
	}
	if _, err := chromedp.Run(tab, chromedp.Evaluate[any](string(bundle.OutputFiles[0].Contents)+"\nnull")); err != nil {
		t.Fatal(err)
	}
	type result struct{ Name, Fault string }
	results, err := chromedp.Run(tab, chromedp.Evaluate[[]result]("runTests()", chromedp.EvalAwaitPromise))
	if err != nil {
		t.Fatal(err)
	}
	if len(results) < 20 {
		t.Errorf("only %d tests were run", len(results))
	}
	for _, r := range results {
		t.Run(r.Name, func(t *testing.T) {
			if r.Fault != "" {
				t.Error(r.Fault)
			}
		})
	}
}
