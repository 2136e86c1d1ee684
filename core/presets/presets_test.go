package presets

import (
	"math"
	"reflect"
	"testing"
)

func TestPresetsAreWhatTheySay(t *testing.T) {
	for _, preset := range All {
		x, y := preset.Make(80, 1)
		positive := 0
		for i, point := range x {
			size := 0.0
			for _, v := range point {
				size = math.Max(size, math.Abs(v))
			}
			class := preset.Dimension > 1 || preset.Name == "interval"
			if len(point) != preset.Dimension || size > 1 || math.Abs(y[i]) > 1.4 || class && math.Abs(y[i]) != 1 {
				t.Errorf("%s: point %d is %v with label %g", preset.Name, i, point, y[i])
			}
			if y[i] > 0 {
				positive++
			}
		}
		if len(x) != 80 || len(y) != 80 || positive < 20 || positive > 60 {
			t.Errorf("%s: %d points, %d labels, %d positive", preset.Name, len(x), len(y), positive)
		}
		again, labels := preset.Make(80, 1)
		other, _ := preset.Make(80, 2)
		if !reflect.DeepEqual(x, again) || !reflect.DeepEqual(y, labels) || reflect.DeepEqual(x, other) {
			t.Errorf("%s: the seed does not decide the points", preset.Name)
		}
		if found, ok := Find(preset.Name); !ok || found.Title != preset.Title || preset.Lesson == "" {
			t.Errorf("%s is not found", preset.Name)
		}
	}
	if _, ok := Find("nothing"); ok {
		t.Error("found a preset that is not there")
	}
}
