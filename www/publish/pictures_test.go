package publish

import (
	"html"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"conelab/core/app/protocol"
	"conelab/core/app/say"
)

// TestEveryPictureIsOnThePage: each has its tile, tab and words, under one name, which the documentation has, too.
func TestEveryPictureIsOnThePage(t *testing.T) {
	root, err := Root()
	if err != nil {
		t.Fatal(err)
	}
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	page, err := PageSource(read("www/index.html"))
	if err != nil {
		t.Fatal(err)
	}
	readme, seen := read("README.md"), map[int]bool{}
	for i := range protocol.Pictures {
		p := &protocol.Pictures[i]
		words := say.PictureOf(p.ID)
		for _, part := range []string{
			`id="tile-` + p.Name + `"`, `id="area-` + p.Name + `" role="img" aria-label="` + words.Name, "<h2>" + words.Name + "</h2>", `data-tile="` + p.Name + `" data-help="` + html.EscapeString(words.Help) + `">` + words.Name + "</button>",
		} {
			if count := strings.Count(page, part); count != 1 {
				t.Errorf("the page has %d times %s", count, part)
			}
		}
		if p.Group != "" && !strings.Contains(page, `name="`+p.Group+`" value="`+p.Name+`"`) {
			t.Errorf("the group %s does not offer %s", p.Group, p.Name)
		}
		if !strings.Contains(readme, "\n| "+words.Name+" ") {
			t.Errorf("README has no row for %s", words.Name)
		}
		if seen[p.ID] {
			t.Errorf("there are two pictures of number %d", p.ID)
		}
		seen[p.ID] = true
	}
	for _, unknown := range []string{"{{picture nothing}}", "{{group nothing}}"} {
		if _, err := PageSource(unknown); err == nil {
			t.Errorf("%s is filled in", unknown)
		}
	}
}
