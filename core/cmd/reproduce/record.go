package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"slices"

	"conelab/core/paper/reproduce"
)

// record is what the page record.html shows: the reports with their claims and tables, and the pictures of their figures' panels.
type record struct {
	Format string `json:"format"`
	// Timing says what the seconds measure.
	Timing  string  `json:"timing"`
	Reports []entry `json:"reports"`
}

type entry struct {
	*reproduce.Report
	Pictures []drawing `json:"pictures"`
}

// drawing is a panel as SVG with its caption.
type drawing struct {
	Title string `json:"title"`
	SVG   string `json:"svg"`
}

const recordFormat = "conelab/record/4"

// recordOf makes a record of the reports.
func recordOf(timing string, reports []*reproduce.Report) (*record, error) {
	r := &record{Format: recordFormat, Timing: timing + " time of one thread"}
	for _, report := range reports {
		e := entry{Report: report, Pictures: []drawing{}}
		for _, f := range report.Figures {
			for i := range f.Panels {
				svg, err := picture(&f.Panels[i])
				if err != nil {
					return nil, err
				}
				e.Pictures = append(e.Pictures, drawing{f.Title + ": " + f.Panels[i].Title, svg})
			}
		}
		r.Reports = append(r.Reports, e)
	}
	return r, nil
}

// keep adds the experiments of an older record that this one does not have, in the order of the paper.
func (r *record) keep(older *record) {
	var all []entry
	for _, e := range reproduce.All {
		for _, list := range [][]entry{r.Reports, older.Reports} {
			if i := slices.IndexFunc(list, func(known entry) bool { return known.Name == e.Name }); i >= 0 {
				all = append(all, list[i])
				break
			}
		}
	}
	r.Reports = all
}

// update writes the record into a file. What an older record there has of other experiments is kept.
func (r *record) update(file string) error {
	if text, err := os.ReadFile(file); err == nil {
		var older record
		if err := json.Unmarshal(text, &older); err != nil || older.Format != recordFormat {
			return fmt.Errorf("%s is no record of the format %s (%v), expected one or no file", file, recordFormat, err)
		}
		r.keep(&older)
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	if err := e.Encode(r); err != nil {
		return err
	}
	return os.WriteFile(file, b.Bytes(), 0o666)
}
