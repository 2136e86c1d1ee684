package export

import (
	"strings"
	"testing"
)

// TestFormatsAreTold checks what the programs rely on: names are words of their own, and tables, which the page saves under their name,
// have their ending in it.
func TestFormatsAreTold(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range AllFormats() {
		if f.Name == "" || seen[f.Name] || strings.ContainsAny(f.Name, " ,") || f.Title == "" || f.About == "" || f.Ending[0] != '.' {
			t.Errorf("%q is called %q in %q", f.Name, f.Title, f.Ending)
		}
		if strings.HasSuffix(f.Name, f.Ending) != (f.Kind == Table) {
			t.Errorf("%q is a %s and ends with %q", f.Name, f.Kind, f.Ending)
		}
		seen[f.Name] = true
	}
}
