package dataset

import (
	"math"
	"slices"
	"strconv"

	"conelab/core/data/fault"
	"conelab/core/data/table"
)

const (
	// fewStrays is how many strays a column may have whatever its length, if it has numbersPerFew numbers or more for each of them: one word
	// among three cells, or two among six. They are at fault, and not the numbers, unless these are all the same: a column of 0 and fraud
	// has two classes.
	fewStrays, numbersPerFew = 2, 2
	// numbersPerStray is how many numbers a column must have for each of more strays.
	numbersPerStray = 20
	// mostCodes is the largest number of different numbers that may be the names of classes, beside which more than a few words are classes
	// too.
	mostCodes = 10
	// namedStrays is the number of strays of a column that the notes name one by one.
	namedStrays = 3
)

// Words reports whether column j holds words: some entry is neither a number nor missing, and not just a few strays among numbers.
func (t *Table) Words(j int) bool {
	return t.Table.Words(j) && len(t.Strays(j)) == 0
}

// Strays returns the rows in which a column of numbers has an entry that is not one, which is then a slip and not a word of the column. A
// column with many such entries has none, nor one with more than a few beside few different numbers. Strays are handled as missing values
// are.
func (t *Table) Strays(j int) (strays []int) {
	if !t.Table.Words(j) {
		return nil
	}
	rows, _ := t.Size()
	t.beat.Count(rows)
	numbers, different := 0, map[float64]bool{}
	for i := range rows {
		v := t.Value(i, j)
		switch {
		case !math.IsNaN(v):
			numbers++
			if len(different) <= mostCodes {
				different[v] = true
			}
		case !t.Missing(i, j):
			if strays = append(strays, i); len(strays) > fewStrays && numbersPerStray*len(strays) > rows {
				return nil
			}
		}
	}
	few := len(strays) <= fewStrays && numbers >= numbersPerFew*len(strays) && len(different) > 1
	if text, header := t.Lines(); text && !header && slices.Contains(strays, 0) {
		few = false // the first line may have the names
	}
	if few || len(different) > mostCodes && numbers >= numbersPerStray*len(strays) {
		return strays
	}
	return nil
}

// noteStrays adds notes that name the strays.
func (t *Table) noteStrays() {
	_, width := t.Size()
	for j := range width {
		strays := t.Strays(j)
		for k, i := range strays {
			if k == namedStrays {
				t.Notes = append(t.Notes, table.Note{Sentence: t.Called(j) + " has " + strconv.Itoa(len(strays)-k) + " more that are not numbers"})
				break
			}
			t.Notes = append(t.Notes, table.Note{Sentence: t.Place(i, j) + `: "` + fault.Clip(t.Label(i, j)) + `" is not a number`})
		}
	}
}
