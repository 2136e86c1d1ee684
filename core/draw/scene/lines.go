package scene

import (
	"math"

	"conelab/core/app/protocol"
	"conelab/core/draw/canvas"
)

// The certificate of a network with a piecewise-linear activation. With one feature a direction is (weight, bias), an angle on a circle.
// With two it is a line of the plane with an active side: the angle towards that side, and the line's offset in that direction from the
// middle of the window. The map shows the arctangent of the offset, so that it has all lines, even those that miss the data.

// lineChart returns how the map of all lines shows (angle, elevation), in degrees, below its key.
func lineChart(r canvas.Rect, text float64) canvas.Chart {
	return canvas.ChartIn(r.Inset(46*text, keyHeight*text, 26*text, 30*text), -180, 180, -90, 90)
}

// keyHeight is the height, in css pixels, of the key above the map.
const keyHeight = 28.0

// contourShare is the share of beta at which the map has a contour, so that its peaks are seen.
const contourShare = 0.9

// elevated returns the elevation in degrees of an offset from the middle of the window.
func elevated(offset float64, w *protocol.Window) float64 {
	return math.Atan2(offset, positive(w.Half)/2) * 180 / math.Pi
}

// lineOf returns the direction at a place of the map, of unit length; lineAt is where a direction is drawn.
func lineOf(angle, elevation float64, w *protocol.Window) protocol.Vec {
	sin, cos := math.Sincos(angle * math.Pi / 180)
	up, across := math.Sincos(max(-90, min(elevation, 90)) * math.Pi / 180)
	u := protocol.Vec{across * cos, across * sin}
	u[2] = -(up*positive(w.Half)/2 + u[0]*w.Center[0] + u[1]*w.Center[1])
	length := math.Hypot(across, u[2])
	if across < 1e-9 { // beyond all points, where every angle has the same neuron
		return protocol.Vec{0, 0, math.Copysign(1, u[2])}
	}
	return protocol.Vec{u[0] / length, u[1] / length, u[2] / length}
}

func lineAt(c *canvas.Chart, u protocol.Vec, w *protocol.Window) canvas.Pixel {
	across := math.Hypot(u[0], u[1])
	offset := -(u[2] + u[0]*w.Center[0] + u[1]*w.Center[1])
	return c.At(degrees(u), math.Atan2(offset, across*positive(w.Half)/2)*180/math.Pi)
}

// excessShare is the relative excess of |g| over beta from which the map shows it.
const excessShare = 1e-3

// buildLines draws |g| / beta over all lines, up to the animation's position, with the neurons at the places where it is 1. Where it is
// more, as for a perturbed network, the colour is darker.
func (s *certificate) buildLines() {
	t, c, f, beta := s.Theme, s.plot, &s.lines, positive(s.snap.Beta)
	pixels := canvas.ChartOf(c.Rect, canvas.Transform{KX: 1, KY: 1}) // degrees are not as wide as high
	s.evaluate(f, &pixels, 1, func(_ int, x, y float64) (gain float64) {
		angle, elevation := c.Point(x, -y)
		u := lineOf(angle, elevation, &s.snap.Window)
		for i := range s.snap.Piecewise.Dual { // Gain for two features, where it takes most of the time
			p := &s.snap.Piecewise.Dual[i]
			gain += p.V * s.snap.Piecewise.Sigma(p.X[0]*u[0]+p.X[1]*u[1]+u[2])
		}
		return gain
	})
	s.shade(f, &pixels, 6, func(i, j int) canvas.Color { return s.gainColor(float64(f.At(0, i, j)) / beta) })
	s.Ink(false)
	exceeds := func(i, j int) float64 { return math.Abs(float64(f.At(0, i, j))) - contourShare*beta }
	contour(f, &pixels, exceeds, func(a, b canvas.Pixel) { s.Piece(a, b, 1, t.Ink.Alpha(0.55)) })
	s.gainKey(&c)
	if a := &s.snap.Argument; a.Topic == protocol.Curve {
		left := max(c.Rect.X, min(c.At(a.Angle*180/math.Pi, 0).X, c.Right()))
		s.Rectangle(canvas.Rect{X: left, Y: c.Rect.Y, W: c.Right() - left, H: c.Rect.H}, t.Panel)
	}
	s.lineAxes(&c)
	for i, n := range s.snap.Neurons {
		if !s.shows(degrees(n.U)) {
			continue
		}
		at := lineAt(&c, n.U, &s.snap.Window)
		s.markNeuron(at, i, 1)
		if focused(s.snap, i) || len(s.snap.Neurons) <= protocol.FewNamed {
			s.nameNeuron(i).Above(at, 6)
		}
	}
	if u, ok := s.probed(); ok {
		at := lineAt(&c, u, &s.snap.Window)
		s.Ring(at, 8, 4, t.Panel.Alpha(0.9))
		s.Ring(at, 8, 2, t.Ink)
		s.Label("").Number(s.snap.Piecewise.Gain(u, 2)/beta, 3).Add(" β").Above(at, 10)
	}
}

// gainColor returns the colour of a gain in units of beta: pale up to half of it, full at beta, and dark beyond.
func (s *certificate) gainColor(share float64) canvas.Color {
	color := s.Theme.Signed(share)
	share = math.Abs(share)
	if share > 1+excessShare {
		return color.Mix(s.Theme.Ink, 0.5)
	}
	return s.Theme.Paper.Mix(color, 0.85*share*share*share)
}

// gainKey draws the key of the map above it: the name of its vertical axis, and the colours from -beta to beta with the contours. It keeps
// to the left, since the page shows the gain under the pointer on the right.
func (s *certificate) gainKey(c *canvas.Chart) {
	const parts, width, height, space = 40, 3.0, 8.0, 5.0 // the last three in css pixels, the width of a part
	middle, next := c.Rect.Y-keyHeight/2*s.Text, c.Rect.X-40*s.Text
	write := func(after float64, text string) {
		next += after * s.Scale
		s.Label(text).As(canvas.ClassTick).Note(canvas.XY(next, middle), 'l')
		next += s.Labels.Width() * s.Scale
	}
	write(0, "offset")
	write(3*space, "gain −β")
	left := next + space*s.Scale
	next = left + parts*width*s.Scale
	if name := "β, contour 0.9 β"; next+s.Label(name).Width()*s.Scale < c.Right() {
		write(space, name)
	} else {
		write(space, "β")
	}
	for k := range parts {
		part := canvas.Rect{X: left + width*float64(k)*s.Scale, Y: middle - height/2*s.Scale, W: width * s.Scale, H: height * s.Scale}
		s.Rectangle(part, s.gainColor((2*float64(k)+1)/parts-1))
	}
	for _, share := range [2]float64{-contourShare, contourShare} {
		at := canvas.XY(left+(share+1)/2*parts*width*s.Scale, middle)
		s.Segment(at.Offset(0, -height/2*s.Scale), at.Offset(0, height/2*s.Scale), 1, s.Theme.Ink.Alpha(0.55))
	}
}

// lineAxes draws the axes of the map with their numbers.
func (s *certificate) lineAxes(c *canvas.Chart) {
	s.angles("angle ")
	half := positive(s.snap.Window.Half)
	step := canvas.RoundStep(half / 2)
	for k := -4; k <= 4; k++ {
		if offset := step * float64(k); k%2 == 0 || math.Abs(offset) <= half {
			s.YTick(c, elevated(offset, &s.snap.Window), s.Label("").Number(offset, 2))
		}
	}
	s.YLine(c, 0, 1, s.Theme.Axis())
	for _, sign := range [2]float64{1, -1} {
		s.Label([2]string{"∞", "−∞"}[int(1-sign)/2]).Tick(c.At(-180, 90*sign).Offset(-6*s.Scale, 6*sign*s.Scale), 'r')
	}
}
