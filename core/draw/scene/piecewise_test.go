package scene

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"conelab/core/app/protocol"
	"conelab/core/draw/canvas"
)

// piecewiseScene solves a preset with ReLU.
func piecewiseScene(t *testing.T, preset string) *solved {
	s := solve(t, preset)
	s.do(t, `{"do":"activation","name":"relu"}`)
	s.do(t, `{"do":"loss","name":"squared"}`)
	s.do(t, `{"do":"beta","value":0.3}`)
	s.problem, s.solution = s.session.Problem(), s.session.Solution()
	return s
}

// The map of the data has at each place the colour of the network's value there, as the document has it, and lines where each neuron has
// its kink.
func TestReLUMapIsTheNetwork(t *testing.T) {
	s, v := piecewiseScene(t, "ring"), colored(desk())
	checkMap(t, New().Build(&s.snapshot, v), s, v, func(x, y float64) float64 { return s.f([]float64{x, y}) })
	plane := DataTransform(v.Layout.Tiles[protocol.PictureData], s.snapshot.Window, 2)
	for i := range s.snapshot.Neurons {
		u := s.snapshot.Neurons[i].U
		a, b, seen := crossing(v.Layout.Tiles[protocol.PictureData], plane, u)
		for _, end := range []canvas.Pixel{a, b} {
			if x, y := plane.Point(end.X, end.Y); seen && math.Abs(protocol.Inner(u, protocol.Vec{x, y}, 2)) > 1e-9 {
				t.Errorf("the kink of neuron %d ends off its line", i)
			}
		}
	}
}

// The map of all lines has the g of the document, within its price, and as many marks as there are neurons; so has the curve of one
// feature.
func TestReLUGains(t *testing.T) {
	for _, preset := range []string{"ring", "bend"} {
		s, v := piecewiseScene(t, preset), desk()
		scene := New()
		scene.Build(&s.snapshot, v)
		if len(s.snapshot.Neurons) == 0 || len(scene.tiles[protocol.PictureCertificate].targets) != len(s.snapshot.Neurons) {
			t.Fatalf("%s: %d marks for %d neurons", preset, len(scene.tiles[protocol.PictureCertificate].targets), len(s.snapshot.Neurons))
		}
		if preset == "bend" {
			continue
		}
		f := &builderOf[*certificate](scene, protocol.PictureCertificate).lines
		c := lineChart(v.Layout.Tiles[protocol.PictureCertificate], v.Layout.Scale)
		for j := range f.Rows {
			for i := range f.Columns {
				angle, elevation := c.Point(c.Rect.X+gridStep*float64(i)*v.Layout.Scale, c.Bottom()-gridStep*float64(j)*v.Layout.Scale)
				u := lineOf(angle, elevation, &s.snapshot.Window)
				want := s.g(u[:])
				if got := float64(f.At(0, i, j)); math.Abs(got-want) > 1e-4*s.problem.Beta || math.Abs(got) > s.problem.Beta*(1+1e-4) {
					t.Fatalf("g is drawn as %g at (%g, %g), where it is %g", got, angle, elevation, want)
				}
			}
		}
	}
}

// The map has contours where |g| is 0.9 beta, one around each neuron, and a key.
func TestContoursShowThePeaks(t *testing.T) {
	for _, size := range []float64{1, 0.4} {
		s, v := piecewiseScene(t, "ring"), alone(protocol.PictureCertificate, 700*size, 500*size)
		r, f := v.Layout.Tiles[protocol.PictureCertificate], New().Build(&s.snapshot, v)
		c, around := lineChart(r, 1), make([]int, len(s.snapshot.Neurons))
		for _, at := range curves(f, protocol.PictureCertificate, 1, 1) {
			angle, elevation := c.Point(at.X, at.Y)
			u := lineOf(angle, elevation, &s.snapshot.Window)
			got := math.Abs(s.g(u[:])) / s.problem.Beta
			if math.Abs(got-contourShare) > 0.05/size || at.X > c.Right()+0.1 || at.Y < c.Rect.Y-0.1 {
				t.Fatalf("a contour at %v, where |g| is %g beta", at, got)
			}
			for i := range s.snapshot.Neurons {
				if place := lineAt(&c, s.snapshot.Neurons[i].U, &s.snapshot.Window); math.Hypot(place.X-at.X, place.Y-at.Y) < 0.3*r.W {
					around[i]++
				}
			}
		}
		if slices.Min(around) < 8 {
			t.Errorf("%v pieces of contours near the neurons", around)
		}
		for _, name := range []string{"offset", "angle 0°", "−β", "β"} {
			if !slices.ContainsFunc(wordsOf(f), func(w word) bool { return strings.HasSuffix(w.text, name) }) {
				t.Errorf("the map says nothing of %s", name)
			}
		}
	}
}

// A place of the map and its line belong to each other.
func TestLinesHavePlaces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := func(name string, low, high float64) float64 { return rapid.Float64Range(low, high).Draw(t, name) }
		w := protocol.Window{Center: protocol.Vec{number("x", -9, 9), number("y", -9, 9)}, Half: number("half", 0.1, 50)}
		angle, elevation := number("angle", -179, 179), number("elevation", -89, 89)
		u := lineOf(angle, elevation, &w)
		if size := math.Sqrt(u[0]*u[0] + u[1]*u[1] + u[2]*u[2]); math.Abs(size-1) > 1e-12 {
			t.Fatalf("a direction has the length %g", size)
		}
		c := lineChart(canvas.Rect{X: 0, Y: 0, W: 600, H: 400}, 1)
		if at, want := lineAt(&c, u, &w), c.At(angle, elevation); math.Hypot(at.X-want.X, at.Y-want.Y) > 1e-6 {
			t.Fatalf("the line of (%g, %g) is drawn at %v, not %v", angle, elevation, at, want)
		}
	})
}

// A pointer over the map sends the line under it, exactly that of a neuron near its mark, and none when it leaves.
func TestPointerProbesLines(t *testing.T) {
	s, v := piecewiseScene(t, "ring"), desk()
	h := pointerOver(&s.snapshot, v)
	for i, n := range s.snapshot.Neurons {
		c := lineChart(v.Layout.Tiles[protocol.PictureCertificate], v.Layout.Scale)
		h.at(Move, lineAt(&c, n.U, &s.snapshot.Window))
		if !strings.Contains(h.last(), `"probe"`) {
			t.Fatalf("over neuron %d the pointer sends %s", i, h.last())
		}
		s.do(t, "%s", h.last())
		if g := s.snapshot.Piecewise.Gain(s.snapshot.Piecewise.Probe, 2); math.Abs(math.Abs(g)-s.snapshot.Beta) > 1e-5*s.snapshot.Beta {
			t.Errorf("at the mark of neuron %d the gain is %g of %g", i, g, s.snapshot.Beta)
		}
	}
	h.Handle(PointerEvent{Kind: Leave}, h.hit)
	if strings.Contains(h.last(), `"u"`) || !strings.Contains(h.last(), `"probe"`) {
		t.Errorf("a pointer that leaves sends %s", h.last())
	}
	// A finger keeps its gesture, and another tile gets its own events afterwards.
	r := v.Layout.Tiles[protocol.PictureCertificate]
	if !h.Handle(PointerEvent{Kind: Down, X: r.X + r.W/2, Y: r.Y + r.H/2, Touch: true}, h.hit) {
		t.Error("a finger on the map is not captured")
	}
	h.Handle(PointerEvent{Kind: Up, X: r.X + r.W/2, Y: r.Y + r.H/2, Touch: true}, h.hit)
	if h.Input.gesture != idle {
		t.Error("the gesture does not end")
	}
}

// In the argument the line of the new neuron is dragged among the data by its handle: it follows the pointer with its active side kept, is
// exactly a neuron's near that one's handle, and is given up when the pointer leaves the data.
func TestLineAmongTheDataIsDragged(t *testing.T) {
	s, v := piecewiseScene(t, "ring"), desk()
	s.do(t, `{"do":"animation","name":"price"}`)
	s.do(t, `{"do":"seek","position":0.5}`)
	plane, w := DataTransform(v.Layout.Tiles[protocol.PictureData], s.snapshot.Window, 2), &s.snapshot.Window
	h, probe := pointerOver(&s.snapshot, v), &s.snapshot.Piecewise.Probe
	from := lineHandle(plane, *probe, w)
	x, y := plane.Point(from.X, from.Y)
	if on := protocol.Inner(*probe, protocol.Vec{x, y}, 2); math.Abs(on) > 1e-9 || h.hit.cursor(&PointerEvent{X: from.X, Y: from.Y}) != "grab" {
		t.Fatalf("the handle is off its line by %g, or not to be grabbed", on)
	}
	h.at(Down, from.Offset(3, -2))
	if h.Input.gesture != steering {
		t.Fatal("the handle cannot be grabbed")
	}
	for _, to := range []protocol.Vec{{0.9, 0.4}, {-0.2, 0.7}, {-0.8, -0.3}, {0.1, -0.9}} {
		before := *probe
		h.at(Move, plane.At(to[0], to[1]))
		s.do(t, "%s", h.last())
		if on := protocol.Inner(*probe, to, 2); math.Abs(on) > 1e-9 || before[0]*probe[0]+before[1]*probe[1] < 0 {
			t.Errorf("the pointer is at %v, off the line by %g; its direction was %v and is %v", to, on, before, *probe)
		}
	}
	n := &s.snapshot.Neurons[0]
	h.at(Move, lineHandle(plane, n.U, w).Offset(4, 4))
	s.do(t, "%s", h.last())
	if gain := math.Abs(s.snapshot.Piecewise.Gain(*probe, 2)); math.Abs(gain-s.snapshot.Beta) > 1e-5*s.snapshot.Beta {
		t.Errorf("near a neuron's handle the gain is %g of %g", gain, s.snapshot.Beta)
	}
	h.at(Up, from)
	h.at(Move, from.Offset(9, 9))
	if !strings.Contains(strings.Join(h.sent[len(h.sent)-2:], ""), `"u"`) {
		t.Errorf("over the data the line is given up: %q", h.sent)
	}
	h.at(Move, v.Layout.Tiles[protocol.PictureRace].Center())
	if strings.Contains(h.last(), `"u"`) || !strings.Contains(h.last(), `"probe"`) {
		t.Errorf("a pointer that leaves the data sends %s", h.last())
	}
}

// After the first frames the pictures allocate nothing, and pictures of the polynomial are blank.
func TestReLUFrames(t *testing.T) {
	for _, preset := range []string{"ring", "bend"} {
		s, v := piecewiseScene(t, preset), desk()
		scene := New()
		for range 4 {
			scene.Build(&s.snapshot, v)
		}
		if n := testing.AllocsPerRun(5, func() { scene.Build(&s.snapshot, v) }); n > 0 {
			t.Errorf("%s: a frame allocates %g times", preset, n)
		}
		f := scene.Build(&s.snapshot, v)
		for _, tile := range []int{protocol.PictureNeural, protocol.PictureSpectrahedron, protocol.PictureLorentz} {
			if layers := f.Tiles[tile].Layers(); len(layers) != 1 || len(layers[0].Ink.Batches()) != 1 || verticesOf(f, tile) != 4 {
				t.Errorf("%s: tile %d is not blank", preset, tile)
			}
		}
	}
}

// With three features the data of a piecewise-linear network are drawn without it, and both the picture and its note say so.
func TestReLUOfThreeFeatures(t *testing.T) {
	s, v := solve(t, "four"), desk()
	s.do(t, `{"do":"loadProblem","problem":{"format":"conelab/problem/1","data":{"x":[[0.5,-0.5,0.2],[-0.4,0.3,0.1],[0.1,0.2,-0.6]],
		"y":[[1],[-1],[1]]},"architecture":{"kind":"dense"},"activation":{"a":1,"b":1,"c":0},"loss":"squared","beta":0.1}}`)
	s.do(t, `{"do":"activation","name":"relu"}`)
	f, note := New().Build(&s.snapshot, v), s.session.Page().Tiles[protocol.PictureData].Note
	said := slices.ContainsFunc(wordsOf(f), func(w word) bool { return strings.Contains(w.text, "points alone") })
	if verticesOf(f, protocol.PictureData) < 100 || !said || !strings.Contains(note, "polynomial activation") {
		t.Errorf("%d vertices, said: %t, note %q", verticesOf(f, protocol.PictureData), said, note)
	}
}

// A point is ringed if and only if a kink passes through it. Of points close to a kink but not on it the optimal neuron keeps off: turned
// onto such a point, a neuron gains less than it costs.
func TestRingedPointsAreOnKinks(t *testing.T) {
	for _, preset := range []string{"ring", "moons", "parabola", "spiral", "blobs"} {
		s := solve(t, "four")
		s.do(t, `{"do":"loadPreset","name":%q,"activation":"relu"}`, preset)
		pieces := &s.snapshot.Piecewise
		for i, n := range s.snapshot.Neurons {
			for k := range s.snapshot.Points {
				x, u := s.snapshot.Points[k].X, n.U
				off := protocol.Inner(u, x, 2)
				ringed := slices.Contains(pieces.Kinks[i], k)
				if ringed && math.Abs(off) > 1e-12 {
					t.Errorf("%s: point %d is ringed, %g from the kink of neuron %d", preset, k, off, i)
				}
				if ringed || math.Abs(off) > 1e-4 {
					continue
				}
				onto := protocol.Vec{x[0], x[1], 1}
				for j := range u {
					u[j] -= off / (x[0]*x[0] + x[1]*x[1] + 1) * onto[j]
				}
				size := math.Sqrt(u[0]*u[0] + u[1]*u[1] + u[2]*u[2])
				if turned := math.Abs(pieces.Gain(u, 2)) / size; !(turned < math.Abs(pieces.Gain(n.U, 2))) {
					t.Errorf("%s: neuron %d is %g beside point %d, where it would gain %g", preset, i, off, k, turned)
				}
			}
		}
	}
}
