package dataset

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"conelab/core/data/fault"
	"conelab/core/data/table"
)

// indexNames are the usual names of columns that number the rows or name them; pandas and R leave the name of such a first column empty.
var indexNames = []string{"", "unnamed: 0", "index", "id", "row", "rowid", "row_id", "rownames", "row.names", "row_names"}

// Index reports whether a column numbers or names the rows: it has such a name, and its entries are whole numbers, or words, that are all
// different.
func (s *Source) Index(j int) bool {
	name := strings.ToLower(s.Name(j))
	t, k := s.at(j)
	named := slices.ContainsFunc(t.Header, func(name string) bool { return name != "" })
	if !slices.Contains(indexNames, name) || name == "" && (k > 0 || !named) {
		return false
	}
	rows, _ := s.Size()
	seen, words := make(map[string]bool, rows), 0
	for i := range rows {
		label := s.Label(i, j)
		if s.Missing(i, j) || seen[label] {
			return false
		}
		seen[label] = true
		if v, err := s.Number(i, j); err != nil {
			words++
		} else if v != math.Trunc(v) {
			return false
		}
	}
	return words == 0 || words == rows
}

// withoutIndex removes the columns that number or name the rows from a default choice of columns, unless none would remain, and adds a
// note.
func (s *Source) withoutIndex(columns []int, notes *[]table.Note) []int {
	kept := slices.DeleteFunc(slices.Clone(columns), s.Index)
	if len(kept) == len(columns) || len(kept) == 0 {
		return columns
	}
	for _, j := range columns {
		if s.Index(j) {
			*notes = append(*notes, table.Note{Sentence: s.Called(j) + " numbers or names the rows and is left out", Option: "--features keeps it where it names it"})
		}
	}
	return kept
}

// Called returns what a sentence calls a column.
func (s *Source) Called(j int) string {
	called := "column " + strconv.Itoa(j+1)
	if name := s.Name(j); name != "" {
		called += " (" + fault.Clip(name) + ")"
	}
	return called
}
