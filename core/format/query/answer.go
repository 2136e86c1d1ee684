package query

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"conelab/core/data/dataset"
	"conelab/core/data/fault"
	"conelab/core/data/strictjson"
	"conelab/core/format/document"
	"conelab/core/numeric/moments"
)

// Answer reads an engine's answer to a query, as CSV with a header, or as JSON: an array of objects, or an object on each line. Errors are
// fault.InputErrors. leftOut is the number of rows of the table that were not summed: those with NULL, and those of other classes.
func Answer(content []byte) (d *document.Sums, leftOut float64, err error) {
	rows, err := readRows(content)
	if err != nil {
		return nil, 0, err
	}
	d, err = sumsOf(rows)
	if err != nil {
		return nil, 0, err
	}
	total, err := strconv.ParseFloat(rows[0][totalColumn], 64)
	if err != nil || !(total >= d.Rows) {
		return nil, 0, fault.New("the answer", "has no column "+totalColumn+" with the number of rows of the table, expected it as in the query")
	}
	return d, total - d.Rows, nil
}

// sumsOf returns the document of the rows of an answer.
func sumsOf(rows []map[string]string) (*document.Sums, error) {
	if len(rows) == 0 {
		return nil, fault.New("the answer", "has no rows, expected one for each fold: is there a row without NULL in the table?")
	}
	what, ok := rows[0][whatColumn]
	if !ok {
		return nil, missing(whatColumn)
	}
	about := summed{}
	if err := strictjson.Read([]byte(what), &about); err != nil {
		return nil, fault.New("the column "+whatColumn, "of the answer is not what the query has there: "+err.Error())
	}
	d, c := len(about.Features), len(about.Outputs)
	if d == 0 || c == 0 || moments.Count(d, c) > document.MaxSums {
		return nil, document.TooManySums(d, c)
	}
	basis := moments.NewBasis(d)
	count := len(moments.New(basis, c).High)
	all := count
	if about.Standardized {
		all += 2 * d
	}
	values := map[string][]float64{}
	digits := 0
	for i, row := range rows {
		here := "row " + strconv.Itoa(i+1) + " of the answer"
		if row[whatColumn] != what || row[totalColumn] != rows[0][totalColumn] {
			return nil, fault.New(here, "is of another query or another table than the first, expected one query")
		}
		fold := row[foldColumn]
		part, err := strconv.Atoi(row[partColumn])
		if err != nil || part < 0 || part*maxColumns >= all {
			return nil, missing(partColumn)
		}
		if values[fold] == nil {
			values[fold] = slices.Repeat([]float64{math.NaN()}, all)
		}
		if !math.IsNaN(values[fold][part*maxColumns]) {
			what := "has part " + strconv.Itoa(part) + " of fold " + strconv.Quote(fault.Clip(fold)) + " once more, expected each part once"
			return nil, fault.New(here, what)
		}
		for k := range min(maxColumns, all-part*maxColumns) {
			name := "s" + strconv.Itoa(k+1)
			cell, ok := row[name]
			if !ok {
				return nil, missing(name)
			}
			v, err := strconv.ParseFloat(cell, 64)
			if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
				return nil, fault.New(here, `has "`+fault.Clip(cell)+`" in its column `+name+", expected a finite number")
			}
			values[fold][part*maxColumns+k] = v
			digits = max(digits, significant(cell))
		}
		if rows := values[fold][0]; part == 0 && !(rows >= 1 && rows == math.Trunc(rows)) {
			return nil, fault.New(here, "counts "+fault.Number(rows)+" rows in its column s1, expected a whole number from 1")
		}
	}
	return about.document(values, basis, digits)
}

func missing(name string) error {
	return fault.New("the answer", "has no column "+name+", expected all those of the query, with their names")
}

// document makes the values of each fold a document.
func (a *summed) document(values map[string][]float64, basis *moments.Basis, digits int) (*document.Sums, error) {
	c := len(a.Outputs)
	total, folds, names := moments.New(basis, c), []*moments.Sums{}, make([]string, 0, len(values))
	for name := range values {
		names = append(names, name)
	}
	slices.Sort(names)
	if a.Folds > 0 && len(names) != a.Folds {
		what := "has " + strconv.Itoa(len(names)) + " of the " + fault.Count(a.Folds, "fold") + " asked for, expected all"
		return nil, fault.WithOption(fault.New("the answer", what), "--key names a column of whole numbers, and few rows take few --folds")
	}
	s := &document.Sums{Summed: document.ByEngine}
	columns := &document.Columns{Features: a.Features, Targets: a.Outputs, Classes: a.Classes}
	targets := c
	if a.Label != "" {
		targets = 1 // of several classes
	}
	d := len(a.Features)
	numbers := make([]int, d+targets) // as in a table with the features first
	for k := range numbers {
		numbers[k] = k + 1
	}
	// The query leaves out rows with NULL, and those of other classes.
	columns.Table = &dataset.Layout{Header: true, Width: len(numbers), Features: numbers[:d], Targets: numbers[d:], Label: a.Label,
		Missing: "drop", Only: a.Classes != nil}
	for _, name := range names {
		list := values[name]
		if at := slices.IndexFunc(list, math.IsNaN); at >= 0 {
			what := "has no row of part " + strconv.Itoa(at/maxColumns) + " of fold " + strconv.Quote(fault.Clip(name)) + ", expected all parts"
			return nil, fault.New("the answer", what)
		}
		fold := moments.New(basis, c)
		copy(fold.High, list)
		folds = append(folds, fold)
		total.Add(fold)
		rest := list[len(fold.High):]
		if a.Standardized {
			columns.Scaling = &dataset.Scaling{Mean: rest[:d], Deviation: rest[d:]}
		}
	}
	if len(folds) == 1 {
		folds = nil
	}
	s.Describe(columns)
	s.Error = Error(total.Rows(), digits)
	s.Fill(total, folds)
	text := s.JSON()
	if text == nil {
		return nil, fault.New("the answer", "has sums beyond double precision, expected features and targets of moderate size")
	}
	return document.ParseSums(text)
}

// Error estimates the relative error of an engine's sums in doubles, from roundings of random sign, one for each row, and from the number
// of digits with which the sums are written.
func Error(rows float64, digits int) float64 {
	const roundings, whole = 4, 17
	e := (math.Sqrt(rows) + roundings) * 0x1p-52
	if digits < whole {
		e += math.Pow(10, float64(1-digits)) / 2
	}
	return e
}

// significant returns the number of significant digits of a number as it is written.
func significant(cell string) int {
	mantissa, _, _ := strings.Cut(strings.ToLower(cell), "e")
	mantissa = strings.TrimLeft(strings.Replace(mantissa, ".", "", 1), "-+0")
	return len(mantissa)
}

// readRows returns the cells of each row by the names of the columns.
func readRows(content []byte) (rows []map[string]string, err error) {
	text := bytes.TrimSpace(bytes.TrimPrefix(content, []byte("\xef\xbb\xbf")))
	if len(text) > 0 && (text[0] == '[' || text[0] == '{') {
		return readObjects(text)
	}
	lines, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		return nil, fault.New("the answer", "is neither CSV with a header nor JSON: "+err.Error())
	}
	for i, cells := range lines {
		if i == 0 {
			continue
		}
		row := map[string]string{}
		for k, name := range lines[0] {
			row[strings.ToLower(name)] = cells[k]
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// readObjects reads an array of objects, or objects one after the other.
func readObjects(text []byte) (rows []map[string]string, err error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	for {
		objects := make([]map[string]any, 1)
		if text[0] == '[' {
			err = decoder.Decode(&objects)
		} else {
			err = decoder.Decode(&objects[0])
		}
		switch {
		case errors.Is(err, io.EOF):
			return rows, nil
		case err != nil:
			return nil, fault.New("the answer", "is not JSON with an object for each row: "+err.Error())
		}
		for _, object := range objects {
			row := map[string]string{}
			for name, v := range object {
				row[strings.ToLower(name)] = fmt.Sprint(v)
			}
			rows = append(rows, row)
		}
	}
}
