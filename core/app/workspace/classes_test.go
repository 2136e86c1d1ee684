package workspace

import (
	"slices"
	"strings"
	"testing"
)

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
