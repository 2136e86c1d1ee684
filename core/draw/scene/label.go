package scene

import (
	"bytes"
	"math"
	"strconv"
	"unicode/utf8"

	"conelab/core/app/protocol"
)

// The classes of labels; the page's style sheet defines them.
const (
	classTick     = "tick"
	classNote     = "note"
	classPositive = "positive"
	classNegative = "negative"
	classOver     = "over" // on a body of any colour
)

const (
	// labelLimit is the largest number of labels in a tile; the page can show those of four tiles.
	labelLimit = 40
	// The estimated size of a character in css pixels, used to keep labels apart.
	runeWidth, lineHeight = 7.5, 15.0
)

// labels collects the text on top of a tile as lines "x\ty\tanchor\tclass\ttext", x and y in css pixels.
type labels struct {
	text  []byte
	word  []byte // the label under construction
	room  area   // of the tile
	scale float64
	size  float64 // the factor by which the page enlarges labels
	count int
	taken []area // by other labels
	marks []area // of what labels should not cover: points, arrows and curves
	// ticks are labels placed after all others; a tick that would cover another label is left out.
	ticks   []tick
	pending []byte            // the words of the ticks
	neurons []protocol.Neuron // of the snapshot; they have the numbers by which neurons are named
}

// tick is a label that waits; its word ends at the index end of pending.
type tick struct {
	at     pixel
	anchor byte
	end    int
}

// area is a rectangle in css pixels.
type area struct{ x0, y0, x1, y1 float64 }

// wordSize returns the factor by which the page enlarges labels, given the weight of lines.
func wordSize(weight float64) float64 { return 1 + (weight-1)/2 }

// reset begins the labels of a tile.
func (l *labels) reset(r Rect, scale, weight float64, neurons []protocol.Neuron) {
	*l = labels{
		text: l.text[:0], word: l.word[:0], taken: l.taken[:0], marks: l.marks[:0], ticks: l.ticks[:0], pending: l.pending[:0],
		scale: scale, size: wordSize(weight), neurons: neurons,
	}
	l.within(r)
}

// within keeps the words that are placed from now on in r.
func (l *labels) within(r Rect) {
	l.room = area{r.X / l.scale, r.Y / l.scale, (r.X + r.W) / l.scale, (r.Y + r.H) / l.scale}
}

// put writes the word at a position. anchor is the side of the text that is there: c l r t b (centre, left, right, top, bottom).
func (l *labels) put(at pixel, anchor byte, class string) {
	x, y := at.x/l.scale, at.y/l.scale
	if l.count == labelLimit || !(math.Abs(x) < far && math.Abs(y) < far) {
		return
	}
	l.count++
	l.text = strconv.AppendFloat(l.text, x, 'f', 1, 64)
	l.text = append(l.text, '\t')
	l.text = strconv.AppendFloat(l.text, y, 'f', 1, 64)
	l.text = append(l.text, '\t', anchor, '\t')
	l.text = append(l.text, class...)
	l.text = append(l.text, '\t')
	l.text = append(l.text, l.word...)
	l.text = append(l.text, '\n')
}

// tick adds the word as a label that is drawn only if it lies inside the tile and covers no other label of this frame, and nothing
// that is to be avoided.
func (l *labels) tick(at pixel, anchor byte) {
	l.pending = append(l.pending, l.word...)
	l.ticks = append(l.ticks, tick{at, anchor, len(l.pending)})
}

// placeTicks adds the ticks that have room.
func (l *labels) placeTicks() {
	start := 0
	for _, t := range l.ticks {
		l.word = append(l.word[:0], l.pending[start:t.end]...)
		start = t.end
		if a := l.area(t.at, t.anchor); l.fits(a) && a.covers(l.marks, 1) == 0 {
			l.note(t.at, t.anchor, classTick)
		}
	}
}

// note adds the word at a position and keeps other labels away from it.
func (l *labels) note(at pixel, anchor byte, class string) {
	l.taken = append(l.taken, l.area(at, anchor))
	l.put(at, anchor, class)
}

// avoid keeps the labels of arrows and marks away from a path with the given half width in css pixels, or from a spot if it is one pixel.
func (l *labels) avoid(half float64, path ...pixel) {
	for k, b := range path {
		a := path[max(0, k-1)]
		parts := math.Ceil(math.Hypot(b.x-a.x, b.y-a.y) / l.scale / (2 * half))
		for i := min(1, parts); i <= parts; i++ {
			at := a.lerp(b, i/max(1, parts))
			x, y := at.x/l.scale, at.y/l.scale
			l.marks = append(l.marks, area{x - half, y - half, x + half, y + half})
		}
	}
}

// area returns the rectangle of the word if it is anchored at a position.
func (l *labels) area(at pixel, anchor byte) area {
	x, y, w, h := at.x/l.scale, at.y/l.scale, l.width(), l.height()
	a := area{x - w/2, y - h/2, x + w/2, y + h/2}
	switch anchor {
	case 'l':
		a.x0, a.x1 = x, x+w
	case 'r':
		a.x0, a.x1 = x-w, x
	case 't':
		a.y0, a.y1 = y, y+h
	case 'b':
		a.y0, a.y1 = y-h, y
	}
	return a
}

// fits reports whether an area is inside the room and free.
func (l *labels) fits(a area) bool {
	return a.x0 >= l.room.x0 && a.x1 <= l.room.x1 && a.y0 >= l.room.y0 && a.y1 <= l.room.y1 && l.free(a)
}

func (l *labels) free(a area) bool { return a.covers(l.taken, 1) == 0 }

// covers returns how many of some areas a overlaps with, up to a largest number.
func (a *area) covers(areas []area, most int) (count int) {
	for i := range areas {
		if b := &areas[i]; a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1 {
			if count++; count == most {
				break
			}
		}
	}
	return count
}

// near adds the word centred at a position, or as near to it as possible without covering another label. It is left out where there is no
// room.
func (l *labels) near(at pixel, class string) {
	w, h := l.width(), l.height()
	x0, x1, y0, y1 := l.room.x0+w/2, l.room.x1-w/2, l.room.y0+h/2, l.room.y1-h/2
	if x0 > x1 {
		return
	}
	x, y := max(x0, min(at.x/l.scale, x1)), max(y0, min(at.y/l.scale, y1))
	for _, shift := range [...][2]float64{{0, 0}, {0, -1}, {0, 1}, {1, 0}, {-1, 0}, {1, -1}, {-1, -1}, {1, 1}, {-1, 1}, {0, -2}, {0, 2},
		{2, 0}, {-2, 0}} {
		moved := xy(max(x0, min(x+shift[0]*(w+2), x1))*l.scale, max(y0, min(y+shift[1]*h, y1))*l.scale)
		if l.free(l.area(moved, 'c')) {
			l.note(moved, 'c', class)
			return
		}
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
func (p *spot) at(l *labels, tip, tail pixel, distance float64) pixel {
	dx, dy := tip.x-tail.x, tip.y-tail.y
	n := math.Hypot(dx, dy)
	if !(n > 1e-6) {
		dx, dy, n = 0, -1, 1
	}
	sin, cos := math.Sincos(p.degrees * math.Pi / 180)
	x, y := (dx*cos-dy*sin)/n, (dx*sin+dy*cos)/n
	reach := (distance + p.off + l.width()/2*math.Abs(x) + l.height()/2*math.Abs(y)) * l.scale
	return tip.lerp(tail, p.back).moved(x*reach, y*reach)
}

// best places the word at the first of the spots where it has room and covers the fewest marks, and reports whether there is one.
// With mine, it considers only the positions for which that holds.
func (l *labels) best(tip, tail pixel, radius float64, class string, mine func(at pixel) bool) bool {
	var best pixel
	least := math.MaxInt
	for i := range spots {
		at := spots[i].at(l, tip, tail, radius)
		if a := l.area(at, 'c'); l.fits(a) && (mine == nil || mine(at)) {
			if n := a.covers(l.marks, least); n < least {
				best, least = at, n
			}
		}
		if least == 0 {
			break
		}
	}
	if least < math.MaxInt {
		l.note(best, 'c', class)
	}
	return least < math.MaxInt
}

// beyond places the word on the far side of a mark, as seen from a point, or around the mark and farther away until it covers nothing that
// is to be avoided. Where there is no such place, it is placed as near as possible. The radius of the mark is in css pixels.
func (l *labels) beyond(at, from pixel, radius float64, class string) {
	if !l.best(at, from, radius, class, nil) {
		l.near(at, class)
	}
}

// named labels tip k of several arrows drawn from tail, where no other tip is nearer. If there is no such position, it leaves the
// label out, since readers might assign it to another arrow.
func (l *labels) named(tips []pixel, k int, tail pixel, class string) {
	l.best(tips[k], tail, 0, class, func(at pixel) bool { return isNearest(tips, k, at) })
}

// isNearest reports whether tip k is nearer to a position than all other tips, by more than a fifth. Only the first of coinciding tips
// counts.
func isNearest(tips []pixel, k int, at pixel) bool {
	away := math.Hypot(tips[k].x-at.x, tips[k].y-at.y)
	for j, tip := range tips {
		same := math.Hypot(tip.x-tips[k].x, tip.y-tips[k].y) < 1
		if j != k && !(same && k < j) && math.Hypot(tip.x-at.x, tip.y-at.y) < 1.2*away {
			return false
		}
	}
	return true
}

// width returns the estimated width of the word, in css pixels.
func (l *labels) width() float64 { return l.size*runeWidth*float64(utf8.RuneCount(l.word)) + 2 }

// height returns its height.
func (l *labels) height() float64 { return l.size * lineHeight }

// start begins a new word with text.
//
//go:noinline
func (l *labels) start(text string) *labels {
	l.word = append(l.word[:0], text...)
	return l
}

// add appends to the word.
//
//go:noinline
func (l *labels) add(text string) *labels {
	l.word = append(l.word, text...)
	return l
}

// neuron appends the name of the neuron at an index of the list.
func (l *labels) neuron(i int) *labels {
	if i >= 0 && i < len(l.neurons) && l.neurons[i].Number > 0 {
		i = l.neurons[i].Number - 1
	}
	return l.add("u").index(i)
}

// index appends the subscript for the number i, which is counted from 0.
func (l *labels) index(i int) *labels {
	return l.small(i+1, "₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉")
}

// power appends an exponent.
func (l *labels) power(exponent int) *labels {
	if exponent < 0 {
		l.add("⁻")
		exponent = -exponent
	}
	return l.small(exponent, "⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹")
}

// small appends a number with the given digits.
func (l *labels) small(n int, digits ...string) *labels {
	var decimal [20]byte
	for _, d := range strconv.AppendInt(decimal[:0], int64(n), 10) {
		l.add(digits[d-'0'])
	}
	return l
}

// entry appends the name of a matrix entry for d features, Z₁₂ or Z′₁₃.
func (l *labels) entry(e protocol.Entry, d int) *labels {
	l.add("Z")
	if e.Matrix == 1 {
		l.add("′")
	}
	return l.index(min(e.Row, d)).index(min(e.Column, d))
}

// number appends v as the page writes numbers everywhere, with a true minus sign: 0.05, −2, 4.6e−11.
func (l *labels) number(v float64, digits int) *labels {
	if v == 0 {
		v = 0 // zero has no sign
	}
	if v < 0 {
		l.add("−")
		v = -v
	}
	start := len(l.word)
	l.word = strconv.AppendFloat(l.word, v, 'g', digits, 64)
	at := bytes.IndexByte(l.word[start:], 'e')
	if at < 0 {
		return l
	}
	at += start + 1
	exponent, _ := strconv.Atoi(string(l.word[at:])) // at least two digits
	if l.word = l.word[:at]; exponent < 0 {
		l.add("−")
		exponent = -exponent
	}
	l.word = strconv.AppendInt(l.word, int64(exponent), 10)
	return l
}

// signed appends v with its sign, even if positive.
func (l *labels) signed(v float64, digits int) *labels {
	if v > 0 {
		l.add("+")
	}
	return l.number(v, digits)
}
