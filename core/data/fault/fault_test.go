package fault

import (
	"math"
	"testing"
)

// TestAppendNumber has the cases of the page's function number, too.
func TestAppendNumber(t *testing.T) {
	for _, row := range []struct {
		value  float64
		digits int
		want   string
	}{
		{0, 3, "0"}, {math.Copysign(0, -1), 3, "0"}, {-2, 3, "−2"}, {0.0912, 3, "0.0912"}, {4.6e-11, 2, "4.6e−11"}, {-1.5e20, 2, "−1.5e20"},
		{12300, 3, "12300"}, {99999, 2, "100000"}, {999999, 3, "1e6"}, {1234567, 3, "1.23e6"}, {-0.00001, 2, "−1e−5"}, {0.00009999, 2, "0.0001"},
	} {
		if got := string(AppendNumber(nil, row.value, row.digits)); got != row.want {
			t.Errorf("%g is written %s, not %s", row.value, got, row.want)
		}
	}
}
