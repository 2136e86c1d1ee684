package reproduce

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"

	"conelab/core/paper/compare"
)

// Record is what a page can show of the experiments: tens of kilobytes, with few digits.
type Record struct {
	Format string `json:"format"`
	// Timing says what the seconds measure.
	Timing  string         `json:"timing"`
	Figures []RecordFigure `json:"figures"`
}

// RecordFigure is an experiment with its claims. Needs lists its data sets; it is empty for generated data. Beyond says that it is not in the paper.
// Only experiments whose rivals minimise the cost of the convex program have panels.
type RecordFigure struct {
	Name   string        `json:"name"`
	Title  string        `json:"title"`
	Place  string        `json:"place"`
	Needs  []string      `json:"needs,omitempty"`
	Beyond bool          `json:"beyond,omitempty"`
	Claims []Claim       `json:"claims"`
	Panels []RecordPanel `json:"panels,omitempty"`
	Tables []Grid        `json:"tables,omitempty"`
}

// RecordPanel is a problem: the results of the convex program and of its rivals.
type RecordPanel struct {
	Name    string  `json:"name"`
	Title   string  `json:"title"`
	Seconds float64 `json:"seconds"`
	Cost    float64 `json:"cost"`
	Gap     float64 `json:"gap"`
	Neurons int     `json:"neurons"`
	// Paper is the paper's m*, zero if it gives none. Draws are the least and the largest m* for other draws of the data, if there were any.
	Paper  int           `json:"paper,omitempty"`
	Draws  []int         `json:"draws,omitempty"`
	Rivals []RecordRival `json:"rivals"`
}

// RecordRival is a method of descent. Arrived of its runs came within 1 % of the optimum, the first after Fastest seconds, nil if none did.
// Seconds is the mean time of a run, and Above is the least cost of all runs, as a fraction above the optimum.
type RecordRival struct {
	Name    string   `json:"name"`
	Width   int      `json:"width"`
	Rate    float64  `json:"rate"`
	Epochs  int      `json:"epochs"`
	Search  float64  `json:"search_seconds"`
	Seconds float64  `json:"seconds"`
	Arrived int      `json:"arrived"`
	Fastest *float64 `json:"fastest"`
	Above   float64  `json:"above"`
	// Runs are the courses of the runs: pairs of seconds and the cost as a fraction above the optimum.
	Runs []RecordRun `json:"runs"`
}

// Whole returns the time in seconds until the first run was within 1 % of the optimum, including the search for the rate; infinite if none
// was.
func (r *RecordRival) Whole() float64 {
	if r.Fastest == nil {
		return math.Inf(1)
	}
	return *r.Fastest + r.Search
}

// RecordRun is the thinned-out course of a run.
type RecordRun struct {
	Arrived bool         `json:"arrived,omitempty"`
	Course  [][2]float64 `json:"course"`
}

// RecordFormat is the format of a Record.
const RecordFormat = "conelab/record/3"

// recordPoints is the approximate number of points of a course in the record.
const recordPoints = 12

// RecordOf makes a record of the reports and their results.
func RecordOf(l *Lab, reports []*Report, results map[string]Results) *Record {
	record := &Record{Format: RecordFormat, Timing: l.Timing + " time of one thread", Figures: []RecordFigure{}}
	for _, r := range reports {
		e, _ := Find(r.Name)
		figure := RecordFigure{Name: r.Name, Title: r.Title, Place: r.Place, Needs: e.Needs, Beyond: e.Beyond, Claims: r.Claims, Tables: r.Grids[:r.Record]}
		if e.comparable > 0 {
			for _, p := range e.pieces(l) {
				if result := results[r.Name][p.Name]; result != nil {
					figure.Panels = append(figure.Panels, e.panel(p.Name, result))
				}
			}
		}
		record.Figures = append(record.Figures, figure)
	}
	return record
}

// Keep adds the experiments of an older record that this one does not have.
func (r *Record) Keep(older *Record) {
	figures := map[string]RecordFigure{}
	for _, list := range [][]RecordFigure{older.Figures, r.Figures} {
		for _, f := range list {
			figures[f.Name] = f
		}
	}
	r.Figures = r.Figures[:0]
	for _, e := range All {
		if f, ok := figures[e.Name]; ok {
			r.Figures = append(r.Figures, f)
		}
	}
}

// ReadRecord reads a record.
func ReadRecord(text []byte) (*Record, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	var r Record
	if err := d.Decode(&r); err != nil {
		return nil, err
	}
	if r.Format != RecordFormat {
		return nil, fmt.Errorf("the format is %.40q, expected %q", r.Format, RecordFormat)
	}
	return &r, nil
}

// panel makes the panel of a piece.
func (e *Experiment) panel(piece string, r *Result) RecordPanel {
	o := &r.Optima[0]
	p := RecordPanel{Name: piece, Seconds: short(o.Seconds), Cost: short(o.Cost), Gap: short(o.Gap), Neurons: o.Neurons}
	p.Title, p.Paper = e.describe(piece)
	if len(r.Widths) > 0 {
		p.Draws = []int{slices.Min(r.Widths), slices.Max(r.Widths)}
	}
	for k := range min(e.comparable, len(r.Rivals)) {
		s := r.comparison(k, 0)
		q := RecordRival{Name: s.rival.Name, Width: s.rival.Width, Rate: short(s.rival.Rate), Epochs: s.rival.Epochs, Search: short(s.rival.SearchSeconds),
			Seconds: short(s.spent * o.Seconds), Arrived: s.arrived, Above: short(s.excess)}
		if s.arrived > 0 {
			fastest := short(s.ratio * o.Seconds)
			q.Fastest = &fastest
		}
		for _, run := range s.rival.Runs {
			q.Runs = append(q.Runs, RecordRun{Arrived: run.Reached != nil, Course: course(run.Curve, o.Cost)})
		}
		p.Rivals = append(p.Rivals, q)
	}
	return p
}

// course thins out a curve relative to the optimum. The optimum is known only up to its gap, so values below it count as equal.
func course(curve []compare.Point, optimum float64) (points [][2]float64) {
	every := max(1, len(curve)/recordPoints)
	for i, q := range curve {
		if (len(curve)-1-i)%every == 0 || i == 0 {
			points = append(points, [2]float64{short(q.Seconds), short(math.Max(0, q.Cost/optimum-1))})
		}
	}
	return points
}

// short rounds to three significant digits.
func short(v float64) float64 {
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 3, 64), 64)
	return rounded
}
