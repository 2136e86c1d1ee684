package protocol

import (
	"fmt"
	"math"
	"reflect"
	"testing"

	"pgregory.net/rapid"
)

// fill sets every field of a value at random; a slice gets up to three elements.
func fill(t *rapid.T, v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			fill(t, v.Field(i))
		}
	case reflect.Array:
		for i := range v.Len() {
			fill(t, v.Index(i))
		}
	case reflect.Slice:
		n := rapid.IntRange(0, 3).Draw(t, "length")
		if v.Type().Elem() == reflect.TypeFor[Snapshot]() {
			n = 0 // it would not end
		}
		v.Set(reflect.MakeSlice(v.Type(), n, n))
		for i := range n {
			fill(t, v.Index(i))
		}
	case reflect.Float64, reflect.Float32:
		v.SetFloat(rapid.Float64Range(-1e9, 1e9).Draw(t, "number"))
	case reflect.Int:
		v.SetInt(int64(rapid.Int32().Draw(t, "integer")))
	case reflect.Uint8, reflect.Uint32:
		v.SetUint(uint64(rapid.Byte().Draw(t, "count")))
	case reflect.String:
		v.SetString(rapid.String().Draw(t, "text"))
	case reflect.Bool:
		v.SetBool(rapid.Bool().Draw(t, "flag"))
	default:
		t.Fatalf("a snapshot must not contain a %s", v.Kind()) // which the codec would copy without what it points to
	}
}

func TestDecodeUndoesEncode(t *testing.T) {
	var reused Snapshot
	rapid.Check(t, func(t *rapid.T) {
		want := &Snapshot{ChosenLayer: make([]Snapshot, 1)}
		fill(t, reflect.ValueOf(&want.ChosenLayer[0]).Elem())
		inner := want.ChosenLayer
		fill(t, reflect.ValueOf(want).Elem())
		want.ChosenLayer = inner
		data := encoded(want)
		if err := decode(&reused, data); err != nil || fmt.Sprint(reused) != fmt.Sprint(*want) {
			t.Fatalf("%v\ngot  %v\nwant %v", err, reused, *want)
		}
		if cut := rapid.IntRange(0, len(data)-1).Draw(t, "cut"); decode(&reused, data[:cut]) == nil {
			t.Fatalf("the first %d of %d bytes were accepted", cut, len(data))
		}
	})
}

// encoded returns the binary form of a snapshot, which comes in short pieces.
func encoded(s *Snapshot) (data []byte) {
	Encode(s, make([]byte, 1<<10), func(piece []byte) { data = append(data, piece...) })
	return data
}

// decode reads what encoded returns.
func decode(s *Snapshot, data []byte) error {
	return Decode(s, make([]byte, 1<<10), len(data), func(dst []byte) { data = data[copy(dst, data):] })
}

func FuzzDecode(f *testing.F) {
	f.Add(encoded(&Snapshot{Points: make([]Point, 2),
		Animation: Animation{Sequences: []Sequence{{Sign: 1, Steps: []Step{{Before: make([]Lifted, 1)}}}}}}))
	f.Fuzz(func(t *testing.T, data []byte) {
		var s Snapshot
		if decode(&s, data) == nil {
			_ = encoded(&s)
		}
	})
}

func TestAnimationAt(t *testing.T) {
	animation := Animation{Sequences: []Sequence{{Steps: make([]Step, 2)}, {Steps: make([]Step, 1)}}}
	for _, row := range []struct {
		position       float64
		sequence, step int
		passed         float64
	}{
		{0, 0, -1, 0}, {0.5, 0, -1, 0.5}, {1, 0, 0, 0}, {2.25, 0, 1, 0.25}, {3, 1, -1, 0}, {4, 1, 0, 0}, {5, 1, 0, 1}, {-1, 0, -1, 0},
		{9, 1, 0, 1},
	} {
		animation.Position = row.position
		sequence, step, passed := animation.At()
		if sequence != row.sequence || step != row.step || passed != row.passed {
			t.Errorf("at %g: sequence %d, step %d, passed %g, want %d, %d, %g", row.position, sequence, step, passed, row.sequence, row.step,
				row.passed)
		}
	}
	if animation.Length() != 5 {
		t.Errorf("length %g, want 5", animation.Length())
	}
	if sequence, _, _ := new(Animation).At(); sequence != -1 {
		t.Errorf("an empty animation is at sequence %d, want -1", sequence)
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
		between := Animation{Topic: Solver, Position: unit.Draw(t, "w")*0.5 + 0.5, Iterates: []Iterate{{Plus: m, Cost: 4}, {Minus: m, Cost: 2}}}
		it, ok := between.Iterate()
		w := between.Position
		for k := range m {
			if !ok || math.Abs(it.Plus[k]-(1-w)*m[k]) > 1e-12 || math.Abs(it.Minus[k]-w*m[k]) > 1e-12 || math.Abs(it.Cost-4+2*w) > 1e-12 {
				t.Fatalf("at %g: %+v", w, it)
			}
		}
	})
}
