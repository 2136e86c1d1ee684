package scene

import (
	"math"

	"conelab/core/wire"
)

// Course is how the path tile draws a study: the variable along, on a logarithmic axis for beta, and upwards shares of the largest value, of
// what is measured on the left and of the number of neurons on the right.
type Course struct {
	Left, Right, Top, Floor float64 // edges of the plot in pixels
	// Most is the number of neurons, Worst the loss at the upper edge; accuracies go up to 1.
	Most, Worst float64
	low, high   float64
	logarithmic bool
}

// CourseOf returns how a study is drawn in r, with scale pixels to the css pixel.
func CourseOf(r Rect, scale float64, s *wire.Study) Course {
	c := Course{
		Left: r.X + 52*scale, Right: r.X + r.W - 34*scale, Top: r.Y + 34*scale, Floor: r.Y + r.H - 42*scale, Most: 4, Worst: 0,
		low: s.Low, high: s.High, logarithmic: s.Variable == wire.Beta,
	}
	for i := range s.Points {
		p := &s.Points[i]
		c.Most, c.Worst = max(c.Most, float64(p.Neurons)), max(c.Worst, p.Train)
		if s.Tested {
			c.Worst = max(c.Worst, p.Test)
		}
	}
	if s.Classes || !(c.Worst > 0 && c.Worst < math.Inf(1)) {
		c.Worst = 1
	}
	return c
}

// place returns where on the axis a value is, from 0 to 1.
func (c *Course) place(value float64) float64 {
	if c.logarithmic {
		return math.Log(value/c.low) / math.Log(c.high/c.low)
	}
	return (value - c.low) / (c.high - c.low)
}

// X returns where a value is drawn, Value its inverse.
func (c *Course) X(value float64) float64 { return c.Left + (c.Right-c.Left)*c.place(value) }

// Value returns the variable's value at a place, within the axis, to two significant digits of beta and to a hundredth of a coefficient.
func (c *Course) Value(x float64) float64 {
	place := max(0, min((x-c.Left)/(c.Right-c.Left), 1))
	if !c.logarithmic {
		return math.Round(100*(c.low+(c.high-c.low)*place)) / 100
	}
	v := c.low * math.Pow(c.high/c.low, place)
	power := math.Pow(10, math.Floor(math.Log10(v))-1)
	return math.Round(v/power) * power
}

// Y returns where a share of the largest value is drawn.
func (c *Course) Y(share float64) float64 { return c.Floor - (c.Floor-c.Top)*share }

// names are the variables as labels say them.
var names = [...]string{"β", "a", "b", "c"}

func (s *Scene) buildPath(r Rect, snap *wire.Snapshot, v *View) {
	p, t, study := s.board(TilePath, r, v), &v.Theme, &snap.Study
	if len(study.Points) == 0 {
		return
	}
	c := CourseOf(r, v.Layout.Scale, study)
	s.now.size = labelSize(snap.Points)
	s.rails(p, &c, study, t)
	s.steps(p, &c, study, t)
	s.scores(p, &c, study, t, func(q *wire.StudyPoint) float64 { return q.Train }, t.Ink, false)
	if study.Tested {
		s.scores(p, &c, study, t, func(q *wire.StudyPoint) float64 { return q.Test }, t.Accent, true)
	}
	s.legend(p, &c, study, t)
	if now := c.place(study.Now); now >= -1e-9 && now <= 1+1e-9 {
		x := c.X(study.Now)
		p.segment(spot{x: x, y: c.Top}, spot{x: x, y: c.Floor}, 2, t.Ink.alpha(0.55))
		p.disc(spot{x: x, y: c.Floor}, 5, t.Ink)
		s.labels.say(names[study.Variable]).and(" = ").number(study.Now, 3).place(spot{x: x, y: c.Floor + 33*p.scale}, r, classNote)
	}
}

// rails draws the axes with their numbers: those of the variable below, of the score on the left, of the neurons on the right.
func (s *Scene) rails(p pen, c *Course, study *wire.Study, t *Theme) {
	for _, share := range [...]float64{0, 0.5, 1} {
		y := c.Y(share)
		p.segment(spot{x: c.Left, y: y}, spot{x: c.Right, y: y}, 1, t.Ink.alpha(0.10))
		if study.Classes {
			s.labels.say("").number(100*share, 3).and(" %")
		} else {
			s.labels.say("").number(c.Worst*share, 2)
		}
		s.labels.tick(spot{x: c.Left - 7*p.scale, y: y}, 'r')
		if whole := c.Most * share; whole == math.Round(whole) {
			s.labels.say("").number(whole, 3).tick(spot{x: c.Right + 7*p.scale, y: y}, 'l')
		}
	}
	ends := [...]float64{-2, -1, 0, 1, 2}
	if c.logarithmic {
		for d := math.Ceil(math.Log10(c.low) - 1e-9); d <= math.Log10(c.high)+1e-9; d++ {
			s.notch(p, c, math.Pow(10, d), math.Mod(d, 2) == 0, t)
		}
		return
	}
	for _, value := range ends {
		s.notch(p, c, value, true, t)
	}
}

// notch draws a line across at a value, with its number if it is to be named.
func (s *Scene) notch(p pen, c *Course, value float64, named bool, t *Theme) {
	if place := c.place(value); place < -1e-9 || place > 1+1e-9 {
		return
	}
	x := c.X(value)
	p.segment(spot{x: x, y: c.Top}, spot{x: x, y: c.Floor}, 1, t.Ink.alpha(0.06))
	if !named {
		return
	}
	s.labels.say("")
	if c.logarithmic && (value < 1e-3 || value > 1e4) {
		s.labels.and("10")
		s.labels.power(int(math.Round(math.Log10(value))))
	} else {
		s.labels.number(value, 3)
	}
	s.labels.tick(spot{x: x, y: c.Floor + 7*p.scale}, 't')
}

// steps draws the number of neurons as a staircase over a light ground; it changes half way between two values, where a mark says so.
func (s *Scene) steps(p pen, c *Course, study *wire.Study, t *Theme) {
	ground, edge := t.Bound.alpha(0.12), t.Bound.alpha(0.8)
	last := len(study.Points) - 1
	middle := func(i int) float64 { return (c.X(study.Points[i].Value) + c.X(study.Points[i+1].Value)) / 2 }
	for i, from := 0, 0; i <= last; i++ {
		if i < last && study.Points[i+1].Neurons == study.Points[i].Neurons {
			continue
		}
		x0, x1 := c.X(study.Points[from].Value), c.X(study.Points[i].Value)
		if from > 0 {
			x0 = middle(from - 1)
		}
		if i < last {
			x1 = middle(i)
		}
		from = i + 1
		y := c.Y(float64(study.Points[i].Neurons) / c.Most)
		p.fill(spot{x: x0, y: y}, spot{x: x1, y: y}, spot{x: x1, y: c.Floor}, spot{x: x0, y: c.Floor}, ground)
		p.segment(spot{x: x0, y: y}, spot{x: x1, y: y}, 1.6, edge)
		if i < last {
			p.segment(spot{x: x1, y: y}, spot{x: x1, y: c.Y(float64(study.Points[i+1].Neurons) / c.Most)}, 1.6, edge)
			p.segment(spot{x: x1, y: c.Floor}, spot{x: x1, y: c.Floor + 5*p.scale}, 1.6, edge)
		}
	}
}

// scores draws one of the two curves, dashed where it is the one on the points held out.
func (s *Scene) scores(p pen, c *Course, study *wire.Study, t *Theme, of func(*wire.StudyPoint) float64, color Color, dashed bool) {
	s.path = s.path[:0]
	for i := range study.Points {
		q := &study.Points[i]
		s.path = append(s.path, spot{x: c.X(q.Value), y: c.Y(max(0, min(of(q)/c.Worst, 1)))})
	}
	if !dashed {
		p.curve(s.path, 2.2, color)
		return
	}
	for i := 1; i < len(s.path); i++ {
		p.segment(s.path[i-1], s.path[i], 2.2, color)
	}
	for _, at := range s.path {
		p.disc(at, 3.4, t.Panel)
		p.disc(at, 2.4, color)
	}
}

// legend names what is drawn, along the upper edge.
func (s *Scene) legend(p pen, c *Course, study *wire.Study, t *Theme) {
	what := "loss"
	if study.Classes {
		what = "right"
	}
	y := c.Top - 20*p.scale
	x := c.Left
	key := func(color Color, dot bool, text string) {
		p.segment(spot{x: x, y: y}, spot{x: x + 16*p.scale, y: y}, 2.2, color)
		if dot {
			p.disc(spot{x: x + 8*p.scale, y: y}, 3, color)
		}
		s.labels.say(text)
		width := (s.labels.width() + 30) * p.scale
		s.labels.note(spot{x: x + 21*p.scale, y: y}, 'l', classTick)
		x += width
	}
	key(t.Ink, false, what)
	if study.Tested {
		key(t.Accent, true, "held out")
	}
	key(t.Bound.alpha(0.8), false, "neurons")
}

// walk lets the pointer choose the variable's value in the path's tile. It reports whether the pointer is there, with no gesture under way
// elsewhere.
func (h *Hand) walk(p *Pointer, on *Stage) bool {
	if on.View.Layout.TileAt(p.X, p.Y) != TilePath || h.drawing != none || h.turning != none || h.held > 0 {
		return false
	}
	study := &on.Snapshot.Study
	h.cursor = "default"
	if len(study.Points) == 0 {
		return true
	}
	h.cursor = "pointer"
	if p.Kind == Down {
		c := CourseOf(on.View.Layout.Tiles[TilePath], on.View.Layout.Scale, study)
		h.send(valueIntent(study.Variable, c.Value(p.X), on.Snapshot.Activation))
	}
	return true
}
