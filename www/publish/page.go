package publish

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"html/template"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"conelab/core/app/protocol"
	"conelab/core/data/presets"
	"conelab/core/format/export"
)

// guard is the only code in a page. A script or style sheet that is not the build's, because a host or a network in between sent
// something else, may stay in the browser's cache for good, and then nothing of the page would run that could mend it. So the
// guard requests it once more, past the cache, for the next visit and, under a second address since a page does not load a failed
// module twice, for this one. A style sheet that does not come, for which the page waits with everything, is taken out meanwhile.
// Where the script fails again, the line says so that stands in the page for this. In a frame without an origin it says why.
const guard = `{const again=(t)=>{const at=t.src?"src":"href",url=t[at],more=url+"?again",next=document.createElement(t.localName);` +
	`if(t.src)next.type="module";else next.rel="stylesheet";next[at]=more;t.remove();` +
	`Promise.allSettled([url,more].map((one)=>fetch(one,{cache:"reload"}))).then(()=>document.head.append(next))},` +
	`late=()=>{document.documentElement.dataset.late="";const line=document.querySelector(".late");` +
	`if(line&&origin=="null")line.textContent="` + sandboxed + `"};` +
	`addEventListener("error",({target:t})=>{if(t.integrity)again(t);else if(t.type=="module")late()},true);` +
	`setTimeout(()=>{for(const t of document.querySelectorAll("link[integrity]"))if(!t.sheet)again(t)},4000)}`

const sandboxed = "The page cannot start in this frame: its sandbox must allow scripts and the same origin."

// policy is the site's content security policy: nothing from other origins and no code in a page but the guard, and WebAssembly.
// A worker of a data address, in which the page runs the visitor's own lines, has an origin of its own and reaches nothing of this one.
// The site may frame itself.
var policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' '" + integrity([]byte(guard)) + "'; " +
	"connect-src 'self'; worker-src 'self' data:; style-src 'self'; img-src 'self' data:; manifest-src 'self'; frame-src 'self'; " +
	"base-uri 'none'; form-action 'none'"

// integrity returns the SHA-256 of data in the form of HTML and of policies.
func integrity(data []byte) string {
	sum := sha256.Sum256(data)
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// examplePage is the page that shows how to embed this one in another page.
const examplePage = "embed.html"

// scriptlessPolicy is the content security policy of the pages without scripts: a style sheet and an icon, nothing else.
const scriptlessPolicy = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'"

// Page returns a page of the folder www, which is a template of html/template with the functions below and those in more, about
// the built files of m. A page about no files (nil) has empty addresses.
func Page(root, name string, m *Manifest, more template.FuncMap, data any) ([]byte, error) {
	functions := template.FuncMap{
		"policy":    func() string { return policyOf(name) },
		"guard":     func() template.JS { return guard },
		"build":     m.build,
		"file":      m.file, // a built file, by its name in the sources
		"pictures":  pictures,
		"tiles":     tiles,
		"formats":   formats,
		"thumbnail": thumbnail,
	}
	maps.Copy(functions, more)
	page, err := template.New(name).Funcs(functions).ParseFiles(filepath.Join(root, "www", name))
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = page.Execute(&out, data)
	return out.Bytes(), err
}

func (m *Manifest) build() string {
	if m == nil {
		return ""
	}
	return m.Build
}

// file returns the built file with that source name.
func (m *Manifest) file(name string) (File, error) {
	if m == nil {
		return File{}, nil
	}
	for _, f := range m.Files {
		if f.Name == name {
			return f, nil
		}
	}
	return File{}, fmt.Errorf("a page names %q, which is not built", name)
}

// pictures returns all pictures in the order of their tabs.
func pictures() []protocol.Picture { return protocol.Pictures[:] }

// tiles returns the pictures in the order of their numbers.
func tiles() []protocol.Picture {
	return slices.SortedFunc(slices.Values(pictures()), func(a, b protocol.Picture) int { return a.ID - b.ID })
}

// formats returns the formats of that kind that the page can write.
func formats(kind export.Kind) []export.Format {
	return slices.DeleteFunc(export.Formats(), func(f export.Format) bool { return f.Kind != kind })
}

// The size of a thumbnail in pixels, and the number of an example's points that it shows.
const thumbnailSide, thumbnailPoints = 44, 40

// thumbnail returns a small picture of an example, as SVG: its points in the first two features, or for one feature the label over the
// feature. The points of a class are one path, whose colour comes from the style sheet. An example of signals or images has no thumbnail.
func thumbnail(name string) (template.HTML, error) {
	p, ok := presets.Find(name)
	if !ok {
		return "", fmt.Errorf("a page shows the example %q, which there is not", name)
	}
	if p.Samples != nil {
		return "", nil
	}
	x, y := p.Make(thumbnailPoints, 1)
	paths := map[string]*strings.Builder{}
	var names []string
	for i := range x {
		class, height := thumbnailClass(p, y[i]), y[i]/1.4
		if p.Dimension > 1 {
			height = x[i][1]
		}
		if paths[class] == nil {
			paths[class] = new(strings.Builder)
			names = append(names, class)
		}
		fmt.Fprintf(paths[class], "M%d %dh0", thumbnailPixel(x[i][0]), thumbnailPixel(-height))
	}
	var out strings.Builder
	fmt.Fprintf(&out, `<svg class="thumbnail" viewBox="0 0 %d %[1]d" aria-hidden="true">`, thumbnailSide)
	for _, class := range names {
		fmt.Fprintf(&out, `<path class="%s" d="%s"/>`, class, paths[class])
	}
	return template.HTML(out.String() + "</svg>"), nil
}

// thumbnailClass returns the CSS class of a point with label y.
func thumbnailClass(p presets.Preset, y float64) string {
	switch {
	case p.Classes > 0:
		return fmt.Sprintf("class-%d", int(y))
	case p.Dimension == 1:
		return "point"
	case y > 0:
		return "positive"
	}
	return "negative"
}

// thumbnailPixel returns the pixel of a coordinate in [-1, 1], with a margin.
func thumbnailPixel(v float64) int { return int(math.Round(thumbnailSide/2 + v*(thumbnailSide/2-4))) }
