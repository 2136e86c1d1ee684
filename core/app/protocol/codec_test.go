package protocol

import (
	"bytes"
	"fmt"
	"math"
	"testing"
	"unsafe"

	"pgregory.net/rapid"
)

// numbers fills dst with arbitrary numbers other than NaN.
func numbers(t *rapid.T, name string, dst []float64) {
	for i := range dst {
		dst[i] = rapid.Float64().Draw(t, name)
	}
}

func lifted() *rapid.Generator[Lifted] {
	return rapid.Custom(func(t *rapid.T) (p Lifted) {
		numbers(t, "p", p[:])
		return p
	})
}

func quadratic() *rapid.Generator[Quadratic] {
	return rapid.Custom(func(t *rapid.T) Quadratic {
		var c [10]float64
		numbers(t, "q", c[:])
		return Quadratic{c[0], c[1], c[2], c[3], c[4], c[5], c[6], c[7], c[8], c[9]}
	})
}

func step() *rapid.Generator[Step] {
	return rapid.Custom(func(t *rapid.T) Step {
		x := rapid.Float64()
		before := rapid.SliceOfN(lifted(), 1, 3).Draw(t, "before")
		return Step{
			Before: before, First: rapid.IntRange(0, len(before)-1).Draw(t, "first"), Partner: rapid.IntRange(-1, len(before)-1).Draw(t, "partner"),
			Angle: x.Draw(t, "angle"), FormFirst: x.Draw(t, "first form"), FormPartner: x.Draw(t, "partner form"),
			R: lifted().Draw(t, "r"), Neuron: rapid.IntRange(-1, 5).Draw(t, "neuron"),
		}
	})
}

func race() *rapid.Generator[Race] {
	return rapid.Custom(func(t *rapid.T) Race {
		x := rapid.Float64()
		runs := rapid.SliceOfN(rapid.SliceOfN(x, 1, 4), 0, 3).Draw(t, "runs")
		return Race{
			Floor: x.Draw(t, "floor"), Cold: x.Draw(t, "cold"), Warm: x.Draw(t, "warm"), Epochs: 9, Epoch: 3, Stride: 2, Pace: x.Draw(t, "pace"), ByTime: rapid.Bool().Draw(t, "time"),
			Shown: rapid.IntRange(-1, max(0, len(runs)-1)).Draw(t, "shown"), Runs: runs, Places: make([]Place, len(runs)), Function: quadratic().Draw(t, "f"),
			Neurons: make([]Neuron, rapid.IntRange(0, 3).Draw(t, "neurons")),
		}
	})
}

// layers draws the state of several layers, one per column.
func layers() *rapid.Generator[Layers] {
	return rapid.Custom(func(t *rapid.T) Layers {
		l := Layers{Features: 2, Side: 2, Rows: 2, Inputs: [][]byte{{1, 2, 3, 4}}, Columns: make([]Column, rapid.IntRange(0, 2).Draw(t, "columns"))}
		l.Chosen = max(0, len(l.Columns)-1)
		for i := range l.Columns {
			l.Columns[i] = Column{Certified: true, Gap: 1e-9, Right: rapid.IntRange(-1, 5).Draw(t, "right"), Total: 5, Sources: []Source{{-1, 1}}}
			for range rapid.IntRange(0, 2).Draw(t, "units") {
				l.Columns[i].Units = append(l.Columns[i].Units, Unit{1, 0, rapid.Float64().Draw(t, "alpha"), []float32{0.5}, []byte{128, 0, 255, 1}})
			}
		}
		rows := rapid.IntRange(0, 3).Draw(t, "rows")
		l.Field = Field{Serial: 7, Left: -1, Low: -2, Step: 0.1, Columns: 4, Rows: rows, Outputs: 2}
		l.Field.Make(nil)
		for i := range 2 * 4 * rows {
			l.Field.Values[i/4][i%4] = rapid.Float32().Draw(t, "value")
		}
		return l
	})
}

func snapshot() *rapid.Generator[*Snapshot] {
	return rapid.Custom(func(t *rapid.T) *Snapshot {
		x := rapid.Float64()
		s := &Snapshot{
			Revision: Revision{rapid.Uint32().Draw(t, "revision"), 2, 3, 4, 5}, Dimension: rapid.IntRange(0, 3).Draw(t, "d"),
			Window: Window{Half: x.Draw(t, "half"), Level: x.Draw(t, "level"), Rise: x.Draw(t, "rise")},
			Points: make([]Point, rapid.IntRange(0, 5).Draw(t, "points")), Grabbed: -1, Focus: 2, Pointed: 1, Entry: Entry{1, 3, 2}, Tool: ToolErase, Brush: x.Draw(t, "brush"),
			CanTurn: [2]bool{rapid.Bool().Draw(t, "plus"), rapid.Bool().Draw(t, "minus")},
			Beta:    x.Draw(t, "beta"), Activation: [3]float64{1, 2, 3}, Neurons: make([]Neuron, rapid.IntRange(0, 6).Draw(t, "neurons")),
			Function: quadratic().Draw(t, "f"), Certificate: quadratic().Draw(t, "g"), Path: make([]Iterate, rapid.IntRange(0, 3).Draw(t, "path")),
			Output: 1, Outputs: 3, Level: x.Draw(t, "level"), Classes: make([]Quadratic, rapid.IntRange(0, MostClasses).Draw(t, "classes")),
			Study: Study{
				Variable: Variable(rapid.IntRange(0, 3).Draw(t, "variable")), Now: x.Draw(t, "now"), Low: -1, High: 2, Classes: rapid.Bool().Draw(t, "classes"),
				Tested: rapid.Bool().Draw(t, "tested"), Points: make([]StudyPoint, rapid.IntRange(0, 3).Draw(t, "studied")),
			},
			Race: race().Draw(t, "race"),
			Film: Film{Act: Act(rapid.IntRange(0, 1).Draw(t, "act")), Position: x.Draw(t, "position"), Playing: rapid.Bool().Draw(t, "playing"), Reels: []Reel{}},
		}
		if s.Layers = layers().Draw(t, "layers"); len(s.Layers.Columns) > 0 {
			s.Layer = []Snapshot{{Dimension: 1, Points: make([]Point, 2), Neurons: make([]Neuron, 1)}}
		}
		numbers(t, "center", s.Window.Center[:])
		for i := range s.Points {
			numbers(t, "x", s.Points[i].X[:])
			s.Points[i].Label, s.Points[i].Class = x.Draw(t, "label"), rapid.IntRange(0, MostClasses).Draw(t, "class")
			s.Points[i].Held = rapid.Bool().Draw(t, "held")
		}
		for i := range s.Neurons {
			numbers(t, "u", s.Neurons[i].U[:])
			s.Neurons[i].Alpha = x.Draw(t, "alpha")
		}
		for i := range s.Classes {
			s.Classes[i] = quadratic().Draw(t, "f_k")
		}
		for i := range s.Path {
			it := &s.Path[i]
			numbers(t, "plus", it.Plus[:])
			numbers(t, "minus", it.Minus[:])
			it.Certificate, it.Cost, it.Bound = quadratic().Draw(t, "g"), x.Draw(t, "cost"), x.Draw(t, "bound")
		}
		for _, sign := range []int{1, -1} {
			s.Film.Reels = append(s.Film.Reels, Reel{sign, rapid.SliceOfN(step(), 0, 3).Draw(t, "steps")})
		}
		return s
	})
}

func TestDecodeUndoesEncode(t *testing.T) {
	var reused Snapshot
	rapid.Check(t, func(t *rapid.T) {
		want := snapshot().Draw(t, "snapshot")
		data := Encode(nil, want)
		if err := Decode(&reused, data); err != nil {
			t.Fatal(err)
		}
		if got, want := fmt.Sprint(reused), fmt.Sprint(*want); got != want {
			t.Fatalf("got  %s\nwant %s", got, want)
		}
		var joined []byte
		buffer := make([]byte, 1<<10)
		EncodeTo(want, buffer, func(piece []byte) { joined = append(joined, piece...) })
		if !bytes.Equal(joined, data) {
			t.Fatal("the pieces are not the whole")
		}
		rest := data
		get := func(dst []byte) { rest = rest[copy(dst, rest):] }
		if err := DecodeFrom(&reused, buffer, len(data), get); err != nil || len(rest) > 0 || fmt.Sprint(reused) != fmt.Sprint(*want) {
			t.Fatalf("in pieces: %v\ngot  %v\nwant %v", err, reused, *want)
		}
		rest = data
		if size := rapid.IntRange(0, len(data)-1).Draw(t, "size"); DecodeFrom(&reused, buffer, size, get) == nil {
			t.Fatalf("the first %d of %d bytes were accepted in pieces", size, len(data))
		}
		if cut := rapid.IntRange(0, len(data)-1).Draw(t, "cut"); Decode(&reused, data[:cut]) == nil {
			t.Fatalf("the first %d of %d bytes were accepted", cut, len(data))
		}
	})
}

func FuzzDecode(f *testing.F) {
	f.Add(Encode(nil, &Snapshot{Points: make([]Point, 2), Film: Film{Reels: []Reel{{Sign: 1, Steps: []Step{{Before: make([]Lifted, 1)}}}}}}))
	f.Fuzz(func(t *testing.T, data []byte) {
		var s Snapshot
		if Decode(&s, data) == nil {
			_ = Encode(nil, &s)
		}
	})
}

func TestFilmAt(t *testing.T) {
	film := Film{Reels: []Reel{{Steps: make([]Step, 2)}, {Steps: make([]Step, 1)}}}
	for _, row := range []struct {
		position   float64
		reel, step int
		passed     float64
	}{
		{0, 0, -1, 0}, {0.5, 0, -1, 0.5}, {1, 0, 0, 0}, {2.25, 0, 1, 0.25}, {3, 1, -1, 0}, {4, 1, 0, 0}, {5, 1, 0, 1}, {-1, 0, -1, 0}, {9, 1, 0, 1},
	} {
		film.Position = row.position
		reel, step, passed := film.At()
		if reel != row.reel || step != row.step || passed != row.passed {
			t.Errorf("at %g: reel %d, step %d, passed %g, want %d, %d, %g", row.position, reel, step, passed, row.reel, row.step, row.passed)
		}
	}
	if film.Length() != 5 {
		t.Errorf("length %g, want 5", film.Length())
	}
	if reel, _, _ := new(Film).At(); reel != -1 {
		t.Errorf("an empty film is at reel %d, want -1", reel)
	}
}

// The function of a network is the same computed from its neurons as from its matrix, and the iterate half way between two is their mean.
func TestMatricesAndFunctions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		unit := rapid.Float64Range(-1, 1)
		draw := func() Vec { return Vec{unit.Draw(t, "1"), unit.Draw(t, "2"), unit.Draw(t, "3")} }
		activation := draw()
		var m Symmetric
		var neurons []Neuron
		for range 3 {
			n := Neuron{draw(), unit.Draw(t, "alpha"), rapid.IntRange(0, 9).Draw(t, "number")}
			neurons = append(neurons, n)
			m.AddOuter(math.Copysign(1, n.Alpha), n.Lifted())
		}
		f := m.Function(activation)
		x := draw()
		want := 0.0
		for _, n := range neurons {
			s := x[0]*n.U[0] + x[1]*n.U[1] + x[2]*n.U[2]
			want += n.Alpha * (activation[0]*s*s + activation[1]*s + activation[2])
		}
		if got := f.At(x); math.Abs(got-want) > 1e-12 {
			t.Fatalf("f(%v) = %g, the neurons say %g", x, got, want)
		}
		s := Snapshot{Path: []Iterate{{Plus: m, Cost: 4}, {Minus: m, Cost: 2}}, Film: Film{Act: Solver, Position: unit.Draw(t, "w")*0.5 + 0.5}}
		it, ok := s.Iterate()
		w := s.Film.Position
		for k := range m {
			if !ok || math.Abs(it.Plus[k]-(1-w)*m[k]) > 1e-12 || math.Abs(it.Minus[k]-w*m[k]) > 1e-12 || math.Abs(it.Cost-4+2*w) > 1e-12 {
				t.Fatalf("at %g: %+v", w, it)
			}
		}
	})
}

// TestFieldIsInRows: a fine field is in many small pieces of memory on both sides, and the next one takes them over, unless it is far smaller.
func TestFieldIsInRows(t *testing.T) {
	var sent, got Snapshot
	piece := make([]byte, PieceBytes)
	pass := func(columns, rows, outputs int) (fresh int) {
		t.Helper()
		f := &sent.Layers.Field
		f.Columns, f.Rows, f.Outputs = columns, rows, outputs
		before := map[*float32]bool{}
		for _, row := range f.Values[:cap(f.Values)] {
			before[unsafe.SliceData(row)] = true
		}
		f.Make(f.Values)
		for i, row := range f.Values {
			if !before[&row[0]] {
				fresh++
			}
			row[columns-1] = float32(i)
		}
		var data []byte
		EncodeTo(&sent, piece, func(p []byte) { data = append(data, p...) })
		if err := DecodeFrom(&got, piece, len(data), func(dst []byte) { data = data[copy(dst, data):] }); err != nil {
			t.Fatal(err)
		}
		for _, values := range [][][]float32{f.Values, got.Layers.Field.Values} {
			for i, row := range values {
				if len(values) != rows*outputs || len(row) != columns || row[columns-1] != float32(i) || 4*cap(row) > PieceBytes {
					t.Fatalf("row %d of %d: %d values in memory for %d", i, len(values), len(row), cap(row))
				}
			}
		}
		return fresh
	}
	pass(801, 401, 3)
	if fresh := pass(601, 801, 2); fresh != 2*801-3*401 {
		t.Errorf("%d rows are new", fresh)
	}
	if fresh := pass(800, 400, 3); fresh > 400 { // some rows were made shorter
		t.Errorf("%d rows are new", fresh)
	}
	if fresh := pass(50, 50, 1); fresh != 50 {
		t.Errorf("a small field keeps the memory of a large one")
	}
}
