package wire

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"
)

func vec3() *rapid.Generator[Vec3] {
	return rapid.Custom(func(t *rapid.T) Vec3 {
		x := rapid.Float64()
		return Vec3{x.Draw(t, "c1"), x.Draw(t, "c2"), x.Draw(t, "t")}
	})
}

func step() *rapid.Generator[Step] {
	return rapid.Custom(func(t *rapid.T) Step {
		x := rapid.Float64()
		before := rapid.SliceOfN(vec3(), 1, 3).Draw(t, "before")
		return Step{
			Before: before, First: rapid.IntRange(0, len(before)-1).Draw(t, "first"), Partner: rapid.IntRange(-1, len(before)-1).Draw(t, "partner"),
			Angle: x.Draw(t, "angle"), FormFirst: x.Draw(t, "first form"), FormPartner: x.Draw(t, "partner form"),
			Y: vec3().Draw(t, "y"), Neuron: rapid.IntRange(0, 5).Draw(t, "neuron"),
		}
	})
}

func snapshot() *rapid.Generator[*Snapshot] {
	return rapid.Custom(func(t *rapid.T) *Snapshot {
		x := rapid.Float64()
		q := Quadratic{x.Draw(t, "xx"), x.Draw(t, "xy"), x.Draw(t, "yy"), x.Draw(t, "x"), x.Draw(t, "y"), x.Draw(t, "c")}
		s := &Snapshot{
			Revision: rapid.Uint32().Draw(t, "revision"), Dimension: 2, Window: Window{x.Draw(t, "x"), x.Draw(t, "y"), x.Draw(t, "half")},
			Points: make([]Point, rapid.IntRange(0, 5).Draw(t, "points")), Grabbed: -1, Focus: 2,
			Beta: x.Draw(t, "beta"), Activation: [3]float64{1, 2, 3}, Neurons: make([]Neuron, rapid.IntRange(0, 6).Draw(t, "neurons")),
			Function: q, Certificate: q,
			Film: Film{Position: x.Draw(t, "position"), Playing: rapid.Bool().Draw(t, "playing"), Reels: []Reel{}},
		}
		for i := range s.Points {
			s.Points[i] = Point{x.Draw(t, "x"), x.Draw(t, "y"), x.Draw(t, "label")}
		}
		for i := range s.Neurons {
			s.Neurons[i] = Neuron{[2]float64{x.Draw(t, "u1"), x.Draw(t, "u2")}, x.Draw(t, "alpha")}
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
		if cut := rapid.IntRange(0, len(data)-1).Draw(t, "cut"); Decode(&reused, data[:cut]) == nil {
			t.Fatalf("the first %d of %d bytes were accepted", cut, len(data))
		}
	})
}

func FuzzDecode(f *testing.F) {
	f.Add(Encode(nil, &Snapshot{Points: make([]Point, 2), Film: Film{Reels: []Reel{{Sign: 1, Steps: []Step{{Before: make([]Vec3, 1)}}}}}}))
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
