package scene

import (
	"math"
	"testing"

	"conelab/core/app/protocol"
	"conelab/core/draw/canvas"
)

// hit returns the depths at which a pixel's ray meets a surface, as the shader finds them.
func hit(s *canvas.Surface, px, py float64) (near, far float64, ok bool) {
	from, along := rayOf(s, px, py)
	m := func(p vec) vec {
		f := s.Form
		return vec{
			float64(f[0])*p[0] + float64(f[3])*p[1] + float64(f[4])*p[2], float64(f[3])*p[0] + float64(f[1])*p[1] + float64(f[5])*p[2],
			float64(f[4])*p[0] + float64(f[5])*p[1] + float64(f[2])*p[2],
		}
	}
	l := vec{float64(s.Form[6]), float64(s.Form[7]), float64(s.Form[8])}
	a, b := along.Dot(m(along)), from.Dot(m(along))+l.Dot(along)
	c := from.Dot(m(from)) + 2*l.Dot(from) + float64(s.Form[9])
	disc := b*b - a*c
	if disc < 0 || a == 0 {
		return 0, 0, false
	}
	root := math.Sqrt(disc)
	return (-b - root) / a, (-b + root) / a, true
}

// rayOf returns the ray of a pixel: the points from + s along have depth s.
func rayOf(s *canvas.Surface, px, py float64) (from, along vec) {
	to := func(v [3]float32) vec { return vec{float64(v[0]), float64(v[1]), float64(v[2])} }
	from = to(s.Right).Scale((px - s.CenterX) / s.Scale).Plus(to(s.Up).Scale((s.CenterY - py) / s.Scale))
	return from, to(s.Forward).Plus(from.Scale(canvas.Perspective))
}

func TestQuadricIsTheNetworksZero(t *testing.T) {
	everyPreset(t, 3, func(t *testing.T, s *solved, v *View) {
		f := New().Build(&s.snapshot, v)
		surface := &f.Tiles[protocol.PictureData].Layers()[1].Surface
		room, r := roomOf(s.snapshot.Window), v.Layout.Tiles[protocol.PictureData]
		met := 0
		for i := range 400 {
			px, py := r.X+r.W*(0.5+0.4*math.Sin(float64(i))), r.Y+r.H*(0.5+0.4*math.Cos(1.7*float64(i)))
			near, far, ok := hit(surface, px, py)
			from, along := rayOf(surface, px, py)
			for _, depth := range []float64{near, far} {
				w := from.Plus(along.Scale(depth))
				if !ok || math.Abs(depth) > 3 {
					continue
				}
				x := room.point(w)
				// The distance to f = 0 is about |f| over the slope.
				slope := 0.0
				for k := range 3 {
					y := x
					y[k] += 1e-6
					slope = math.Hypot(slope, (s.f(y[:])-s.f(x[:]))/1e-6)
				}
				if miss := math.Abs(s.f(x[:])) / slope / room.half; miss > 1e-5 { // coefficients of single precision, amplified at the rim
					t.Fatalf("the surface passes through %v, %g from f = 0", x, miss)
				}
				met++
			}
		}
		if met < 40 {
			t.Errorf("%d rays met the surface", met)
		}
		checkPlaces(t, s, v)
	})
}

// checkPlaces compares the positions of a room's points with a textbook camera.
func checkPlaces(t *testing.T, s *solved, v *View) {
	t.Helper()
	proj := v.Cameras[protocol.PictureData].Projection(v.Layout.Tiles[protocol.PictureData], roomRadius)
	for i, x := range s.problem.Data.X {
		w := vec(roomOf(s.snapshot.Window).world(protocol.Vec(x)))
		at := proj.Project(w)
		px, py := project(v.Cameras[protocol.PictureData], v.Layout.Tiles[protocol.PictureData], roomRadius, w)
		if math.Hypot(px-at.X, py-at.Y) > exact*400 {
			t.Fatalf("point %d is drawn at (%g, %g), want (%g, %g)", i, at.X, at.Y, px, py)
		}
	}
}
