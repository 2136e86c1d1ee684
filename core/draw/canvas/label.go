package canvas

import (
	"math"
	"strconv"
	"unicode/utf8"

	"conelab/core/data/fault"
)

// The classes of labels; the page's style sheet defines them.
const (
	ClassTick     = "tick"     // numbers of axes, and what is not in focus
	ClassNote     = "note"     // all other words
	ClassPositive = "positive" // names of neurons with a positive weight
	ClassNegative = "negative" // and with a negative one
	ClassOver     = "over"     // on a body of any colour
)

const (
	// apartWords is the least room between a tick and a word beside it, in css pixels.
	apartWords = 5.0
	// LabelLimit is the largest number of labels in a tile; the page can show those of four tiles.
	LabelLimit = 40
	// RuneWidth and LineHeight are the estimated size of a character in css pixels, in the usual size of labels, used to keep labels apart.
	RuneWidth, LineHeight = 7.5, 15.0
)

// Labels collects the text on top of a tile as lines "x\ty\tanchor\tclass\ttext", x and y in css pixels.
type Labels struct {
	text  []byte
	Word  []byte // the label under construction
	class string // of that label
	Room  Area   // of the tile
	scale float64
	size  float64 // of its text: see Canvas.Begin
	count int
	taken []Area // by other labels
	marks []Area // of what labels should not cover: points, arrows and curves
	// ticks are labels placed after all others; a tick that would cover another label is left out.
	ticks   []tick
	pending []byte // the words of the ticks
}

// tick is a label that waits; its word ends at the index end of pending.
type tick struct {
	at     Pixel
	anchor byte
	end    int
}

// Area is a rectangle in css pixels.
type Area struct{ X0, Y0, X1, Y1 float64 }

// Reset begins the labels of a tile.
func (l *Labels) Reset(r Rect, scale, words float64) {
	*l = Labels{
		text: l.text[:0], Word: l.Word[:0], taken: l.taken[:0], marks: l.marks[:0], ticks: l.ticks[:0], pending: l.pending[:0],
		scale: scale, size: words,
	}
	l.Within(r)
}

// Within keeps the words that are placed from now on in r.
func (l *Labels) Within(r Rect) {
	l.Room = Area{r.X / l.scale, r.Y / l.scale, (r.X + r.W) / l.scale, (r.Y + r.H) / l.scale}
}

// Tick adds the word as a label that is drawn only if it lies inside the tile and covers no other label of this frame, and nothing
// to avoid.
func (l *Labels) Tick(at Pixel, anchor byte) {
	l.pending = append(l.pending, l.Word...)
	l.ticks = append(l.ticks, tick{at, anchor, len(l.pending)})
}

// End adds the ticks that have room, and returns the text of the tile.
func (l *Labels) End() []byte {
	start, words := 0, l.taken
	for _, t := range l.ticks {
		l.Word = append(l.Word[:0], l.pending[start:t.end]...)
		start = t.end
		a := l.Area(t.at, t.anchor)
		apart := Area{a.X0 - apartWords, a.Y0, a.X1 + apartWords, a.Y1}
		if l.fits(a) && apart.covers(words, 1) == 0 && a.covers(l.marks, 1) == 0 {
			l.As(ClassTick).Note(t.at, t.anchor)
		}
	}
	return l.text
}

// Note writes the word at a position and keeps other labels away from it. anchor is the side of the text that is there: c l r t b (centre,
// left, right, top, bottom).
func (l *Labels) Note(at Pixel, anchor byte) {
	l.taken = append(l.taken, l.Area(at, anchor))
	x, y := at.X/l.scale, at.Y/l.scale
	if l.count == LabelLimit || !(math.Abs(x) < Far && math.Abs(y) < Far) {
		return
	}
	l.count++
	l.text = strconv.AppendFloat(l.text, x, 'f', 1, 64)
	l.text = append(l.text, '\t')
	l.text = strconv.AppendFloat(l.text, y, 'f', 1, 64)
	l.text = append(l.text, '\t', anchor, '\t')
	l.text = append(l.text, l.class...)
	l.text = append(l.text, '\t')
	l.text = append(l.text, l.Word...)
	l.text = append(l.text, '\n')
}

// Avoid keeps the labels of arrows and marks away from a path with the given half width in css pixels, or from a spot if it is one pixel.
func (l *Labels) Avoid(half float64, path ...Pixel) {
	for k, b := range path {
		a := path[max(0, k-1)]
		parts := math.Ceil(math.Hypot(b.X-a.X, b.Y-a.Y) / l.scale / (2 * half))
		for i := min(1, parts); i <= parts; i++ {
			at := a.Lerp(b, i/max(1, parts))
			x, y := at.X/l.scale, at.Y/l.scale
			l.marks = append(l.marks, Area{x - half, y - half, x + half, y + half})
		}
	}
}

// Area returns the rectangle of the word if it is anchored at a position.
func (l *Labels) Area(at Pixel, anchor byte) Area {
	x, y, w, h := at.X/l.scale, at.Y/l.scale, l.Width(), l.Height()
	a := Area{x - w/2, y - h/2, x + w/2, y + h/2}
	switch anchor {
	case 'l':
		a.X0, a.X1 = x, x+w
	case 'r':
		a.X0, a.X1 = x-w, x
	case 't':
		a.Y0, a.Y1 = y, y+h
	case 'b':
		a.Y0, a.Y1 = y-h, y
	}
	return a
}

// fits reports whether an area is inside the room and free.
func (l *Labels) fits(a Area) bool {
	return a.X0 >= l.Room.X0 && a.X1 <= l.Room.X1 && a.Y0 >= l.Room.Y0 && a.Y1 <= l.Room.Y1 && l.free(a)
}

func (l *Labels) free(a Area) bool { return a.covers(l.taken, 1) == 0 }

// Clear reports whether the word covers no mark if it is centred at a position.
func (l *Labels) Clear(at Pixel) bool {
	a := l.Area(at, 'c')
	return a.covers(l.marks, 1) == 0
}

// covers counts the areas that a overlaps, up to most.
func (a *Area) covers(areas []Area, most int) (count int) {
	for i := range areas {
		if b := &areas[i]; a.X0 < b.X1 && b.X0 < a.X1 && a.Y0 < b.Y1 && b.Y0 < a.Y1 {
			count++
			if count == most {
				break
			}
		}
	}
	return count
}

// Near adds the word centred at a position, or as near to it as possible without covering another label. It is left out where there is no
// room.
func (l *Labels) Near(at Pixel) {
	w, h, k := l.Width()/2, l.Height()/2, l.scale
	if l.Room.X1-l.Room.X0 < 2*w {
		return
	}
	at = XY(max(l.Room.X0+w, min(at.X/k, l.Room.X1-w))*k, max(l.Room.Y0+h, min(at.Y/k, l.Room.Y1-h))*k)
	if l.free(l.Area(at, 'c')) {
		l.Note(at, 'c')
	} else {
		l.Best(at, at.Offset(0, 1), 0, nil)
	}
}

// spot is a place of a word at an arrow: its angle with the arrow, how far it is off, in css pixels, and the share of the arrow,
// from its tip, at which it stands.
type spot struct{ degrees, off, back float64 }

// spots are the places of a word around the tip of an arrow and beside it; the best come first.
var spots = func() (all []spot) {
	for _, off := range [...]float64{4, 14, 24, 34, 44, 60} {
		for _, degrees := range [...]float64{0, 35, -35, 60, -60, 85, -85, 110, -110, 135, -135} {
			all = append(all, spot{degrees, off, 0})
		}
	}
	for _, back := range [...]float64{0.25, 0.5, 0.75} {
		for _, off := range [...]float64{10, 24, 38} {
			all = append(all, spot{90, off, back}, spot{-90, off, back})
		}
	}
	return all
}()

// at returns the position of the word at an arrow, a distance in css pixels farther away than its spot.
func (p *spot) at(l *Labels, tip, tail Pixel, distance float64) Pixel {
	dx, dy := tip.X-tail.X, tip.Y-tail.Y
	n := math.Hypot(dx, dy)
	if !(n > 1e-6) {
		dx, dy, n = 0, -1, 1
	}
	sin, cos := math.Sincos(p.degrees * math.Pi / 180)
	x, y := (dx*cos-dy*sin)/n, (dx*sin+dy*cos)/n
	away := (distance + p.off + l.Width()/2*math.Abs(x) + l.Height()/2*math.Abs(y)) * l.scale
	return tip.Lerp(tail, p.back).Offset(x*away, y*away)
}

// Best places the word at the first of the spots where it has room and covers the fewest marks, and reports whether there is one.
// It considers only positions that allowed, unless nil, returns true for.
func (l *Labels) Best(tip, tail Pixel, radius float64, allowed func(at Pixel) bool) bool {
	var best Pixel
	least := math.MaxInt
	for i := range spots {
		at := spots[i].at(l, tip, tail, radius)
		if a := l.Area(at, 'c'); l.fits(a) && (allowed == nil || allowed(at)) {
			if n := a.covers(l.marks, least); n < least {
				best, least = at, n
			}
		}
		if least == 0 {
			break
		}
	}
	if least < math.MaxInt {
		l.Note(best, 'c')
	}
	return least < math.MaxInt
}

// Beyond places the word on the far side of a mark, as seen from a point, or around the mark and farther away until it covers nothing
// to avoid. Where there is no such place, it is placed as near as possible. The radius of the mark is in css pixels.
func (l *Labels) Beyond(at, from Pixel, radius float64) {
	if !l.Best(at, from, radius, nil) {
		l.Near(at)
	}
}

// Above is Beyond for a mark that is seen from below.
func (l *Labels) Above(at Pixel, radius float64) { l.Beyond(at, at.Offset(0, 1), radius) }

// Named labels tip k of several arrows drawn from tail, where no other tip is nearer. If there is no such position, it leaves the
// label out, since readers might assign it to another arrow.
func (l *Labels) Named(tips []Pixel, k int, tail Pixel) {
	l.Best(tips[k], tail, 0, func(at Pixel) bool { return isNearest(tips, k, at) })
}

// isNearest reports whether tip k is nearer to a position than all other tips, by more than a fifth. Only the first of coinciding tips
// counts.
func isNearest(tips []Pixel, k int, at Pixel) bool {
	away := math.Hypot(tips[k].X-at.X, tips[k].Y-at.Y)
	for j, tip := range tips {
		same := math.Hypot(tip.X-tips[k].X, tip.Y-tips[k].Y) < 1
		if j != k && !(same && k < j) && math.Hypot(tip.X-at.X, tip.Y-at.Y) < 1.2*away {
			return false
		}
	}
	return true
}

// Width returns the estimated width of the word, in css pixels.
func (l *Labels) Width() float64 { return l.size*RuneWidth*float64(utf8.RuneCount(l.Word)) + 2 }

// Height returns its height.
func (l *Labels) Height() float64 { return l.size * LineHeight }

// Start begins a new word with text, of the class ClassNote unless As gives it another.
//
//go:noinline
func (l *Labels) Start(text string) *Labels {
	l.Word, l.class = append(l.Word[:0], text...), ClassNote
	return l
}

// As gives the word a class.
//
//go:noinline
func (l *Labels) As(class string) *Labels {
	l.class = class
	return l
}

// Add appends to the word.
//
//go:noinline
func (l *Labels) Add(text string) *Labels {
	l.Word = append(l.Word, text...)
	return l
}

// Index appends the subscript for the number i, which is counted from 0.
func (l *Labels) Index(i int) *Labels {
	return l.small(i+1, "₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉")
}

// Power appends an exponent.
func (l *Labels) Power(exponent int) *Labels {
	if exponent < 0 {
		l.Add("⁻")
		exponent = -exponent
	}
	return l.small(exponent, "⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹")
}

// PowerOfTen appends 10^d, as a power if it is very large or small.
func (l *Labels) PowerOfTen(d float64) *Labels {
	if d < -3 || d > 5 {
		return l.Add("10").Power(int(d))
	}
	return l.Number(math.Pow(10, d), 6)
}

// small appends a number with the given digits.
func (l *Labels) small(n int, digits ...string) *Labels {
	var decimal [20]byte
	for _, d := range strconv.AppendInt(decimal[:0], int64(n), 10) {
		l.Add(digits[d-'0'])
	}
	return l
}

// Number appends v as all sentences write numbers.
func (l *Labels) Number(v float64, digits int) *Labels {
	l.Word = fault.AppendNumber(l.Word, v, digits)
	return l
}

// Signed appends v with its sign, even if positive.
func (l *Labels) Signed(v float64, digits int) *Labels {
	if v > 0 {
		l.Add("+")
	}
	return l.Number(v, digits)
}
