package scene

import (
	"math"

	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
)

const (
	// floorExcess is the decimal logarithm of the relative excess that is drawn as the floor itself. nearFloor is the one below which a run
	// counts as having reached the floor.
	floorExcess, nearFloor = -4.0, -2.0
	// axisMargin is the length of the axis before the first epoch, in decades.
	axisMargin = 0.35
	// binsPerDecade is the number of bins of the histogram in a decade of the excess.
	binsPerDecade = 2
	// lowPicture is the height in css pixels below which the legend is left out and the unit of the work stands among the numbers of its
	// axis.
	lowPicture = 170
)

// racePlot maps a race to pixels. Its coordinates are the decimal logarithms of the work, in epochs, and of the relative excess of a cost
// over the floor.
type racePlot struct {
	Plane
	Left, Right, Top, Floor float64 // edges of the plot in pixels
	// First and Last bound the work, Low and High the excess, as decimal logarithms.
	First, Last, Low, High float64
}

// racePlotOf returns how a race is drawn in r, with scale pixels to the css pixel, below a legend with a height of legend pixels.
func racePlotOf(r Rect, scale float64, race *protocol.Race, legend float64) racePlot {
	below := 42 * scale
	if r.H < lowPicture*scale {
		below = 26 * scale
	}
	k := racePlot{
		Left: r.X + 66*scale, Right: r.X + r.W - max(0.14*r.W, 54*scale), Top: r.Y + 14*scale + legend, Floor: r.Y + r.H - below,
		First: -axisMargin, Last: math.Log10(float64(max(2, race.Epochs))), Low: floorExcess, High: 1,
	}
	for _, run := range race.Runs {
		if e := race.Excess(run[0]); e < math.Inf(1) {
			k.High = max(k.High, math.Ceil(math.Log10(e)+0.1))
		}
	}
	for _, seconds := range [...]float64{race.Cold, race.Warm} {
		if at := race.Work(seconds); at > 0 {
			k.First = max(-6, min(k.First, math.Log10(at)-axisMargin))
		}
	}
	k.High = min(k.High, 12)
	k.Plane = Plane{X: k.First, Y: k.Low, PX: k.Left, PY: k.Floor, KX: (k.Right - k.Left) / (k.Last - k.First), KY: (k.Floor - k.Top) / (k.High - k.Low)}
	return k
}

// at returns the pixel of a cost after a number of epochs. Work before the first epoch is drawn at the left edge, and a cost above the range
// at the top.
func (k *racePlot) at(race *protocol.Race, epoch, cost float64) (x, y float64) {
	work, excess := k.First, k.High
	if epoch > 0 {
		work = max(k.First, math.Log10(epoch))
	}
	if e := race.Excess(cost); e < math.Inf(1) {
		excess = max(k.Low, min(math.Log10(e), k.High))
	}
	return k.Pixel(work, excess)
}

// TileRace is the tile of the race.
const TileRace = protocol.PictureRace

func init() {
	register(TileRace, picture{build: (*Scene).buildRace, alone: true, moves: always, over: overRace})
}

func (s *Scene) buildRace(r Rect, snap *protocol.Snapshot, v *View) {
	p, t, race := s.background(TileRace, r, v), &v.Theme, &snap.Race
	s.runs = s.runs[:0]
	if !(race.Floor > 0) || len(race.Runs) == 0 {
		return
	}
	legend := s.raceLegend(p, r, race, t)
	s.race = racePlotOf(r, v.Layout.Scale, race, legend)
	k := s.race
	s.raceAxes(p, r, &k, race, t)
	for i := range race.Runs {
		if i != race.Shown {
			s.raceRun(p, &k, race, i, t)
		}
	}
	if race.Shown >= 0 {
		s.raceRun(p, &k, race, race.Shown, t)
	}
	s.raceHistogram(p, &k, race, t)
	s.solveMarks(p, r, &k, race, t)
}

// raceAxes draws the vertical axis: a line for each factor of ten of the excess, the strip of the runs that have reached the floor, and the
// floor.
func (s *Scene) raceAxes(p pen, r Rect, k *racePlot, race *protocol.Race, t *Theme) {
	left, right := pixel{x: k.Left}, pixel{x: k.Right}
	_, left.y = k.Pixel(0, nearFloor)
	p.fill(left, pixel{x: k.Right, y: left.y}, pixel{x: k.Right, y: k.Floor}, pixel{x: k.Left, y: k.Floor}, t.Accent.alpha(0.13))
	every := math.Ceil((k.High - k.Low) * 26 * p.scale / (k.Floor - k.Top))
	for d := k.Low + 1; d <= k.High; d++ {
		_, y := k.Pixel(0, d)
		left.y, right.y = y, y
		p.segment(left, right, 1, t.Ink.alpha(0.09))
		if math.Mod(d-nearFloor, every) == 0 {
			s.startExcess(d)
			s.labels.tick(pixel{x: k.Left - 7*p.scale, y: y}, 'r')
		}
	}
	left.y, right.y = k.Floor, k.Floor
	p.segment(left, right, 3, t.Accent)
	s.labels.start("optimum").tick(pixel{x: k.Left - 7*p.scale, y: k.Floor}, 'r')
	s.workAxis(p, r, k, race, t)
}

// workAxis draws the horizontal axis: epochs, or the time of training.
func (s *Scene) workAxis(p pen, r Rect, k *racePlot, race *protocol.Race, t *Theme) {
	first, last := k.First, k.Last
	if race.ByTime {
		shift := math.Log10(race.Pace)
		if !(race.Pace > 0) {
			return
		}
		first, last = first+shift, last+shift
	}
	every := math.Ceil((last - first) * 58 * p.scale / (k.Right - k.Left))
	for d := math.Ceil(first); d <= last; d++ {
		x, _ := k.Pixel(d-first+k.First, 0)
		p.segment(pixel{x: x, y: k.Floor}, pixel{x: x, y: k.Top}, 1, t.Ink.alpha(0.06))
		switch {
		case math.Mod(d, every) != 0:
		case race.ByTime:
			s.startSeconds(d)
			s.labels.tick(pixel{x: x, y: k.Floor + 6*p.scale}, 't')
		case d >= 0:
			s.labels.start("").number(math.Pow(10, d), 7)
			s.labels.tick(pixel{x: x, y: k.Floor + 6*p.scale}, 't')
		}
	}
	unit := "epochs"
	if race.ByTime {
		unit = "training time"
	}
	below := 30 * p.scale
	if r.H < lowPicture*p.scale {
		below = 14 * p.scale
	}
	s.labels.start(unit).note(pixel{x: k.Right, y: k.Floor + below}, 'r', classTick)
}

// startExcess starts a label with the excess 10^d in per cent, written as a power of ten if large.
func (s *Scene) startExcess(d float64) {
	s.labels.start("+")
	if percent := d + 2; percent <= 3 {
		s.labels.number(math.Pow(10, percent), 4)
	} else {
		s.labels.add("10").power(int(percent))
	}
	s.labels.add(" %")
}

// startSeconds starts a label with the time of 10^d seconds.
func (s *Scene) startSeconds(d float64) {
	switch {
	case d < -3:
		s.labels.start("").number(math.Pow(10, d+6), 3).add(" µs")
	case d < 0:
		s.labels.start("").number(math.Pow(10, d+3), 3).add(" ms")
	default:
		s.labels.start("").number(math.Pow(10, d), 3).add(" s")
	}
}

// raceRun draws the cost of a run over its work, with a mark at its end for its state.
func (s *Scene) raceRun(p pen, k *racePlot, race *protocol.Race, run int, t *Theme) {
	s.path = s.path[:0]
	for i, cost := range race.Runs[run] {
		x, y := k.at(race, float64(i*race.Stride), cost)
		s.path = append(s.path, pixel{x: x, y: y})
	}
	end := s.path[len(s.path)-1]
	color, width := t.Ink.alpha(0.34), 1.3
	if race.Place(run) == protocol.AtOptimum {
		color = t.Accent.alpha(0.75)
	}
	if run == race.Shown {
		color, width = t.Ink, 3
	}
	p.curve(s.path, width, color)
	s.runs = append(s.runs, target{end.x, end.y, run})
	p.runMark(end, race.Place(run), t)
}

// raceHistogram draws, beside the plot, the histogram of the runs' present costs.
func (s *Scene) raceHistogram(p pen, k *racePlot, race *protocol.Race, t *Theme) {
	var bins [12*binsPerDecade + 4*binsPerDecade]int
	most := 1
	for _, run := range race.Runs {
		_, y := k.at(race, 1, run[len(run)-1])
		bin := min(len(bins)-1, int((k.Floor-y)/k.KY*binsPerDecade))
		bins[bin]++
		most = max(most, bins[bin])
	}
	height := k.KY / binsPerDecade
	room := 0.14*(k.Right-k.Left) - 4*p.scale
	if wide := 30 * p.scale; room < wide {
		room = wide
	}
	for b, count := range bins {
		if count == 0 {
			continue
		}
		y0 := k.Floor - float64(b)*height
		color := t.Ink.alpha(0.34)
		if float64(b) < binsPerDecade*(nearFloor-k.Low) {
			color = t.Accent.alpha(0.75)
		}
		x0, x1 := k.Right+9*p.scale, k.Right+9*p.scale+(room-28*p.scale)*float64(count)/float64(most)+2*p.scale
		p.fill(pixel{x: x0, y: y0 - 1}, pixel{x: x1, y: y0 - 1}, pixel{x: x1, y: y0 - height + 1}, pixel{x: x0, y: y0 - height + 1}, color)
		s.labels.start("").number(float64(count), 3).tick(pixel{x: x1 + 4*p.scale, y: y0 - height/2}, 'l')
	}
}

// solveMarks marks how many epochs a run makes in the time of the convex program: a large cross for a cold start, a small one for a warm
// start, and a line between them.
func (s *Scene) solveMarks(p pen, r Rect, k *racePlot, race *protocol.Race, t *Theme) {
	cold, warm := race.Work(race.Cold), race.Work(race.Warm)
	if !(cold > 0 && warm > 0) {
		return
	}
	x, y := k.at(race, cold, race.Floor)
	z, _ := k.at(race, warm, race.Floor)
	from, to := pixel{x: x, y: y}, pixel{x: z, y: y}
	p.segment(from, to, 6, t.Panel)
	p.segment(from, to, 2.6, t.Ink)
	p.cross(from, 6, 2.6, t)
	p.cross(to, 4, 2.2, t)
	if wide := 200 * p.scale; k.Right-k.Left > wide { // keeps the labels of the axis free
		r = Rect{k.Left, r.Y, k.Right - k.Left, r.H}
	}
	s.solveLabels(p, pixel{x: x, y: y - 22*p.scale}, pixel{x: z, y: y - 22*p.scale}, r, race)
}

// solveLabels writes the times of the convex program at their marks, or as one label where two would overlap and one has room.
func (s *Scene) solveLabels(p pen, cold, warm pixel, r Rect, race *protocol.Race) {
	ms := func(l *labels, seconds float64) *labels { return l.number(1000*seconds, 2).add(" ms") }
	first := ms(s.labels.start("convex, cold: "), race.Cold)
	if math.Abs(cold.x-warm.x) < first.width()*p.scale {
		if both := ms(first.add("; warm: "), race.Warm); both.width() <= r.W/p.scale {
			both.place(pixel{x: (cold.x + warm.x) / 2, y: cold.y}, r, classNote)
			return
		}
	}
	ms(s.labels.start("convex, cold: "), race.Cold).place(cold, r, classNote)
	ms(s.labels.start("warm: "), race.Warm).place(warm, r, classNote)
}

// runAt returns the run whose end in the newest frame of the race is nearest to (x, y) within radius pixels, or -1.
func (s *Scene) runAt(x, y, radius float64) int {
	nearest := -1
	for _, t := range s.runs {
		if d := math.Hypot(t.x-x, t.y-y); d <= radius {
			nearest, radius = t.neuron, d
		}
	}
	return nearest
}

// overRace lets the pointer choose a run by its end: a press on it shows its network, and a press elsewhere in the tile hides it.
func overRace(in *Input, p *PointerEvent, on *Stage) (captured bool) {
	run := on.Scene.runAt(p.X, p.Y, on.radius(p))
	in.cursor = "default"
	if run >= 0 {
		in.cursor = "pointer"
	}
	if p.Kind == Down && len(on.Snapshot.Race.Runs) > 0 && run != on.Snapshot.Race.Shown {
		in.send(intent.JSON(intent.ShowRun{Index: run}))
	}
	return false
}
