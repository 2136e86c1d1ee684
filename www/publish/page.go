package publish

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"regexp"
	"strconv"
)

// guard is the only code in a page. A script or style sheet that is not the build's, because a host or a network in between sent something else,
// may stay in the browser's cache for good, and then nothing of the page would run that could mend it. So the guard requests it once more,
// past the cache, for the next visit and, under a second address since a page does not load a failed module twice, for this one.
const guard = `addEventListener("error",({target:t})=>{if(!t.integrity)return;const at=t.src?"src":"href",url=t[at],again=url+"?again",` +
	`next=document.createElement(t.localName);if(t.src)next.type="module";else next.rel="stylesheet";` +
	`next[at]=again;Promise.allSettled([url,again].map((one)=>fetch(one,{cache:"reload"}))).then(()=>t.replaceWith(next))},true)`

// policy is the site's content security policy: nothing from other origins and no code in a page but the guard, and WebAssembly. The site may
// frame itself.
var policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' '" + integrity([]byte(guard)) + "'; connect-src 'self'; worker-src 'self'; " +
	"style-src 'self'; img-src 'self' data:; manifest-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'"

// integrity returns the SHA-256 of data in the form of HTML and of policies.
func integrity(data []byte) string {
	sum := sha256.Sum256(data)
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// examplePage is the page that shows how to embed this one in another page.
const examplePage = "embed.html"

// marker is a placeholder in a page: {{policy}}, {{guard}}, {{build}}, {{thumbnail NAME}} for an example, or {{path NAME}}, {{integrity NAME}},
// {{bytes NAME}}, {{gzip NAME}}, {{brotli NAME}} for a built file. The placeholders for pictures are replaced before, see PageSource.
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
	case "guard":
		return guard, nil
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
	case "integrity":
		return f.integrity, nil
	case "bytes":
		return strconv.Itoa(f.Bytes), nil
	case "gzip":
		return strconv.Itoa(f.Gzip), nil
	case "brotli":
		return strconv.Itoa(f.Brotli), nil
	}
	return "", fmt.Errorf("a page has the unknown marker %q", kind)
}
