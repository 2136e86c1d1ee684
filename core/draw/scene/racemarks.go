package scene

import "conelab/core/app/protocol"

// The places of a race's runs in the order of the legend, and their words.
var raceWords = [...]struct {
	place protocol.Place
	words string
}{
	{protocol.AtOptimum, "at the optimum"}, {protocol.AtMinimum, "at rest above it"}, {protocol.AtSaddle, "saddle"}, {protocol.Moving, "still moving"},
	{protocol.Elsewhere, "above it"}, {protocol.Diverged, "diverged"},
}

// place marks the end of a run by its form: a disc at the optimum, a ring at rest with no way down in sight, a cross at a saddle, an arrow head while it moves, a
// bar where no more is known than that it is above.
func (p pen) place(at pixel, place protocol.Place, t *Theme) {
	color := t.Ink.mix(t.Panel, 0.25)
	switch place {
	case protocol.AtOptimum:
		p.disc(at, 4.4, t.Panel)
		p.disc(at, 3.4, t.Accent)
	case protocol.AtMinimum:
		p.disc(at, 4.4, t.Panel)
		p.ring(at, 3.2, 1.7, color)
	case protocol.AtSaddle:
		p.cross(at, 3.4, 1.7, t)
	case protocol.Moving:
		tip := pixel{x: at.x + 5*p.scale, y: at.y}
		p.head(at, pixel{x: tip.x + 1.5*p.scale, y: at.y}, 9, 5.2, t.Panel)
		p.head(at, tip, 7, 3.8, color)
	case protocol.Elsewhere:
		p.segment(pixel{x: at.x, y: at.y - 4*p.scale}, pixel{x: at.x, y: at.y + 4*p.scale}, 4, t.Panel)
		p.segment(pixel{x: at.x, y: at.y - 4*p.scale}, pixel{x: at.x, y: at.y + 4*p.scale}, 2, color)
	}
}

// cross draws two crossed lines with a rim.
func (p pen) cross(at pixel, arm, width float64, t *Theme) {
	a := arm * p.scale
	for _, line := range [...]struct {
		width float64
		color Color
	}{{width + 2.4, t.Panel}, {width, t.Ink}} {
		p.segment(pixel{x: at.x - a, y: at.y - a}, pixel{x: at.x + a, y: at.y + a}, line.width, line.color)
		p.segment(pixel{x: at.x - a, y: at.y + a}, pixel{x: at.x + a, y: at.y - a}, line.width, line.color)
	}
}

// legendShare is what the legend may take of the plot's width.
const legendShare = 0.75

// raceLegend says how many runs are at which place, where there is room: at the left above the strip of those near the optimum, where runs come
// last.
func (s *Scene) raceLegend(p pen, k *racePlot, race *protocol.Race, t *Theme) {
	var counts [protocol.Places]int
	for run := range race.Runs {
		counts[race.Place(run)]++
	}
	rows, wide := 0, 0.0
	for _, row := range raceWords {
		if counts[row.place] > 0 {
			s.raceRow(row.words, counts[row.place])
			rows, wide = rows+1, max(wide, s.labels.width())
		}
	}
	line := 1.2 * s.labels.height() * p.scale
	left, right := k.Left+8*p.scale, k.Left+(0.9*wide+32)*p.scale // the estimate of a label's width is generous
	if right-left > legendShare*(k.Right-k.Left) {
		return
	}
	_, bottom := k.Pixel(0, nearFloor)
	top := max(k.Top, bottom-float64(rows)*line-4*p.scale)
	bottom = top + float64(rows)*line
	p.fill(pixel{x: left, y: top}, pixel{x: right, y: top}, pixel{x: right, y: bottom}, pixel{x: left, y: bottom}, t.Panel.alpha(0.6))
	y := top + line/2
	for _, row := range raceWords {
		if counts[row.place] == 0 {
			continue
		}
		p.place(pixel{x: left + 10*p.scale, y: y}, row.place, t)
		s.raceRow(row.words, counts[row.place])
		s.labels.note(pixel{x: left + 22*p.scale, y: y}, 'l', classNote)
		y += line
	}
}

// raceRow starts a line of the legend.
func (s *Scene) raceRow(words string, count int) {
	s.labels.start(words).add(": ").number(float64(count), 3)
}
