package reproduce

import (
	"conelab/core/network/compare"
)

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

// Panel is a plot.
type Panel struct {
	Title, X, Y string
	LogX, LogY  bool
	Curves      []Curve
}

// Figure is an array of panels.
type Figure struct {
	Name, Title string
	Columns     int
	Panels      []Panel
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

// against plots a measure of a piece's runs and optimum against time.
func (r *Result) against(title string, m measure) Panel {
	p := Panel{Title: title, X: "time (s)", Y: m.name, LogX: true, LogY: m.log}
	last := 0.0
	for k, rival := range r.Rivals {
		for i, run := range rival.Runs {
			c := Curve{Ink: FirstInk + Ink(k)}
			if i == 0 {
				c.Label = rival.Name
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
