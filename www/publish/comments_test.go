package publish

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	// styleComment matches a comment of CSS and TypeScript, and address what looks like a path and is none.
	styleComment = regexp.MustCompile(`(?s)/\*.*?\*/|(?m:(?:^|\s)//.*$)`)
	address      = regexp.MustCompile(`\w+://\S+`)
	// cited matches the path of a file of the project, or the name of a test's file.
	cited = regexp.MustCompile(`(?:[\w.-]+/)+[\w.-]+\.(?:css|go|html|js|json|kage|md|py|sh|svg|tex|ts|txt|wasm|yml)\b|\w+_test\.go\b`)
)

// TestCitedFilesExist: the files that a comment names are there. A path may begin at any folder above the file.
func TestCitedFilesExist(t *testing.T) {
	root := projectRoot(t)
	var sources []string
	endings := map[string]bool{} // of all paths
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if name := entry.Name(); entry.IsDir() && path != root && (strings.HasPrefix(name, ".") || name == "dist" || name == "build") {
			return filepath.SkipDir
		}
		if entry.IsDir() {
			return nil
		}
		relative, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		relative = filepath.ToSlash(relative)
		for rest, more := relative, true; more; _, rest, more = strings.Cut(rest, "/") {
			endings[rest] = true
		}
		switch filepath.Ext(path) {
		case ".go", ".ts", ".css":
			sources = append(sources, relative)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	names := 0
	for _, source := range sources {
		for _, name := range cited.FindAllString(comments(t, root, source), -1) {
			if names++; !endings[strings.TrimLeft(name, "./")] {
				t.Errorf("%s names %s, which there is not", source, name)
			}
		}
	}
	if names < 20 {
		t.Errorf("only %d names of files were found", names)
	}
}

// comments returns the comments of a source file, without addresses of other sites.
func comments(t *testing.T, root, source string) string {
	t.Helper()
	path := filepath.Join(root, filepath.FromSlash(source))
	var text strings.Builder
	if strings.HasSuffix(source, ".go") {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, group := range file.Comments {
			for _, c := range group.List {
				text.WriteString(c.Text + "\n")
			}
		}
	} else {
		all, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		text.WriteString(strings.Join(styleComment.FindAllString(string(all), -1), "\n"))
	}
	return address.ReplaceAllString(text.String(), "")
}
