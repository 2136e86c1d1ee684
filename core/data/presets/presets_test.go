package presets

import (
	"crypto/sha256"
	"fmt"
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
			if preset.Classes > 0 { // their numbers
				if y[i] != math.Floor(y[i]) || y[i] < 1 || y[i] > float64(preset.Classes) || len(point) != preset.Dimension || size > 1 {
					t.Errorf("%s: point %d is %v with label %g", preset.Name, i, point, y[i])
				}
				positive = 40
				continue
			}
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
		if other, _ := preset.Make(80, 2); reflect.DeepEqual(x, other) {
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

// Links name presets instead of their points, so the points must never change.
func TestPresetsNeverChange(t *testing.T) {
	sums := map[string]string{}
	for _, preset := range All {
		x, y := preset.Make(80, 1)
		sums[preset.Name] = fmt.Sprintf("%x", sha256.Sum256(fmt.Append(nil, x, y)))[:12]
	}
	want := map[string]string{
		"bars": "94f8318ca522", "bend": "d19f831b51be", "blobs": "f2c8bfbc0ebf", "bump": "5e942e65b4ef", "checkerboard": "b3c3d6861da4",
		"edge": "8b3bc68290d0", "interval": "c2007a3fa9a8",
		"largest": "4fd564ea4100", "masked": "780fb0a3b5fe", "moons": "4955140a7b7f", "parabola": "80c543ffcf35", "ring": "0f9fa735108b",
		"rings":  "4a0ca481a224",
		"saddle": "8294d94c5fe7", "shell": "624328d21ec3", "spiral": "9775b6e1b463", "stripe": "ce033dfd0831", "tube": "d98e0efc4923",
		"four": "8d4696cde554", "wave": "167a339e969c", "valley": "858737f8ef42", "xor": "f4961e026648",
	}
	if !reflect.DeepEqual(sums, want) {
		t.Errorf("the points changed: %#v", sums)
	}
}
