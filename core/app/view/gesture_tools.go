package view

import (
	"math"
	"math/rand/v2"

	"conelab/core/app/messages"
	"conelab/core/app/workspace"
)

// sprayed is the number of points that a brush draws at each position; positions are one radius apart.
const sprayed = 3

// press starts a gesture.
func (p *Pointer) press(w *workspace.Workspace, at workspace.Place, h touch, more bool) error {
	under := h.point(w, at)
	switch p.tool {
	case draw:
		if p.Radius(w.Now()) > 0 {
			return p.spray(w, at)
		}
		if under >= 0 && p.other && p.relabels(w) {
			p.sign, _ = w.Drawn(true)
			p.painting = true
			p.paint(w, under)
			return nil
		}
		if under >= 0 {
			p.grabbed = under
			return nil
		}
		if err := p.add(w, at); err != nil {
			return err
		}
		if w.Now().Features() == workspace.DrawnFeatures { // the drag that follows lifts it from the floor
			p.grabbed = w.Now().Samples() - 1
		}
	case move:
		p.grabbed = under
	case label:
		p.relabel(w, at, under)
	case erase:
		p.erase(w, at, under, h.radius)
	case choose:
		if under >= 0 {
			p.grab(w, under, more)
		}
	}
	return nil
}

// drag continues a gesture along a path to a place. What the pointer touches on the way is found by the radius.
func (p *Pointer) drag(w *workspace.Workspace, path []workspace.Place, at workspace.Place, h touch) error {
	for _, between := range path {
		if err := p.dragTo(w, between, touch{radius: h.radius}); err != nil {
			return err
		}
	}
	return p.dragTo(w, at, h)
}

func (p *Pointer) dragTo(w *workspace.Workspace, at workspace.Place, h touch) error {
	switch {
	case p.grabbed >= 0 && p.tool == choose:
		for k := range at {
			at[k] -= p.start[k]
		}
		w.Carry(at)
	case p.grabbed >= 0:
		w.Move(p.grabbed, at)
	case p.painting:
		p.paint(w, h.point(w, at))
	case p.tool == draw && p.Radius(w.Now()) > 0:
		return p.stroke(w, at, p.Radius(w.Now()), p.spray)
	case p.tool == draw:
		return p.stroke(w, at, 2*h.radius, p.add)
	case p.tool == label:
		p.relabel(w, at, h.point(w, at))
	case p.tool == erase:
		p.erase(w, at, h.point(w, at), h.radius)
	}
	return nil
}

// stroke calls draw at places between the last place and at, the given distance apart.
func (p *Pointer) stroke(w *workspace.Workspace, at workspace.Place, apart float64, draw func(*workspace.Workspace, workspace.Place) error) error {
	for {
		distance := w.Now().Distance(at, p.last)
		if distance < apart {
			return nil
		}
		next := p.last
		for k := range next {
			next[k] += apart / distance * (at[k] - next[k])
		}
		if err := draw(w, next); err != nil {
			return err
		}
	}
}

// add draws a point.
func (p *Pointer) add(w *workspace.Workspace, at workspace.Place) error {
	if w.Now().Samples() >= workspace.MaxDrawn {
		return messages.TooManyDrawn(workspace.MaxDrawn)
	}
	w.Add(at, p.other)
	p.last = at
	return nil
}

// spray adds points at random under the brush. The same gesture on the same points always draws the same points.
func (p *Pointer) spray(w *workspace.Workspace, at workspace.Place) error {
	rng, radius := rand.New(rand.NewPCG(uint64(w.Now().Samples()), 1)), p.Radius(w.Now())
	for range sprayed {
		sin, cos := math.Sincos(2 * math.Pi * rng.Float64())
		r := radius * math.Sqrt(rng.Float64())
		if err := p.add(w, w.Now().Clamp([]float64{at[0] + r*cos, at[1] + r*sin})); err != nil {
			return err
		}
	}
	p.last = at
	return nil
}

// relabel labels the points under the brush, or point i. All points of a gesture get the same sign, the opposite of the first one's. If each class
// has an output, they get the class of new points, or the next one.
func (p *Pointer) relabel(w *workspace.Workspace, at workspace.Place, i int) {
	radius := p.Radius(w.Now())
	if radius == 0 {
		p.paint(w, i)
		return
	}
	p.paint(w, w.Nearest(at, radius)) // decides the sign
	var under []int
	for j := range w.Now().Samples() {
		if w.Now().Distance(w.Where(j), at) <= radius {
			under = append(under, j)
		}
	}
	w.Paint(under, p.sign, p.other)
}

// relabels reports whether a press can relabel a point. With one feature and one output it cannot, because the label is the height of the point.
func (p *Pointer) relabels(w *workspace.Workspace) bool {
	return w.Now().Features() > 1 || w.Now().Classed()
}

// paint gives point i, unless it is -1, the sign of the gesture or the class of new points.
func (p *Pointer) paint(w *workspace.Workspace, i int) {
	if i < 0 {
		return
	}
	if p.sign == 0 {
		p.sign = 1
		if w.Now().Label(i, 0) > 0 {
			p.sign = -1
		}
	}
	w.Paint([]int{i}, p.sign, p.other)
}

// erase removes the points under the brush or within the radius. In three dimensions it removes point i, which is visible under the pointer.
func (p *Pointer) erase(w *workspace.Workspace, at workspace.Place, i int, radius float64) {
	gone := func(j int) bool { return j == i }
	if w.Now().Features() < workspace.DrawnFeatures {
		radius = math.Max(radius, p.Radius(w.Now()))
		i = w.Nearest(at, radius)
		gone = func(j int) bool { return w.Now().Distance(w.Where(j), at) <= radius }
	}
	if i >= 0 {
		w.Erase(gone)
	}
}

// grab starts a gesture of the selection tool on point i. A point that is not selected is first selected, alone or in addition to the others.
func (p *Pointer) grab(w *workspace.Workspace, i int, more bool) {
	p.grabbed, p.more = i, more
	p.fresh, p.start = !w.IsSelected(i), w.Where(i)
	if p.fresh {
		how := "set"
		if more {
			how = "add"
		}
		_ = w.Select(how, []int{i})
	}
}

// tap ends a gesture of the selection tool. A tap on one of several selected points selects only that point, or deselects it if taps add.
func (p *Pointer) tap(w *workspace.Workspace) {
	if p.tool != choose || !p.open || p.grabbed < 0 || p.changed || p.fresh {
		return
	}
	how := "set"
	if p.more {
		how = "remove"
	}
	_ = w.Select(how, []int{p.grabbed})
}
