package scene

import (
	"fmt"
	"math"
	"testing"

	"conelab/core/app/protocol"
	"conelab/core/app/session"
	"conelab/core/data/presets"
	"conelab/core/draw/canvas"
	"conelab/core/format/document"
)

// exact is the largest error of a drawn position, as a fraction of the tile's side.
const exact = 1e-6

// solved is a solved preset, in the document's form and in the view's.
type solved struct {
	problem  *document.Problem
	solution *document.Solution
	snapshot protocol.Snapshot
	session  *session.Session
}

// solve solves a preset and moves to the end of its animation.
func solve(t testing.TB, name string) *solved {
	t.Helper()
	s := &solved{session: session.New(func() float64 { return 0 })}
	s.do(t, `{"do":"loadPreset","name":%q}`, name)
	s.do(t, `{"do":"seek","position":1e9}`)
	s.problem, s.solution = s.session.Problem(), s.session.Solution()
	return s
}

// do applies an intent, works to the end and takes the snapshot.
func (s *solved) do(t testing.TB, format string, args ...any) {
	t.Helper()
	if err := s.session.Apply(fmt.Appendf(nil, format, args...)); err != nil {
		t.Fatal(err)
	}
	for s.session.Busy() {
		s.session.Work(func() bool { return false })
	}
	s.snapshot = *s.session.Snapshot()
}

// own returns the document's neurons of an output.
func (s *solved) own(output int) (own []document.Neuron) {
	for _, n := range s.solution.Network.Neurons {
		if n.Output == output {
			own = append(own, n)
		}
	}
	return own
}

// f returns the shown output of the document's network, by a forward pass.
func (s *solved) f(x []float64) float64 { return s.output(s.snapshot.Output, x) }

// output returns output k of the document's network.
func (s *solved) output(k int, x []float64) float64 {
	sum, a := 0.0, s.problem.Activation
	for _, n := range s.own(k) {
		sum += n.Alpha * neuronAt(a, n.U, x)
	}
	return sum
}

// g returns the certificate of the shown output of the document: sum v_i sigma(x_i'u).
func (s *solved) g(u []float64) float64 {
	sum := 0.0
	for i, x := range s.problem.Data.X {
		sum += s.solution.Dual[i][s.snapshot.Output] * neuronAt(s.problem.Activation, u, x)
	}
	return sum
}

// neuronAt returns sigma(x'u), or of a piecewise-linear activation sigma(x'u + bias), whose bias comes last.
func neuronAt(a document.Activation, u, x []float64) float64 {
	s := 0.0
	for k, v := range x {
		s += v * u[k]
	}
	if a.IsPiecewise() {
		s += u[len(x)]
	}
	return a.Function().At(s)
}

// everyPreset runs a test on every preset with d features.
func everyPreset(t *testing.T, d int, run func(t *testing.T, s *solved, v *View)) {
	t.Helper()
	for _, preset := range presets.All {
		if preset.Dimension == d {
			t.Run(preset.Name, func(t *testing.T) {
				s := solve(t, preset.Name)
				for k := range max(1, preset.Classes) {
					if preset.Classes > 0 {
						s.do(t, `{"do":"outputView","output":%d,"compare":false}`, k)
					}
					run(t, s, desk())
				}
			})
		}
	}
}

// project is a textbook camera: the eye on a sphere around the origin, looking at the origin.
func project(c canvas.Camera, r canvas.Rect, radius float64, p vec) (x, y float64) {
	back := vec{math.Cos(c.Pitch) * math.Cos(c.Yaw), math.Cos(c.Pitch) * math.Sin(c.Yaw), math.Sin(c.Pitch)}
	right := cross(vec{0, 0, 1}, back)
	right = right.Scale(1 / right.Norm())
	up := cross(back, right)
	focal := min(r.W, r.H) / 2 * c.Zoom / radius * canvas.Distance
	toward := p.Minus(back.Scale(canvas.Distance))
	depth := -toward.Dot(back)
	return r.X + r.W/2 + focal*toward.Dot(right)/depth, r.Y + r.H/2 - focal*toward.Dot(up)/depth
}

func cross(a, b vec) vec {
	return vec{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

// curves returns the middle line of every smooth curve of the given width in a tile, in pixels.
func curves(f *Frame, tile int, width, scale float64) (spots []canvas.Pixel) {
	for _, layer := range f.Tiles[tile].Layers() {
		for _, b := range layer.Ink.Batches() {
			for i := 0; i+3 < len(b.Vertices); i++ {
				a, d := &b.Vertices[i], &b.Vertices[min(i+3, len(b.Vertices)-1)]
				if a.Custom0 == canvas.ShapeSegment && a.Custom1 == 0 && math.Abs(float64(a.Custom2)-width*scale/2) < 1e-6 && a.SrcX == 0 &&
					a.SrcY == -d.SrcY && a.SrcY < 0 {
					spots = append(spots, canvas.Pixel{X: float64(a.DstX+d.DstX) / 2, Y: float64(a.DstY+d.DstY) / 2})
				}
			}
		}
	}
	return spots
}

func TestGraphIsTheNetwork(t *testing.T) {
	everyPreset(t, 1, func(t *testing.T, s *solved, v *View) {
		f := New().Build(&s.snapshot, v)
		r := v.Layout.Tiles[protocol.PictureData]
		plane := DataTransform(r, s.snapshot.Window, 1)
		seen := 0
		for _, at := range curves(f, protocol.PictureData, 2.6, v.Layout.Scale) {
			x, y := plane.Point(at.X, at.Y)
			if at.Y <= r.Y+1 || at.Y >= r.Y+r.H-1 {
				continue // cut off outside the tile
			}
			if want := s.f([]float64{x}); math.Abs(y-want)*plane.KY > 1e-3 { // vertices are single precision: 1e-4 of a pixel
				t.Fatalf("f(%g) is drawn at %g, the network says %g", x, y, want)
			}
			seen++
		}
		if seen < curveParts/4 {
			t.Errorf("found %d parts of the graph", seen)
		}
	})
}

func TestHeatIsTheNetwork(t *testing.T) {
	everyPreset(t, 2, func(t *testing.T, s *solved, v *View) {
		scene := New()
		f := scene.Build(&s.snapshot, colored(v))
		level := 0.0
		if len(s.problem.Data.Y[0]) > 1 {
			level = 0.5 // between the labels 0 and 1
		}
		checkMap(t, f, s, v, func(x, y float64) float64 { return (s.f([]float64{x, y}) - level) / scene.painting.now.size })
	})
}

// colored returns a view with colours that can be told apart.
func colored(v *View) *View {
	v.Theme.Paper, v.Theme.Positive = canvas.Color{R: 0.9, G: 0.9, B: 0.8, A: 1}, canvas.Color{R: 1, G: 0.3, B: 0, A: 1}
	v.Theme.Negative = canvas.Color{R: 0, G: 0.2, B: 1, A: 1}
	return v
}

// checkMap compares the map of the data with the colours of a function of the plane.
func checkMap(t *testing.T, f *Frame, s *solved, v *View, value func(x, y float64) float64) {
	t.Helper()
	layer := f.Tiles[protocol.PictureData].Layers()[0]
	if layer.Kind != canvas.KindRaster {
		t.Fatalf("the first layer is of kind %d", layer.Kind)
	}
	eachPlace(&layer.Raster, DataTransform(v.Layout.Tiles[protocol.PictureData], s.snapshot.Window, 2), func(x, y float64, got []byte) {
		want := heatColor(&v.Theme, value(x, y), 0.5)
		for k, c := range [3]float32{want.R, want.G, want.B} {
			if math.Abs(float64(got[k])-255*float64(c)) > 1.5 {
				t.Fatalf("at (%.3f, %.3f) the colour is %v, want %v", x, y, got, want)
			}
		}
	})
}

// eachPlace calls do with the place of each pixel of a map, and with the pixel.
func eachPlace(r *canvas.Raster, plane canvas.Transform, do func(x, y float64, pixel []byte)) {
	patch := &r.Patches[0]
	for at := range r.Width * r.Height {
		px := patch.Into.X + (float64(at%r.Width)+0.5-patch.X0)/(patch.X1-patch.X0)*patch.Into.W
		py := patch.Into.Y + (float64(at/r.Width)+0.5-patch.Y0)/(patch.Y1-patch.Y0)*patch.Into.H
		x, y := plane.Point(px, py)
		do(x, y, r.Pixels[4*at:][:4])
	}
}

func TestCertificateIsOfTheDocument(t *testing.T) {
	everyPreset(t, 2, func(t *testing.T, s *solved, v *View) {
		scene := New()
		f, plane := scene.Build(&s.snapshot, v), &builderOf[*certificate](scene, protocol.PictureCertificate).plot
		spots := curves(f, protocol.PictureCertificate, 2, v.Layout.Scale)
		for _, at := range spots {
			angle, value := plane.Point(at.X, at.Y)
			sin, cos := math.Sincos(angle * math.Pi / 180)
			if want := s.g([]float64{cos, sin}); math.Abs(value-want)*plane.KY > 2e-3 {
				t.Fatalf("g(%g°) is drawn at %g, the document says %g", angle, value, want)
			}
		}
		if len(spots) < samples/2 {
			t.Errorf("found %d parts of the curve", len(spots))
		}
	})
	everyPreset(t, 3, func(t *testing.T, s *solved, v *View) {
		f := New().Build(&s.snapshot, v)
		h := f.Tiles[protocol.PictureCertificate].Layers()[1].Surface.Heat
		for i := range 100 {
			proj := v.Cameras[protocol.PictureCertificate].Projection(v.Layout.Tiles[protocol.PictureCertificate], globeRadius)
			u, drawn := onSphere(proj, 400*math.Sin(float64(i)), 300*math.Cos(2*float64(i))), 0.0
			for k, v := range [10]float64{u[0] * u[0], u[1] * u[1], u[2] * u[2], u[0] * u[1], u[0] * u[2], u[1] * u[2], u[0], u[1], u[2], 1} {
				drawn += float64(h[k]) * v
			}
			if want := s.g(u[:]) / s.problem.Beta; math.Abs(drawn-want) > exact*10 || math.Abs(want) > 1+1e-9 {
				t.Fatalf("g(%v)/beta is drawn as %g, the document says %g", u, drawn, want)
			}
		}
	})
}

// Every mark of a neuron, in every tile, is where the document and a textbook camera put it.
func TestNeuronsAreWhereTheyBelong(t *testing.T) {
	for d := 1; d <= 3; d++ {
		everyPreset(t, d, func(t *testing.T, s *solved, v *View) {
			scene := New()
			for _, turn := range []float64{0, 0.7} {
				v.Rotation[protocol.PictureNeural], v.Rotation[protocol.PictureSpectrahedron] = turn, turn
				scene.Build(&s.snapshot, v)
				for _, tile := range []int{protocol.PictureNeural, protocol.PictureSpectrahedron, protocol.PictureLorentz,
					protocol.PictureCertificate} {
					for _, mark := range scene.tiles[tile].targets {
						n := s.own(s.snapshot.Output)[mark.index]
						x, y, known := markOf(s, v, &builderOf[*certificate](scene, protocol.PictureCertificate).plot, tile, d, n.U, n.Alpha, turn)
						if known && math.Hypot(x-mark.X, y-mark.Y) > 4e-4 {
							t.Errorf("tile %d: neuron %d is drawn at (%g, %g), want (%g, %g)", tile, mark.index, mark.X, mark.Y, x, y)
						}
					}
					if len(scene.tiles[tile].targets) < len(s.own(s.snapshot.Output)) {
						t.Errorf("tile %d shows %d neurons of %d", tile, len(scene.tiles[tile].targets), len(s.own(s.snapshot.Output)))
					}
				}
			}
		})
	}
}

// markOf returns the position of a neuron's mark by the definitions of the pictures.
func markOf(s *solved, v *View, gains *canvas.Chart, tile, d int, u []float64, alpha, turn float64) (x, y float64, known bool) {
	r := v.Layout.Tiles[tile]
	largest, longest := 0.0, 0.0
	for _, n := range s.own(s.snapshot.Output) {
		largest = max(largest, math.Abs(n.Alpha))
		longest = max(longest, math.Sqrt(2*math.Abs(n.Alpha))) // |[u;1]| sqrt(|alpha|)
	}
	for _, sequence := range s.snapshot.Animation.Sequences {
		for _, p := range sequence.Steps[0].Before {
			longest = max(longest, p.Norm())
		}
	}
	sin, cos := math.Sincos(turn)
	flat := func(reach, px, py float64) (float64, float64, bool) {
		k := min(r.W, r.H) / 2 / reach
		return r.X + r.W/2 + k*px, r.Y + r.H/2 - k*py, true
	}
	space := func(radius float64, p vec) (float64, float64, bool) {
		x, y := project(v.Cameras[tile], r, radius, p)
		return x, y, true
	}
	root := math.Sqrt(math.Abs(alpha)) / longest
	switch {
	case tile == protocol.PictureCertificate && d == 2:
		x, y := gains.Pixel(math.Atan2(u[1], u[0])*180/math.Pi, s.g(u))
		return x, y, true
	case tile == protocol.PictureCertificate && d == 3:
		return space(globeRadius, vec{u[0], u[1], u[2]}.Scale(1.02))
	case tile == protocol.PictureNeural && d == 1:
		a := 0.88 * alpha / largest
		return space(figureRadius, vec{u[0] * u[0] * a, u[0] * a, a})
	case tile == protocol.PictureNeural && d == 3:
		return space(globeRadius, vec{u[0], u[1], u[2]})
	case tile == protocol.PictureLorentz && d == 1:
		return flat(1.12, u[0]*root, root)
	case tile == protocol.PictureLorentz && d == 2:
		return space(coneRadius, vec{u[0] * root, u[1] * root, root})
	case tile == protocol.PictureSpectrahedron && d == 1:
		return flat(1.42, u[0]*math.Copysign(1, alpha), math.Copysign(1, alpha))
	case tile == protocol.PictureSpectrahedron && d == 3:
		return space(curveRadius, vec{
			cos*u[0] + sin*2*u[1]*u[2], cos*u[1] + sin*2*u[0]*u[2], cos*u[2] + sin*2*u[0]*u[1],
		})
	case d == 2:
		angle := math.Atan2(u[1], u[0])
		k := vec{math.Cos(angle), cos*math.Sin(angle) + sin*math.Sin(2*angle), math.Cos(2 * angle)}
		if tile == protocol.PictureNeural {
			k = k.Scale(alpha / largest)
		}
		return space(curveRadius, k)
	}
	return 0, 0, false
}

// Z, Z' and the solver's path are inside the body, and Z is at the weighted mean of its neurons.
func TestMatricesAreInTheBody(t *testing.T) {
	for d := 2; d <= 3; d++ {
		everyPreset(t, d, func(t *testing.T, s *solved, v *View) {
			scene := New()
			v.Rotation[protocol.PictureSpectrahedron] = 0.4
			s.do(t, `{"do":"animation","name":"solver"}`)
			if len(s.snapshot.Animation.Iterates) < 2 {
				t.Fatal("there is no path")
			}
			scene.Build(&s.snapshot, v)
			b := &builderOf[*spectrahedron](scene, protocol.PictureSpectrahedron).body
			for k, sign := range []float64{1, -1} {
				m := matrixOf(&s.snapshot, sign)
				at, ok := b.locate(&m)
				var mean vec
				weight := 0.0
				for _, n := range s.own(s.snapshot.Output) {
					if n.Alpha*sign > 0 {
						var u protocol.Vec
						copy(u[:], n.U)
						mean = mean.Plus(b.neuron(u).Scale(math.Abs(n.Alpha)))
						weight += math.Abs(n.Alpha)
					}
				}
				if ok && mean.Scale(1/weight).Minus(at).Norm() > 1e-12 {
					t.Errorf("Z, sign %g, is at %v, the mean of its neurons at %v", sign, at, mean.Scale(1/weight))
				}
				for i := range s.snapshot.Animation.Iterates {
					it := []*protocol.Symmetric{&s.snapshot.Animation.Iterates[i].Plus, &s.snapshot.Animation.Iterates[i].Minus}[k]
					if at, ok := b.locate(it); ok && !contains(b, at, 0.03) {
						t.Errorf("iterate %d, sign %g, is at %v, outside", i, sign, at)
					}
				}
			}
		})
	}
}

// TestTwoDirectionsFillTheirPicture: with one feature there are two directions, between bounds that take most of the picture, whatever g is
// at places that are no directions.
func TestTwoDirectionsFillTheirPicture(t *testing.T) {
	everyPreset(t, 1, func(t *testing.T, s *solved, v *View) {
		scene := New()
		scene.Build(&s.snapshot, v)
		c := &builderOf[*certificate](scene, protocol.PictureCertificate).plot
		if height := c.KY * s.problem.Beta; height < 0.35*c.Rect.H {
			t.Errorf("beta is %g pixels high in a picture of %g", height, c.Rect.H)
		}
	})
}
