package publish

import (
	"html"
	"strings"
	"testing"

	"conelab/core/app/messages"
	"conelab/core/app/protocol"
)

// TestEveryPictureIsOnThePage: each has its tile, tab and words, under one name.
func TestEveryPictureIsOnThePage(t *testing.T) {
	root := projectRoot(t)
	text, err := Page(root, "index.html", nil, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	page := string(text)
	seen := map[int]bool{}
	for i := range protocol.Pictures {
		p := &protocol.Pictures[i]
		words := messages.PictureOf(p.ID)
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
		if seen[p.ID] {
			t.Errorf("there are two pictures of number %d", p.ID)
		}
		seen[p.ID] = true
	}
}
