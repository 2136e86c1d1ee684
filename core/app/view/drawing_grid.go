package view

import (
	"math"
	"strconv"
	"strings"

	"conelab/core/app/protocol"
)

const (
	// tickWidth and tickHeight are roughly the distances between two lines of the grid, in pixels. mostRules is the largest number of lines.
	tickWidth, tickHeight, mostRules = 132.0, 120.0, 40
	// inset keeps the numbers along one edge clear of the corner and of the other edge.
	inset = 26.0
)

// grid returns the lines at round numbers in a drawing of the given size.
func (p *plane) grid(width, height float64) (columns, rows []protocol.Rule) {
	stepX, stepY := roundStep(tickWidth/p.kx), roundStep(tickHeight/p.ky)
	if p.kx == p.ky {
		stepX = math.Max(stepX, stepY)
		stepY = stepX
	}
	columns, rows = []protocol.Rule{}, []protocol.Rule{}
	left, high := p.place(0, 0)
	right, low := p.place(width, height)
	if !(stepX > 0 && stepY > 0) || (right-left)/stepX > mostRules || (high-low)/stepY > mostRules {
		return columns, rows
	}
	// Far from zero the next whole number may be the same in double precision, so the count ends the loops.
	for i := math.Ceil(left / stepX); i*stepX <= right && len(columns) <= mostRules; i++ {
		x, _ := p.pixel(i*stepX, 0)
		columns = append(columns, rule(x, width, i*stepX))
	}
	for i := math.Floor(high / stepY); i*stepY >= low && len(rows) <= mostRules; i-- {
		_, y := p.pixel(0, i*stepY)
		rows = append(rows, rule(y, height, i*stepY))
	}
	return columns, rows
}

// rule returns the line of a value at a pixel along a side of the given length.
func rule(at, length, value float64) protocol.Rule {
	r := protocol.Rule{At: tenth(at), Axis: value == 0}
	if at > inset && at < length-inset {
		r.Label = strings.ReplaceAll(strconv.FormatFloat(value+0, 'g', 6, 64), "-", "\u2212")
	}
	return r
}

// roundStep returns the largest number up to size that is 1, 2 or 5 times a power of ten.
func roundStep(size float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(size)))
	for _, digit := range []float64{5, 2} {
		if digit*power <= size*1.0001 {
			return digit * power
		}
	}
	return power
}
