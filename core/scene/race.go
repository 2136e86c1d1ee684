package scene

import (
	"math"

	"conelab/core/wire"
)

const (
	// lowest is the decimal logarithm of the excess that is drawn as the floor itself; atFloor that within which a run counts as having reached it.
	lowest, atFloor = -4.0, -2.0
	// lead is how far before the first epoch the axis begins, in decades.
	lead = 0.35
	// binsPerDecade divides the costs into those that the histogram counts together.
	binsPerDecade = 2
)

// Track is how the race is drawn: places of decimal logarithms of work, in epochs, and of the excess of a cost over the floor, relative to it.
type Track struct {
	Plane
	Left, Right, Top, Floor float64 // edges of the plot in pixels
	// First and Last are the edges of the work, Low and High those of the excess.
	First, Last, Low, High float64
}

// TrackOf returns how a race is drawn in r, with scale pixels to the css pixel.
func TrackOf(r Rect, scale float64, race *wire.Race) Track {
	k := Track{
		Left: r.X + 66*scale, Right: r.X + r.W - max(0.14*r.W, 54*scale), Top: r.Y + 14*scale, Floor: r.Y + r.H - 42*scale,
		First: -lead, Last: math.Log10(float64(max(2, race.Epochs))), Low: lowest, High: 1,
	}
	for _, run := range race.Runs {
		if e := race.Excess(run[0]); e < math.Inf(1) {
			k.High = max(k.High, math.Ceil(math.Log10(e)+0.1))
		}
	}
	if at := race.SolveEpochs(); at > 0 {
		k.First = max(-6, min(k.First, math.Log10(at)-lead))
	}
	k.High = min(k.High, 12)
	k.Plane = Plane{X: k.First, Y: k.Low, PX: k.Left, PY: k.Floor, KX: (k.Right - k.Left) / (k.Last - k.First), KY: (k.Floor - k.Top) / (k.High - k.Low)}
	return k
}

// At returns where a cost after so many epochs is drawn. What is before the first epoch is at the left edge, what costs too much at the top.
func (k *Track) At(race *wire.Race, epoch, cost float64) (x, y float64) {
	work, excess := k.First, k.High
	if epoch > 0 {
		work = max(k.First, math.Log10(epoch))
	}
	if e := race.Excess(cost); e < math.Inf(1) {
		excess = max(k.Low, min(math.Log10(e), k.High))
	}
	return k.Pixel(work, excess)
}

func (s *Scene) buildRace(r Rect, snap *wire.Snapshot, v *View) {
	p, t, race := s.board(TileRace, r, v), &v.Theme, &snap.Race
	s.runs = s.runs[:0]
	if !(race.Floor > 0) || len(race.Runs) == 0 {
		return
	}
	k := TrackOf(r, v.Layout.Scale, race)
	s.lanes(p, &k, race, t)
	for i := range race.Runs {
		if i != race.Shown {
			s.lane(p, &k, race, i, t)
		}
	}
	if race.Shown >= 0 {
		s.lane(p, &k, race, race.Shown, t)
	}
	s.ends(p, &k, race, t)
	s.convex(p, r, &k, race, t)
}

// lanes draws the axes: a line for each factor of ten of the excess, the strip of those that have reached the floor, and the floor.
func (s *Scene) lanes(p pen, k *Track, race *wire.Race, t *Theme) {
	left, right := spot{x: k.Left}, spot{x: k.Right}
	_, left.y = k.Pixel(0, atFloor)
	p.fill(left, spot{x: k.Right, y: left.y}, spot{x: k.Right, y: k.Floor}, spot{x: k.Left, y: k.Floor}, t.Accent.alpha(0.13))
	every := math.Ceil((k.High - k.Low) * 26 * p.scale / (k.Floor - k.Top))
	for d := k.Low + 1; d <= k.High; d++ {
		_, y := k.Pixel(0, d)
		left.y, right.y = y, y
		p.segment(left, right, 1, t.Ink.alpha(0.09))
		if math.Mod(d-atFloor, every) == 0 {
			s.sayExcess(d)
			s.labels.tick(spot{x: k.Left - 7*p.scale, y: y}, 'r')
		}
	}
	left.y, right.y = k.Floor, k.Floor
	p.segment(left, right, 3, t.Accent)
	s.labels.say("optimum").tick(spot{x: k.Left - 7*p.scale, y: k.Floor}, 'r')
	first, last := k.First, k.Last
	if race.ByTime {
		shift := math.Log10(race.Pace)
		if !(race.Pace > 0) {
			return
		}
		first, last = first+shift, last+shift
	}
	every = math.Ceil((last - first) * 58 * p.scale / (k.Right - k.Left))
	for d := math.Ceil(first); d <= last; d++ {
		x, _ := k.Pixel(d-first+k.First, 0)
		p.segment(spot{x: x, y: k.Floor}, spot{x: x, y: k.Top}, 1, t.Ink.alpha(0.06))
		switch {
		case math.Mod(d, every) != 0:
		case race.ByTime:
			s.saySeconds(d)
			s.labels.tick(spot{x: x, y: k.Floor + 6*p.scale}, 't')
		case d >= 0:
			s.labels.say("").number(math.Pow(10, d), 7)
			s.labels.tick(spot{x: x, y: k.Floor + 6*p.scale}, 't')
		}
	}
	unit := "epochs"
	if race.ByTime {
		unit = "training time"
	}
	s.labels.say(unit).note(spot{x: k.Right, y: k.Floor + 30*p.scale}, 'r', classTick)
}

// sayExcess says the excess 10^d as a share.
func (s *Scene) sayExcess(d float64) {
	switch {
	case d <= 0:
		s.labels.say("+").number(math.Pow(10, d+2), 3).and(" %")
	default:
		s.labels.say("+").number(math.Pow(10, d), 3).and("×")
	}
}

// saySeconds says the time 10^d seconds.
func (s *Scene) saySeconds(d float64) {
	switch {
	case d < -3:
		s.labels.say("").number(math.Pow(10, d+6), 3).and(" µs")
	case d < 0:
		s.labels.say("").number(math.Pow(10, d+3), 3).and(" ms")
	default:
		s.labels.say("").number(math.Pow(10, d), 3).and(" s")
	}
}

// lane draws the course of a run, with a mark at its end: a disc once it has reached the floor, a ring above it, none for one that is lost.
func (s *Scene) lane(p pen, k *Track, race *wire.Race, run int, t *Theme) {
	costs := race.Runs[run]
	s.path = s.path[:0]
	for i, cost := range costs {
		x, y := k.At(race, float64(i*race.Stride), cost)
		s.path = append(s.path, spot{x: x, y: y})
	}
	last := len(costs) - 1
	end := s.path[last]
	reached := race.Reached(run)
	color, width := t.Ink.alpha(0.34), 1.3
	if reached {
		color = t.Accent.alpha(0.75)
	}
	if run == race.Shown {
		color, width = t.Ink, 3
	}
	p.curve(s.path, width, color)
	s.runs = append(s.runs, target{end.x, end.y, run})
	switch {
	case math.IsInf(costs[last], 1):
	case reached:
		p.disc(end, 3.4, t.Panel)
		p.disc(end, 2.6, color)
	default:
		p.disc(end, 3.4, t.Panel)
		p.ring(end, 2.6, 1.4, color)
	}
}

// ends draws the histogram of where the runs are now, beside the plot.
func (s *Scene) ends(p pen, k *Track, race *wire.Race, t *Theme) {
	var bins [12*binsPerDecade + 4*binsPerDecade]int
	most := 1
	for _, run := range race.Runs {
		_, y := k.At(race, 1, run[len(run)-1])
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
		if float64(b) < binsPerDecade*(atFloor-k.Low) {
			color = t.Accent.alpha(0.75)
		}
		x0, x1 := k.Right+5*p.scale, k.Right+5*p.scale+(room-24*p.scale)*float64(count)/float64(most)+2*p.scale
		p.fill(spot{x: x0, y: y0 - 1}, spot{x: x1, y: y0 - 1}, spot{x: x1, y: y0 - height + 1}, spot{x: x0, y: y0 - height + 1}, color)
		s.labels.say("").number(float64(count), 3).tick(spot{x: x1 + 4*p.scale, y: y0 - height/2}, 'l')
	}
}

// convex marks where the convex program was done: by then a run had made so many epochs.
func (s *Scene) convex(p pen, r Rect, k *Track, race *wire.Race, t *Theme) {
	work := race.SolveEpochs()
	if !(work > 0) {
		return
	}
	x, y := k.At(race, work, race.Floor)
	const arm = 6.0
	a := arm * p.scale
	p.segment(spot{x: x - a, y: y - a}, spot{x: x + a, y: y + a}, 5, t.Panel)
	p.segment(spot{x: x - a, y: y + a}, spot{x: x + a, y: y - a}, 5, t.Panel)
	p.segment(spot{x: x - a, y: y - a}, spot{x: x + a, y: y + a}, 2.6, t.Ink)
	p.segment(spot{x: x - a, y: y + a}, spot{x: x + a, y: y - a}, 2.6, t.Ink)
	s.labels.say("convex: ").number(1000*race.Solve, 2).and(" ms").place(spot{x: x, y: y - 22*p.scale}, r, classNote)
}

// RunAt returns the run whose end in the newest frame of the race is nearest to the place (x, y), within radius pixels, or -1.
func (s *Scene) RunAt(x, y, radius float64) int {
	nearest := -1
	for _, t := range s.runs {
		if d := math.Hypot(t.x-x, t.y-y); d <= radius {
			nearest, radius = t.neuron, d
		}
	}
	return nearest
}

// race lets the pointer choose a run by its end: a press shows its network, a press elsewhere in the tile hides it. It reports whether the
// pointer is in the race's tile, with no gesture under way elsewhere.
func (h *Hand) race(p *Pointer, on *Stage) bool {
	if on.View.Layout.TileAt(p.X, p.Y) != TileRace || h.drawing != none || h.turning != none || h.held > 0 {
		return false
	}
	run := on.Scene.RunAt(p.X, p.Y, on.radius(p))
	h.cursor = "default"
	if run >= 0 {
		h.cursor = "pointer"
	}
	if p.Kind == Down && len(on.Snapshot.Race.Runs) > 0 && run != on.Snapshot.Race.Shown {
		h.send(runIntent(run))
	}
	return true
}
