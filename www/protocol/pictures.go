package main

import (
	"encoding/json"
	"fmt"

	"conelab/core/app/protocol"
	"conelab/core/app/say"
)

// pictures writes the descriptions of the pictures and of their groups.
func (s *script) pictures() {
	s.WriteString("\n")
	s.comment("", "The pictures in the order of their tabs. The index is their position in the view and in Page.tiles. The pictures of a group share a tab.")
	s.WriteString("export const pictures = [\n")
	groups := map[string]string{}
	for i := range protocol.Pictures {
		p := &protocol.Pictures[i]
		if p.Group != "" {
			groups[p.Group] = say.GroupName(p.Group)
		}
		fmt.Fprintf(s, "  { name: %s, index: %d, title: %s, group: %s, wide: %t, panel: %s, controls: %s },\n",
			literal(p.Name), p.ID, literal(say.PictureOf(p.ID).Name), literal(p.Group), p.Wide, literal(p.Panel), literal(append([]string{}, p.Controls...)))
	}
	s.WriteString("] as const;\n\n")
	s.comment("", "The groups, with the label of their tab.")
	fmt.Fprintf(s, "export const groups: Readonly<Record<string, string>> = %s;\n", literal(groups))
}

// literal returns a value as a JavaScript literal.
func literal(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err) // strings and maps of strings can always be encoded
	}
	return string(text)
}
