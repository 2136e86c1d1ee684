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

// racePlot shows a race: the decimal logarithms of the work, in epochs, and of the relative excess of a cost over the floor.
type racePlot struct {
	canvas.Chart
	First, Last, Low, High float64 // the ends of the work and of the excess
}

// racePlotOf returns how a race is drawn in r, with scale pixels to the css pixel, below a legend with a height of legend pixels.
func racePlotOf(r canvas.Rect, scale float64, race *protocol.Race, legend float64) racePlot {
	k := racePlot{First: -axisMargin, Last: math.Log10(float64(max(2, race.Epochs))), Low: floorExcess, High: 1}
	for _, run := range race.Runs {
		if e := race.Excess(run[0]); e < math.Inf(1) {
			k.High = max(k.High, math.Ceil(math.Log10(e)+0.1))
		}
	}
	if at := race.Work(race.Solved); race.ByTime && at > 0 {
		k.First = max(-6, min(k.First, math.Log10(at)-axisMargin))
	}
	k.High = min(k.High, 12)
	k.Chart = canvas.ChartIn(r.Inset(76*scale, 14*scale+legend, 18*scale, 26*scale), k.First, k.Last, k.Low, k.High)
	return k
}

// point returns the pixel of a cost after a number of epochs. Work before the first epoch is drawn at the left edge, and a cost
// above the range at the top.
func (k *racePlot) point(race *protocol.Race, epoch, cost float64) canvas.Pixel {
	work, excess := k.First, k.High
	if epoch > 0 {
		work = max(k.First, math.Log10(epoch))
	}
	if e := race.Excess(cost); e < math.Inf(1) {
		excess = max(k.Low, min(math.Log10(e), k.High))
	}
	return k.At(work, excess)
}

// racePicture draws a race.
type racePicture struct {
	*painting
	plot racePlot // as drawn most recently
}

func raceInputs(dst, _, program *protocol.Snapshot) { dst.Race = program.Race }

func (s *racePicture) build() {
	s.Background(s.Theme.Panel)
	race := &s.snap.Race
	if !(race.Floor > 0) || len(race.Runs) == 0 { // where a race will be: the optimum, and the costs that are close to it
		usual := protocol.Race{Epochs: 2000}
		s.plot = racePlotOf(s.Rect, s.Scale, &usual, 1.2*s.Labels.Height()*s.Scale)
		s.axes(&usual, false)
		return
	}
	legend := 0.0
	if s.Rect.H >= lowPicture*s.Scale {
		legend = s.legend(race)
	}
	s.plot = racePlotOf(s.Rect, s.Scale, race, legend)
	s.axes(race, true)
	for i := range race.Runs {
		if i != race.Shown {
			s.run(race, i)
		}
	}
	if race.Shown >= 0 {
		s.run(race, race.Shown)
	}
	if race.ByTime {
		s.solveMark(race)
	}
}

// axes draws the axes: a line for each factor of ten of the excess, the strip of the runs that have reached the floor, and
// the floor; and epochs, or the time of training.
func (s *racePicture) axes(race *protocol.Race, numbered bool) {
	k, t, near := &s.plot, s.Theme, s.plot.At(0, nearFloor).Y
	s.Rectangle(canvas.Rect{X: k.Rect.X, Y: near, W: k.Rect.W, H: k.Bottom() - near}, t.Accent.Alpha(0.13))
	s.Label("within 1 % of the optimum").Note(canvas.XY(k.Rect.X+8*s.Scale, near+12*s.Scale), 'l')
	every := math.Ceil((k.High - k.Low) * 26 * s.Scale / k.Rect.H)
	for d := k.Low + 1; d <= k.High; d++ {
		if numbered && math.Mod(d-nearFloor, every) == 0 {
			s.startExcess(d)
			s.YTick(&k.Chart, d)
		} else {
			s.YLine(&k.Chart, d, 1, t.GridLine())
		}
	}
	floor := s.YLine(&k.Chart, k.Low, 3, t.Accent)
	s.Label("optimum").Tick(floor.Offset(-7*s.Scale, 0), 'r')
	unit := canvas.XY(k.Right(), k.Bottom()+14*s.Scale)
	if !numbered {
		s.Label("work").As(canvas.ClassTick).Note(unit, 'r')
		s.Label("cost").Tick(canvas.XY(k.Rect.X-7*s.Scale, k.Rect.Y+10*s.Scale), 'r')
	} else if !race.ByTime {
		s.Label("epochs").As(canvas.ClassTick).Note(unit, 'r')
		s.Decades(&k.Chart, k.First, k.Last, 0, func(d float64) bool {
			s.Label("").Number(math.Pow(10, d), 7)
			return d >= 0
		})
	} else if race.Pace > 0 {
		s.Label("time").As(canvas.ClassTick).Note(unit, 'r')
		s.Decades(&k.Chart, k.First, k.Last, math.Log10(race.Pace), s.startSeconds)
	}
}

// startExcess starts a label with the excess 10^d in per cent, written as a power of ten if very large.
func (s *racePicture) startExcess(d float64) {
	s.Label("+")
	if percent := d + 2; percent <= 5 {
		s.Labels.Number(math.Pow(10, percent), 6)
	} else {
		s.Labels.Add("10").Power(int(percent))
	}
	s.Labels.Add(" %")
}

// startSeconds starts a label with the time of 10^d seconds.
func (s *racePicture) startSeconds(d float64) bool {
	k := int(max(0, min(math.Ceil(-d/3), 2)))
	s.Label("").Number(math.Pow(10, d+3*float64(k)), 3).Add([...]string{" s", " ms", " µs"}[k])
	return true
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
	s.Through(len(costs), width, color, func(i int) canvas.Pixel { return s.plot.point(race, float64(race.Epoch(i)), costs[i]) })
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
	return s.Legend(func(key func(word string, count int) canvas.Pixel) {
		for _, state := range [...]protocol.RunState{protocol.NearOptimum, protocol.Above, protocol.Moving, protocol.Diverged} {
			if counts[state] > 0 {
				s.mark(key(words[state], counts[state]), state)
			}
		}
	})
}

// solveMark marks on the axis of time when the optimum was found and proved.
func (s *racePicture) solveMark(race *protocol.Race) {
	work := race.Work(race.Solved)
	if !(work > 0) {
		return
	}
	at := s.plot.point(race, work, race.Floor)
	s.Cross(at, 6, 2.6, s.Theme)
	s.Label("optimum found and proved")
	s.Labels.Near(at.Offset(0, -22*s.Scale))
}

// overRace lets the pointer choose a run: a press on its end shows its network, and a press elsewhere in the tile hides it.
func overRace(in *Input, p *PointerEvent, hit *HitTest) (captured bool) {
	run := hit.targetAt(protocol.PictureRace, p, hit.radius(p))
	in.cursor = "default"
	if run >= 0 {
		in.cursor = "pointer"
	}
	if p.Kind == Down && len(hit.Snapshot.Race.Runs) > 0 && run != hit.Snapshot.Race.Shown {
		in.send(intent.ChangeRace{Shown: &run})
	}
	return false
}
