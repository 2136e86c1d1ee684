package scene

import (
	"math"

	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/draw/canvas"
)

// variables are the names of what a sweep varies.
var variables = [...]string{"β", "a", "b", "c"}

// sweepChart shows a sweep: horizontally the variable, its logarithm for beta; vertically fractions of the largest value, of the
// score on the left and of the number of neurons on the right.
type sweepChart struct {
	canvas.Chart
	*protocol.Sweep
	// maxNeurons is the number of neurons at the upper edge, maxLoss the loss there; accuracies go up to 1.
	maxNeurons, maxLoss float64
}

// sweepChartOf returns how a sweep is drawn in r, with text pixels to the css pixel of text, below a legend with a height of legend pixels.
func sweepChartOf(r canvas.Rect, text float64, s *protocol.Sweep, legend float64) sweepChart {
	c := sweepChart{Sweep: s, maxNeurons: 4}
	for _, p := range s.Points {
		c.maxNeurons, c.maxLoss = max(c.maxNeurons, float64(p.Neurons)), max(c.maxLoss, p.Train)
		if s.Tested {
			c.maxLoss = max(c.maxLoss, p.Test)
		}
	}
	c.maxLoss = positive(c.maxLoss)
	if s.Classes {
		c.maxLoss = 1
	}
	c.Chart = canvas.ChartIn(r.Inset(52*text, 12*text+legend, 34*text, 42*text), c.along(s.Low), c.along(s.High), 0, 1)
	return c
}

// along returns the position of a value of the variable on the horizontal axis.
func (c *sweepChart) along(value float64) float64 {
	if c.Variable == protocol.Beta {
		return math.Log10(value)
	}
	return value
}

// at returns the pixel of a value of the variable and a fraction of the largest value on the vertical axis.
func (c *sweepChart) at(value, share float64) canvas.Pixel { return c.At(c.along(value), share) }

// has reports whether a value is on the axis.
func (c *sweepChart) has(value float64) bool {
	const slack = 1e-9
	return c.along(value) > c.X0-slack && c.along(value) < c.X1+slack
}

// value returns the variable's value at a pixel, clamped to the axis and rounded: beta to two significant digits, a coefficient to a
// hundredth.
func (c *sweepChart) value(px float64) float64 {
	x, _ := c.Point(max(c.Rect.X, min(px, c.Right())), 0)
	if c.Variable != protocol.Beta {
		return math.Round(100*x) / 100
	}
	v := math.Pow(10, x)
	power := math.Pow(10, math.Floor(math.Log10(v))-1)
	return math.Round(v/power) * power
}

// sweepPicture draws a sweep.
type sweepPicture struct {
	*painting
	plot sweepChart // as drawn most recently
}

func sweepInputs(dst, _, program *protocol.Snapshot) { dst.Sweep = program.Sweep }

func (s *sweepPicture) build() {
	s.Background(s.Theme.Panel)
	sweep, t := &s.snap.Sweep, s.Theme
	if len(sweep.Points) == 0 {
		return
	}
	s.plot = sweepChartOf(s.Rect, s.Text, sweep, s.legend(sweep))
	c := &s.plot
	s.axes()
	s.steps()
	score := func(i int, score float64) canvas.Pixel {
		return c.at(sweep.Points[i].Value, canvas.Fraction(score, 0, c.maxLoss))
	}
	s.Through(len(sweep.Points), 2.2, t.Ink, func(i int) canvas.Pixel { return score(i, sweep.Points[i].Train) })
	if sweep.Tested {
		test := func(i int) canvas.Pixel { return score(i, sweep.Points[i].Test) }
		s.Through(len(sweep.Points), 2.2, t.Accent, test)
		for i := range sweep.Points {
			s.Disc(test(i), 3.4, t.Panel)
			s.Disc(test(i), 2.4, t.Accent)
		}
	}
	if c.has(sweep.Now) {
		base := s.XLine(&c.Chart, c.along(sweep.Now), 2, t.Ink.Alpha(0.55))
		s.Disc(base, 5, t.Ink)
		s.Label(variables[sweep.Variable]).Add(" = ").Number(sweep.Now, 3).Near(base.Offset(0, 33*s.Text))
	}
}

// axes draws the axes with their numbers: the variable below, the score on the left, the number of neurons on the right.
func (s *sweepPicture) axes() {
	c := &s.plot
	for _, share := range [...]float64{0, 0.5, 1} {
		score := s.Label("")
		if c.Classes {
			score.Number(100*share, 3).Add(" %")
		} else {
			score.Number(c.maxLoss*share, 2)
		}
		s.YTick(&c.Chart, share, score)
		if whole := c.maxNeurons * share; whole == math.Round(whole) {
			s.Label("").Number(whole, 3).Tick(c.At(c.X1, share).Offset(7*s.Scale, 0), 'l')
		}
	}
	s.Label("neurons")
	s.Labels.Tick(canvas.XY(s.Rect.X+s.Rect.W-(s.Labels.Width()/2+4)*s.Scale, c.Rect.Y-9*s.Scale), 'b')
	if c.Variable != protocol.Beta {
		for _, value := range [...]float64{-2, -1, 0, 1, 2} {
			if c.has(value) {
				s.XTick(&c.Chart, value, s.Label("").Number(value, 3))
			}
		}
		return
	}
	s.Decades(&c.Chart, 0, func(d float64) *canvas.Labels { return s.Label("").PowerOfTen(d) })
}

// steps draws the number of neurons as a filled staircase. The number changes half way between two values, with a mark there.
func (s *sweepPicture) steps() {
	c, ground, edge := &s.plot, s.Theme.Bound.Alpha(0.12), s.Theme.Bound.Alpha(0.8)
	step := func(i int) canvas.Pixel { return c.at(c.Points[i].Value, float64(c.Points[i].Neurons)/c.maxNeurons) }
	last, x0 := len(c.Points)-1, step(0).X
	for i := range c.Points {
		if i < last && c.Points[i+1].Neurons == c.Points[i].Neurons {
			continue
		}
		x1, y := step(i).X, step(i).Y
		if i < last {
			next := step(i + 1)
			x1 = (x1 + next.X) / 2
			s.Segment(canvas.XY(x1, y), canvas.XY(x1, next.Y), 1.6, edge)
			s.Segment(canvas.XY(x1, c.Bottom()), canvas.XY(x1, c.Bottom()+5*s.Scale), 1.6, edge)
		}
		s.Rectangle(canvas.Rect{X: x0, Y: y, W: x1 - x0, H: c.Bottom() - y}, ground)
		s.Segment(canvas.XY(x0, y), canvas.XY(x1, y), 1.6, edge)
		x0 = x1
	}
}

// legend draws the legend of the curves and returns its height.
func (s *sweepPicture) legend(sweep *protocol.Sweep) (height float64) {
	legend := s.Legend()
	key := func(word string, color canvas.Color) canvas.Pixel {
		at := legend.Key(s.Label(word))
		s.Segment(at.Offset(-8*s.Scale, 0), at.Offset(8*s.Scale, 0), 2.2, color)
		return at
	}
	if sweep.Classes {
		key("accuracy", s.Theme.Ink)
	} else {
		key("loss", s.Theme.Ink)
	}
	if sweep.Tested {
		s.Disc(key("held out", s.Theme.Accent), 3, s.Theme.Accent)
	}
	key("neurons", s.Theme.Bound.Alpha(0.8))
	return legend.Height()
}

// overSweep lets the pointer choose the variable's value.
func overSweep(in *Input, p *PointerEvent, hit *HitTest) (cursor string, captured bool) {
	sweep, plot := &hit.Snapshot.Sweep, &builderOf[*sweepPicture](hit.Scene, protocol.PictureSweep).plot
	if len(sweep.Points) == 0 || plot.Sweep == nil {
		return "default", false
	}
	if p.Kind == Down {
		in.send(valueIntent(sweep.Variable, plot.value(hit.drawn(p).X), hit.Snapshot.Activation))
	}
	return "pointer", p.Kind == Down // keeps a press from also being taken for a swipe
}

// valueIntent returns the intent that sets a variable and leaves the other coefficients of the activation as they are.
func valueIntent(of protocol.Variable, value float64, activation [3]float64) intent.Intent {
	if of == protocol.Beta {
		return intent.SetBeta{Value: value, Final: true}
	}
	activation[of-protocol.CoefficientA] = value
	return intent.SetCoefficients{A: activation[0], B: activation[1], C: activation[2], Final: true}
}
