package scene

import (
	"math"

	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
)

// The certificate of a network with a piecewise-linear activation. With one feature a direction is (weight, bias), an angle on a circle.
// With two it is a line of the plane with an active side: the angle towards that side, and the line's offset in that direction from the
// middle of the window. The map has the offset on the scale of its arctangent, so that it has all lines, those that miss the data among
// them.

// lineChart returns how the map of all lines shows (angle, elevation), in degrees, below its key.
func lineChart(r Rect, scale float64) chart {
	return chartIn(r.inset(46*scale, keyHeight*scale, 26*scale, 30*scale), -180, 180, -90, 90)
}

// keyHeight is the height, in css pixels, of the key above the map.
const keyHeight = 28.0

// nearly is the share of beta at which the map has a contour, so that its peaks are seen.
const nearly = 0.9

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
	return protocol.Vec{u[0] / length, u[1] / length, u[2] / length}
}

func lineAt(c *chart, u protocol.Vec, w *protocol.Window) pixel {
	across := math.Hypot(u[0], u[1])
	offset := -(u[2] + u[0]*w.Center[0] + u[1]*w.Center[1])
	return c.at(degrees(u), math.Atan2(offset, across*positive(w.Half)/2)*180/math.Pi)
}

// mapsLines reports whether the certificate has all lines, as a map.
func mapsLines(snap *protocol.Snapshot) bool { return isPiecewise(snap) && snap.Dimension == 2 }

// breaking is how far |g| is above beta, relatively, where the map shows that it is more.
const breaking = 1e-3

// buildLines draws |g| / beta over all lines, as far as shows says, with the neurons at the places where it is 1. Where it is more, as that
// of a perturbed network is, the colour is darker.
func (s *certificate) buildLines() {
	t, c, f := s.theme, s.plot, &s.image
	s.gridOver(f, c.area, c.Transform, 1)
	s.addGains(f, c.area, &c)
	beta, step, high := positive(s.snap.Beta), gridStep*s.scale, float64(f.Rows)-0.5
	s.raster(f, shading{}, 6, Patch{c.area, 0.5, high - c.area.H/step, 0.5 + c.area.W/step, high}, func(j int, row []rgba) {
		for i, v := range f.Row(0, j) {
			row[i] = s.gainColor(float64(v) / beta).pixel()
		}
	})
	s.ink(false)
	exceeds := func(j int, row []float64) {
		for i, v := range f.Row(0, j) {
			row[i] = math.Abs(float64(v)) - nearly*beta
		}
	}
	s.contour(f, exceeds, func(x0, y0, x1, y1 float64) {
		at := func(x, y float64) pixel { return xy(c.area.X+(x-f.Left)/f.Step*step, c.bottom()-(y-f.Low)/f.Step*step) }
		if a, b := at(x0, y0), at(x1, y1); max(a.x, b.x) <= c.right() && min(a.y, b.y) >= c.area.Y { // the places reach a little beyond the map
			s.piece(a, b, 1, t.Ink.alpha(0.55))
		}
	})
	s.gainKey(&c)
	if a := &s.snap.Argument; a.Topic == protocol.Curve {
		left := max(c.area.X, min(c.at(a.Angle*180/math.Pi, 0).x, c.right()))
		s.rectangle(Rect{left, c.area.Y, c.right() - left, c.area.H}, t.Panel)
	}
	s.lineAxes(&c)
	for i := range s.snap.Neurons {
		u := s.snap.Neurons[i].U
		if !s.shows(degrees(u)) {
			continue
		}
		at := lineAt(&c, u, &s.snap.Window)
		if s.markNeuron(at, i, 4.5, 1); focused(s.snap, i) || len(s.snap.Neurons) <= fewNamed {
			s.labels.beyond(at, at.moved(0, 1), 6, s.nameNeuron(i))
		}
	}
	if u, is := s.probed(); is {
		at := lineAt(&c, u, &s.snap.Window)
		s.ring(at, 8, 4, t.Panel.alpha(0.9))
		s.ring(at, 8, 2, t.Ink)
		s.labels.start("").number(s.snap.Piecewise.Gain(u, 2)/beta, 3).add(" β").beyond(at, at.moved(0, 1), 10, classNote)
	}
}

// gainColor returns the colour of a gain in units of beta: pale up to half of it, full at beta, and dark beyond.
func (s *certificate) gainColor(share float64) Color {
	color := s.theme.signed(share)
	if share = math.Abs(share); share > 1+breaking {
		return color.mix(s.theme.Ink, 0.5)
	}
	return s.theme.Paper.mix(color, 0.85*share*share*share)
}

// gainKey draws the key of the map above it: the name of its vertical axis, and the colours from -beta to beta with the contours.
func (s *certificate) gainKey(c *chart) {
	const parts, width, height = 40, 3.0, 8.0 // css pixels of a part
	middle := c.area.Y - keyHeight/2*s.scale
	s.labels.start("offset").note(xy(c.area.X-40*s.scale, middle), 'l', classTick)
	if s.labels.start("contour 0.9 β, gain −β"); s.labels.width()*s.scale > c.area.W-(parts*width+60)*s.scale {
		s.labels.start("−β")
	}
	s.labels.note(xy(c.right()-(parts*width+24)*s.scale, middle), 'r', classTick)
	s.labels.start("β").note(xy(c.right()-18*s.scale, middle), 'l', classTick)
	left := c.right() - (parts*width+20)*s.scale
	for k := range parts {
		part := Rect{left + width*float64(k)*s.scale, middle - height/2*s.scale, width * s.scale, height * s.scale}
		s.rectangle(part, s.gainColor((2*float64(k)+1)/parts-1))
	}
	for _, share := range [2]float64{-nearly, nearly} {
		at := xy(left+(share+1)/2*parts*width*s.scale, middle)
		s.segment(at.moved(0, -height/2*s.scale), at.moved(0, height/2*s.scale), 1, s.theme.Ink.alpha(0.55))
	}
}

// addGains adds g to a field over the map, whose columns are angles and rows elevations.
func (s *certificate) addGains(f *protocol.Field, area Rect, c *chart) {
	step := gridStep * s.scale
	for j := range f.Rows {
		_, elevation := c.Point(0, area.Y+area.H-step*float64(j))
		s.lines = s.lines[:0]
		for i := range f.Columns {
			angle, _ := c.Point(area.X+step*float64(i), 0)
			s.lines = append(s.lines, lineOf(angle, elevation, &s.snap.Window))
		}
		row := f.Row(0, j)
		for k := range s.snap.Piecewise.Pulls {
			p := &s.snap.Piecewise.Pulls[k]
			for i := range s.lines {
				u := &s.lines[i]
				row[i] += float32(p.V * s.snap.Piecewise.Sigma(p.X[0]*u[0]+p.X[1]*u[1]+u[2]))
			}
		}
	}
}

// lineAxes draws the axes of the map with their numbers.
func (s *certificate) lineAxes(c *chart) {
	for _, angle := range [...]float64{-180, -90, 0, 90, 180} {
		if s.labels.start(""); angle == 0 {
			s.labels.add("angle ")
		}
		s.labels.number(angle, 4).add("°")
		s.xTick(c, angle, s.gridColor(1))
	}
	half := positive(s.snap.Window.Half)
	step := protocol.RoundStep(half / 2)
	for k := -4; k <= 4; k++ {
		if offset := step * float64(k); k%2 == 0 || math.Abs(offset) <= half {
			s.labels.start("").number(offset, 2)
			s.yTick(c, elevated(offset, &s.snap.Window), s.gridColor(float64(k)))
		}
	}
	for _, sign := range [2]float64{1, -1} {
		s.labels.start([2]string{"∞", "−∞"}[int(1-sign)/2]).tick(c.at(-180, 90*sign).moved(-6*s.scale, 6*sign*s.scale), 'r')
	}
}

// probesLines reports whether a pointer in the certificate chooses the direction that is probed: in the argument only on the map.
func probesLines(snap *protocol.Snapshot) bool {
	switch topic := snap.Argument.Topic; topic {
	case protocol.Price, protocol.Curve, protocol.Bounds:
		return mapsLines(snap)
	default:
		return isPiecewise(snap) && !topic.Argues()
	}
}

// probe shows the line of a direction, or with none no line, until the pointer leaves a tile.
func (in *Input) probe(tile int, u []float64) {
	in.probing = tile
	in.send(intent.Probe{U: u})
}

// dragsLine reports whether the line of the direction under inspection can be dragged among the data.
func dragsLine(snap *protocol.Snapshot) bool {
	return mapsLines(snap) && snap.Argument.Topic == protocol.Price && snap.Piecewise.Probing
}

// lineHandle returns where a line among the data is dragged: at its point nearest to the middle of the window, whose polar coordinates are
// those of the map.
func lineHandle(plane Transform, u protocol.Vec, w *protocol.Window) pixel {
	offset := -(u[2] + u[0]*w.Center[0] + u[1]*w.Center[1]) / (u[0]*u[0] + u[1]*u[1])
	return plane.at(w.Center[0]+offset*u[0], w.Center[1]+offset*u[1])
}

// lineBy returns the direction whose line has its handle at a place of the data, or that of a neuron with its handle close by. Its active
// side is where it was.
func (on *HitTest) lineBy(x, y float64) protocol.Vec {
	snap, w, plane := on.Snapshot, &on.Snapshot.Window, on.space().plane
	at, close := plane.at(x, y), mouseRadius/2*on.View.Layout.Scale
	handle := func(k int) pixel { return lineHandle(plane, snap.Neurons[k].U, w) }
	if k := nearest(len(snap.Neurons), at.x, at.y, close, handle); k >= 0 {
		return snap.Neurons[k].U
	}
	u, before := protocol.Vec{x - w.Center[0], y - w.Center[1]}, &snap.Piecewise.Probe
	u[2] = -u[0]*x - u[1]*y
	switch {
	case u == protocol.Vec{}: // in the middle itself all directions are alike
		return *before
	case u[0]*before[0]+u[1]*before[1] < 0:
		return protocol.Vec{-u[0], -u[1], -u[2]}
	}
	return u
}
