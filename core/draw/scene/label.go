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

// labels collects the text on top of the pictures as lines "x\ty\tanchor\tclass\ttext", x and y in css pixels.
type labels struct {
	text  []byte
	word  []byte // the label under construction
	scale float64
	size  float64 // the factor by which the page enlarges labels
	count int
	taken []area // by other labels
	kept  []area // free of labels, for what they must not cover
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

// area is the rectangle of a label, in css pixels.
type area struct{ x0, y0, x1, y1 float64 }

// wordSize returns the factor by which the page enlarges labels, given the weight of lines.
func wordSize(weight float64) float64 { return 1 + (weight-1)/2 }

func (l *labels) reset(scale, weight float64) {
	l.size = wordSize(weight)
	l.text, l.taken, l.kept, l.ticks, l.pending, l.count, l.scale = l.text[:0], l.taken[:0], l.kept[:0], l.ticks[:0], l.pending[:0], 0, scale
}

// put writes the word at a position. anchor says which side of the text is there: c l r t b (centre, left, right, top, bottom).
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

// tick adds the word as a label that is drawn only if it lies inside the tile and covers no other label of this frame.
func (l *labels) tick(at pixel, anchor byte) {
	l.pending = append(l.pending, l.word...)
	l.ticks = append(l.ticks, tick{at, anchor, len(l.pending)})
}

// placeTicks adds the ticks that are inside r.
func (l *labels) placeTicks(r Rect) {
	room := area{r.X / l.scale, r.Y / l.scale, (r.X + r.W) / l.scale, (r.Y + r.H) / l.scale}
	start := 0
	for _, t := range l.ticks {
		l.word = append(l.word[:0], l.pending[start:t.end]...)
		start = t.end
		a := l.area(t.at, t.anchor)
		if l.free(a) && a.x0 >= room.x0 && a.x1 <= room.x1 && a.y0 >= room.y0 && a.y1 <= room.y1 {
			l.taken = append(l.taken, a)
			l.put(t.at, t.anchor, classTick)
		}
	}
}

// note adds the word at a position and keeps other labels away from it.
func (l *labels) note(at pixel, anchor byte, class string) {
	l.taken = append(l.taken, l.area(at, anchor))
	l.put(at, anchor, class)
}

// area returns the rectangle of the word if it is anchored at a position.
func (l *labels) area(at pixel, anchor byte) area {
	x, y, w := at.x/l.scale, at.y/l.scale, l.width()
	a := area{x - w/2, y - l.height()/2, x + w/2, y + l.height()/2}
	switch anchor {
	case 'l':
		a.x0, a.x1 = x, x+w
	case 'r':
		a.x0, a.x1 = x-w, x
	case 't':
		a.y0, a.y1 = y, y+l.height()
	case 'b':
		a.y0, a.y1 = y-l.height(), y
	}
	return a
}

// place adds the word centred at a position, or as near to it as possible without covering another label, inside r. It is left out where
// there is no room.
func (l *labels) place(at pixel, r Rect, class string) {
	width := l.width()
	if width > r.W/l.scale {
		return
	}
	x0, x1 := r.X/l.scale+width/2, (r.X+r.W)/l.scale-width/2
	y0, y1 := r.Y/l.scale+l.height()/2, (r.Y+r.H)/l.scale-l.height()/2
	x, y := max(x0, min(at.x/l.scale, x1)), max(y0, min(at.y/l.scale, y1))
	for _, shift := range [...][2]float64{{0, 0}, {0, -1}, {0, 1}, {1, 0}, {-1, 0}, {1, -1}, {-1, -1}, {1, 1}, {-1, 1}, {0, -2}, {0, 2}, {2, 0}, {-2, 0}} {
		mx, my := max(x0, min(x+shift[0]*(width+2), x1)), max(y0, min(y+shift[1]*l.height(), y1))
		moved := area{mx - width/2, my - l.height()/2, mx + width/2, my + l.height()/2}
		if !l.free(moved) {
			continue
		}
		l.taken = append(l.taken, moved)
		at.x, at.y = mx*l.scale, my*l.scale
		l.put(at, 'c', class)
		return
	}
}

// avoid keeps words away from a line, or from a mark if both ends are the same, of a half width in css pixels.
func (l *labels) avoid(a, b pixel, half float64) {
	length := math.Hypot(b.x-a.x, b.y-a.y) / l.scale
	for k, parts := 0.0, max(1, math.Ceil(length/(2*half))); k <= parts; k++ {
		at := a.lerp(b, k/parts)
		x, y := at.x/l.scale, at.y/l.scale
		l.kept = append(l.kept, area{x - half, y - half, x + half, y + half})
	}
}

// around places the word beyond a mark of a radius in css pixels, seen from a point, or turned around the mark and farther from it until it
// covers nothing that is to be avoided and is inside r. Where there is no such place it is placed as near as possible.
func (l *labels) around(at, from pixel, radius float64, r Rect, class string) {
	if !l.fits(at, from, radius, r, class) {
		l.beyond(at, from, r, class)
	}
}

// fits is around that adds nothing and returns false where there is no such place.
func (l *labels) fits(at, from pixel, radius float64, r Rect, class string) bool {
	dx, dy := at.x-from.x, at.y-from.y
	n := math.Hypot(dx, dy)
	if !(n > 1e-6) {
		dx, dy, n = 0, -1, 1
	}
	for _, try := range [...]struct{ degrees, away float64 }{{0, 1}, {35, 1}, {-35, 1}, {35, 1.5}, {-35, 1.5}, {60, 1.3}, {-60, 1.3}, {85, 1.3}, {-85, 1.3}} {
		sin, cos := math.Sincos(try.degrees * math.Pi / 180)
		x, y := (dx*cos-dy*sin)/n, (dx*sin+dy*cos)/n
		reach := (4 + radius + l.width()/2*math.Abs(x) + l.height()/2*math.Abs(y)) * l.scale * try.away
		place := pixel{x: at.x + x*reach, y: at.y + y*reach}
		a := l.area(place, 'c')
		if l.free(a) && a.x0*l.scale >= r.X && a.x1*l.scale <= r.X+r.W && a.y0*l.scale >= r.Y && a.y1*l.scale <= r.Y+r.H {
			l.note(place, 'c', class)
			return true
		}
	}
	return false
}

// beyond places the word outside the tip of an arrow drawn from tail.
func (l *labels) beyond(tip, tail pixel, r Rect, class string) {
	dx, dy := tip.x-tail.x, tip.y-tail.y
	n := math.Hypot(dx, dy)
	if !(n > 1e-6) {
		dx, dy, n = 0, -1, 1
	}
	reach := (4 + l.width()/2*math.Abs(dx)/n + l.height()/2*math.Abs(dy)/n) * l.scale
	l.place(pixel{x: tip.x + dx/n*reach, y: tip.y + dy/n*reach}, r, class)
}

// named labels tip k of several arrows drawn from tail. It puts the word beyond or beside the tip, inside r, where it covers no other label
// and no other tip is nearer. If there is no such position, it leaves the label out, since readers might assign it to another arrow.
func (l *labels) named(tips []pixel, k int, tail pixel, r Rect, class string) {
	tip := tips[k]
	dx, dy := tip.x-tail.x, tip.y-tail.y
	n := math.Hypot(dx, dy)
	if !(n > 1e-6) {
		dx, dy, n = 0, -1, 1
	}
	dx, dy = dx/n, dy/n
	for _, side := range [3][2]float64{{dx, dy}, {-dy, dx}, {dy, -dx}} {
		reach := (4 + l.width()/2*math.Abs(side[0]) + l.height()/2*math.Abs(side[1])) * l.scale
		at := pixel{x: tip.x + side[0]*reach, y: tip.y + side[1]*reach}
		a := l.area(at, 'c')
		inside := a.x0*l.scale >= r.X && a.x1*l.scale <= r.X+r.W && a.y0*l.scale >= r.Y && a.y1*l.scale <= r.Y+r.H
		if inside && l.free(a) && isNearest(tips, k, at) {
			l.note(at, 'c', class)
			return
		}
	}
}

// isNearest reports whether tip k is nearer to a position than all other tips, by more than a fifth. Of coinciding tips only the first
// counts.
func isNearest(tips []pixel, k int, at pixel) bool {
	own := math.Hypot(tips[k].x-at.x, tips[k].y-at.y)
	for j, tip := range tips {
		same := math.Hypot(tip.x-tips[k].x, tip.y-tips[k].y) < 1
		if j != k && !(same && k < j) && math.Hypot(tip.x-at.x, tip.y-at.y) < 1.2*own {
			return false
		}
	}
	return true
}

// width returns the estimated width of the word, in css pixels.
func (l *labels) width() float64 { return l.size*runeWidth*float64(utf8.RuneCount(l.word)) + 2 }

// height returns its height.
func (l *labels) height() float64 { return l.size * lineHeight }

func (l *labels) free(a area) bool {
	for _, areas := range [2][]area{l.taken, l.kept} {
		for _, b := range areas {
			if a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1 {
				return false
			}
		}
	}
	return true
}

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
func (l *labels) neuron(place int) *labels { return l.add("u").index(l.calledAt(place)) }

// calledAt returns the number in the name of the neuron at an index of the list, counted from 0.
func (l *labels) calledAt(place int) int {
	if place >= 0 && place < len(l.neurons) && l.neurons[place].Number > 0 {
		return l.neurons[place].Number - 1
	}
	return place
}

// index appends the subscript for the number i, which is counted from 0.
func (l *labels) index(i int) *labels {
	var digits [20]byte
	for _, d := range strconv.AppendInt(digits[:0], int64(i+1), 10) {
		l.word = utf8.AppendRune(l.word, '₀'+rune(d-'0'))
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

// power appends an exponent.
func (l *labels) power(exponent int) *labels {
	if exponent < 0 {
		l.add("⁻")
		exponent = -exponent
	}
	var digits [20]byte
	for _, d := range strconv.AppendInt(digits[:0], int64(exponent), 10) {
		l.add([...]string{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"}[d-'0'])
	}
	return l
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

// neuronClass returns the class of the label of a neuron with weight alpha; with dim, for a neuron out of focus while another is in focus,
// the quiet class.
func neuronClass(alpha float64, dim bool) string {
	switch {
	case dim:
		return classTick
	case alpha < 0:
		return classNegative
	}
	return classPositive
}

// roundStep returns the largest number 1, 2 or 5 times a power of ten that is at most x > 0.
func roundStep(x float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(x)))
	switch m := x / power; {
	case m >= 5:
		return 5 * power
	case m >= 2:
		return 2 * power
	}
	return power
}
