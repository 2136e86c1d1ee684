package publish

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
)

// compiled stands for the compiled program.
var compiled = bytes.Repeat([]byte("\x00asm not really "), 100)

// buildSite builds the project's own page around a stand-in for the program.
func buildSite(t *testing.T, o Options) Manifest {
	t.Helper()
	root := projectRoot(t)
	o.Root = root
	if o.Compile == nil {
		o.Compile = func(_, file string) error { return os.WriteFile(file, compiled, 0o644) }
	}
	m, err := Build(o)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func read(t *testing.T, path ...string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestBuildNamesAndPacksEveryFile(t *testing.T) {
	out := filepath.Join(t.TempDir(), "dist")
	m := buildSite(t, Options{Out: out, Cache: t.TempDir()})
	if m.Files[0].Path != "index.html" {
		t.Errorf("the first file is %s", m.Files[0].Path)
	}
	index, worker := string(read(t, out, "index.html")), string(read(t, out, "sw.js"))
	for _, f := range m.Files {
		plain := read(t, out, f.Path)
		named := f.Path == "index.html" || f.Path == "sw.js"
		if !named && (!immutable(f.Path) || !strings.Contains(index, f.Path) || !strings.Contains(worker, f.Path)) {
			t.Errorf("index.html or sw.js does not name %s by its content", f.Path)
		}
		unzip, err := gzip.NewReader(bytes.NewReader(read(t, out, f.Path+".gz")))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(unzip); err != nil || !bytes.Equal(got, plain) {
			t.Errorf("%s.gz holds something else (%v)", f.Path, err)
		}
		if got, err := io.ReadAll(brotli.NewReader(bytes.NewReader(read(t, out, f.Path+".br")))); err != nil || !bytes.Equal(got, plain) {
			t.Errorf("%s.br holds something else (%v)", f.Path, err)
		}
		if f.Bytes != len(plain) || f.Brotli == 0 || f.Gzip == 0 {
			t.Errorf("the manifest says %+v", f)
		}
	}
	if m.Build == "" || !strings.Contains(index, m.Build) || !strings.Contains(worker, m.Build) {
		t.Errorf("the build is %q, which index.html or sw.js does not say", m.Build)
	}
	if _, body, _ := strings.Cut(index, "<body>\n"); !strings.HasPrefix(body, "<noscript>") {
		t.Error("without scripts, index.html does not say so first")
	}
	if strings.Contains(index, "{{") {
		t.Error("index.html still has markers")
	}
	if m.Check() != nil {
		t.Error(m.Check())
	}
}

// TestLicencesCoverTheProgram looks for modules and changed files that the licences do not name.
func TestLicencesCoverTheProgram(t *testing.T) {
	out := filepath.Join(t.TempDir(), "dist")
	buildSite(t, Options{Out: out, Quick: true})
	licences := string(read(t, out, "licences.txt"))
	root := projectRoot(t)
	modules := run(t, root, []string{"GOOS=js", "GOARCH=wasm"}, "list", "-deps", "-f", "{{with .Module}}{{.Path}}{{end}}", "./wasm/...")
	names := strings.Fields(modules)
	for _, c := range engineChanges {
		names = append(names, c.file)
	}
	for _, name := range append(names, "MIT License", "Apache License", "The Go Authors") {
		if name != "conelab" && !strings.Contains(licences, name) {
			t.Errorf("licences.txt does not name %s", name)
		}
	}
}

func TestBuildIsReproducible(t *testing.T) {
	a := buildSite(t, Options{Out: t.TempDir(), Quick: true})
	b := buildSite(t, Options{Out: t.TempDir(), Quick: true})
	for i := range a.Files {
		if a.Files[i] != b.Files[i] {
			t.Errorf("%+v, then %+v", a.Files[i], b.Files[i])
		}
	}
}

// TestPageNamesBuiltFiles: a page that names a file that is not built is an error, not a page.
func TestPageNamesBuiltFiles(t *testing.T) {
	if page, err := Page(projectRoot(t), "index.html", &Manifest{}, nil, nil); err == nil {
		t.Errorf("without files the page is %.80s", page)
	}
}

func TestCheckKeepsTheBudget(t *testing.T) {
	m := Manifest{Files: []File{{Name: "a", Brotli: budget}}}
	if err := m.Check(); err != nil {
		t.Error(err)
	}
	m = Manifest{Files: append(m.Files, File{Name: "b", Brotli: 1})}
	if m.Check() == nil {
		t.Error("a byte over the budget must fail")
	}
}
