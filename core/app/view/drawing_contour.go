package view

import "math"

// window is a rectangle of the plane.
type window struct{ left, right, low, high float64 }

// contour returns the curve q = 0 in a window as lines, each with alternating x and y; a closed line ends where it begins. It uses marching squares:
// the curve passes from side to side of the cells of a grid. Where q is quadratic along a side, each point is a root of it, up to rounding. With
// keep, only segments whose midpoint it accepts are returned. Parts of the curve that lie within one cell are missed.
func contour(q surface, in window, keep func(x, y float64) bool) [][]float64 {
	return march(q, in, keep).lines()
}

// march finds the segments in all cells.
func march(q surface, in window, keep func(x, y float64) bool) *marcher {
	m := &marcher{window: in, q: q, ends: map[int][2]float64{}, next: map[int][]int{}}
	m.sample()
	for j := range cells {
		for i := range cells {
			m.cell(i, j, keep)
		}
	}
	return m
}

// marcher joins the segments of the cells. Sides of cells are numbered: the side below cell (i, j) is 2 (j (cells + 1) + i), and the side left of it
// is the next number.
type marcher struct {
	window
	q      surface
	values []float64 // at the corners
	ends   map[int][2]float64
	next   map[int][]int
	order  []int // sides at which segments begin; makes the order of the lines deterministic
}

func (m *marcher) x(i int) float64 { return m.left + (m.right-m.left)*float64(i)/cells }
func (m *marcher) y(j int) float64 { return m.low + (m.high-m.low)*float64(j)/cells }

// sample evaluates q at the corners.
func (m *marcher) sample() {
	m.values = make([]float64, (cells+1)*(cells+1))
	for j := range cells + 1 {
		for i := range cells + 1 {
			m.values[j*(cells+1)+i] = m.q(m.x(i), m.y(j))
		}
	}
}

func (m *marcher) value(i, j int) float64 { return m.values[j*(cells+1)+i] }

// cell adds the segments in a cell: one if two sides are crossed, two if all four are.
func (m *marcher) cell(i, j int, keep func(x, y float64) bool) {
	below, left := 2*(j*(cells+1)+i), 2*(j*(cells+1)+i)+1
	above, right := below+2*(cells+1), left+2
	sides := [4]int{below, right, above, left}
	corners := [4][2]int{{i, j}, {i + 1, j}, {i + 1, j + 1}, {i, j + 1}}
	var crossed []int
	for _, at := range corners { // no curve where the function is not known
		if v := m.value(at[0], at[1]); v != v {
			return
		}
	}
	for k, from := range corners {
		to := corners[(k+1)%4]
		if (m.value(from[0], from[1]) < 0) != (m.value(to[0], to[1]) < 0) {
			m.cross(sides[k], from, to)
			crossed = append(crossed, sides[k])
		}
	}
	switch len(crossed) {
	case 2:
		m.piece(crossed[0], crossed[1], keep)
	case 4: // the first corner is joined to the third one through the middle, or the second to the fourth
		middle := m.q((m.x(i)+m.x(i+1))/2, (m.y(j)+m.y(j+1))/2)
		if (middle < 0) == (m.value(i, j) < 0) {
			m.piece(below, right, keep)
			m.piece(above, left, keep)
		} else {
			m.piece(left, below, keep)
			m.piece(right, above, keep)
		}
	}
}

// cross finds the point where q is zero on a side.
func (m *marcher) cross(side int, from, to [2]int) {
	if _, known := m.ends[side]; known {
		return
	}
	x0, y0, x1, y1 := m.x(from[0]), m.y(from[1]), m.x(to[0]), m.y(to[1])
	// Along the side q is c + b t + a t^2 for t from 0 to 1.
	c, end := m.value(from[0], from[1]), m.value(to[0], to[1])
	middle := m.q((x0+x1)/2, (y0+y1)/2)
	a := 2 * (end - 2*middle + c)
	t := root(a, end-c-a, c)
	m.ends[side] = [2]float64{x0 + t*(x1-x0), y0 + t*(y1-y0)}
}

// root returns the root of a t^2 + b t + c in [0, 1], given that the signs at both ends differ.
func root(a, b, c float64) float64 {
	s := math.Sqrt(math.Max(0, b*b-4*a*c))
	w := -(b + math.Copysign(s, b)) / 2 // without cancellation; the roots are w / a and c / w
	for _, t := range [...]float64{c / w, w / a} {
		if t >= 0 && t <= 1 {
			return t
		}
	}
	if c == 0 {
		return 0
	}
	return math.Max(0, math.Min(1, c/(c-(a+b+c)))) // rounding has moved it beyond an end
}

// piece adds the segment between two sides of a cell.
func (m *marcher) piece(a, b int, keep func(x, y float64) bool) {
	p, q := m.ends[a], m.ends[b]
	if keep != nil && !keep((p[0]+q[0])/2, (p[1]+q[1])/2) {
		return
	}
	m.next[a], m.next[b] = append(m.next[a], b), append(m.next[b], a)
	m.order = append(m.order, a, b)
}

// lines joins the segments: first the open lines, then the closed ones.
func (m *marcher) lines() (lines [][]float64) {
	for _, open := range []bool{true, false} {
		for _, side := range m.order {
			if n := len(m.next[side]); n == 0 || open && n != 1 {
				continue
			}
			lines = append(lines, m.line(side))
		}
	}
	return lines
}

// line follows the segments from a side and removes them.
func (m *marcher) line(side int) (line []float64) {
	for {
		at := m.ends[side]
		line = append(line, at[0], at[1])
		onward := m.next[side]
		if len(onward) == 0 {
			return line
		}
		to := onward[0]
		m.drop(side, to)
		m.drop(to, side)
		side = to
	}
}

// drop removes the segment from one side to another.
func (m *marcher) drop(from, to int) {
	list := m.next[from]
	for k := range list {
		if list[k] == to {
			m.next[from] = append(list[:k:k], list[k+1:]...)
			return
		}
	}
}
