package scene

import (
	"math"
	"slices"

	"conelab/core/app/protocol"
	"conelab/core/draw/canvas"
)

const (
	// smallestCell is the least height of a cell in css pixels. If there is no room for all neurons, the smallest share one cell.
	smallestCell = 60
	// operatorWidth and captionHeight, in css pixels, are kept free on the left of a cell for + or = and above it for its weight.
	operatorWidth, captionHeight = 24, 21
	// restTerm and sumTerm take the place of a neuron's index.
	restTerm, sumTerm = -2, -3
)

// term is one picture of the sum: a neuron, the rest, or the sum itself.
type term struct {
	neuron int // or restTerm, sumTerm
	function
	presence float64
}

// shown returns the function that is drawn: a neuron's times the share of it that has been found.
func (one *term) shown() (f function) {
	f.neurons = one.neurons
	f.Add(one.presence, &one.Quadratic)
	return f
}

// cells is the division of a tile into cells of the given width and height, each with its caption above and its operator on the left.
type cells struct {
	columns             int
	width, height       float64
	left, top           float64 // of the first cell
	operator, captioned float64 // the width of an operator and the height of a caption
}

// neuronSum draws the network as a sum of its neurons.
type neuronSum struct {
	*painting
	sum   []term            // the terms shown
	rest  []protocol.Neuron // those that share a cell
	image protocol.Field    // of a cell that is a map
	size  float64           // half the larger side, in css pixels, of a cell
}

// build draws the sum: each neuron's own function under its weight, + between them, and = before the sum found so far. All
// cells share one scale.
func (s *neuronSum) build() {
	s.Background(s.Theme.Panel)
	if s.snap.Dimension == 3 {
		s.setCamera(1)
	}
	grid := s.terms()
	if grid.height < 24*s.Scale {
		return
	}
	s.size = max(grid.width, grid.height) / 2 / s.Scale
	low, high := s.extent()
	for i := range s.sum {
		one, cell := &s.sum[i], grid.cell(i)
		if i > 0 {
			s.Ink(false)
			s.operator(canvas.XY(cell.X-grid.operator/2, cell.Y+cell.H/2), one.neuron == sumTerm)
		}
		s.caption(cell, &grid, one)
		if s.snap.Dimension == 1 {
			s.graphCell(cell, one, low, high)
		} else {
			s.mapCell(cell, one, max(high, -low))
		}
		s.frameCell(cell, one)
		if one.neuron >= 0 {
			s.addTarget(cell.Center(), one.neuron)
		}
	}
}

// terms puts the terms of the sum into s.sum, and returns their cells. If all neurons have room they keep their order; else those with the
// largest |alpha| come first and the rest share one cell.
func (s *neuronSum) terms() cells {
	s.sum = s.sum[:0]
	snap, count := s.snap, len(s.snap.Neurons)
	if s.now.onPath && snap.Animation.Position < snap.Animation.Length()-1 {
		count = 0 // there are no neurons before the solver's path has ended
	}
	aspect := 1.0 // the largest ratio of a cell's width to its height
	if snap.Dimension == 1 {
		aspect = 1.6
	}
	grid, shown := divide(s.Rect, count+1, aspect, s.Text), count
	for shown > 1 && grid.height < smallestCell*s.Scale {
		shown--
		grid = divide(s.Rect, shown+2, aspect, s.Text)
	}
	rest := term{neuron: restTerm, presence: 1}
	s.rest = s.rest[:0]
	for i, k := range s.rank(count, shown) {
		alone := termOf(snap, k)
		if i < shown {
			s.sum = append(s.sum, term{k, s.restrict(&alone), s.now.presence[k]})
			continue
		}
		rest.Add(s.now.presence[k], &alone.Quadratic)
		s.rest = append(s.rest, snap.Neurons[k])
	}
	rest.neurons = s.rest
	if shown < count {
		rest.function = s.restrict(&rest.function)
		s.sum = append(s.sum, rest)
	}
	f := s.sumSoFar()
	s.sum = append(s.sum, term{sumTerm, s.restrict(&f), 1})
	return grid
}

// rank returns the neurons in their own order, or the largest first if only some are shown. The neuron in focus is always shown.
func (s *neuronSum) rank(count, shown int) []int {
	order := s.SortDown(count, func(i int) float64 {
		if shown == count {
			return 0
		}
		return math.Abs(s.snap.Neurons[i].Alpha)
	})
	if at := slices.Index(order, s.snap.Focus); at >= shown {
		order[at], order[shown-1] = order[shown-1], order[at]
	}
	return order
}

// sumSoFar returns the sum of the neurons that the animation has found, or the function of the solver's iterate.
func (s *neuronSum) sumSoFar() (sum function) {
	if s.now.onPath && s.now.iterate.Cost != 0 {
		return s.network()
	}
	sum.neurons = s.snap.Neurons
	for i := range s.snap.Neurons {
		alone := termOf(s.snap, i)
		sum.Add(s.now.presence[i], &alone.Quadratic)
	}
	return sum
}

// divide returns the division of a tile into the given number of cells in which the cells are highest.
func divide(r canvas.Rect, count int, aspect, text float64) (best cells) {
	margin, operator, captioned := 8*text, operatorWidth*text, captionHeight*text
	for c := 1; c <= count; c++ {
		rows := float64((count + c - 1) / c)
		wide, high := (r.W-margin)/float64(c)-operator, (r.H-margin)/rows-captioned
		height := min(high, wide/aspect)
		if height <= best.height {
			continue
		}
		best = cells{columns: c, width: min(wide, height*aspect), height: height, operator: operator, captioned: captioned}
		if aspect > 1 { // as high as there is room, but not higher than wide
			best.height = max(height, min(high, best.width))
		}
		best.left = r.X + 0.75*operator + (r.W-float64(c)*(best.width+operator))/2
		best.top = r.Y + captioned + (r.H-rows*(best.height+captioned))/2
	}
	return best
}

// cell returns the rectangle of cell i.
func (g *cells) cell(i int) canvas.Rect {
	return canvas.Rect{
		X: g.left + float64(i%g.columns)*(g.width+g.operator), Y: g.top + float64(i/g.columns)*(g.height+g.captioned), W: g.width, H: g.height,
	}
}

// operator draws + or =.
func (s *neuronSum) operator(at canvas.Pixel, equals bool) {
	h, color := 5*s.Scale, s.Theme.Ink.Alpha(0.75)
	if equals {
		s.Segment(at.Offset(-h, -h/2), at.Offset(h, -h/2), 2, color)
		s.Segment(at.Offset(-h, h/2), at.Offset(h, h/2), 2, color)
		return
	}
	s.Segment(at.Offset(-h, 0), at.Offset(h, 0), 2, color)
	s.Segment(at.Offset(0, -h), at.Offset(0, h), 2, color)
}

// caption writes above a cell what it shows, shortened to the room there is.
func (s *neuronSum) caption(cell canvas.Rect, grid *cells, one *term) {
	room := (cell.W + grid.operator) / s.Scale
	switch k := one.neuron; k {
	case sumTerm:
		s.nameSum(room)
	case restTerm:
		s.Label("the other ").Number(float64(len(s.rest)), 3)
		if s.Labels.Width() > room {
			s.Label("rest")
		}
	default:
		alpha, class := s.snap.Neurons[k].Alpha, canvas.ClassTick
		if one.presence >= 0.5 {
			class = s.neuronClass(k)
		}
		s.Label("").Signed(alpha, 3).Add(" σ(x′u").Index(s.number(k)).Add(")")
		if s.Labels.Width() > room {
			s.Label("u").Index(s.number(k)).Add(" ").Signed(alpha, 3)
		}
		if s.Labels.Width() > room {
			s.Label("u").Index(s.number(k))
		}
		s.Labels.As(class)
	}
	s.Labels.Note(canvas.XY(cell.X+cell.W/2, cell.Y-grid.captioned/2), 'c')
}

// nameSum writes which sum is shown.
func (s *neuronSum) nameSum(room float64) {
	s.Label("f")
	if s.snap.Outputs > 1 {
		s.Labels.Index(s.snap.Output)
	}
	short := len(s.Labels.Word)
	if len(s.sum) > 1 && s.snap.Animation.Position < s.snap.Animation.Length() {
		s.Labels.Add(" so far")
	} else {
		s.Labels.Add("(x)")
	}
	if s.Labels.Width() > room {
		s.Labels.Word = s.Labels.Word[:short]
	}
}

// extentParts is the number of parts along each side of a cell at whose ends its functions are evaluated for their range.
const extentParts = 10

// center returns the middle of what the cells show: of the window, or for three features the origin of the plane through its middle that
// faces the eye.
func (s *neuronSum) center() protocol.Vec {
	if s.snap.Dimension == 3 {
		return protocol.Vec{}
	}
	return s.snap.Window.Center
}

// restrict returns a function of three features as a function of the coordinates of that plane, to the right and up, and others unchanged.
func (s *neuronSum) restrict(f *function) function {
	if s.snap.Dimension == 3 {
		return function{onPlane(&f.Quadratic, &s.snap.Window, s.Projection.Right, s.Projection.Up), f.neurons}
	}
	return *f
}

// extent returns the range of values of all cells, and of the partial sums that the animation shows, at places spread over a cell.
func (s *neuronSum) extent() (low, high float64) {
	const side = extentParts + 1
	for k := range side * side {
		x, sum, half := s.center(), 0.0, positive(s.snap.Window.Half)
		x[0] += half * (2*float64(k%side)/extentParts - 1)
		if s.snap.Dimension > 1 {
			x[1] += half * (2*float64(k/side)/extentParts - 1)
		}
		for i := range s.sum {
			v := s.sum[i].value(s.snap, x)
			low, high = min(low, v), max(high, v)
			if s.sum[i].neuron != sumTerm && len(s.snap.Animation.Sequences) > 0 {
				sum += v
				low, high = min(low, sum), max(high, sum)
			}
		}
	}
	if !(high-low > 0 && high-low < math.Inf(1)) {
		return -1, 1
	}
	return low, high
}

// onPlane returns a function of three features as a function on the plane through the window's middle spanned by two orthonormal
// vectors, in the coordinates along them.
func onPlane(f *protocol.Quadratic, w *protocol.Window, right, up vec) protocol.Quadratic {
	at := func(a, b float64) float64 {
		x := w.Center
		for i := range x {
			x[i] += a*right[i] + b*up[i]
		}
		return f.At(x)
	}
	c := at(0, 0)
	xp, xm, yp, ym := at(1, 0), at(-1, 0), at(0, 1), at(0, -1)
	return protocol.Quadratic{
		XX: (xp+xm)/2 - c, YY: (yp+ym)/2 - c, X: (xp - xm) / 2, Y: (yp - ym) / 2, C: c,
		XY: (at(1, 1) - at(1, -1) - at(-1, 1) + at(-1, -1)) / 4,
	}
}

// colorOf returns the colour of the frame and lines of a term.
func (s *neuronSum) colorOf(one *term) canvas.Color {
	if one.neuron >= 0 {
		return s.Theme.Signed(s.snap.Neurons[one.neuron].Alpha)
	}
	return s.Theme.Ink
}

// graphCell draws a function of one feature; the cell's vertical axis runs from low to high.
func (s *neuronSum) graphCell(cell canvas.Rect, one *term, low, high float64) {
	t, w := s.Theme, &s.snap.Window
	c := canvas.ChartOf(cell, cell.Plane(w.Center[0], (low+high)/2, positive(w.Half), 0.54*(high-low)))
	s.Ink(false)
	s.Panel(cell, 6, t.Paper)
	s.YLine(&c, 0, 1, t.Axis())
	if axis := c.At(0, 0); axis.X > cell.X && axis.X < c.Right() {
		s.XLine(&c, 0, 1, t.GridLine())
	}
	if one.neuron == sumTerm {
		for i := range s.snap.Points {
			q := &s.snap.Points[i]
			if at := c.At(q.X[0], q.Label); cell.Contains(at.X, at.Y) {
				s.Disc(at, 2.2, t.Signed(q.Label).Alpha(0.55))
			}
		}
	}
	f := one.shown()
	s.functionGraph(&c, &f, 2.6, s.colorOf(one).Alpha(max(0.15, one.presence)))
}

// mapCell draws a function as a heat map, in which the value largest has nearly the full colour, with the direction of its neuron or its
// kink.
func (s *neuronSum) mapCell(cell canvas.Rect, one *term, largest float64) {
	center, shown, f := s.center(), one.shown(), &s.image
	c := canvas.ChartOf(cell, cell.Square(center[0], center[1], positive(s.snap.Window.Half)))
	if one.neuron != sumTerm {
		shown.C += s.snap.Level // colours are relative to the level
	}
	s.evaluate(f, &c, 1, func(_ int, x, y float64) float64 { return shown.value(s.snap, protocol.Vec{x, y}) })
	s.field(f, 0, &c, 6, max(s.now.size, largest/2))
	s.Ink(false)
	switch {
	case one.neuron == sumTerm:
		s.border(f, 0, &c, 2.2)
	case one.neuron >= 0 && s.snap.Depth() == 2 && len(s.snap.Parts) == 0:
		u, color := s.snap.Neurons[one.neuron].U, s.colorOf(one).Mix(s.Theme.Ink, 0.45).Alpha(one.presence)
		if a, b, seen := crossing(cell, c.Transform, u); s.snap.Piecewise.Set && seen {
			s.Segment(a, b, 2, color)
		} else if origin := c.At(0, 0); !s.snap.Piecewise.Set && cell.Contains(origin.X, origin.Y) {
			s.Arrow(origin, origin.Offset(0.35*cell.H*u[0], -0.35*cell.H*u[1]), 2, 1, color)
		}
	}
}

// frameCell draws the frame of a cell.
func (s *neuronSum) frameCell(cell canvas.Rect, one *term) {
	strength, width := 0.35*max(0.3, one.presence), 1.0
	switch {
	case focused(s.snap, one.neuron):
		strength, width = 1, 3
	case one.neuron == sumTerm:
		strength, width = 0.5, 1.5
	}
	s.Outline(cell, width, s.colorOf(one).Alpha(strength))
}
