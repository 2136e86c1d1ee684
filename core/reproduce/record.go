package reproduce

import (
	"math"
	"strconv"

	"conelab/core/contest"
)

// Record is what a page can show of the generated data: a few kilobytes, with few digits.
type Record struct {
	Format string `json:"format"`
	// Timing says what the seconds are.
	Timing  string         `json:"timing"`
	Figures []RecordFigure `json:"figures"`
}

// RecordFigure is an experiment with its claims.
type RecordFigure struct {
	Name   string        `json:"name"`
	Title  string        `json:"title"`
	Place  string        `json:"place"`
	Claims []Claim       `json:"claims"`
	Panels []RecordPanel `json:"panels"`
}

// RecordPanel is a problem: what the convex program needed and found, and its rivals.
type RecordPanel struct {
	Title   string        `json:"title"`
	Seconds float64       `json:"seconds"`
	Cost    float64       `json:"cost"`
	Gap     float64       `json:"gap"`
	Neurons int           `json:"neurons"`
	Rivals  []RecordRival `json:"rivals"`
}

// RecordRival has the curve of its best run, and of the first rival the worst: cost against seconds. Arrived of Runs came within 1 % of the optimum.
type RecordRival struct {
	Name    string      `json:"name"`
	Width   int         `json:"width"`
	Search  float64     `json:"search_seconds"`
	Runs    int         `json:"runs"`
	Arrived int         `json:"arrived"`
	Fastest *float64    `json:"fastest"`
	Best    [][]float64 `json:"best"`
	Worst   [][]float64 `json:"worst,omitempty"`
}

const recordFormat = "conelab/record/1"

// recordPoints is how many points a curve of the record has, about.
const recordPoints = 6

// RecordOf takes the experiments with generated data out of reports.
func RecordOf(timing string, reports []*Report, results map[string]Results) *Record {
	record := &Record{Format: recordFormat, Timing: timing, Figures: []RecordFigure{}}
	for _, r := range reports {
		e, _ := Find(r.Name)
		if len(e.Needs) > 0 {
			continue
		}
		figure := RecordFigure{Name: r.Name, Title: r.Title, Place: r.Place, Claims: r.Claims}
		for _, p := range e.pieces(&Lab{}) {
			if result := results[r.Name][p.Name]; result != nil {
				figure.Panels = append(figure.Panels, panelOf(p.Name, result))
			}
		}
		record.Figures = append(record.Figures, figure)
	}
	return record
}

func panelOf(title string, r *Result) RecordPanel {
	o := &r.Optima[0]
	p := RecordPanel{Title: title, Seconds: short(o.Seconds), Cost: short(o.Cost), Gap: short(o.Gap), Neurons: o.Neurons}
	for i := range r.Rivals {
		rival := &r.Rivals[i]
		best, worst := 0, 0
		for k := range rival.Runs {
			if rival.Runs[k].Least < rival.Runs[best].Least {
				best = k
			}
			if rival.Runs[k].Least > rival.Runs[worst].Least {
				worst = k
			}
		}
		count, fastest := rival.Arrived()
		q := RecordRival{Name: rival.Name, Width: rival.Width, Search: short(rival.SearchSeconds), Runs: len(rival.Runs), Arrived: count,
			Best: few(rival.Runs[best].Curve)}
		if i == 0 && worst != best {
			q.Worst = few(rival.Runs[worst].Curve)
		}
		if !math.IsInf(fastest, 1) {
			fastest = short(fastest)
			q.Fastest = &fastest
		}
		p.Rivals = append(p.Rivals, q)
	}
	return p
}

// few thins a curve.
func few(curve []contest.Point) (points [][]float64) {
	every := max(1, len(curve)/recordPoints)
	for i, q := range curve {
		if (len(curve)-1-i)%every == 0 {
			points = append(points, []float64{short(q.Seconds), short(q.Cost)})
		}
	}
	return points
}

// short rounds to three digits.
func short(v float64) float64 {
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 3, 64), 64)
	return rounded
}
