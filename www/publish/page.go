package publish

import (
	"fmt"
	"regexp"
	"strconv"
)

// policy is the content security policy of the site: nothing from anywhere else, no inline code, but WebAssembly. The site may show itself in
// a frame.
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'; " +
	"style-src 'self'; img-src 'self' data:; manifest-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'"

// examplePage is the page that shows how another page embeds this one.
const examplePage = "embed.html"

// marker is a place in a page that is filled in: {{policy}}, {{build}}, {{thumbnail NAME}} of an example, or {{path NAME}},
// {{bytes NAME}}, {{gzip NAME}}, {{brotli NAME}} of a built file; those of the pictures are filled in before, see PageSource.
var marker = regexp.MustCompile(`\{\{\s*(\w+)(?:\s+([\w.-]+))?\s*\}\}`)

// fill replaces the markers of a page by what they stand for.
func fill(page string, m Manifest) (string, error) {
	var failure error
	filled := marker.ReplaceAllStringFunc(page, func(text string) string {
		parts := marker.FindStringSubmatch(text)
		value, err := m.value(parts[1], parts[2])
		if err != nil && failure == nil {
			failure = err
		}
		return value
	})
	return filled, failure
}

// value returns what a marker stands for.
func (m *Manifest) value(kind, name string) (string, error) {
	switch kind {
	case "policy":
		return policy, nil
	case "build":
		return m.Build, nil
	case "thumbnail":
		return thumbnail(name)
	}
	f, ok := m.file(name)
	if !ok {
		return "", fmt.Errorf("a page names %q, which is not built", name)
	}
	switch kind {
	case "path":
		return f.Path, nil
	case "bytes":
		return strconv.Itoa(f.Bytes), nil
	case "gzip":
		return strconv.Itoa(f.Gzip), nil
	case "brotli":
		return strconv.Itoa(f.Brotli), nil
	}
	return "", fmt.Errorf("a page has the unknown marker %q", kind)
}
