package reproduce

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"conelab/core/network/compare"
)

// Claim is a statement of the paper next to what was measured.
type Claim struct {
	Experiment string  `json:"experiment"`
	Paper      string  `json:"paper"`
	Ours       string  `json:"ours"`
	Verdict    Verdict `json:"verdict"`
	Why        string  `json:"why"`
}

// Report is the result of an experiment.
type Report struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	Place string `json:"place"`
	// Claims, tables and notes are never nil in JSON, so that a page may range over them.
	Claims []Claim  `json:"claims"`
	Grids  []Grid   `json:"tables"`
	Notes  []string `json:"notes"`
	Figure Figure   `json:"-"`
}

// Grid is a table of strings.
type Grid struct {
	Title  string     `json:"title"`
	Header []string   `json:"header"`
	Rows   [][]string `json:"rows"`
}

func (g *Grid) add(cells ...any) {
	row := make([]string, len(cells))
	for i, cell := range cells {
		switch v := cell.(type) {
		case float64:
			row[i] = number(v)
		default:
			row[i] = fmt.Sprint(v)
		}
	}
	g.Rows = append(g.Rows, row)
}

// times formats a ratio of times.
func times(ratio float64) string {
	if math.IsInf(ratio, 1) {
		return "never"
	}
	return number(ratio) + "x"
}

// number formats v with three digits; infinity becomes "never".
func number(v float64) string {
	switch {
	case math.IsInf(v, 1):
		return "never"
	case math.IsNaN(v):
		return "unknown"
	case v != 0 && (math.Abs(v) < 1e-3 || math.Abs(v) >= 1e6):
		return strconv.FormatFloat(v, 'e', 1, 64)
	case math.Abs(v) >= 1000:
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return strconv.FormatFloat(v, 'g', 3, 64)
}

// percent formats a fraction in per cent.
func percent(share float64) string { return strconv.FormatFloat(100*share, 'f', 1, 64) }

// median returns the median: infinite if all values are, NaN for none.
func median(values []float64) float64 {
	if len(values) == 0 {
		return math.NaN()
	}
	v := slices.Clone(values)
	slices.Sort(v)
	return v[len(v)/2]
}

// Verdict says whether a measurement agrees with the paper.
type Verdict string

// The verdicts. TooShort means that baselines were stopped so early that more time might have changed the result.
const (
	Agrees   Verdict = "agrees"
	Partly   Verdict = "partly"
	Differs  Verdict = "differs"
	TooShort Verdict = "not run long enough"
)

// long is how many times as long as the convex program a baseline must be trained before its failure to reach something counts.
const long = 100

// votes counts cases for a claim and against it. Open cases speak for it so far, but the baselines were not given enough time.
type votes struct{ yes, no, open int }

// add adds a case. A case against the claim is never open: more time for the baselines would not help the claim.
func (v *votes) add(yes, enough bool) {
	switch {
	case !yes:
		v.no++
	case enough:
		v.yes++
	default:
		v.open++
	}
}

// verdict returns Agrees if all cases speak for the claim, Differs if none does, and TooShort if no case speaks against it but some are
// open. With a case against it a claim is at best Partly true, whatever the open cases.
func (v votes) verdict() Verdict {
	switch {
	case v.no == 0 && v.open > 0:
		return TooShort
	case v.no == 0:
		return Agrees
	case v.yes+v.open == 0:
		return Differs
	}
	return Partly
}

// one is the verdict of a single case.
func one(yes, enough bool) Verdict {
	var v votes
	v.add(yes, enough)
	return v.verdict()
}

// Mark says how a curve is drawn.
type Mark int

// The marks.
const (
	line   Mark = iota
	Dashed      // a line
	Spot        // one point
	Dots        // points on a line
)

// Ink says whose curve it is.
type Ink int

// The inks.
const (
	ConvexInk Ink = iota
	FirstInk
	SecondInk
	ThirdInk
)

// Curve is a curve of a panel; only curves with a label are in the legend.
type Curve struct {
	Label string
	Mark  Mark
	Ink   Ink
	X, Y  []float64
}

// Panel is a plot. Note says what tells lines of one kind apart, where there are several.
type Panel struct {
	Title, X, Y string
	Note        string
	LogX, LogY  bool
	Curves      []Curve
}

// Figure is a list of panels.
type Figure struct {
	Title  string
	Panels []Panel
}

// Caption returns the caption of a panel.
func (r *Report) Caption(panel int) string {
	return r.Figure.Title + ": " + r.Figure.Panels[panel].Title
}

// measure is a quantity of the points of runs and of the optimum.
type measure struct {
	name string
	log  bool
	of   func(s *compare.Score) float64
}

var (
	cost          = measure{"training cost", true, func(s *compare.Score) float64 { return s.Cost }}
	testLoss      = measure{"test cost per point", true, func(s *compare.Score) float64 { return s.TestLoss }}
	trainAccuracy = measure{"training accuracy (%)", false, func(s *compare.Score) float64 { return 100 * s.Accuracy }}
	testAccuracy  = measure{"test accuracy (%)", false, func(s *compare.Score) float64 { return 100 * s.TestAccuracy }}
)

// drawn is the approximate number of points of a run that are drawn, so that the pictures of a page stay small.
const drawn = 16

// against plots a measure of a piece's runs and optimum against time. Baselines of one name are drawn alike; costs are only those of
// baselines that minimise the cost of the optimum.
func (r *Result) against(title string, m measure) Panel {
	p := Panel{Title: title, X: "time (s)", Y: m.name, LogX: true, LogY: m.log}
	last, ink := 0.0, ConvexInk
	for k, baseline := range r.Baselines {
		if m.name == cost.name && !baseline.Floor {
			continue
		}
		known := k > 0 && r.Baselines[k-1].Name == baseline.Name
		if !known {
			ink++
		}
		for i, run := range baseline.Runs {
			c := Curve{Ink: ink}
			if i == 0 && !known {
				c.Label = baseline.Name
			} else {
				p.Note = "Lines of one kind: several starts or rates"
			}
			every := max(1, len(run.Curve)/drawn)
			for at, q := range run.Curve {
				if y := m.of(&q.Score); (len(run.Curve)-1-at)%every == 0 && q.Seconds > 0 && (y > 0 || !m.log) {
					c.X, c.Y = append(c.X, q.Seconds), append(c.Y, y)
					last = max(last, q.Seconds)
				}
			}
			p.Curves = append(p.Curves, c)
		}
	}
	o := &r.Optima[0]
	y := m.of(&o.Score)
	p.Curves = append(p.Curves,
		Curve{Mark: Dashed, Ink: ConvexInk, X: []float64{o.Seconds, max(last, o.Seconds)}, Y: []float64{y, y}},
		Curve{Label: convexName, Mark: Spot, Ink: ConvexInk, X: []float64{o.Seconds}, Y: []float64{y}})
	return p
}
