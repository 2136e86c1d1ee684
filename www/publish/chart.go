package publish

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"conelab/core/paper/reproduce"
)

// The position of a plot in its picture, in pixels of the picture.
const (
	chartWidth, chartHeight = 360.0, 256.0
	plotLeft, plotRight     = 60.0, 338.0
	plotTop, plotFloor      = 10.0, 208.0
)

// Decimal logarithms, as in the picture of a race on the page: the excess that is drawn as the optimum itself, the excess below which a run
// counts as having reached the optimum, and the first time that is drawn, in solves.
const (
	lowest, atFloor = -4.0, -2.0
	earliest        = -3.0
)

// chart is a picture of runs above an optimum. Its numbers are formatted for SVG.
type chart struct {
	Width, Height           float64
	Left, Right, Top, Floor string
	// Strip is the top of the strip within 1 %.
	Strip         string
	Rows, Columns []tick
	Runs          []stroke
	Cross         string
	Sentence      string
	// first and last are decimal logarithms of the range of times, top that of the largest excess.
	first, last, top float64
}

// tick is a line of the grid; Text may be empty.
type tick struct{ At, Text string }

// stroke is a path with its classes, and the mark at its end.
type stroke struct{ Class, Path, End string }

// chartOf draws a panel on the axes shared by the panels of its figure.
func chartOf(f *reproduce.RecordFigure, panel int) *chart {
	p := &f.Panels[panel]
	c := &chart{Width: chartWidth, Height: chartHeight, Left: pixel(plotLeft), Right: pixel(plotRight), Top: pixel(plotTop), Floor: pixel(plotFloor)}
	c.first, c.last, c.top = axes(f)
	c.grid()
	_, strip := c.at(1, math.Pow(10, atFloor))
	c.Strip = pixel(strip)
	// The first rival has the most runs, so the others are drawn over it.
	for k := range p.Rivals {
		for i := range p.Rivals[k].Runs {
			c.run(p, k, &p.Rivals[k].Runs[i])
		}
	}
	x, y := c.at(1, 0)
	c.Cross = fmt.Sprintf("M%s %sl12 12m0 -12l-12 12", pixel(x-6), pixel(y-6))
	c.Sentence = sentence(p)
	return c
}

// axes returns decimal logarithms: of the first and the last time, in solves, and of the largest excess.
func axes(f *reproduce.RecordFigure) (first, last, top float64) {
	last, top = 1, 1
	first = 0
	for _, p := range f.Panels {
		for _, q := range p.Rivals {
			for _, run := range q.Runs {
				for i, point := range run.Course {
					if point[1] > 0 {
						top = math.Max(top, math.Log10(point[1]))
					}
					if point[0] > 0 {
						last = math.Max(last, math.Log10(point[0]/p.Seconds))
						if i == 0 {
							first = math.Min(first, math.Log10(point[0]/p.Seconds))
						}
					}
				}
			}
		}
	}
	return math.Max(earliest, math.Floor(first)), math.Ceil(last), 2 * math.Ceil(top/2)
}

// at returns the position of an excess after a time in solves, clamped to the plot.
func (c *chart) at(solves, excess float64) (x, y float64) {
	across := math.Max(c.first, math.Min(math.Log10(math.Max(solves, 1e-300)), c.last))
	up := math.Max(lowest, math.Min(math.Log10(math.Max(excess, 1e-300)), c.top))
	return plotLeft + (across-c.first)/(c.last-c.first)*(plotRight-plotLeft), plotFloor - (up-lowest)/(c.top-lowest)*(plotFloor-plotTop)
}

func (c *chart) grid() {
	c.Rows = append(c.Rows, tick{pixel(plotFloor), "optimum"})
	for d := lowest + 2; d <= c.top; d += 2 {
		_, y := c.at(1, math.Pow(10, d))
		c.Rows = append(c.Rows, tick{pixel(y), excessText(int(d))})
	}
	for d := c.first; d <= c.last; d++ {
		x, _ := c.at(math.Pow(10, d), 1)
		c.Columns = append(c.Columns, tick{pixel(x), strconv.FormatFloat(math.Pow(10, d), 'f', -1, 64)})
	}
}

// excessText formats the excess 10^d.
func excessText(d int) string {
	switch {
	case d <= 0:
		return "+" + strconv.FormatFloat(math.Pow(10, float64(d+2)), 'f', -1, 64) + "\u00a0%"
	case d <= 2:
		return "+" + strconv.FormatFloat(math.Pow(10, float64(d)), 'f', -1, 64) + "\u00d7"
	}
	return "+10" + superscript(d) + "\u00d7"
}

func superscript(d int) string {
	return strings.NewReplacer("0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴", "5", "⁵", "6", "⁶", "7", "⁷", "8", "⁸", "9", "⁹").Replace(strconv.Itoa(d))
}

// run draws the course of a run, with a mark at its end.
func (c *chart) run(p *reproduce.RecordPanel, rival int, run *reproduce.RecordRun) {
	if len(run.Course) == 0 {
		return
	}
	var b strings.Builder
	var x, y float64
	letter := "M"
	for _, point := range run.Course {
		x, y = c.at(point[0]/p.Seconds, point[1])
		b.WriteString(letter + pixel(x) + " " + pixel(y))
		letter = "L"
	}
	class := key(rival)
	if run.Arrived {
		class += " arrived"
	}
	c.Runs = append(c.Runs, stroke{class, b.String(), endMark(rival, x, y)})
}

// endMark returns a circle, a square or a triangle.
func endMark(rival int, x, y float64) string {
	switch rival {
	case 0:
		return fmt.Sprintf("M%s %sa3 3 0 1 0 6 0a3 3 0 1 0 -6 0z", pixel(x-3), pixel(y))
	case 1:
		return fmt.Sprintf("M%s %sh5.4v5.4h-5.4z", pixel(x-2.7), pixel(y-2.7))
	}
	return fmt.Sprintf("M%s %sl3.6 6.4h-7.2z", pixel(x), pixel(y-4))
}

// keyMark returns the mark of a rival in a separate picture of 30 by 12 pixels, after its line.
func keyMark(rival int) string { return endMark(rival, 24, 6) }

// sentence says what the picture shows.
func sentence(p *reproduce.RecordPanel) string {
	runs, arrived, best, long := 0, 0, math.Inf(1), 0.0
	var fastest string
	first := math.Inf(1)
	for i := range p.Rivals {
		q := &p.Rivals[i]
		runs += len(q.Runs)
		arrived += q.Arrived
		best, long = math.Min(best, q.Above), math.Max(long, q.Seconds)
		if q.Fastest != nil && *q.Fastest < first {
			first, fastest = *q.Fastest, q.Name
		}
	}
	start := p.Title + ": cost above the certified optimum against time. The convex program is at the optimum after one solve; "
	if arrived == 0 {
		return fmt.Sprintf("%snone of %d runs comes within 1 %% of it in up to %s solves, the best ends at %s.", start, runs, ratio(long, p.Seconds), above(best))
	}
	return fmt.Sprintf("%s%d of %d runs come within 1 %% of it, the first (%s) after %s solves.", start, arrived, runs, fastest, ratio(first, p.Seconds))
}

func pixel(v float64) string { return strconv.FormatFloat(math.Round(10*v)/10, 'f', -1, 64) }
