// Package shader holds the shaders of the pictures, in Ebitengine's language Kage.
package shader

import (
	"embed"
	"strings"
)

//go:embed list.txt *.kage
var files embed.FS

// Sources returns the source of every shader by its name. It panics if list.txt names a file that is not there.
func Sources() map[string]string {
	sources := map[string]string{}
	for line := range strings.Lines(read("list.txt")) {
		words := strings.Fields(line)
		if len(words) == 0 || words[0] == "#" {
			continue
		}
		var source strings.Builder
		for _, part := range words[1:] {
			source.WriteString(read(part + ".kage"))
		}
		sources[words[0]] = source.String()
	}
	return sources
}

func read(name string) string {
	text, err := files.ReadFile(name)
	if err != nil {
		panic(err)
	}
	return string(text)
}
