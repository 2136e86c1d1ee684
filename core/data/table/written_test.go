package table

import (
	"fmt"
	"testing"
)

// TestOrder: R's numbers run column by column unless byrow is given; LaTeX's run row by row.
func TestOrder(t *testing.T) {
	for text, want := range map[string]string{
		"matrix(c(1, 2, 3, 4, 5, 6), nrow = 2)":                         "[[1 3 5] [2 4 6]]",
		"matrix(c(1, 2, 3, 4, 5, 6), ncol = 2, byrow = TRUE)":           "[[1 2] [3 4] [5 6]]",
		"structure(c(1L, 2L, 3L, 4L, 5L, 6L), .Dim = c(2L, 3L))":        "[[1 3 5] [2 4 6]]",
		"z = matrix(c(1, 2, 3, 4))":                                     "[[1 3] [2 4]]",
		"     [,1] [,2] [,3]\n[1,]    1    3    5\n[2,]    2    4    6": "[[1 3 5] [2 4 6]]",
		"\\begin{bmatrix}1&3&5\\\\2&4&6\\end{bmatrix}":                  "[[1 3 5] [2 4 6]]",
		"\\begin{smallmatrix}1&3\\\\2&-4\\end{smallmatrix}":             "[[1 3] [2 -4]]",
	} {
		if rows, err := ParseRows([]byte(text)); err != nil || fmt.Sprint(rows) != want {
			t.Errorf("%s: %v, %v, want %s", text, rows, err, want)
		}
	}
}
