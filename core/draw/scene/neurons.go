package scene

import (
	"cmp"
	"math"
	"slices"

	"conelab/core/app/protocol"
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
	neuron   int // or restTerm, sumTerm
	f        protocol.Quadratic
	presence float64
}

// cells is the division of a tile into cells of the given width and height, each with its caption above and its operator on the left.
type cells struct {
	columns, rows       int
	width, height       float64
	left, top           float64 // of the first cell
	operator, captioned float64 // what the next column and the next row add to the width and height of a cell
}

// TileNeurons is the tile of the neurons.
const TileNeurons = protocol.PictureNeurons

func init() {
	register(TileNeurons, picture{build: (*Scene).buildNeurons})
}

// buildNeurons draws the sum: each neuron's own function under its weight, + between them, and = before the sum found so far. All cells share
// one scale. While a neuron is in focus, the last cell is the sum without it.
func (s *Scene) buildNeurons(r Rect, snap *protocol.Snapshot, v *View) {
	p := s.background(TileNeurons, r, v)
	cut := s.cutOf(r, snap, v)
	grid := s.terms(r, snap, v, &cut)
	if grid.height < 24*v.Layout.Scale {
		return
	}
	s.reach = max(grid.width, grid.height) / 2
	low, high := s.extent(snap, &cut)
	for i := range s.sum {
		one := &s.sum[i]
		cell := grid.cell(i)
		s.operator(p, cell, &grid, i, one, &v.Theme)
		s.caption(cell, &grid, one, snap, v)
		switch {
		case snap.Dimension == 1:
			s.graphCell(cell, one, low, high, snap, v)
		case snap.Depth() == 2:
			s.ridgeCell(cell, one, low, high, snap, v)
		default:
			s.mapCell(cell, one, max(high, -low), &cut, snap, v)
		}
		if one.neuron >= 0 {
			s.addTarget(TileNeurons, pixel{x: cell.X + cell.W/2, y: cell.Y + cell.H/2}, one.neuron)
		}
	}
}

// terms puts the terms of the sum into s.sum, and returns their cells. If all neurons have room they keep their order; else those with the
// largest |alpha| come first and the rest share one cell.
func (s *Scene) terms(r Rect, snap *protocol.Snapshot, v *View, cut *section) cells {
	s.sum = s.sum[:0]
	count := len(snap.Neurons)
	if s.now.onPath && snap.Film.Position < snap.Length()-1 {
		count = 0 // there are no neurons before the solver's path has ended
	}
	grid := divide(r, count+1, aspect(snap), v.Layout.Scale)
	shown := count
	for shown > 1 && grid.height < smallestCell*v.Layout.Scale {
		shown--
		grid = divide(r, shown+2, aspect(snap), v.Layout.Scale)
	}
	s.rank(snap, count, shown)
	rest := term{neuron: restTerm, presence: 1}
	for i, k := range s.order {
		alone := part(snap, k)
		if i < shown {
			s.sum = append(s.sum, term{k, cut.of(&alone), s.now.presence[k]})
			continue
		}
		rest.f.Add(s.now.presence[k], &alone)
	}
	if shown < count {
		rest.f = cut.of(&rest.f)
		s.sum = append(s.sum, rest)
	}
	f := s.sumSoFar(snap)
	if k := snap.Focus; focused(snap, k) && count > 0 {
		alone := part(snap, k)
		f.Add(-s.now.presence[k], &alone)
	}
	s.sum = append(s.sum, term{sumTerm, cut.of(&f), 1})
	return grid
}

// rank puts the neurons into s.order: in their own order, or the largest first if only some are shown. The neuron in focus is always shown.
func (s *Scene) rank(snap *protocol.Snapshot, count, shown int) {
	s.order = s.order[:0]
	for i := range count {
		s.order = append(s.order, i)
	}
	if shown == count {
		return
	}
	slices.SortStableFunc(s.order, func(i, j int) int {
		return cmp.Compare(math.Abs(snap.Neurons[j].Alpha), math.Abs(snap.Neurons[i].Alpha))
	})
	if at := slices.Index(s.order, snap.Focus); at >= shown {
		s.order[at], s.order[shown-1] = s.order[shown-1], s.order[at]
	}
}

// sumSoFar returns the sum of the neurons that the animation has found, or the function of the solver's iterate.
func (s *Scene) sumSoFar(snap *protocol.Snapshot) (sum protocol.Quadratic) {
	if s.now.onPath && s.now.iterate.Cost != 0 {
		return s.now.function
	}
	for i := range snap.Neurons {
		alone := part(snap, i)
		sum.Add(s.now.presence[i], &alone)
	}
	return sum
}

// extent returns the range of values of all cells over the whole animation: of each neuron, the partial sums, f, and f without any one
// neuron.
func (s *Scene) extent(snap *protocol.Snapshot, cut *section) (low, high float64) {
	widen := func(q protocol.Quadratic) {
		q = cut.of(&q)
		l, h := cut.span(&q)
		low, high = min(low, l), max(high, h)
	}
	widen(s.now.function)
	var sum protocol.Quadratic
	for i := range snap.Neurons {
		alone := part(snap, i)
		widen(alone)
		sum.Add(1, &alone)
		widen(sum)
		without := snap.Function
		without.Add(-1, &alone)
		widen(without)
	}
	if !(high-low > 0 && high-low < math.Inf(1)) {
		return -1, 1
	}
	return low, high
}

// aspect returns the largest ratio of a cell's width to its height.
func aspect(snap *protocol.Snapshot) float64 {
	switch {
	case snap.Dimension == 1:
		return 1.6
	case snap.Depth() == 2:
		return 1.25
	}
	return 1
}

// divide returns the division of a tile into the given number of cells in which the cells are highest.
func divide(r Rect, count int, aspect, scale float64) (best cells) {
	margin, operator, captioned := 8*scale, operatorWidth*scale, captionHeight*scale
	for c := 1; c <= count; c++ {
		n := (count + c - 1) / c
		height := min((r.H-margin)/float64(n)-captioned, ((r.W-margin)/float64(c)-operator)/aspect)
		if height <= best.height {
			continue
		}
		best = cells{columns: c, rows: n, height: height, operator: operator, captioned: captioned}
		best.width = min((r.W-margin)/float64(c)-operator, height*max(aspect, 1))
		if aspect > 1 { // as high as there is room, but not higher than wide
			best.height = max(height, min((r.H-margin)/float64(n)-captioned, best.width))
		}
	}
	best.left = r.X + 0.75*operator + (r.W-float64(best.columns)*(best.width+operator))/2
	best.top = r.Y + captioned + (r.H-float64(best.rows)*(best.height+captioned))/2
	return best
}

// cell returns the rectangle of cell i.
func (g *cells) cell(i int) Rect {
	return Rect{
		g.left + float64(i%g.columns)*(g.width+g.operator), g.top + float64(i/g.columns)*(g.height+g.captioned), g.width, g.height,
	}
}

// operator draws + or = on the left of a cell.
func (s *Scene) operator(p pen, cell Rect, grid *cells, i int, one *term, t *Theme) {
	if i == 0 {
		return
	}
	x, y, h := cell.X-grid.operator/2, cell.Y+cell.H/2, 5*p.scale
	color := t.Ink.alpha(0.75)
	if one.neuron == sumTerm {
		for _, dy := range [2]float64{-2.5 * p.scale, 2.5 * p.scale} {
			p.segment(pixel{x: x - h, y: y + dy}, pixel{x: x + h, y: y + dy}, 2, color)
		}
		return
	}
	p.segment(pixel{x: x - h, y: y}, pixel{x: x + h, y: y}, 2, color)
	p.segment(pixel{x: x, y: y - h}, pixel{x: x, y: y + h}, 2, color)
}

// caption writes above a cell what it shows, as far as there is room.
func (s *Scene) caption(cell Rect, grid *cells, one *term, snap *protocol.Snapshot, v *View) {
	room := (cell.W + grid.operator) / v.Layout.Scale
	class := classNote
	switch one.neuron {
	case sumTerm:
		s.nameSum(room, snap)
	case restTerm:
		if s.labels.start("the other ").number(float64(len(s.order)-len(s.sum)+2), 3); s.labels.width() > room {
			s.labels.start("rest")
		}
	default:
		k := one.neuron
		alpha := snap.Neurons[k].Alpha
		class = neuronClass(alpha, emphasis(snap, k) < 1 || one.presence < 0.5)
		if s.labels.start("").signed(alpha, 3).add(" σ(x′").neuron(k).add(")"); s.labels.width() > room {
			s.labels.start("").neuron(k).add(" ").signed(alpha, 3)
		}
		if s.labels.width() > room {
			s.labels.start("").neuron(k)
		}
	}
	s.labels.note(pixel{x: cell.X + cell.W/2, y: cell.Y - grid.captioned/2}, 'c', class)
}

// nameSum writes which sum is shown.
func (s *Scene) nameSum(room float64, snap *protocol.Snapshot) {
	s.labels.start("f")
	if snap.Outputs > 1 {
		s.labels.index(snap.Output)
	}
	short := len(s.labels.word)
	switch k := snap.Focus; {
	case focused(snap, k) && len(s.order) > 0:
		s.labels.add(" without ").neuron(k)
	case len(s.order) > 0 && snap.Film.Position < snap.Length():
		s.labels.add(" so far")
	default:
		s.labels.add("(x)")
	}
	if s.labels.width() > room {
		s.labels.word = s.labels.word[:short]
	}
}
