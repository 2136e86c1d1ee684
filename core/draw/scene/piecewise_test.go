package scene

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"conelab/core/app/protocol"
)

// output returns the value of the document's network at x, by its definition.
func (s *solved) piecewiseAt(x protocol.Vec) (f float64) {
	d := len(s.problem.Data.X[0])
	for _, n := range s.solution.Network.Neurons {
		t := n.U[d]
		for k := range d {
			t += n.U[k] * x[k]
		}
		f += n.Alpha * math.Max(0, t)
	}
	return f
}

// piecewiseGain returns g(u) of the document, by its definition.
func (s *solved) piecewiseGain(u protocol.Vec) (g float64) {
	d := len(s.problem.Data.X[0])
	for i, x := range s.problem.Data.X {
		t := u[d]
		for k, v := range x {
			t += u[k] * v
		}
		g += s.solution.Dual[i][0] * math.Max(0, t)
	}
	return g
}

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
	checkMap(t, New().Build(&s.snapshot, v), s, v, func(x, y float64) float64 { return s.piecewiseAt(protocol.Vec{x, y}) })
	plane := DataTransform(v.Layout.Tiles[TileData], s.snapshot.Window, 2)
	for i := range s.snapshot.Neurons {
		u := s.snapshot.Neurons[i].U
		a, b, seen := crossing(v.Layout.Tiles[TileData], plane, u)
		for _, end := range []pixel{a, b} {
			if x, y := plane.Point(end.x, end.y); seen && math.Abs(protocol.Inner(u, protocol.Vec{x, y}, 2)) > 1e-9 {
				t.Errorf("the kink of neuron %d ends off its line", i)
			}
		}
	}
}

// The map of all lines has |g| within its price, and its marks are where g reaches it; with one feature the curve does.
func TestReLUGains(t *testing.T) {
	for _, preset := range []string{"ring", "bend"} {
		s, v := piecewiseScene(t, preset), desk()
		scene := New()
		scene.Build(&s.snapshot, v)
		if len(s.snapshot.Neurons) == 0 || len(scene.targets[TileCertificate]) != len(s.snapshot.Neurons) {
			t.Fatalf("%s: %d marks for %d neurons", preset, len(scene.targets[TileCertificate]), len(s.snapshot.Neurons))
		}
		for _, n := range s.snapshot.Neurons {
			if g := s.piecewiseGain(n.U); math.Abs(g-math.Copysign(s.problem.Beta, n.Alpha)) > 1e-4*s.problem.Beta {
				t.Errorf("%s: g is %g at a neuron", preset, g)
			}
		}
		if preset == "bend" {
			continue
		}
		f := &scene.certificate.image
		c := lineChart(v.Layout.Tiles[TileCertificate], v.Layout.Scale)
		for j := range f.Rows {
			for i := range f.Columns {
				angle, elevation := c.Point(c.area.X+placeDistance*float64(i)*v.Layout.Scale, c.bottom()-placeDistance*float64(j)*v.Layout.Scale)
				want := s.piecewiseGain(lineOf(angle, elevation, &s.snapshot.Window))
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
		s, v := piecewiseScene(t, "ring"), NewView()
		v.Layout = Layout{W: 700, H: 500, Scale: 1}
		r := Rect{0, 0, 700 * size, 500 * size}
		v.Layout.Tiles[TileCertificate] = r
		f := New().Build(&s.snapshot, &v)
		c, around := lineChart(r, 1), make([]int, len(s.snapshot.Neurons))
		for _, at := range curves(f, TileCertificate, 1, 1) {
			angle, elevation := c.Point(at.x, at.y)
			got := math.Abs(s.piecewiseGain(lineOf(angle, elevation, &s.snapshot.Window))) / s.problem.Beta
			if math.Abs(got-nearly) > 0.05/size || at.x > c.right()+0.1 || at.y < c.area.Y-0.1 {
				t.Fatalf("a contour at %v, where |g| is %g beta", at, got)
			}
			for i := range s.snapshot.Neurons {
				if place := linePlace(&c, s.snapshot.Neurons[i].U, &s.snapshot.Window); math.Hypot(place.x-at.x, place.y-at.y) < 0.3*r.W {
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
		c := lineChart(Rect{0, 0, 600, 400}, 1)
		if at, want := linePlace(&c, u, &w), c.at(angle, elevation); math.Hypot(at.x-want.x, at.y-want.y) > 1e-6 {
			t.Fatalf("the line of (%g, %g) is drawn at %v, not %v", angle, elevation, at, want)
		}
	})
}

// A pointer over the map sends the line under it, exactly that of a neuron near its mark, and none when it leaves.
func TestPointerProbesLines(t *testing.T) {
	s, v := piecewiseScene(t, "ring"), desk()
	h := handOver(&s.snapshot, v)
	for i, n := range s.snapshot.Neurons {
		c := lineChart(v.Layout.Tiles[TileCertificate], v.Layout.Scale)
		if h.at(Move, linePlace(&c, n.U, &s.snapshot.Window)); !strings.Contains(h.last(), `"probe"`) {
			t.Fatalf("over neuron %d the pointer sends %s", i, h.last())
		}
		s.do(t, "%s", h.last())
		if g := s.snapshot.Piecewise.Gain(s.snapshot.Piecewise.Probe, 2); math.Abs(math.Abs(g)-s.snapshot.Beta) > 1e-5*s.snapshot.Beta {
			t.Errorf("at the mark of neuron %d the gain is %g of %g", i, g, s.snapshot.Beta)
		}
	}
	h.Handle(PointerEvent{Kind: Leave}, h.on)
	if strings.Contains(h.last(), `"u"`) || !strings.Contains(h.last(), `"probe"`) {
		t.Errorf("a pointer that leaves sends %s", h.last())
	}
	// A finger keeps its gesture, and another tile gets its own events afterwards.
	r := v.Layout.Tiles[TileCertificate]
	if !h.Handle(PointerEvent{Kind: Down, X: r.X + r.W/2, Y: r.Y + r.H/2, Touch: true}, h.on) {
		t.Error("a finger on the map is not captured")
	}
	h.Handle(PointerEvent{Kind: Up, X: r.X + r.W/2, Y: r.Y + r.H/2, Touch: true}, h.on)
	if h.Input.gesture != idle {
		t.Error("the gesture does not end")
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
		for _, tile := range []int{TileNeural, TileSpectrahedron, TileLorentz} {
			if layers := f.Tiles[tile].Layers(); len(layers) != 1 || len(layers[0].Ink.Batches()) != 1 || verticesOf(f, tile) != 4 {
				t.Errorf("%s: tile %d is not blank", preset, tile)
			}
		}
	}
}

// The names of the lines stand beside the numbers of the axes, not in their place.
func TestNamesOfLinesLeaveTheNumbers(t *testing.T) {
	for _, tile := range []int{TileData, TileCertificate} {
		s, v := piecewiseScene(t, "moons"), desk()
		numbers := func() (said []string) {
			for _, w := range wordsOf(New().Build(&s.snapshot, v)) {
				if v.Layout.Tiles[tile].contains(w.x*v.Layout.Scale, w.y*v.Layout.Scale) && !strings.Contains(w.text, "u") {
					said = append(said, w.text)
				}
			}
			return said
		}
		s.snapshot.Points = nil // numbers give way to points
		with := numbers()
		s.snapshot.Neurons = nil
		if without := numbers(); len(without) == 0 || !slices.Equal(with, without) {
			t.Errorf("tile %d: with the lines there are %q, without %q", tile, with, without)
		}
	}
}
