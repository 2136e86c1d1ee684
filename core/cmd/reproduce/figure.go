package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image/color"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"conelab/core/data/fault"
	"conelab/core/paper/reproduce"
)

// The page's colours on paper. www/record.css has those of the dark theme for them.
var (
	inkColor, mutedColor, gridColor = rgb(0x1a1e23), rgb(0x59626d), rgb(0xe6e4de)
	inks                            = map[reproduce.Ink]color.RGBA{
		reproduce.ConvexInk: rgb(0xd55e00), reproduce.FirstInk: rgb(0x0072b2), reproduce.SecondInk: rgb(0x0b7763),
		reproduce.ThirdInk: rgb(0x7a4fae),
	}
	// patterns are the dashes that tell the baselines apart without colour.
	patterns = map[reproduce.Ink][]vg.Length{reproduce.SecondInk: {5, 2}, reproduce.ThirdInk: {1.5, 2}}
)

func rgb(v uint32) color.RGBA { return color.RGBA{byte(v >> 16), byte(v >> 8), byte(v), 255} }

// Sizes of a panel and of a line of the legend, in points.
const panelWidth, panelHeight, legendLine, margin = 270, 200, 13, 8

// drawPanel draws a panel below its legend as SVG, and returns its height in points.
func drawPanel(q *reproduce.Panel) (drawn []byte, height vg.Length, err error) {
	legend := plot.NewLegend()
	legend.TextStyle, legend.Top, legend.Left, legend.ThumbnailWidth = style(9, mutedColor), true, true, 16
	legend.Padding, legend.TextStyle.XAlign, legend.TextStyle.YAlign = 2, draw.XLeft, draw.YBottom
	lines := 0
	curves := slices.Clone(q.Curves)
	slices.SortStableFunc(curves, func(a, b reproduce.Curve) int { return int(a.Ink - b.Ink) })
	for i := range curves {
		if c := &curves[i]; c.Label != "" {
			var thumbnail plot.Thumbnailer = &plotter.Line{LineStyle: line(c)}
			if c.Mark == reproduce.Spot {
				thumbnail = &plotter.Scatter{GlyphStyle: glyph(c)}
			}
			legend.Add(c.Label, thumbnail)
			lines++
		}
	}
	if q.Note != "" {
		legend.Add(q.Note)
		lines++
	}
	height = vg.Length(lines*legendLine + margin + panelHeight)
	p, err := panel(q)
	if err != nil {
		return nil, 0, err
	}
	canvas := vgsvg.New(panelWidth, height)
	dc := draw.New(canvas)
	legend.Draw(draw.Crop(dc, margin, -margin, 0, -2))
	p.Draw(draw.Crop(dc, margin, -margin, margin, panelHeight-margin-height))
	var b bytes.Buffer
	_, err = canvas.WriteTo(&b)
	return b.Bytes(), height, err
}

// style returns the text style for a size and a colour, centred above what it belongs to.
func style(size vg.Length, c color.Color) draw.TextStyle {
	face := font.From(font.Font{Typeface: "Liberation", Variant: "Sans"}, size)
	return draw.TextStyle{Color: c, Font: face, Handler: plot.DefaultTextHandler, XAlign: draw.XCenter, YAlign: draw.YTop}
}

func glyph(c *reproduce.Curve) draw.GlyphStyle {
	s := draw.GlyphStyle{Color: inks[c.Ink], Radius: 1.8, Shape: draw.CircleGlyph{}}
	if c.Mark == reproduce.Spot {
		s.Radius = 3.6
	}
	return s
}

func line(c *reproduce.Curve) draw.LineStyle {
	s := draw.LineStyle{Color: inks[c.Ink], Width: 1, Dashes: patterns[c.Ink]}
	if c.Mark == reproduce.Dashed {
		s.Width, s.Dashes = 0.9, []vg.Length{3, 2}
	}
	return s
}

// panel returns the plot of a panel.
func panel(q *reproduce.Panel) (*plot.Plot, error) {
	p := plot.New()
	p.BackgroundColor = nil
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = q.Title, q.X, q.Y
	p.Title.TextStyle, p.Title.Padding = style(9, inkColor), 5
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		axis.Label.TextStyle, axis.Tick.Label = style(8, mutedColor), style(7.5, mutedColor)
		axis.Color, axis.Tick.Color, axis.Width, axis.Tick.Width = mutedColor, mutedColor, 0.5, 0.5
		axis.Padding = 3
	}
	p.Y.Label.TextStyle.YAlign = draw.YBottom // of the line that stands upright
	p.Y.Tick.Label.XAlign, p.Y.Tick.Label.YAlign = draw.XRight, draw.YCenter
	grid := plotter.NewGrid()
	grid.Horizontal = draw.LineStyle{Color: gridColor, Width: 0.5}
	grid.Vertical = grid.Horizontal
	p.Add(grid)
	for i := range q.Curves {
		if err := addCurve(p, &q.Curves[i]); err != nil {
			return nil, err
		}
	}
	if !slices.ContainsFunc(q.Curves, func(c reproduce.Curve) bool { return slices.ContainsFunc(c.X, isBroken) }) {
		p.X.Tick.Marker = plot.TickerFunc(wholeNumbers)
	}
	if !slices.ContainsFunc(q.Curves, func(c reproduce.Curve) bool { return slices.ContainsFunc(c.Y, isBroken) }) {
		p.Y.Tick.Marker = plot.TickerFunc(wholeNumbers)
	}
	logarithmic(&p.X, q.LogX)
	logarithmic(&p.Y, q.LogY)
	return p, nil
}

// addCurve adds a curve to a plot.
func addCurve(p *plot.Plot, c *reproduce.Curve) error {
	if len(c.X) == 0 {
		return nil
	}
	points := make(plotter.XYs, len(c.X))
	for i := range points {
		points[i] = plotter.XY{X: c.X[i], Y: c.Y[i]}
	}
	curve, scatter, err := plotter.NewLinePoints(points)
	if err != nil {
		return err
	}
	curve.LineStyle = line(c)
	if c.Mark != reproduce.Spot {
		p.Add(curve)
	}
	scatter.GlyphStyle = glyph(c)
	if c.Mark == reproduce.Spot || c.Mark == reproduce.Dots {
		p.Add(scatter)
	}
	return nil
}

// isBroken reports whether a number is not a whole one.
func isBroken(v float64) bool { return v != math.Trunc(v) }

// wholeNumbers returns the ticks of an axis of counts, of which there are no halves.
func wholeNumbers(low, high float64) (ticks []plot.Tick) {
	for _, tick := range (plot.DefaultTicks{}).Ticks(low, high) {
		if isBroken(tick.Value) {
			continue
		}
		if tick.Label != "" {
			tick.Label = fault.Number(tick.Value)
		}
		ticks = append(ticks, tick)
	}
	return ticks
}

// logarithmic makes an axis logarithmic where log is set and the data span a decade.
func logarithmic(axis *plot.Axis, log bool) {
	if log && axis.Max >= 10*axis.Min {
		axis.Scale, axis.Tick.Marker = plot.LogScale{}, plot.TickerFunc(powersOfTen)
	}
}

// powersOfTen returns the ticks of a logarithmic axis, with labels at powers of ten, where there are many not at all of them.
func powersOfTen(low, high float64) []plot.Tick {
	ticks := plot.LogTicks{}.Ticks(low, high)
	every := 1 + len(ticks)/100 // there are ten ticks to a power
	for i := range ticks {
		if ticks[i].Label == "" {
			continue
		}
		power := int(math.Round(math.Log10(ticks[i].Value))) // whose value is rounded in a tick
		exact, _ := strconv.ParseFloat("1e"+strconv.Itoa(power), 64)
		ticks[i].Label = fault.Number(exact)
		if power%every != 0 {
			ticks[i].Label = ""
		}
	}
	return ticks
}

var styles = regexp.MustCompile(`style="([^"]*)"`)

// picture draws one panel with its legend as the SVG of a page. The page forbids styles in attributes and sets the font; so each property
// becomes an attribute of its own, which a style sheet may override.
func picture(p *reproduce.Panel) (string, error) {
	svg, height, err := drawPanel(p)
	if err != nil {
		return "", err
	}
	_, body, _ := strings.Cut(string(svg), "<g ") // after the head of a file of its own
	body = styles.ReplaceAllStringFunc(body, func(attribute string) string {
		var attributes []string
		for property := range strings.SplitSeq(styles.FindStringSubmatch(attribute)[1], ";") {
			if name, value, _ := strings.Cut(property, ":"); value != "" && (name == "font-size" || !strings.HasPrefix(name, "font-")) {
				attributes = append(attributes, fmt.Sprintf("%s=%q", name, strings.TrimSpace(value)))
			}
		}
		return strings.Join(attributes, " ")
	})
	label := p.Title + ": " + p.Y + " against " + p.X
	return fmt.Sprintf(`<svg class="chart" role="img" aria-label=%q viewBox="0 0 %d %g"><g %s`, label, panelWidth, height, body), nil
}

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

// timing says what the clock measures.
const timing = "processor time of one thread"

// writeRecord writes the record of the reports into a file.
func writeRecord(file string, reports []*reproduce.Report) error {
	r := &record{Format: recordFormat, Timing: timing}
	for _, report := range reports {
		e := entry{Report: report, Pictures: []drawing{}}
		for i := range report.Figure.Panels {
			svg, err := picture(&report.Figure.Panels[i])
			if err != nil {
				return fmt.Errorf("%s: %w", report.Name, err)
			}
			e.Pictures = append(e.Pictures, drawing{report.Caption(i), svg})
		}
		r.Reports = append(r.Reports, e)
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
