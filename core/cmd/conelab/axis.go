package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
)

// fit adds a margin around the data, and makes an axis logarithmic where log is set and the data span a factor of at least 8.
func fit(axis *plot.Axis, log bool) {
	if axis.Min > axis.Max {
		axis.Min, axis.Max = 1, 10
	}
	if log && axis.Max < 8*axis.Min {
		log = false
	}
	if !log {
		axis.Tick.Marker = plainTicks{}
		room := 0.06*(axis.Max-axis.Min) + 1e-9*math.Abs(axis.Max)
		if room == 0 {
			room = 1
		}
		axis.Min, axis.Max = axis.Min-room, axis.Max+room
		return
	}
	room := math.Max(1.15, math.Pow(axis.Max/axis.Min, 0.06))
	axis.Min, axis.Max = axis.Min/room, axis.Max*room
	axis.Scale, axis.Tick.Marker = plot.LogScale{}, decades{}
}

// plainTicks places gonum's default ticks and labels them without superfluous digits.
type plainTicks struct{}

// Ticks returns the ticks from low to high.
func (plainTicks) Ticks(low, high float64) (ticks []plot.Tick) {
	for _, tick := range (plot.DefaultTicks{}).Ticks(low, high) {
		if tick.Label != "" {
			ticks = append(ticks, plot.Tick{Value: tick.Value, Label: fmt.Sprintf("%.4g", tick.Value)})
		}
	}
	return ticks
}

// decades places ticks at powers of ten, about four of them, or at 1, 2 and 5 times a power of ten on an axis shorter than two decades.
type decades struct{}

// Ticks returns the ticks from low to high.
func (decades) Ticks(low, high float64) (ticks []plot.Tick) {
	first, last := int(math.Floor(math.Log10(low))), int(math.Ceil(math.Log10(high)))
	every := max(1, (last-first+3)/5)
	for e := first; e <= last; e++ {
		steps := []float64{1}
		if math.Log10(high/low) < 2 {
			steps = []float64{1, 2, 5}
		}
		for _, step := range steps {
			v := step * math.Pow(10, float64(e))
			if v < low || v > high {
				continue
			}
			label := ""
			if (e-first)%every == 0 {
				label = "10^" + strconv.Itoa(e)
				if len(steps) > 1 {
					label = strconv.FormatFloat(v, 'g', 4, 64)
				}
			}
			ticks = append(ticks, plot.Tick{Value: v, Label: label})
		}
	}
	return ticks
}

// powerHandler draws text whose last word may be 10^ and an exponent, and raises the exponent.
type powerHandler struct{ text.Handler }

// exponentSize is the font size of an exponent, exponentRise its height above the baseline, both relative to the size of the text.
const exponentSize, exponentRise = 0.72, 0.38

// split returns the text on the baseline and the exponent, which may be empty.
func split(line string) (base, exponent string) {
	base, exponent, _ = strings.Cut(line, "^")
	return base, exponent
}

// smaller returns the font for exponents.
func smaller(f font.Font) font.Font {
	f.Size *= exponentSize
	return f
}

// Box returns the size of a line of text.
func (h powerHandler) Box(line string, f font.Font) (width, height, depth vg.Length) {
	base, exponent := split(line)
	width, height, depth = h.Handler.Box(base, f)
	more, _, _ := h.Handler.Box(exponent, smaller(f))
	return width + more, height, depth
}

// Draw draws a line of text.
func (h powerHandler) Draw(c vg.Canvas, line string, style text.Style, at vg.Point) {
	base, exponent := split(line)
	style.Handler = h.Handler
	if exponent == "" {
		h.Handler.Draw(c, line, style, at)
		return
	}
	width, _, _ := h.Box(line, style.Font)
	own, _, _ := h.Handler.Box(base, style.Font)
	at.X += vg.Length(style.XAlign) * width
	at.Y += vg.Length(style.YAlign) * style.Font.Size * exponentRise / 2
	style.XAlign = text.XLeft
	h.Handler.Draw(c, base, style, at)
	at.X += own
	at.Y += style.Font.Size * exponentRise
	style.Font = smaller(style.Font)
	h.Handler.Draw(c, exponent, style, at)
}
