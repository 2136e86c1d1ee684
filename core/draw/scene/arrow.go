package scene

import "math"

// beside places the word at an arrow, beyond or beside its tip, or along it, inside r: at the first such place of those where it covers the fewest of
// the marks that covered counts. If there is no such place it is placed beyond the tip, as near as possible.
func (l *labels) beside(tip, tail pixel, r Rect, class string, covered func(area) int) {
	dx, dy := tip.x-tail.x, tip.y-tail.y
	n := math.Hypot(dx, dy)
	if !(n > 1e-6) {
		dx, dy, n = 0, -1, 1
	}
	var best pixel
	fewest := math.MaxInt
	for _, try := range besideArrow {
		sin, cos := math.Sincos(try.degrees * math.Pi / 180)
		x, y := (dx*cos-dy*sin)/n, (dx*sin+dy*cos)/n
		reach := (try.off + l.width()/2*math.Abs(x) + l.height()/2*math.Abs(y)) * l.scale
		foot := tip.lerp(tail, try.back)
		place := pixel{x: foot.x + x*reach, y: foot.y + y*reach}
		a := l.area(place, 'c')
		if !l.free(a) || a.x0*l.scale < r.X || a.x1*l.scale > r.X+r.W || a.y0*l.scale < r.Y || a.y1*l.scale > r.Y+r.H {
			continue
		}
		if count := covered(a); count < fewest {
			best, fewest = place, count
		}
		if fewest == 0 {
			break
		}
	}
	if fewest == math.MaxInt {
		l.beyond(tip, tail, r, class)
		return
	}
	l.note(best, 'c', class)
}

// besideArrow are the places of a word at an arrow, the best first: its angle with the arrow, how far it is off, in css pixels, and the share of the
// arrow, from its tip, at which it stands.
var besideArrow = func() (tries []struct{ degrees, off, back float64 }) {
	for _, off := range [...]float64{4, 14, 24, 34, 44, 60} {
		for _, degrees := range [...]float64{0, 35, -35, 60, -60, 85, -85, 110, -110, 135, -135} {
			tries = append(tries, struct{ degrees, off, back float64 }{degrees, off, 0})
		}
	}
	for _, back := range [...]float64{0.25, 0.5, 0.75} {
		for _, off := range [...]float64{10, 24, 38} {
			tries = append(tries, struct{ degrees, off, back float64 }{90, off, back}, struct{ degrees, off, back float64 }{-90, off, back})
		}
	}
	return tries
}()
