package workspace

import (
	"math"
	"slices"
	"strings"
	"testing"
)

func TestRounded(t *testing.T) {
	for _, c := range [][3]float64{
		{0.123456789, 1.15, 0.1235}, {-0.123456789, 1.15, -0.1235}, {123456.789, 1e3, 123456.8}, {123456.789, 3e8, 123457},
		{1.23456789e-7, 2e-7, 1.2346e-7},
		{1.5, 1e-320, 1.5}, {1e18 + 1, 1, 1e18 + 1},
	} {
		if got := rounded(c[0], c[1]); math.Abs(got-c[2]) > 1e-12*math.Abs(c[2]) {
			t.Errorf("%g in a window of %g is %g, not %g", c[0], c[1], got, c[2])
		}
	}
}

// TestNoise: classes are flipped with about the stated probability, and numbers get noise of about the stated size.
func TestNoise(t *testing.T) {
	const n = 4000
	signs, numbers, oneHot := make([]float64, n), make([]float64, n), make([]float64, 3*n)
	for i := range n {
		signs[i], numbers[i], oneHot[i%3*n+i] = float64(1-2*(i%2)), 3+float64(i%7), 1
	}
	for _, level := range []float64{0.05, 0.2, 0.5} {
		flips, moved, noise, other := 0, 0, 0.0, 0
		y, before := noisy(signs, n, level, 7), noisy(signs, n, level/2, 7)
		for i := range y {
			if y[i] != signs[i] {
				flips++
			}
			if math.Abs(y[i]) != 1 || before[i] != signs[i] && y[i] == signs[i] {
				t.Fatalf("label %d becomes %g, with half the noise %g", i, y[i], before[i])
			}
		}
		for i, v := range noisy(numbers, n, level, 7) {
			noise += (v - numbers[i]) * (v - numbers[i]) / n
		}
		hot := noisy(oneHot, n, level, 7)
		for i := range n {
			if hot[i]+hot[n+i]+hot[2*n+i] != 1 ||
				slices.ContainsFunc([]float64{hot[i], hot[n+i], hot[2*n+i]}, func(v float64) bool { return v != 0 && v != 1 }) {
				t.Fatalf("row %d is no longer one-hot", i)
			}
			if hot[i%3*n+i] != 1 {
				moved++
				if hot[(i+1)%3*n+i] == 1 {
					other++
				}
			}
		}
		// Five standard deviations of a fraction of n.
		slack := 5 * math.Sqrt(level*(1-level)/n)
		if math.Abs(float64(flips)/n-level) > slack || math.Abs(float64(moved)/n-level) > slack {
			t.Errorf("noise %g: %d labels flipped, %d classes changed, of %d", level, flips, moved, n)
		}
		if share := float64(other) / float64(moved); math.Abs(share-0.5) > 5*math.Sqrt(0.25/float64(moved)) {
			t.Errorf("noise %g: %g of the other classes are the next one", level, share)
		}
		if want := level * rootMeanSquare(numbers); math.Abs(math.Sqrt(noise)-want) > 5*want/math.Sqrt(2*n) {
			t.Errorf("noise %g: the deviation is %g, want %g", level, math.Sqrt(noise), want)
		}
	}
}

// TestNumbersBecomeClassesInOrder: exactly as many different numbers as classes are these classes; of other numbers two classes are the signs,
// which is said, and more are refused with what was found.
func TestNumbersBecomeClassesInOrder(t *testing.T) {
	for _, c := range []struct {
		y       []float64
		count   int
		classes []int
		says    string // the note or the refusal
	}{
		{[]float64{0, 1, 2, 1}, 3, []int{1, 2, 3, 2}, ""},
		{[]float64{7.5, -2, 3}, 3, []int{3, 1, 2}, ""},
		{[]float64{2, 1, 2, 2}, 2, []int{2, 1, 2, 2}, ""},
		{[]float64{0, 1, -3, 2}, 2, []int{2, 1, 2, 1}, "above 0 are now class 1, all others class 2"},
		{[]float64{0, 1, 2, 3}, 3, nil, "4 different values, from 0 to 3; 3 classes need exactly 3"},
		{[]float64{0, 1, 2, 1}, 4, nil, "3 different values, from 0 to 2; 4 classes need exactly 4"},
	} {
		table := Table{}
		for i, y := range c.y {
			table.X, table.Y = append(table.X, []float64{float64(i), 1}), append(table.Y, []float64{y})
		}
		first := First("ring", 0.01)
		before := first.WithTable(&table)
		next, err := before.WithClasses(c.count)
		says := before.SignNote(c.count)
		var classes []int
		if err != nil {
			says = err.Error()
		} else {
			for i := range c.y {
				classes = append(classes, next.Class(i))
			}
		}
		if !slices.Equal(classes, c.classes) || (c.says == "") != (says == "") || !strings.Contains(says, c.says) {
			t.Errorf("%v as %d classes: %v, and it says %q", c.y, c.count, classes, says)
		}
	}
}
