package publish

import (
	"fmt"
	"regexp"
	"strconv"
)

// policy is the site's content security policy: nothing from other origins and no inline code, but WebAssembly. The site may frame itself.
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'; " +
	"style-src 'self'; img-src 'self' data:; manifest-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'"

// examplePage is the page that shows how to embed this one in another page.
const examplePage = "embed.html"

// marker is a placeholder in a page: {{policy}}, {{build}}, {{thumbnail NAME}} for an example, or {{path NAME}}, {{bytes NAME}}, {{gzip
// NAME}}, {{brotli NAME}} for a built file. The placeholders for pictures are replaced before, see PageSource.
var marker = regexp.MustCompile(`\{\{\s*(\w+)(?:\s+([\w.-]+))?\s*\}\}`)

// fill replaces the placeholders of a page by their values.
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

// value returns the value of a placeholder.
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
