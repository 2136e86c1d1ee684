package dataset

import (
	"math"
	"slices"
	"strconv"

	"conelab/core/data/fault"
	"conelab/core/data/table"
)

// A column of numbers may have fewStrays words among at least twice as many numbers, one word among three cells or two among six, and one
// more for each numbersPerStray numbers. They are at fault, and not the numbers, unless these are all the same: a column of 0 and fraud has
// two classes.
const fewStrays, numbersPerStray = 2, 20

// Words reports whether column j holds words: some entry is neither a number nor missing, and not just a few strays among numbers.
func (t *Table) Words(j int) bool { return t.Table.Words(j) && len(t.Strays(j)) == 0 }

// Strays returns the rows in which a column of numbers has an entry that is not one, which is then a slip and not a word of the column. They
// are handled as missing values are.
func (t *Table) Strays(j int) (strays []int) {
	if !t.Table.Words(j) {
		return nil
	}
	rows, _ := t.Size()
	t.beat.Count(rows)
	numbers, differ, last := 0, false, 0.0
	for i := range rows {
		if v := t.Value(i, j); !math.IsNaN(v) {
			differ = differ || numbers > 0 && v != last
			numbers, last = numbers+1, v
		} else if !t.Missing(i, j) {
			if strays = append(strays, i); len(strays) > max(fewStrays, rows/numbersPerStray) {
				return nil
			}
		}
	}
	text, header := t.Lines()
	names := text && !header && slices.Contains(strays, 0) // the first line may have the names
	if names || !differ || numbers < 2*len(strays) || len(strays) > max(fewStrays, numbers/numbersPerStray) {
		return nil
	}
	return strays
}

// noteStrays adds notes that name the first stray of each column and count the others.
func (t *Table) noteStrays() {
	_, width := t.Size()
	for j := range width {
		if strays := t.Strays(j); len(strays) > 0 {
			sentence := t.Place(strays[0], j) + `: "` + fault.Clip(t.Label(strays[0], j)) + `" is not a number`
			if more := len(strays) - 1; more > 0 {
				sentence += ", nor " + strconv.Itoa(more) + " more of its entries"
			}
			t.Notes = append(t.Notes, table.Note{Sentence: sentence})
		}
	}
}
