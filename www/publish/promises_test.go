package publish

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestPromisesHaveTests: what the table of SECURITY.md says of things that go wrong is tested by the tests that it names.
func TestPromisesHaveTests(t *testing.T) {
	root, err := Root()
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(read(t, root, "SECURITY.md")), "\n## When something goes wrong\n")
	section, _, _ = strings.Cut(section, "\n## ")
	var tests strings.Builder
	err = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, "_test.go") {
			text, readErr := os.ReadFile(path)
			tests.Write(text)
			return readErr
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for line := range strings.Lines(section) {
		if !strings.HasPrefix(line, "| ") || strings.HasPrefix(line, "| what can") {
			continue
		}
		rows++
		names := regexp.MustCompile("`(Test\\w+)`").FindAllStringSubmatch(line, -1)
		if len(names) == 0 {
			t.Errorf("no test stands behind %.60s", line)
		}
		for _, name := range names {
			if !strings.Contains(tests.String(), "func "+name[1]+"(") {
				t.Errorf("there is no %s", name[1])
			}
		}
	}
	if rows < 12 {
		t.Errorf("the table has %d rows", rows)
	}
}
