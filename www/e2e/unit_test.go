package e2e

import (
	"path/filepath"
	"testing"

	"github.com/evanw/esbuild/pkg/api"
)

// TestUnits runs the tests of the page's own logic, www/page/unit, in an empty page of the site.
func TestUnits(t *testing.T) {
	t.Parallel()
	entry := filepath.Join(site.Root, "www", "page", "unit", "all.ts")
	bundle := api.Build(api.BuildOptions{EntryPoints: []string{entry}, Bundle: true, Format: api.FormatIIFE, Target: api.ES2022})
	for _, fault := range bundle.Errors {
		t.Fatal(fault.Text, fault.Location)
	}
	v := visitor(t, site.OpenUntil(t, "blank", "true"))
	evaluate[any](v, string(bundle.OutputFiles[0].Contents)+"\nnull")
	type result struct{ Name, Fault string }
	results := evaluate[[]result](v, "runTests()")
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
