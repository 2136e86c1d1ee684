package table

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"conelab/core/data/fault"
)

// Called returns what a sentence calls a column.
func (t *Table) Called(j int) string {
	called := "column " + strconv.Itoa(j+1)
	if name := t.Name(j); name != "" {
		called += " (" + fault.Name(name) + ")"
	}
	return called
}

// indexNames are the usual names of columns that number the rows or name them; pandas and R leave the name of such a first column empty.
var indexNames = []string{
	"", "unnamed: 0", "__index_level_0__", "index", "id", "row", "rowid", "row_id", "rownames", "row.names", "row_names",
}

// Index reports whether a column numbers or names the rows: it has such a name, or one that ends in id, and its entries are whole numbers,
// or words, that are all different.
func (t *Table) Index(j int) bool {
	name := strings.ToLower(t.Name(j))
	part, k := t.Part(j)
	named := slices.ContainsFunc(part.Header, func(name string) bool { return name != "" })
	id := strings.HasSuffix(name, "_id") || strings.HasSuffix(name, " id") || strings.HasSuffix(name, "-id")
	if !id && !slices.Contains(indexNames, name) || name == "" && (k > 0 || !named) {
		return false
	}
	rows, _ := t.Size()
	seen, words := make(map[string]bool, rows), 0
	for i := range rows {
		label := t.Label(i, j)
		if t.Missing(i, j) || seen[label] {
			return false
		}
		seen[label] = true
		if v, err := t.Number(i, j); err != nil {
			words++
		} else if v != math.Trunc(v) {
			return false
		}
	}
	return words == 0 || words == rows
}

// Columns returns the indices of the columns named as for Column, and of those of ranges of them, such as 2-4 or first-last.
func (t *Table) Columns(names []string) (places []int, err error) {
	for _, name := range names {
		from, to, err := t.between(strings.TrimSpace(name))
		if err != nil {
			return nil, err
		}
		for j := from; j <= to; j++ {
			if slices.Contains(places, j) {
				return nil, fault.New(t.Called(j), "is named twice, expected each column once")
			}
			places = append(places, j)
		}
	}
	return places, nil
}

// between returns the first and the last column of a range, or twice the one column of that name.
func (t *Table) between(name string) (from, to int, err error) {
	from, err = t.Column(name)
	if err == nil {
		return from, from, nil
	}
	for at := 1; at < len(name)-1; at++ {
		if name[at] != '-' {
			continue
		}
		first, no := t.Column(strings.TrimSpace(name[:at]))
		last, nor := t.Column(strings.TrimSpace(name[at+1:]))
		switch {
		case no != nil && nor != nil:
		case no != nil || nor != nil:
			return 0, 0, cmp.Or(no, nor) // of the end that is not there
		case last < first:
			return 0, 0, fault.New(`the range "`+fault.Clip(name)+`"`, "ends before it begins, expected columns from left to right")
		default:
			return first, last, nil
		}
	}
	return 0, 0, err
}
