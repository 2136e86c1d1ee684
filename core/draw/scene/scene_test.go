package scene

import (
	"math"
	"strings"
	"testing"

	"conelab/core/app/protocol"
	"conelab/core/data/presets"
	"conelab/core/draw/canvas"
)

// neuron returns the neuron at an angle in degrees.
func neuron(angle, alpha float64) protocol.Neuron {
	s, c := math.Sincos(angle * math.Pi / 180)
	return protocol.Neuron{U: protocol.Vec{c, s}, Alpha: alpha}
}

// sample returns a snapshot with two neurons of Z and one of Z', and the animation that finds them. The animation of Z starts
// from a pair of vectors obtained from the lifted neurons by an orthogonal matrix, so that its single turn leads back to them.
// The certificate beta cos(2t) touches +beta at 0 and 180 degrees and -beta at 90 degrees.
func sample() *protocol.Snapshot {
	s := &protocol.Snapshot{
		Dimension: 2, Grabbed: 1, Focus: -1, Pointed: -1, Entry: protocol.Entry{Matrix: -1},
		Window: protocol.Window{Center: protocol.Vec{0.2, -0.1}, Half: 1.5}, Beta: 0.25, Activation: [3]float64{0.09, 0.5, 0.47},
		Points: []protocol.Point{{X: protocol.Vec{0.5, 0.5}, Label: 1}, {X: protocol.Vec{-0.4, 0.3}, Label: -1},
			{X: protocol.Vec{1, -1}, Label: 0.2}},
		Neurons:     []protocol.Neuron{neuron(0, 4), neuron(180, 2), neuron(90, -3)},
		Function:    protocol.Quadratic{XX: 1, YY: 0.5, C: -0.7},
		Certificate: protocol.Quadratic{XX: 0.5, C: -0.25},
	}
	const angle = 0.7
	r, rest := s.Neurons[0].Lifted(), s.Neurons[1].Lifted()
	first, partner := turn(r, rest, -angle), turn(rest, r, angle) // r = cos first + sin partner, rest = cos partner - sin first
	s.Animation.Sequences = []protocol.Sequence{
		{Sign: 1, Steps: []protocol.Step{
			{Before: []protocol.Lifted{first, partner}, Partner: 1, Angle: angle, R: r},
			{Before: []protocol.Lifted{rest}, Partner: -1, R: rest, Neuron: 1},
		}},
		{Sign: -1, Steps: []protocol.Step{
			{Before: []protocol.Lifted{scaled(s.Neurons[2].Lifted(), -1)}, Partner: -1, R: s.Neurons[2].Lifted(), Neuron: 2},
		}},
	}
	return s
}

// desk returns a view with all tiles side by side at two pixels to the css pixel.
func desk() *View {
	v := NewView()
	numbers := []float64{2480, 420, 2}
	for i := range tileCount {
		numbers = append(numbers, 10+410*float64(i), 10, 400, 400)
	}
	v.Layout, _ = LayoutOf(numbers)
	v.Theme, _ = canvas.ThemeOf(make([]float32, 27))
	return &v
}

// alone returns a view in which a tile fills a page of the given size.
func alone(tile int, width, height float64) *View {
	v := NewView()
	v.Layout = Layout{W: width, H: height, Scale: 1}
	v.Layout.Tiles[tile] = canvas.Rect{W: width, H: height}
	return &v
}

func near(a, b, tolerance float64) bool { return math.Abs(a-b) <= tolerance }

func TestFramesAreSound(t *testing.T) {
	huge := math.MaxFloat64
	cases := map[string]func(*protocol.Snapshot){
		"sample": func(*protocol.Snapshot) {},
		"nothing": func(s *protocol.Snapshot) {
			*s = protocol.Snapshot{Dimension: 2, Grabbed: -1, Focus: -1, Pointed: -1, Entry: protocol.Entry{Matrix: -1}}
		},
		"no points":             func(s *protocol.Snapshot) { s.Points = nil },
		"no neurons":            func(s *protocol.Snapshot) { s.Neurons, s.Animation.Sequences = nil, nil },
		"no animation":          func(s *protocol.Snapshot) { s.Animation.Sequences = nil },
		"animation, no neurons": func(s *protocol.Snapshot) { s.Neurons = nil },
		"zero alpha":            func(s *protocol.Snapshot) { s.Neurons = []protocol.Neuron{{}}; s.Animation.Sequences = nil },
		"beta huge":             func(s *protocol.Snapshot) { s.Beta = huge },
		"beta zero":             func(s *protocol.Snapshot) { s.Beta = 0 },
		"beta NaN":              func(s *protocol.Snapshot) { s.Beta = math.NaN() },
		"certificate zero":      func(s *protocol.Snapshot) { s.Certificate = protocol.Quadratic{} },
		"certificate huge":      func(s *protocol.Snapshot) { s.Certificate.XX = huge },
		"function huge":         func(s *protocol.Snapshot) { s.Function.XY = huge },
		"function NaN":          func(s *protocol.Snapshot) { s.Function.X = math.NaN() },
		"labels zero":           func(s *protocol.Snapshot) { s.Points = []protocol.Point{{}} },
		"points far":            func(s *protocol.Snapshot) { s.Points[0].X[0] = huge; s.Points[1].X[1] = math.Inf(-1) },
		"window empty":          func(s *protocol.Snapshot) { s.Window = protocol.Window{} },
		"window NaN":            func(s *protocol.Snapshot) { s.Window.Half = math.NaN() },
		"window far":            func(s *protocol.Snapshot) { s.Window.Center = protocol.Vec{1e20, -1e20, 1e20} },
		"labels far":            func(s *protocol.Snapshot) { s.Dimension, s.Window.Level, s.Window.Rise = 1, 1e20, 2 },
		"indices wrong": func(s *protocol.Snapshot) {
			s.Focus, s.Grabbed, s.Pointed = 9, 9, 9
			s.Animation.Sequences[0].Steps[0].Partner, s.Animation.Sequences[0].Steps[0].Neuron = 7, 7
		},
		"race wild": func(s *protocol.Snapshot) {
			s.Race = raced().Race
			s.Race.Runs = [][]float64{{0}, {math.Inf(1)}, {math.NaN(), 1, 1, 1}, {huge, 1 / huge}}
			s.Race.Pace, s.Race.Solved = 1e-12, 1e9
		},
		"race of one epoch": func(s *protocol.Snapshot) {
			s.Race = raced().Race
			s.Race.Epochs, s.Race.Pace, s.Race.ByTime = 1, 0, true
		},
		"sweep of nothing": func(s *protocol.Snapshot) { s.Sweep = swept().Sweep; s.Sweep.Points = make([]protocol.SweepPoint, 1) },
		"sweep wild": func(s *protocol.Snapshot) {
			s.Sweep = swept().Sweep
			s.Sweep.Points, s.Sweep.Classes = []protocol.SweepPoint{{Value: math.NaN(), Train: math.Inf(1)}, {Value: 1, Train: huge},
				{Value: 2, Neurons: 1000000}}, false
		},
		"sweep alone":  func(s *protocol.Snapshot) { s.Sweep, s.Dimension = swept().Sweep, 0 },
		"vectors tiny": func(s *protocol.Snapshot) { s.Animation.Sequences[0].Steps[0].Before[0] = protocol.Lifted{1e-12} },
		"vectors NaN":  func(s *protocol.Snapshot) { s.Animation.Sequences[0].Steps[0].Before[0] = protocol.Lifted{math.NaN()} },
	}
	for name, change := range cases {
		t.Run(name, func(t *testing.T) {
			s, v := sample(), desk()
			change(s)
			f := New()
			for position := 0.0; position <= s.Animation.Length()+0.5; position += 0.11 {
				s.Animation.Position = position
				checkFrame(t, f.Build(s, v))
			}
		})
	}
}

// checkFrame fails the test for a number that is not finite, an index out of range, or more labels than the page has room for.
func checkFrame(t *testing.T, f *Frame) {
	t.Helper()
	for tile := range f.Tiles {
		for _, layer := range f.Tiles[tile].Layers() {
			checkLayer(t, tile, layer)
		}
	}
	lines := strings.Split(strings.TrimSuffix(string(f.Labels), "\n"), "\n")
	if len(lines) > 4*canvas.LabelLimit {
		t.Fatalf("%d labels", len(lines))
	}
	for _, l := range lines {
		if strings.Contains(l, "NaN") || strings.Contains(l, "Inf") || l != "" && strings.Count(l, "\t") != 4 {
			t.Fatalf("label %q", l)
		}
	}
}

// TestLabelsNeverOverlap checks every preset, throughout the animation, at the sizes of tiles on a desktop and on a phone, in usual and in
// large type.
func TestLabelsNeverOverlap(t *testing.T) {
	frames := 24
	if testing.Short() {
		frames = 8
	}
	for _, preset := range presets.All {
		s, f := solve(t, preset.Name), New()
		for k, size := range []float64{240, 480, 900} {
			v := NewView()
			v.Words = 1 + 0.4*float64(k)
			numbers := []float64{tileCount * size, size, 1}
			for i := range tileCount {
				numbers = append(numbers, size*float64(i), 0, size, size*0.8)
			}
			v.Layout, _ = LayoutOf(numbers)
			for _, topic := range []protocol.Topic{protocol.Decomposition, protocol.Solver} {
				s.snapshot.Animation.Topic = topic
				for i := range frames {
					s.snapshot.Animation.Position = s.snapshot.Animation.Length() * float64(i) / float64(frames-1)
					for k := range v.Cameras {
						v.Cameras[k].Orbit(37, 11)
					}
					checkLabels(t, preset.Name, string(f.Build(&s.snapshot, &v).Labels), v.Words, 0.2, 0.2) // positions have one decimal
				}
			}
		}
	}
}

// checkLabels fails the test if two labels of a size overlap by more than a width and a height, in css pixels.
func checkLabels(t *testing.T, name, lines string, words, width, height float64) {
	t.Helper()
	areas := areasOf(lines, words)
	for i, a := range areas {
		for _, b := range areas[:i] {
			if min(a.X1, b.X1)-max(a.X0, b.X0) > width && min(a.Y1, b.Y1)-max(a.Y0, b.Y0) > height {
				t.Fatalf("%s: labels at %v and %v overlap in\n%s", name, a, b, lines)
			}
		}
	}
}

func checkLayer(t *testing.T, tile int, layer *canvas.Layer) {
	t.Helper()
	for _, b := range layer.Ink.Batches() {
		for i := range b.Vertices {
			v := &b.Vertices[i]
			if rest := v.SrcX + v.SrcY + v.ColorA + v.Custom1 + v.Custom2 + v.Custom3; rest-rest != 0 {
				t.Fatalf("tile %d, vertex %d: %+v", tile, i, *v)
			}
		}
		for _, i := range b.Indices {
			if int(i) >= len(b.Vertices) {
				t.Fatalf("tile %d: index %d of %d vertices", tile, i, len(b.Vertices))
			}
		}
	}
	for _, v := range append(layer.Surface.Form[:], layer.Surface.Heat[:]...) {
		if layer.Kind == canvas.KindSurface && v-v != 0 {
			t.Fatalf("tile %d: %+v", tile, layer.Surface)
		}
	}
}

func TestNoAllocationOnceWarm(t *testing.T) {
	s, v := sample(), desk()
	f := New()
	play := func() {
		for s.Animation.Position = 0; s.Animation.Position < 5; s.Animation.Position += 0.2 {
			v.Rotation[protocol.PictureSpectrahedron] = 0.1 * s.Animation.Position
			v.Cameras[protocol.PictureLorentz].Orbit(1, 0.1)
			v.Cameras[protocol.PictureSpectrahedron].Orbit(1, 0.1)
			f.Build(s, v)
		}
	}
	play()
	if n := testing.AllocsPerRun(10, play); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestViewStateComesBack(t *testing.T) {
	v := desk()
	v.Slice, v.Rotation[protocol.PictureNeural] = true, 0.75
	v.Cameras[protocol.PictureLorentz].Orbit(30, 40)
	v.Cameras[protocol.PictureData].Pan(0.25, -0.5)
	other := desk()
	if !other.Restore(v.State()) || other.State() != v.State() {
		t.Errorf("%s comes back as %s", v.State(), other.State())
	}
	before := other.State()
	if !strings.Contains(before, " slice.2=1") {
		t.Errorf("the slice is lost: %s", before)
	}
	if !other.Restore(before+" normal.4=1 sweep.1=3.5 stage.2=1 camera.8=-1.12,0.3,1,0,0,1") || other.State() != before {
		t.Error("settings of earlier versions are refused or kept")
	}
	for _, bad := range []string{"", "true", strings.Repeat("2 ", 43), before + " 1", strings.Replace(before, "0.75", "NaN", 1)} {
		if other.Restore(bad) || other.State() != before {
			t.Errorf("%q is taken", bad)
		}
	}
}
