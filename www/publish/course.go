package publish

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"slices"

	"github.com/evanw/esbuild/pkg/api"

	"conelab/core/app/session"
)

// coursePages are pages without scripts beside the course: exercises for students, and information for teachers.
var coursePages = []string{"exercises.html", "teacher.html"}

// courseLesson is the part of a lesson in assets/lessons.json that the pages use.
type courseLesson struct {
	Name, Title, About string
	Steps              []struct {
		Say, Ask, Task string
		Answers        []struct {
			Say string
			// Right is said of a prediction that always comes true, Key of one that does when the task is done as the page does it.
			Right, Key bool
		}
	}
}

// beside writes the pages beside the page itself, with their scripts and style sheets: the example of a page that embeds it, the record, and
// coursePages. A first visit does not fetch them, so they are not in the manifest.
func (b *builder) beside() error {
	side := &builder{Options: b.Options, manifest: Manifest{Build: b.manifest.Build, Files: slices.Clone(b.manifest.Files)}}
	if err := errors.Join(
		side.bundle("host.js", "www/page/share/host.ts", api.FormatESModule), side.bundle("embed.css", "www/embed.css", api.FormatDefault),
		side.bundle("record.css", "www/record.css", api.FormatDefault),
	); err != nil {
		return err
	}
	lessons, err := b.source("assets/lessons.json")
	if err != nil {
		return err
	}
	var course struct{ Lessons []courseLesson }
	if err := json.Unmarshal(lessons, &course); err != nil {
		return fmt.Errorf("assets/lessons.json: %w", err)
	}
	record, err := b.source("assets/record.json")
	if err != nil {
		return err
	}
	for _, name := range slices.Concat([]string{examplePage, recordPage}, coursePages) {
		var page []byte
		switch name {
		case examplePage:
			page, err = Page(b.Root, name, &side.manifest, nil, nil)
		case recordPage:
			page, err = fillRecord(b.Root, record, &side.manifest)
		default:
			page, err = Page(b.Root, name, &side.manifest, template.FuncMap{
				"open": openLink, "lesson": lessonLink, "add": func(a, b int) int { return a + b },
			}, course.Lessons)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if err := side.write(name, name, page); err != nil {
			return err
		}
	}
	return nil
}

// openLink returns the address of the page in the mode Explore, with the given picture beside the data, in the state after the intents.
func openLink(picture string, intents ...string) (string, error) {
	return linkTo(intents, map[string]any{"layout": layoutOf("explore", picture)})
}

// lessonLink returns the address at which a lesson starts.
func lessonLink(name string) (string, error) {
	return linkTo(nil, map[string]any{"layout": layoutOf("learn", "certificate"), "lesson": name})
}

// layoutOf returns a layout in the format that www/page/shell/arrangement.ts reads.
func layoutOf(mode, picture string) map[string]any {
	return map[string]any{
		"count": 2, "shown": []string{"data", picture}, "order": []string{picture, "data"}, "tab": "data", "full": nil,
		"mode": mode, "picture": picture,
	}
}

// linkTo returns the address that opens the state of a session after intents, with a look: see www/page/share/link.ts.
func linkTo(intents []string, look map[string]any) (string, error) {
	s := session.New(func() float64 { return 0 })
	for _, intent := range intents {
		if err := s.Apply([]byte(intent)); err != nil {
			return "", fmt.Errorf("%s: %w", intent, err)
		}
		for s.Busy() {
			s.Work(func() bool { return false })
		}
	}
	shared, err := s.Document("shared")
	if err != nil {
		return "", err
	}
	look["shared"], look["view"], look["hidden"] = json.RawMessage(shared), nil, []string{}
	text, err := json.Marshal(look)
	if err != nil {
		return "", err
	}
	var packed bytes.Buffer
	w, err := flate.NewWriter(&packed, flate.BestCompression)
	if err != nil {
		return "", err
	}
	if _, err := w.Write(text); err != nil {
		return "", err
	}
	if err := w.Close(); err != nil {
		return "", err
	}
	return "./#1=" + base64.RawURLEncoding.EncodeToString(packed.Bytes()), nil
}

// recordPage is the page that compares the paper's experiments with our results. It has no scripts.
const recordPage = "record.html"

// recordFormat is the format of assets/record.json, which core/cmd/reproduce writes.
const recordFormat = "conelab/record/4"

// fillRecord fills in recordPage, whose template reads assets/record.json by the names in it.
func fillRecord(root string, text []byte, m *Manifest) ([]byte, error) {
	var record map[string]any
	if err := json.Unmarshal(text, &record); err != nil {
		return nil, err
	}
	if reports, _ := record["reports"].([]any); record["format"] != recordFormat || len(reports) == 0 {
		return nil, fmt.Errorf("the format is %.40q with %d reports, expected %q with some", record["format"], len(reports), recordFormat)
	}
	return Page(root, recordPage, m, template.FuncMap{
		"svg":    func(picture string) template.HTML { return template.HTML(picture) }, // written by core/cmd/reproduce
		"claims": claims,
		// mark returns the sign shown beside a verdict.
		"mark": func(verdict string) string {
			return map[string]string{"agrees": "\u2713", "partly": "\u25d0", "differs": "\u2260", "not run long enough": "\u2026"}[verdict]
		},
	}, record)
}

// claims returns the claims of all reports that have a verdict, or all claims if it is empty.
func claims(reports []any, verdict string) (found []any) {
	for _, r := range reports {
		for _, c := range r.(map[string]any)["claims"].([]any) {
			if verdict == "" || c.(map[string]any)["verdict"] == verdict {
				found = append(found, c)
			}
		}
	}
	return found
}
