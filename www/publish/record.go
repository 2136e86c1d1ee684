package publish

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html/template"

	"github.com/evanw/esbuild/pkg/api"
)

// recordPage is the page that compares the paper's experiments with our results. It has no scripts.
const recordPage = "record.html"

// scriptlessPolicy is the content security policy of the pages without scripts: a style sheet and an icon, nothing else.
const scriptlessPolicy = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'"

// recordFormat is the format of assets/record.json, which core/cmd/reproduce writes.
const recordFormat = "conelab/record/4"

// record writes recordPage from assets/record.json. Like the embedding example, it is not part of a first visit.
func (b *builder) record() error {
	text, err := b.source("assets/record.json")
	if err != nil {
		return err
	}
	side := b.aside()
	if err := side.bundle("record.css", "www/record.css", api.FormatDefault); err != nil {
		return err
	}
	source, err := b.source("www/" + recordPage)
	if err != nil {
		return err
	}
	page, err := fillRecord(string(source), text, &side.manifest)
	if err != nil {
		return fmt.Errorf("assets/record.json: %w", err)
	}
	return side.write(recordPage, recordPage, page)
}

// fillRecord fills in the page. The template reads the record by the names in it.
func fillRecord(source string, text []byte, m *Manifest) ([]byte, error) {
	var record map[string]any
	if err := json.Unmarshal(text, &record); err != nil {
		return nil, err
	}
	if record["format"] != recordFormat {
		return nil, fmt.Errorf("the format is %.40q, expected %q", record["format"], recordFormat)
	}
	page, err := template.New(recordPage).Option("missingkey=error").Funcs(template.FuncMap{
		"policy": func() string { return scriptlessPolicy },
		"path":   func(name string) (string, error) { return m.value("path", name) },
		"svg":    func(picture string) template.HTML { return template.HTML(picture) }, // written by core/cmd/reproduce
		"claims": claims,
		// mark returns the sign shown beside a verdict.
		"mark": func(verdict string) string {
			return map[string]string{"agrees": "\u2713", "partly": "\u25d0", "differs": "\u2260", "not run long enough": "\u2026"}[verdict]
		},
	}).Parse(source)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := page.Execute(&b, record); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
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
