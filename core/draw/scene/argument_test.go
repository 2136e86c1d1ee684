package scene

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"conelab/core/app/protocol"
	"conelab/core/draw/canvas"
)

// argued are presets with one, two, three and more features, and with two and several classes.
var argued = []string{"valley", "parabola", "shell", "blobs", "ring"}

// argumentViews are a desktop's picture, a phone's and others, the last two in large type.
func argumentViews() (views []*View) {
	for _, size := range [][3]float64{
		{590, 500, 1}, {370, 330, 1}, {900, 420, 1}, {420, 700, 1}, {370, 140, 1}, {590, 440, 1.5}, {880, 600, 1.8},
	} {
		v := alone(protocol.PictureCertificate, size[0], size[1])
		v.Words, v.Weight = size[2], min(1.5, size[2])
		v.Theme, _ = canvas.ThemeOf(make([]float32, 27))
		views = append(views, v)
	}
	return views
}

// TestGainsAreDrawnWhereTheyAre checks the position of the curve of the gains, in the topics Price, Curve and Bounds. The
// scale of the costs is one for all directions.
func TestGainsAreDrawnWhereTheyAre(t *testing.T) {
	for _, name := range argued {
		s := solve(t, name)
		if s.snapshot.Dimension == 1 {
			continue
		}
		for _, animation := range []string{"price", "curve", "bounds"} {
			s.do(t, `{"do":"animation","name":%q}`, animation)
			a, reach := &s.snapshot.Argument, 0.0
			for _, position := range []float64{0.1, 1, 1.9, 2.8, 3.7} { // the curve of the price is the trace of what was tried, without leaps
				s.do(t, `{"do":"seek","position":%g}`, position)
				if reach != 0 && a.Reach != reach {
					t.Errorf("%s, %s: the scale of the costs changes from %g to %g", name, animation, reach, a.Reach)
				}
				reach = a.Reach
			}
			for _, v := range argumentViews() {
				scene, seen := New(), 0
				for _, at := range curves(scene.Build(&s.snapshot, v), protocol.PictureCertificate, 2*v.Weight, 1) {
					c := &builderOf[*certificate](scene, protocol.PictureCertificate).plot
					if high := c.Rect.H / 2 / (c.KY * s.snapshot.Beta); high > 6.01 {
						t.Fatalf("%s, %s: the picture is %g β high, in which β is hardly seen", name, animation, high)
					}
					if !c.Rect.Contains(at.X, at.Y) {
						continue // the curve of the costs
					}
					x, g := c.Point(at.X, at.Y)
					angle := x * math.Pi / 180
					want := a.Circle.At(protocol.Vec{math.Cos(angle), math.Sin(angle)})
					if math.Abs(g-want) > 0.02*s.snapshot.Beta+1e-3*math.Abs(want) {
						t.Fatalf("%s, %s: at %g° the gain is drawn at %g, it is %g", name, animation, angle*180/math.Pi, g, want)
					}
					seen++
				}
				if seen < 40 {
					t.Errorf("%s, %s: %d parts of the curve", name, animation, seen)
				}
			}
		}
	}
}

// TestPointersSteerTheArgument: a pointer at a direction, an angle or a position on the section moves the animation to it.
func TestPointersSteerTheArgument(t *testing.T) {
	for _, name := range argued {
		s := solve(t, name)
		for _, animation := range []string{"price", "curve", "bowl"} {
			s.do(t, `{"do":"animation","name":%q}`, animation)
			v := argumentViews()[0]
			a := &s.snapshot.Argument
			if a.Line && animation != "bowl" {
				continue
			}
			for _, want := range []float64{-2.2, -0.4, 0.3, 0.9, 1.4} {
				h := pointerOver(&s.snapshot, v)
				c := &builderOf[*certificate](h.hit.Scene, protocol.PictureCertificate).plot
				at := c.At(want*180/math.Pi, 0)
				if animation == "bowl" {
					at = canvas.XY(c.At(want, 0).X, c.Bottom())
					if want < 0 || want > 1 {
						continue
					}
				}
				if !h.at(Down, at) || len(h.sent) != 1 {
					t.Fatalf("%s, %s: the press sent %q", name, animation, h.sent)
				}
				s.do(t, "%s", h.last())
				if got := map[string]float64{"price": a.Angle, "curve": a.Angle, "bowl": a.At}[animation]; math.Abs(got-want) > 1e-3 {
					t.Errorf("%s, %s: the pointer was at %g, looked at is %g", name, animation, want, got)
				}
			}
		}
	}
}

// TestPointerPerturbsANeuron: a sideways drag turns the neuron, an upward drag makes it grow, and the turns of other neurons stay. The
// resolution is reduced while something moves: between two events, or before the press, when the frame is still the one before.
func TestPointerPerturbsANeuron(t *testing.T) {
	s := solve(t, "parabola")
	s.do(t, `{"do":"animation","name":"bounds"}`)
	for k := range 2 {
		h := pointerOver(&s.snapshot, argumentViews()[0])
		targets, mark := h.hit.Scene.tiles[protocol.PictureCertificate].targets, s.snapshot.Argument.Marks[k]
		at := targets[slices.IndexFunc(targets, func(t target) bool { return t.index == mark.Neuron })]
		if k == 0 {
			h.at(Down, at.Pixel)
			h.coarsen()
		} else {
			h.coarsen()
			h.at(Down, canvas.XY(at.X/2, at.Y/2))
		}
		degrees := 20 + 10*float64(k)
		unit := builderOf[*certificate](h.hit.Scene, protocol.PictureCertificate).plot.KX
		h.at(Move, canvas.Pixel{X: (at.X + degrees*unit) / 2, Y: at.Y/2 - 0.25*perturbHeight})
		s.do(t, "%s", h.last())
		now := s.snapshot.Argument.Marks[k]
		if math.Abs(now.Turn-degrees) > 1e-6 || math.Abs(now.Scale-1.5) > 1e-6 ||
			math.Abs(math.Remainder(now.Angle-mark.Angle, 2*math.Pi)*180/math.Pi-degrees) > 1e-6 {
			t.Errorf("neuron %d: %+v, from %+v", k, now, mark)
		}
	}
	if first := s.snapshot.Argument.Marks[0]; math.Abs(first.Turn-20) > 1e-6 {
		t.Errorf("the first neuron is no longer turned: %+v", first)
	}
}

// TestArgumentFitsItsPicture: all words of the five pictures are inside the picture at every size, and none covers another.
func TestArgumentFitsItsPicture(t *testing.T) {
	for _, name := range argued {
		s := solve(t, name)
		for _, animation := range []string{"price", "curve", "bowl", "tangents", "bounds"} {
			s.do(t, `{"do":"animation","name":%q}`, animation)
			for _, position := range []float64{0, 0.7, 1.9, 3.3, 4} {
				s.do(t, `{"do":"seek","position":%g}`, position)
				for _, v := range argumentViews() {
					r := v.Layout.Tiles[protocol.PictureCertificate]
					frame := New().Build(&s.snapshot, v)
					text := string(frame.Labels)
					where := fmt.Sprintf("%s, %s at %g, %gx%g", name, animation, position, r.W, r.H)
					for _, a := range areasOf(text, v.Words) {
						if a.X0 < r.X-1 || a.X1 > r.X+r.W+1 || a.Y0 < r.Y-1 || a.Y1 > r.Y+r.H+1 {
							t.Errorf("%s: a label at %+v is outside\n%s", where, a, text)
						}
					}
					checkLabels(t, where, text, v.Words, 2, 3)
					if animation == "bounds" && s.snapshot.Dimension == 2 {
						checkPeakLabel(t, where, frame, v)
					}
					if strings.Contains(text, "NaN") || strings.Contains(text, "Inf") {
						t.Errorf("%s, %s: %s", name, animation, text)
					}
				}
			}
		}
	}
}

// checkPeakLabel fails the test if the curve goes through the label that says how far it goes beyond the picture.
func checkPeakLabel(t *testing.T, where string, f *Frame, v *View) {
	t.Helper()
	lines := strings.Split(string(f.Labels), "\n")
	k := slices.IndexFunc(lines, func(line string) bool { return strings.Contains(line, "up to") })
	if k < 0 {
		return
	}
	a := areasOf(lines[k], v.Words)[0]
	for _, at := range curves(f, protocol.PictureCertificate, 2*v.Weight, 1) {
		if at.X > a.X0 && at.X < a.X1 && at.Y > a.Y0 && at.Y < a.Y1 {
			t.Errorf("%s: the curve goes through %q at %v", where, lines[k], at)
		}
	}
}

// TestTangentsAreDrawnWhereTheyAre: the dot of each tangent is on its curve and on its line at every moment of the animation, the pointer
// finds the point whose dot is under it, and at the end all lines are level at their heights.
func TestTangentsAreDrawnWhereTheyAre(t *testing.T) {
	for _, name := range argued {
		s := solve(t, name)
		s.do(t, `{"do":"animation","name":"tangents"}`)
		for _, position := range []float64{1, 2.2, 4} {
			s.do(t, `{"do":"seek","position":%g}`, position)
			for _, v := range argumentViews() {
				a, r := &s.snapshot.Argument, v.Layout.Tiles[protocol.PictureCertificate]
				if len(a.Tangents) != len(s.snapshot.Points) {
					t.Fatalf("%s: %d lines of %d points", name, len(a.Tangents), len(s.snapshot.Points))
				}
				hit := &HitTest{Scene: New(), Snapshot: &s.snapshot, View: v}
				hit.Scene.Build(&s.snapshot, v)
				shown := tangentsOf(r, v.Words, &s.snapshot)
				for i := range a.Tangents {
					one, at := &a.Tangents[i], shown.touch(i)
					if line := shown.line(i, one.Fit); math.Abs(line.Y-at.Y) > 0.5 || !r.Contains(at.X, at.Y) {
						t.Fatalf("%s at %g: point %d is at %v, its line at %v", name, position, i, at, line)
					}
					if level := shown.line(i, shown.Low).Y - shown.line(i, shown.High).Y; position == 4 && math.Abs(level) > 1e-6 {
						t.Errorf("%s: line %d falls by %g", name, i, level)
					}
					if loss, ok := a.LossAt(one.Curve, one.Fit); ok && math.Abs(loss-one.Loss) > 0.02*(1+one.Loss) {
						t.Errorf("%s: the curve of point %d is at %g, it loses %g", name, i, loss, one.Loss)
					}
					under := hit.pointUnder(protocol.PictureCertificate, &PointerEvent{X: at.X, Y: at.Y})
					if under < 0 {
						t.Fatalf("%s: nothing is under the pointer at %v", name, at)
					}
					for k := range a.Tangents {
						if other := shown.touch(k); a.Tangents[k].Row == under && math.Hypot(other.X-at.X, other.Y-at.Y) > 1e-6 {
							t.Errorf("%s: under the pointer at %v is the point at %v", name, at, other)
						}
					}
				}
			}
		}
	}
}

// TestArrowAmongTheDataTurns: the new neuron's arrow turns to a press anywhere, which draws nothing; in the curve it is held by its tip. With
// the tools that erase and select, a press does what it does without the arrow.
func TestArrowAmongTheDataTurns(t *testing.T) {
	s, v := solve(t, "parabola"), desk()
	plane := DataTransform(v.Layout.Tiles[protocol.PictureData], s.snapshot.Window, 2)
	for _, c := range []struct {
		film          string
		along, across float64 // shares of the arrow's length
		holds         bool
	}{{"price", 1, 0, true}, {"price", 0.4, 0, true}, {"price", -0.3, 0.2, true}, {"price", 0.7, 0.4, true}, {"price", -1, 0, true},
		{"curve", 1, 0, true}, {"curve", 1.03, 0.03, true}, {"curve", 0.98, -0.04, true}, {"curve", 1.5, 0, false}, {"curve", 0.7, 0.4, false}} {
		s.do(t, `{"do":"animation","name":%q}`, c.film)
		s.do(t, `{"do":"seek","position":0.5}`)
		h := pointerOver(&s.snapshot, v)
		center, tip, _ := candidateArrow(v.Layout.Tiles[protocol.PictureData], plane, &s.snapshot)
		dx, dy := tip.X-center.X, tip.Y-center.Y
		at := center.Offset(c.along*dx-c.across*dy, c.along*dy+c.across*dx)
		if cursor := h.hit.cursor(&PointerEvent{X: at.X, Y: at.Y}); c.holds && cursor != "grab" {
			t.Errorf("at %v the cursor is %s", c, cursor)
		}
		h.at(Down, at)
		if (h.Input.gesture == steering) != c.holds {
			t.Errorf("a press at %v holds the arrow: %v, sent %q", c, !c.holds, h.sent)
		}
		if !c.holds {
			continue
		}
		for _, want := range []float64{2.5, -1.2, 0.4} {
			h.at(Move, canvas.Pixel{X: center.X + 50*math.Cos(want), Y: center.Y - 50*math.Sin(want)})
			s.do(t, "%s", h.last())
			if got := math.Remainder(s.snapshot.Argument.Angle-want, 2*math.Pi); math.Abs(got) > 1e-3 || h.Cursor() != "grabbing" {
				t.Errorf("the pointer is at %g, the arrow at %g from it; the cursor is %s", want, got, h.Cursor())
			}
		}
		h.at(Up, at)
		for _, one := range h.sent {
			if !strings.Contains(one, "seek") && !strings.Contains(one, "focus") && !strings.Contains(one, "highlightPoint") {
				t.Errorf("the arrow sends %s", one)
			}
		}
	}
	s.do(t, `{"do":"animation","name":"price"}`)
	for _, tool := range []string{"erase", "select"} {
		s.do(t, `{"do":"tool","name":%q}`, tool)
		h := pointerOver(&s.snapshot, v)
		_, tip, _ := candidateArrow(v.Layout.Tiles[protocol.PictureData], plane, &s.snapshot)
		h.at(Down, tip)
		if h.Input.gesture == steering {
			t.Errorf("%s turns the arrow", tool)
		}
	}
}

// TestTheBoundIsSeenToRise: half way through the animation of the bound, the bound has left its lowest value and not yet met the cost, with
// losses and values of beta for which |g| of the perturbed network exceeds beta a little or many times.
func TestTheBoundIsSeenToRise(t *testing.T) {
	for _, name := range []string{"parabola", "ring", "xor"} {
		for _, activation := range []string{"polynomial", "relu"} {
			for _, beta := range []float64{0.3, 0.01} {
				s := solve(t, name)
				if activation == "relu" {
					s.do(t, `{"do":"activation","name":"relu"}`)
				}
				s.do(t, `{"do":"beta","value":%g}`, beta)
				s.do(t, `{"do":"animation","name":"bounds"}`)
				last := math.Inf(-1)
				for _, share := range []float64{0, 0.25, 0.5, 0.75, 1} {
					s.do(t, `{"do":"seek","position":%g}`, share*protocol.ArgumentUnits)
					a := &s.snapshot.Argument
					if risen := a.Bound / a.Best; share == 0.5 && (risen < 0.2 || risen > 0.999) || share == 1 && risen < 1-1e-6 {
						t.Errorf("%s, %s, beta %g: at %g the bound is %g of the cost", name, activation, beta, share, risen)
					}
					if a.Bound < last-1e-9*a.Best {
						t.Errorf("%s, %s, beta %g: the bound falls from %g to %g", name, activation, beta, last, a.Bound)
					}
					last = a.Bound
				}
			}
		}
	}
}
