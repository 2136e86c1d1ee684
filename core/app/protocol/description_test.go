package protocol

import (
	"reflect"
	"strconv"
	"testing"
)

// TestEveryFieldTravels fills all fields of a snapshot, at any depth, with distinct values, so that a field missing in the descriptions does not
// survive the round trip.
func TestEveryFieldTravels(t *testing.T) {
	var want, got Snapshot
	count := 0
	fill(reflect.ValueOf(&want).Elem(), &count)
	// These values depend on each other or have a limited range.
	want.Dimension, want.Tool, want.Film.Act, want.Study.Variable, want.Race.Shown, want.Entry, want.Argument.Act = 2, ToolSelect, Solver, CoefficientC, 1, Entry{1, 2, 3}, Bowl
	want.Race.Places = []Place{AtSaddle, Diverged}
	for i := range want.Points {
		want.Points[i].Class = 1 + i
	}
	for i := range want.Film.Reels {
		want.Film.Reels[i].Sign = 1 - 2*i
		for j := range want.Film.Reels[i].Steps {
			want.Film.Reels[i].Steps[j].First, want.Film.Reels[i].Steps[j].Partner = 1, j
		}
	}
	l := &want.Layers
	l.Chosen, l.Side, l.Rows, l.Field.Columns, l.Field.Rows, l.Field.Outputs = 1, 2, 1, 2, 1, 2
	l.Sample = [2]int{1, 2}
	for i := range l.Columns {
		l.Columns[i].Filter = [2]int{2, 1}
	}
	want.Layer = []Snapshot{want}
	if err := Decode(&got, Encode(nil, &want)); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	if count < 150 {
		t.Errorf("only %d fields were filled", count)
	}
}

// fill sets every field to a distinct value and gives each slice two elements.
func fill(v reflect.Value, count *int) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), count)
		}
	case reflect.Array:
		for i := range v.Len() {
			fill(v.Index(i), count)
		}
	case reflect.Slice:
		if v.Type().Elem() == reflect.TypeFor[Snapshot]() { // which must not contain another one
			return
		}
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range v.Len() {
			fill(v.Index(i), count)
		}
	default:
		*count++
		switch v.Kind() {
		case reflect.Uint8:
			v.SetUint(uint64(*count % 256))
		case reflect.Float64, reflect.Float32:
			v.SetFloat(float64(*count) + 0.5)
		case reflect.Int:
			v.SetInt(int64(*count))
		case reflect.Uint32:
			v.SetUint(uint64(*count))
		case reflect.String:
			v.SetString("é" + strconv.Itoa(*count))
		case reflect.Bool:
			v.SetBool(true)
		default:
			panic("a snapshot has no codec for " + v.Kind().String())
		}
	}
}

// TestCodecAllocatesNothing encodes into a used buffer and decodes into a used snapshot.
func TestCodecAllocatesNothing(t *testing.T) {
	s := example(50)
	data := Encode(nil, s)
	var reused Snapshot
	if err := Decode(&reused, data); err != nil {
		t.Fatal(err)
	}
	if n := testing.AllocsPerRun(20, func() { data = Encode(data[:0], s) }); n != 0 {
		t.Errorf("writing allocates %g times", n)
	}
	if n := testing.AllocsPerRun(20, func() { _ = Decode(&reused, data) }); n != 0 {
		t.Errorf("reading allocates %g times", n)
	}
}
