package main

import (
	"bytes"
	"fmt"
	"image/color"
	"io"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgpdf"
	"gonum.org/v1/plot/vg/vgsvg"

	"conelab/core/paper/reproduce"
)

// The page's colours, for print.
var (
	inkColor, mutedColor, gridColor = rgb(0x1a1e23), rgb(0x59626d), rgb(0xe6e4de)
	inks                            = map[reproduce.Ink]color.RGBA{
		reproduce.ConvexInk: rgb(0xd55e00), reproduce.FirstInk: rgb(0x0072b2), reproduce.SecondInk: rgb(0x0b7763), reproduce.ThirdInk: rgb(0x7a4fae),
	}
	// patterns are the dashes that tell the rivals apart without colour.
	patterns = map[reproduce.Ink][]vg.Length{reproduce.SecondInk: {5, 2}, reproduce.ThirdInk: {1.5, 2}}
)

func rgb(v uint32) color.RGBA { return color.RGBA{byte(v >> 16), byte(v >> 8), byte(v), 255} }

// Sizes of a panel and of the margins around the panels, in points.
const (
	panelWidth, panelHeight = 250, 195
	figureMargin, headRoom  = 14, 26
	dotsPerInch             = 300
)

// drawFigure draws the panels under one legend, as png, svg or pdf. The figure has no title: that is left to its caption.
func drawFigure(f *reproduce.Figure, format string) ([]byte, error) {
	rows := (len(f.Panels) + f.Columns - 1) / f.Columns
	width := vg.Length(f.Columns*panelWidth + 2*figureMargin)
	height := vg.Length(rows*panelHeight + figureMargin + headRoom)
	var (
		canvas vg.CanvasSizer
		writer io.WriterTo
	)
	switch format {
	case "svg":
		c := vgsvg.New(width, height)
		canvas, writer = c, c
	case "pdf":
		c := vgpdf.New(width, height)
		canvas, writer = c, c
	default:
		c := vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(dotsPerInch))
		canvas, writer = c, vgimg.PngCanvas{Canvas: c}
	}
	dc := draw.New(canvas)
	dc.FillPolygon(color.White, []vg.Point{{X: 0, Y: 0}, {X: width, Y: 0}, {X: width, Y: height}, {X: 0, Y: height}})
	head(dc, f)
	for i := range f.Panels {
		p, err := panel(&f.Panels[i], i)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name, err)
		}
		left := vg.Length(figureMargin + i%f.Columns*panelWidth)
		top := height - headRoom - vg.Length(i/f.Columns*panelHeight)
		p.Draw(draw.Crop(dc, left+4, left+panelWidth-6-width, top-panelHeight+10, top-4-height))
	}
	var b bytes.Buffer
	if _, err := writer.WriteTo(&b); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// style returns the text style for a size and a colour.
func style(size vg.Length, c color.Color) draw.TextStyle {
	return draw.TextStyle{Color: c, Font: font.From(font.Font{Typeface: "Liberation", Variant: "Sans"}, size), Handler: powerHandler{plot.DefaultTextHandler}}
}

// head draws the legend that all panels share.
func head(dc draw.Canvas, f *reproduce.Figure) {
	y := dc.Max.Y - 18
	text, x, seen := style(9, mutedColor), vg.Length(figureMargin), map[string]bool{}
	var curves []reproduce.Curve
	for _, p := range f.Panels {
		curves = append(curves, p.Curves...)
	}
	slices.SortStableFunc(curves, func(a, b reproduce.Curve) int { return int(a.Ink - b.Ink) })
	for _, c := range curves {
		if c.Label == "" || seen[c.Label] {
			continue
		}
		seen[c.Label] = true
		if c.Mark == reproduce.Cross {
			dc.DrawGlyph(glyph(c.Ink), vg.Point{X: x + 8, Y: y + 3})
		} else {
			dc.StrokeLine2(line(&c), x, y+3, x+16, y+3)
		}
		dc.FillText(text, vg.Point{X: x + 21, Y: y}, c.Label)
		x += 21 + text.Width(c.Label) + 16
	}
}

func glyph(ink reproduce.Ink) draw.GlyphStyle {
	return draw.GlyphStyle{Color: inks[ink], Radius: 4.5, Shape: heavyCross{}}
}

// heavyCross is a cross heavy enough to stand out among lines.
type heavyCross struct{}

// DrawGlyph draws the cross.
func (heavyCross) DrawGlyph(c *draw.Canvas, s draw.GlyphStyle, at vg.Point) {
	stroke := draw.LineStyle{Color: s.Color, Width: 2.2}
	r := s.Radius * 0.8
	c.StrokeLine2(stroke, at.X-r, at.Y-r, at.X+r, at.Y+r)
	c.StrokeLine2(stroke, at.X-r, at.Y+r, at.X+r, at.Y-r)
}

func line(c *reproduce.Curve) draw.LineStyle {
	s := draw.LineStyle{Color: inks[c.Ink], Width: 1, Dashes: patterns[c.Ink]}
	if c.Mark == reproduce.Dashed {
		s.Width, s.Dashes = 0.9, []vg.Length{3, 2}
	}
	return s
}

// panel returns the plot of a panel.
func panel(q *reproduce.Panel, at int) (*plot.Plot, error) {
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = fmt.Sprintf("(%c) %s", 'a'+at%26, q.Title), q.X, q.Y
	p.Title.TextStyle, p.Title.Padding = style(9, inkColor), 5
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		axis.Label.TextStyle, axis.Tick.Label = style(8, mutedColor), style(7.5, mutedColor)
		axis.Color, axis.Tick.Color, axis.Width, axis.Tick.Width = mutedColor, mutedColor, 0.5, 0.5
		axis.Padding = 3
	}
	p.X.Tick.Label.XAlign, p.X.Tick.Label.YAlign = draw.XCenter, draw.YTop
	p.Y.Label.TextStyle.XAlign, p.Y.Label.TextStyle.YAlign = draw.XCenter, draw.YBottom // gonum/plot rotates it
	p.X.Label.TextStyle.XAlign, p.X.Label.TextStyle.YAlign = draw.XCenter, draw.YTop
	p.Y.Tick.Label.XAlign, p.Y.Tick.Label.YAlign = draw.XRight, draw.YCenter
	p.Title.TextStyle.XAlign, p.Title.TextStyle.YAlign = draw.XCenter, draw.YTop
	grid := plotter.NewGrid()
	grid.Horizontal = draw.LineStyle{Color: gridColor, Width: 0.5}
	grid.Vertical = grid.Horizontal
	p.Add(grid)
	for i := range q.Curves {
		if err := addCurve(p, &q.Curves[i]); err != nil {
			return nil, err
		}
	}
	fit(&p.X, q.LogX)
	fit(&p.Y, q.LogY)
	return p, nil
}

// addCurve adds a curve to a plot.
func addCurve(p *plot.Plot, c *reproduce.Curve) error {
	points := make(plotter.XYs, len(c.X))
	for i := range points {
		points[i] = plotter.XY{X: c.X[i], Y: c.Y[i]}
	}
	if len(points) == 0 {
		return nil
	}
	if c.Mark == reproduce.Cross || c.Mark == reproduce.Dots {
		scatter, err := plotter.NewScatter(points)
		if err != nil {
			return err
		}
		scatter.GlyphStyle = glyph(c.Ink)
		if c.Mark == reproduce.Dots {
			scatter.GlyphStyle = draw.GlyphStyle{Color: inks[c.Ink], Radius: 1.8, Shape: draw.CircleGlyph{}}
		}
		defer p.Add(scatter)
	}
	if c.Mark == reproduce.Cross {
		return nil
	}
	curve, err := plotter.NewLine(points)
	if err != nil {
		return err
	}
	curve.LineStyle = line(c)
	p.Add(curve)
	return nil
}
