package main

import (
	"strings"
	"testing"
)

// TestVerdict has memories that rise for ever, rise in the first half, rise by less and by more than a tenth, and are larger once.
func TestVerdict(t *testing.T) {
	for name, c := range map[string]struct {
		kind   int
		memory func(actions float64) float64
		grows  bool
	}{
		"for ever":    {2, func(n float64) float64 { return 40 + n/100 }, true},
		"at first":    {3, func(n float64) float64 { return min(60, n/5) }, false},
		"less":        {3, func(n float64) float64 { return 24 + n/500 }, false},
		"more":        {3, func(n float64) float64 { return 24 + n/200 }, true},
		"small":       {3, func(n float64) float64 { return 1 + n/1000 }, true},
		"script":      {0, func(n float64) float64 { return 3 + n/500 }, true},
		"once":        {0, func(n float64) float64 { return 4 + 4*float64(int(n/1600)%2*(1-int(n/1700))) }, false},
		"up and down": {1, func(n float64) float64 { return 5 + float64(int(n/100)%2) }, false},
	} {
		s := &soak{}
		for n := 0; n <= 2000; n += stride {
			m := sample{actions: n}
			m.memory[c.kind] = c.memory(float64(n))
			s.measured = append(s.measured, m)
		}
		err := s.verdict()
		if (err != nil) != c.grows || err != nil && !strings.Contains(err.Error(), kinds[c.kind]) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := (&soak{measured: make([]sample, 3)}).verdict(); err == nil {
		t.Error("three measurements are enough")
	}
}
