package scene

import "conelab/core/app/protocol"

// The states of a race's runs in the order of the legend, with their words.
var raceWords = [...]struct {
	place protocol.Place
	words string
}{
	{protocol.AtOptimum, "at the optimum"}, {protocol.AtMinimum, "at rest above it"}, {protocol.AtSaddle, "saddle"}, {protocol.Moving, "still moving"},
	{protocol.Elsewhere, "above it"}, {protocol.Diverged, "diverged"},
}

// runMark marks the end of a run by the state of the run: a disc at the optimum, a ring at rest with no way down in sight, a cross at a saddle,
// an arrow head while it moves, an arrow head pointing upwards where it has diverged, and a bar if all that is known is that it is above the
// optimum.
func (p pen) runMark(at pixel, place protocol.Place, t *Theme) {
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
	case protocol.Diverged:
		tip := pixel{x: at.x, y: at.y - 5*p.scale}
		p.head(at, pixel{x: at.x, y: tip.y - 1.5*p.scale}, 9, 5.2, t.Panel)
		p.head(at, tip, 7, 3.8, color)
	case protocol.Elsewhere:
		p.segment(pixel{x: at.x, y: at.y - 4*p.scale}, pixel{x: at.x, y: at.y + 4*p.scale}, 4, t.Panel)
		p.segment(pixel{x: at.x, y: at.y - 4*p.scale}, pixel{x: at.x, y: at.y + 4*p.scale}, 2, color)
	}
}

// cross draws two crossed lines with an outline.
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

// legendShare is the largest share of the picture's height for the legend.
const legendShare = 0.2

// raceLegend says above the plot how many runs are in each state, if there is room, and returns the height of the legend.
func (s *Scene) raceLegend(p pen, r Rect, race *protocol.Race, t *Theme) (height float64) {
	height = s.legendRows(p, r, race, t, false)
	if r.H < lowPicture*p.scale || height > legendShare*r.H {
		return 0
	}
	return s.legendRows(p, r, race, t, true)
}

// legendRows lays out the legend from the upper left corner of r and returns its height; it draws the legend only if draws is true.
func (s *Scene) legendRows(p pen, r Rect, race *protocol.Race, t *Theme, draws bool) (height float64) {
	var counts [protocol.Places]int
	for run := range race.Runs {
		counts[race.Place(run)]++
	}
	line := 1.2 * s.labels.height() * p.scale
	left, right := r.X+8*p.scale, r.X+r.W-4*p.scale
	at := pixel{x: left, y: r.Y + line/2}
	for _, row := range raceWords {
		if counts[row.place] == 0 {
			continue
		}
		s.labels.start(row.words).add(": ").number(float64(counts[row.place]), 3)
		wide := (0.9*s.labels.width() + 38) * p.scale // the estimated width of a label is generous
		if at.x > left && at.x+wide > right {
			at = pixel{x: left, y: at.y + line}
		}
		if draws {
			p.runMark(pixel{x: at.x + 6*p.scale, y: at.y}, row.place, t)
			s.labels.note(pixel{x: at.x + 18*p.scale, y: at.y}, 'l', classNote)
		}
		at.x += wide
	}
	return at.y + line/2 - r.Y
}
