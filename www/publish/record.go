package publish

import (
	"encoding/json"
	"fmt"
	"html/template"

	"github.com/evanw/esbuild/pkg/api"
)

// recordPage is the page that compares the paper's experiments with our results. It has no scripts.
const recordPage = "record.html"

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
	page, err := fillRecord(b.Root, text, &side.manifest)
	if err != nil {
		return fmt.Errorf("assets/record.json: %w", err)
	}
	return side.write(recordPage, recordPage, page)
}

// fillRecord fills in the page, whose template reads the record by the names in it.
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
