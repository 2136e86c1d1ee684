package scene

import (
	"math"

	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/draw/canvas"
)

const (
	// floorExcess is the decimal logarithm of the relative excess that is drawn as the floor itself. nearFloor is the one below which a run
	// counts as having reached the floor.
	floorExcess, nearFloor = -4.0, -2.0
	// axisMargin is the length of the axis before the first epoch, in decades.
	axisMargin = 0.35
	// lowPicture is the height in css pixels below which the legend is left out.
	lowPicture = 260
)

// raceChart returns how a race is drawn in r, with text pixels to the css pixel of text, below a legend of a height in pixels: the decimal
// logarithms of the work, in epochs, and of the relative excess of a cost over the floor.
func raceChart(r canvas.Rect, text float64, race *protocol.Race, legend float64) canvas.Chart {
	first, high := -axisMargin, 1.0
	for _, run := range race.Runs {
		if e := race.Excess(run[0]); e < math.Inf(1) {
			high = max(high, math.Ceil(math.Log10(e)+0.1))
		}
	}
	if at := race.Work(race.Solved); race.ByTime && at > 0 {
		first = max(-6, min(first, math.Log10(at)-axisMargin))
	}
	area := r.Inset(76*text, 14*text+legend, 18*text, 26*text)
	return canvas.ChartIn(area, first, math.Log10(float64(max(2, race.Epochs))), floorExcess, min(high, 12))
}

// racePoint returns the pixel of a cost after a number of epochs. Work before the first epoch is drawn at the left edge, and a cost
// above the range at the top.
func racePoint(c *canvas.Chart, race *protocol.Race, epoch, cost float64) canvas.Pixel {
	work, excess := c.X0, c.Y1
	if epoch > 0 {
		work = max(c.X0, math.Log10(epoch))
	}
	if e := race.Excess(cost); e < math.Inf(1) {
		excess = max(c.Y0, min(math.Log10(e), c.Y1))
	}
	return c.At(work, excess)
}

// racePicture draws a race.
type racePicture struct {
	*painting
	plot canvas.Chart // as drawn most recently
}

func raceInputs(dst, _, program *protocol.Snapshot) { dst.Race = program.Race }

func (s *racePicture) build() {
	s.Background(s.Theme.Panel)
	race := &s.snap.Race
	if !(race.Floor > 0) || len(race.Runs) == 0 { // where a race will be: the optimum, and the costs that are close to it
		usual := protocol.Race{Epochs: 2000}
		s.plot = raceChart(s.Rect, s.Text, &usual, 1.2*s.Labels.Height()*s.Scale)
		s.axes(&usual, false)
		return
	}
	legend := 0.0
	if s.Rect.H >= lowPicture*s.Scale {
		legend = s.legend(race)
	}
	s.plot = raceChart(s.Rect, s.Text, race, legend)
	s.axes(race, true)
	for i := range race.Runs {
		if i != race.Shown {
			s.run(race, i)
		}
	}
	if race.Shown >= 0 {
		s.run(race, race.Shown)
	}
	if work := race.Work(race.Solved); race.ByTime && work > 0 {
		at := racePoint(&s.plot, race, work, race.Floor)
		s.Cross(at, 6, 2.6, s.Theme)
		s.Label("optimum found and proved").Near(at.Offset(0, -22*s.Text))
	}
}

// axes draws the axes: a line for each factor of ten of the excess, the strip of the runs that have reached the floor, and
// the floor; and epochs, or the time of training.
func (s *racePicture) axes(race *protocol.Race, numbered bool) {
	c, t, near := &s.plot, s.Theme, s.plot.At(0, nearFloor).Y
	s.Rectangle(canvas.Rect{X: c.Rect.X, Y: near, W: c.Rect.W, H: c.Bottom() - near}, t.Accent.Alpha(0.13))
	s.Label("within 1 % of the optimum").Note(canvas.XY(c.Rect.X+8*s.Scale, near+12*s.Text), 'l')
	every := math.Ceil((c.Y1 - c.Y0) * 26 * s.Text / c.Rect.H)
	for d := c.Y0 + 1; d <= c.Y1; d++ {
		if numbered && math.Mod(d-nearFloor, every) == 0 {
			s.YTick(c, d, s.Label("+").PowerOfTen(d+2).Add(" %"))
		} else {
			s.YLine(c, d, 1, t.GridLine())
		}
	}
	floor := s.YLine(c, c.Y0, 3, t.Accent)
	s.Label("optimum").Tick(floor.Offset(-7*s.Scale, 0), 'r')
	unit := canvas.XY(c.Right(), c.Bottom()+14*s.Text)
	if !numbered {
		s.Label("work").As(canvas.ClassTick).Note(unit, 'r')
		s.Label("cost").Tick(canvas.XY(c.Rect.X-7*s.Scale, c.Rect.Y+10*s.Text), 'r')
	} else if !race.ByTime {
		s.Label("epochs").As(canvas.ClassTick).Note(unit, 'r')
		s.Decades(c, 0, func(d float64) *canvas.Labels {
			if d < 0 {
				return nil
			}
			return s.Label("").Number(math.Pow(10, d), 7)
		})
	} else if race.Pace > 0 {
		s.Label("time").As(canvas.ClassTick).Note(unit, 'r')
		s.Decades(c, math.Log10(race.Pace), s.seconds)
	}
}

// seconds begins a label with the time of 10^d seconds.
func (s *racePicture) seconds(d float64) *canvas.Labels {
	k := int(max(0, min(math.Ceil(-d/3), 2)))
	return s.Label("").Number(math.Pow(10, d+3*float64(k)), 3).Add([...]string{" s", " ms", " µs"}[k])
}

// run draws the cost of a run over its work, with a mark at its end for its state.
func (s *racePicture) run(race *protocol.Race, run int) {
	color, width, costs := s.Theme.Ink.Alpha(0.34), 1.3, race.Runs[run]
	switch {
	case run == race.Shown:
		color, width = s.Theme.Ink, 3
	case race.State(run) == protocol.NearOptimum:
		color = s.Theme.Accent.Alpha(0.75)
	}
	s.Through(len(costs), width, color, func(i int) canvas.Pixel { return racePoint(&s.plot, race, float64(race.Epoch(i)), costs[i]) })
	end := s.Path[len(costs)-1]
	s.addTarget(end, run)
	s.mark(end, race.State(run))
}

// mark marks the end of a run by the state of the run: a disc near the optimum, a ring above it, an arrow head while it moves,
// and an arrow head pointing upwards where it has diverged.
func (s *racePicture) mark(at canvas.Pixel, state protocol.RunState) {
	t := s.Theme
	color := t.Ink.Mix(t.Panel, 0.25)
	head := func(dx, dy float64) {
		s.Head(at, at.Offset(6.5*dx*s.Scale, 6.5*dy*s.Scale), 9, 5.2, t.Panel)
		s.Head(at, at.Offset(5*dx*s.Scale, 5*dy*s.Scale), 7, 3.8, color)
	}
	switch state {
	case protocol.NearOptimum:
		s.Disc(at, 4.4, t.Panel)
		s.Disc(at, 3.4, t.Accent)
	case protocol.Above:
		s.Disc(at, 4.4, t.Panel)
		s.Ring(at, 3.2, 1.7, color)
	case protocol.Moving:
		head(1, 0)
	case protocol.Diverged:
		head(0, -1)
	}
}

// legend writes above the plot how many runs are in each state. It returns the height of the legend.
func (s *racePicture) legend(race *protocol.Race) (height float64) {
	var counts [protocol.RunStates]int
	for run := range race.Runs {
		counts[race.State(run)]++
	}
	words := [...]string{protocol.NearOptimum: "within 1 %: ", protocol.Above: "above it: ", protocol.Moving: "still moving: ",
		protocol.Diverged: "diverged: "}
	legend := s.Legend()
	for _, state := range [...]protocol.RunState{protocol.NearOptimum, protocol.Above, protocol.Moving, protocol.Diverged} {
		if counts[state] > 0 {
			s.mark(legend.Key(s.Label(words[state]).Number(float64(counts[state]), 3)), state)
		}
	}
	return legend.Height()
}

// overRace lets the pointer choose a run: a press on its end shows its network, and a press elsewhere in the tile hides it.
func overRace(in *Input, p *PointerEvent, hit *HitTest) (cursor string, captured bool) {
	run := hit.targetAt(protocol.PictureRace, p, hit.radius(p))
	cursor = "default"
	if run >= 0 {
		cursor = "pointer"
	}
	if p.Kind == Down && len(hit.Snapshot.Race.Runs) > 0 && run != hit.Snapshot.Race.Shown {
		in.send(intent.ChangeRace{Shown: &run})
	}
	return cursor, false
}
