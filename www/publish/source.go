package publish

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// compiler returns a function that compiles a package of the module in root for the browser, with the same bytes on every machine.
func compiler(root string) func(pkg, file string) error {
	return func(pkg, file string) error {
		changed, err := engineFlags(root, filepath.Dir(file))
		if err != nil {
			return err
		}
		inlined, err := inlinedPackages(root)
		if err != nil {
			return err
		}
		args := append([]string{"build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w -buildid=", "-o", file}, changed...)
		args = append(args, "-gcflags=all=-l")
		for _, name := range inlined {
			args = append(args, "-gcflags="+name+"=") // the last match wins
		}
		cmd := exec.Command("go", append(args, pkg)...)
		cmd.Dir = root
		cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("go build %s: %w\n%s", pkg, err, out)
		}
		return nil
	}
}

// innerLoops are the packages whose speed the user feels: the solver, gradient descent, and what is drawn in each frame.
var innerLoops = []string{"./core/network/certify", "./core/network/relu", "./core/network/descent", "./core/draw/scene"}

// inlinedPackages returns the packages that are compiled with inlining: the inner loops with all their imports, except for the
// intents, which occur one at a time, and except for packages of the standard library that do not compute. All others, including
// the runtime, are compiled without inlining, which makes the download 8 % smaller.
func inlinedPackages(root string) ([]string, error) {
	cmd := exec.Command("go", append([]string{"list", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}"}, innerLoops...)...)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list of the inner loops: %w", err)
	}
	inlined := slices.DeleteFunc(strings.Fields(string(out)), func(name string) bool {
		return strings.HasSuffix(name, "/core/app/protocol/intent")
	})
	return append(inlined, "math", "math/bits", "math/cmplx"), nil
}

// goroot returns the root of the toolchain that the module in dir uses.
func goroot(dir string) (string, error) {
	cmd := exec.Command("go", "env", "GOROOT")
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("go env GOROOT: %w", err)
	}
	return strings.TrimSpace(string(out)), nil
}

// program compiles the WebAssembly program.
func (b *builder) program() error {
	dir, err := os.MkdirTemp("", "conelab-build-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "program.wasm")
	say("compiling " + program)
	if err := b.Compile("./"+program, file); err != nil {
		return err
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if !b.Quick {
		say("compressing " + program)
	}
	return b.add(path.Base(program)+".wasm", data)
}

// runtime adds Go's JavaScript support, which must come from the toolchain that compiled the program.
func (b *builder) runtime() error {
	toolchain, err := goroot(b.Root)
	if err != nil {
		return err
	}
	data, err := os.ReadFile(filepath.Join(toolchain, "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return err
	}
	minified := api.Transform(string(data), api.TransformOptions{
		Loader: api.LoaderJS, MinifyWhitespace: true, MinifySyntax: true, Engines: engines, Sourcefile: "wasm_exec.js",
	})
	if err := problems(minified.Errors); err != nil {
		return err
	}
	return b.add("wasm_exec.js", minified.Code)
}

// engines are the oldest browsers that can run the page: they have DecompressionStream and the WebAssembly features that Go needs.
var engines = []api.Engine{
	{Name: api.EngineChrome, Version: "80"},
	{Name: api.EngineFirefox, Version: "113"},
	{Name: api.EngineSafari, Version: "16.4"},
}

// scripts bundles the page's modules into one and adds the worker's script.
func (b *builder) scripts() error {
	if err := b.bundle("main.js", "www/page/shell/main.ts", api.FormatESModule); err != nil {
		return err
	}
	return b.bundle("worker.js", "www/page/platform/workers/solver.ts", api.FormatIIFE)
}

// style adds the style sheet.
func (b *builder) style() error { return b.bundle("style.css", "www/style.css", api.FormatDefault) }

// bundle adds a script or style sheet with all its imports, minified, under a name.
func (b *builder) bundle(name, path string, format api.Format) error {
	text, err := b.minified(path, format, nil)
	if err != nil {
		return err
	}
	return b.add(name, text)
}

// minified returns a script or style sheet with all its imports, minified. define maps names in it to their values, as JavaScript.
func (b *builder) minified(path string, format api.Format, define map[string]string) ([]byte, error) {
	result := api.Build(api.BuildOptions{
		EntryPoints: []string{filepath.Join(b.Root, filepath.FromSlash(path))}, Bundle: true, Format: format, Engines: engines,
		MinifyWhitespace: true, MinifyIdentifiers: true, MinifySyntax: true, LegalComments: api.LegalCommentsNone, Define: define,
	})
	if err := problems(result.Errors); err != nil {
		return nil, err
	}
	return result.OutputFiles[0].Contents, nil
}

// serviceWorker adds the service worker, which names all other files. Its own name never changes: that is how browsers find a
// newer version.
func (b *builder) serviceWorker() error {
	digits := map[string]string{}
	keep := func(name, file string) error {
		data, err := os.ReadFile(filepath.Join(b.Out, file))
		digits[name] = hash(data)[:12]
		return err
	}
	if err := keep("./", "index.html"); err != nil {
		return err
	}
	entries, err := os.ReadDir(b.Out)
	if err != nil {
		return err
	}
	// An installed page requests those with names of their own, too. The compressed forms have two extensions.
	named := slices.Concat([]string{"manifest.webmanifest", "icon-192.png", recordPage, examplePage}, coursePages)
	for _, entry := range entries {
		name := entry.Name()
		packed := strings.HasSuffix(name, gzipForm.suffix) || strings.HasSuffix(name, brotliForm.suffix)
		if packed || !immutable(name) && !slices.Contains(named, name) {
			continue
		}
		if err := keep(name, name); err != nil {
			return err
		}
	}
	files, err := json.Marshal(digits)
	if err != nil {
		return err
	}
	define := map[string]string{"FILES": string(files), "BUILD": strconv.Quote(b.manifest.Build)}
	text, err := b.minified("www/page/platform/workers/service.ts", api.FormatIIFE, define)
	if err != nil {
		return err
	}
	return b.write("sw.js", "sw.js", text)
}

// problems combines esbuild's messages into one error.
func problems(messages []api.Message) error {
	if len(messages) == 0 {
		return nil
	}
	text := api.FormatMessages(messages, api.FormatMessagesOptions{Kind: api.ErrorMessage})
	return errors.New(strings.TrimSpace(strings.Join(text, "\n")))
}

// icon adds the page's icon.
func (b *builder) icon() error {
	data, err := b.source("assets/icon.svg")
	if err != nil {
		return err
	}
	return b.add("icon.svg", data)
}

// licences writes licences.txt: the licences of the project and of the works compiled into its program, which require it. The page does not
// fetch it.
func (b *builder) licences() error {
	own, err := b.source("LICENSE")
	if err != nil {
		return err
	}
	others, err := b.source("assets/licences.txt")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(b.Out, "licences.txt"), slices.Concat(own, []byte("\n"), others), 0o644)
}

// public copies assets/site: files that other programs request by a fixed name, for a link's preview and an icon on a home screen. A first
// visit does not fetch them.
func (b *builder) public() error {
	return os.CopyFS(b.Out, os.DirFS(filepath.Join(b.Root, "assets", "site")))
}

// index adds index.html, which names all other files and comes first in the manifest.
func (b *builder) index() error {
	source, err := b.source("www/index.html")
	if err != nil {
		return err
	}
	// The hashed names identify the other files completely; the page's own words and pictures are in the program too.
	all := slices.Clip(source)
	for _, f := range b.manifest.Files {
		all = append(all, f.Path...)
	}
	b.manifest.Build = hash(all)[:12]
	page, err := Page(b.Root, "index.html", &b.manifest, nil, nil)
	if err != nil {
		return err
	}
	if err := b.write("index.html", "index.html", page); err != nil {
		return err
	}
	files := b.manifest.Files
	last := len(files) - 1
	b.manifest.Files = append([]File{files[last]}, files[:last]...)
	return nil
}
