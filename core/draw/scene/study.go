package scene

import (
	"math"

	"conelab/core/app/protocol"
)

// studyPlot maps a study to the path tile: horizontally the variable, on a logarithmic axis for beta; vertically fractions of the largest
// value, of the score on the left and of the number of neurons on the right.
type studyPlot struct {
	left, right, top, bottom float64 // edges of the plot in pixels
	// mostNeurons is the number of neurons at the upper edge, mostLoss the loss there; accuracies go up to 1.
	mostNeurons, mostLoss float64
	low, high             float64
	logarithmic           bool
}

// studyPlotOf returns how a study is drawn in r, with scale pixels to the css pixel.
func studyPlotOf(r Rect, scale float64, s *protocol.Study) studyPlot {
	c := studyPlot{
		left: r.X + 52*scale, right: r.X + r.W - 34*scale, top: r.Y + 34*scale, bottom: r.Y + r.H - 42*scale, mostNeurons: 4, mostLoss: 0,
		low: s.Low, high: s.High, logarithmic: s.Variable == protocol.Beta,
	}
	for i := range s.Points {
		p := &s.Points[i]
		c.mostNeurons, c.mostLoss = max(c.mostNeurons, float64(p.Neurons)), max(c.mostLoss, p.Train)
		if s.Tested {
			c.mostLoss = max(c.mostLoss, p.Test)
		}
	}
	if s.Classes || !(c.mostLoss > 0 && c.mostLoss < math.Inf(1)) {
		c.mostLoss = 1
	}
	return c
}

// axisPosition returns the position of a value on the axis, from 0 to 1.
func (c *studyPlot) axisPosition(value float64) float64 {
	if c.logarithmic {
		return math.Log(value/c.low) / math.Log(c.high/c.low)
	}
	return (value - c.low) / (c.high - c.low)
}

// x returns the pixel of a value; value is its inverse.
func (c *studyPlot) x(value float64) float64 { return c.left + (c.right-c.left)*c.axisPosition(value) }

// value returns the variable's value at a pixel, clamped to the axis and rounded: beta to two significant digits, a coefficient to a
// hundredth.
func (c *studyPlot) value(x float64) float64 {
	place := max(0, min((x-c.left)/(c.right-c.left), 1))
	if !c.logarithmic {
		return math.Round(100*(c.low+(c.high-c.low)*place)) / 100
	}
	v := c.low * math.Pow(c.high/c.low, place)
	power := math.Pow(10, math.Floor(math.Log10(v))-1)
	return math.Round(v/power) * power
}

// y returns the pixel of a fraction of the largest value.
func (c *studyPlot) y(share float64) float64 { return c.bottom - (c.bottom-c.top)*share }

// names are the labels of the variables.
var names = [...]string{"β", "a", "b", "c"}

// TilePath is the tile of the path.
const TilePath = protocol.PicturePath

func init() {
	register(TilePath, picture{build: (*Scene).buildPath, alone: true, moves: always, over: overPath})
}

func (s *Scene) buildPath(r Rect, snap *protocol.Snapshot, v *View) {
	p, t, study := s.background(TilePath, r, v), &v.Theme, &snap.Study
	if len(study.Points) == 0 {
		return
	}
	c := studyPlotOf(r, v.Layout.Scale, study)
	s.now.size = labelSize(snap.Points)
	s.studyAxes(p, &c, study, t)
	s.steps(p, &c, study, t)
	s.scores(p, &c, study, t, func(q *protocol.StudyPoint) float64 { return q.Train }, t.Ink, false)
	if study.Tested {
		s.scores(p, &c, study, t, func(q *protocol.StudyPoint) float64 { return q.Test }, t.Accent, true)
	}
	s.legend(p, &c, study, t)
	if now := c.axisPosition(study.Now); now >= -1e-9 && now <= 1+1e-9 {
		x := c.x(study.Now)
		p.segment(pixel{x: x, y: c.top}, pixel{x: x, y: c.bottom}, 2, t.Ink.alpha(0.55))
		p.disc(pixel{x: x, y: c.bottom}, 5, t.Ink)
		s.labels.start(names[study.Variable]).add(" = ").number(study.Now, 3).place(pixel{x: x, y: c.bottom + 33*p.scale}, r, classNote)
	}
}

// studyAxes draws the axes with their numbers: the variable below, the score on the left, the number of neurons on the right.
func (s *Scene) studyAxes(p pen, c *studyPlot, study *protocol.Study, t *Theme) {
	for _, share := range [...]float64{0, 0.5, 1} {
		y := c.y(share)
		p.segment(pixel{x: c.left, y: y}, pixel{x: c.right, y: y}, 1, t.Ink.alpha(0.10))
		if study.Classes {
			s.labels.start("").number(100*share, 3).add(" %")
		} else {
			s.labels.start("").number(c.mostLoss*share, 2)
		}
		s.labels.tick(pixel{x: c.left - 7*p.scale, y: y}, 'r')
		if whole := c.mostNeurons * share; whole == math.Round(whole) {
			s.labels.start("").number(whole, 3).tick(pixel{x: c.right + 7*p.scale, y: y}, 'l')
		}
	}
	ends := [...]float64{-2, -1, 0, 1, 2}
	if c.logarithmic {
		for d := math.Ceil(math.Log10(c.low) - 1e-9); d <= math.Log10(c.high)+1e-9; d++ {
			s.studyTick(p, c, math.Pow(10, d), math.Mod(d, 2) == 0, t)
		}
		return
	}
	for _, value := range ends {
		s.studyTick(p, c, value, true, t)
	}
}

// studyTick draws the grid line of a value, with its number if named.
func (s *Scene) studyTick(p pen, c *studyPlot, value float64, named bool, t *Theme) {
	if place := c.axisPosition(value); place < -1e-9 || place > 1+1e-9 {
		return
	}
	x := c.x(value)
	p.segment(pixel{x: x, y: c.top}, pixel{x: x, y: c.bottom}, 1, t.Ink.alpha(0.06))
	if !named {
		return
	}
	s.labels.start("")
	if c.logarithmic && (value < 1e-3 || value > 1e4) {
		s.labels.add("10")
		s.labels.power(int(math.Round(math.Log10(value))))
	} else {
		s.labels.number(value, 3)
	}
	s.labels.tick(pixel{x: x, y: c.bottom + 7*p.scale}, 't')
}

// steps draws the number of neurons as a filled staircase. The number changes half way between two values, with a mark there.
func (s *Scene) steps(p pen, c *studyPlot, study *protocol.Study, t *Theme) {
	ground, edge := t.Bound.alpha(0.12), t.Bound.alpha(0.8)
	last := len(study.Points) - 1
	middle := func(i int) float64 { return (c.x(study.Points[i].Value) + c.x(study.Points[i+1].Value)) / 2 }
	for i, from := 0, 0; i <= last; i++ {
		if i < last && study.Points[i+1].Neurons == study.Points[i].Neurons {
			continue
		}
		x0, x1 := c.x(study.Points[from].Value), c.x(study.Points[i].Value)
		if from > 0 {
			x0 = middle(from - 1)
		}
		if i < last {
			x1 = middle(i)
		}
		from = i + 1
		y := c.y(float64(study.Points[i].Neurons) / c.mostNeurons)
		p.fill(pixel{x: x0, y: y}, pixel{x: x1, y: y}, pixel{x: x1, y: c.bottom}, pixel{x: x0, y: c.bottom}, ground)
		p.segment(pixel{x: x0, y: y}, pixel{x: x1, y: y}, 1.6, edge)
		if i < last {
			p.segment(pixel{x: x1, y: y}, pixel{x: x1, y: c.y(float64(study.Points[i+1].Neurons) / c.mostNeurons)}, 1.6, edge)
			p.segment(pixel{x: x1, y: c.bottom}, pixel{x: x1, y: c.bottom + 5*p.scale}, 1.6, edge)
		}
	}
}

// scores draws one of the two curves of scores; the one of the held-out points is dashed.
func (s *Scene) scores(p pen, c *studyPlot, study *protocol.Study, t *Theme, of func(*protocol.StudyPoint) float64, color Color, dashed bool) {
	s.path = s.path[:0]
	for i := range study.Points {
		q := &study.Points[i]
		s.path = append(s.path, pixel{x: c.x(q.Value), y: c.y(max(0, min(of(q)/c.mostLoss, 1)))})
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

// legend draws the legend of the curves along the upper edge.
func (s *Scene) legend(p pen, c *studyPlot, study *protocol.Study, t *Theme) {
	what := "loss"
	if study.Classes {
		what = "accuracy"
	}
	y := c.top - 20*p.scale
	x := c.left
	key := func(color Color, dot bool, text string) {
		p.segment(pixel{x: x, y: y}, pixel{x: x + 16*p.scale, y: y}, 2.2, color)
		if dot {
			p.disc(pixel{x: x + 8*p.scale, y: y}, 3, color)
		}
		s.labels.start(text)
		width := (s.labels.width() + 30) * p.scale
		s.labels.note(pixel{x: x + 21*p.scale, y: y}, 'l', classTick)
		x += width
	}
	key(t.Ink, false, what)
	if study.Tested {
		key(t.Accent, true, "held out")
	}
	key(t.Bound.alpha(0.8), false, "neurons")
}

// overPath lets the pointer choose the variable's value in the path tile.
func overPath(in *Input, p *PointerEvent, on *Stage) (captured bool) {
	study := &on.Snapshot.Study
	in.cursor = "default"
	if len(study.Points) == 0 {
		return false
	}
	in.cursor = "pointer"
	if p.Kind == Down {
		c := studyPlotOf(on.View.Layout.Tiles[TilePath], on.View.Layout.Scale, study)
		in.send(valueIntent(study.Variable, c.value(p.X), on.Snapshot.Activation))
	}
	return p.Kind == Down // keeps a press from also being taken for a swipe
}
