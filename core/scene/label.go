package scene

import (
	"math"
	"strconv"
	"unicode/utf8"
)

// The classes of labels, known to the style sheet of the page.
const (
	classTick     = "tick"
	classNote     = "note"
	classPositive = "positive"
	classNegative = "negative"
)

const (
	// labelLimit is the number of labels that the page can show.
	labelLimit = 50
	// The size of a label in css pixels, estimated to keep labels apart.
	runeWidth, lineHeight = 7.5, 15.0
)

// labels collects the text over the pictures as lines "x\ty\tanchor\tclass\ttext", x and y in css pixels.
type labels struct {
	text  []byte
	word  []byte // the label that is being put together
	scale float64
	count int
	taken []area
}

// area is where a label is, in css pixels.
type area struct{ x0, y0, x1, y1 float64 }

func (l *labels) reset(scale float64) {
	l.text, l.taken, l.count, l.scale = l.text[:0], l.taken[:0], 0, scale
}

// put adds the word at a spot. Anchor is the side of the text that sits there: c l r t b.
func (l *labels) put(at spot, anchor byte, class string) {
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

// place adds the word centred at a spot, or a little above or below it where it covers no other placed label, and inside r.
func (l *labels) place(at spot, r Rect, class string) {
	width := l.width()
	x0, x1 := r.X/l.scale+width/2, (r.X+r.W)/l.scale-width/2
	y0, y1 := r.Y/l.scale+lineHeight/2, (r.Y+r.H)/l.scale-lineHeight/2
	x, y := max(x0, min(at.x/l.scale, x1)), max(y0, min(at.y/l.scale, y1))
	spot := area{x - width/2, y - lineHeight/2, x + width/2, y + lineHeight/2}
	for _, shift := range [...]float64{0, -1, 1, -2, 2} {
		moved := area{spot.x0, spot.y0 + shift*lineHeight, spot.x1, spot.y1 + shift*lineHeight}
		if l.free(moved) {
			spot = moved
			break
		}
	}
	l.taken = append(l.taken, spot)
	at.x, at.y = x*l.scale, (spot.y0+spot.y1)/2*l.scale
	l.put(at, 'c', class)
}

// beyond places the word outside the tip of an arrow that comes from tail.
func (l *labels) beyond(tip, tail spot, r Rect, class string) {
	dx, dy := tip.x-tail.x, tip.y-tail.y
	n := math.Hypot(dx, dy)
	if !(n > 1e-6) {
		dx, dy, n = 0, -1, 1
	}
	reach := (4 + l.width()/2*math.Abs(dx)/n + lineHeight/2*math.Abs(dy)/n) * l.scale
	l.place(spot{x: tip.x + dx/n*reach, y: tip.y + dy/n*reach}, r, class)
}

// width returns about how wide the word is, in css pixels.
func (l *labels) width() float64 { return runeWidth*float64(utf8.RuneCount(l.word)) + 2 }

func (l *labels) free(a area) bool {
	for _, b := range l.taken {
		if a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1 {
			return false
		}
	}
	return true
}

// say starts the word anew with text.
func (l *labels) say(text string) *labels {
	l.word = append(l.word[:0], text...)
	return l
}

// and continues the word.
func (l *labels) and(text string) *labels {
	l.word = append(l.word, text...)
	return l
}

// index continues the word with the subscript of the number i counted from 0.
func (l *labels) index(i int) *labels {
	var digits [20]byte
	for _, d := range strconv.AppendInt(digits[:0], int64(i+1), 10) {
		l.word = utf8.AppendRune(l.word, '₀'+rune(d-'0'))
	}
	return l
}

// number continues the word with v, with a true minus sign.
func (l *labels) number(v float64, digits int) *labels {
	if v < 0 {
		l.and("−")
		v = -v
	}
	l.word = strconv.AppendFloat(l.word, v, 'g', digits, 64)
	return l
}

// neuronClass returns the class of the label of neuron k; a neuron that is not in focus while another is gets the quiet one.
func neuronClass(alpha float64, dim bool) string {
	switch {
	case dim:
		return classTick
	case alpha < 0:
		return classNegative
	}
	return classPositive
}

// roundStep returns the largest of 1, 2, 5 times a power of ten that is at most x > 0.
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
