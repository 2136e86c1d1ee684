package dataset

import (
	"bytes"
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"

	"conelab/core/data/fault"
	"conelab/core/data/table"
)

// Frame is n rows of features and targets, with what their columns mean.
type Frame struct {
	Columns
	X, Y [][]float64
	// Kept lists the rows of the table that remain if some are left out; nil if all remain.
	Kept []int
	// Imputed lists, for each row, the features whose missing values were replaced by means; nil if there are none.
	Imputed [][]int
	// Notes say how ambiguities of the table were resolved.
	Notes []table.Note

	unknown int // words that were not trained on
	imputed int // missing values
}

// Len returns the number of rows, n.
func (f *Frame) Len() int { return len(f.X) }

// Row returns the table row of point i.
func (f *Frame) Row(i int) int {
	if f.Kept == nil {
		return i
	}
	return f.Kept[i]
}

// Rows returns the frame with only the given rows, which it shares.
func (f *Frame) Rows(rows []int) *Frame {
	g := *f
	g.Kept = make([]int, len(rows))
	g.X, g.Y = make([][]float64, len(rows)), make([][]float64, len(rows))
	for i, row := range rows {
		g.X[i], g.Y[i], g.Kept[i] = f.X[row], f.Y[row], f.Row(row)
	}
	return &g
}

// Fold splits rows, counted from zero and in ascending order, into training rows and test rows.
type Fold struct{ Train, Test []int }

// Split draws floor(fraction n) of n rows for training; the others are for testing. The seed determines the draw. If classes is not nil,
// it has the class of each row, and of each class the fraction is drawn, up to one row.
func Split(n int, fraction float64, seed uint64, classes []int) (Fold, error) {
	// A product such as 0.57 times 100 may round to just below a whole number.
	count := int(math.Floor(fraction*float64(n) + 1e-9))
	if !(fraction > 0 && fraction < 1) || count < 1 || count >= n {
		return Fold{}, fault.New("--split", "is "+fault.Number(fraction)+" of "+fault.Count(n, "row")+
			", expected a number between 0 and 1 that leaves at least one row on either side")
	}
	order := shuffled(n, seed)
	if classes != nil {
		slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(classes[i], classes[j]) })
		// Taken at equal distances from the classes in turn, and then the others.
		train, test := make([]int, 0, n), make([]int, 0, n-count)
		for k, row := range order {
			if (k+1)*count/n > k*count/n {
				train = append(train, row)
			} else {
				test = append(test, row)
			}
		}
		order = append(train, test...)
	}
	return Fold{ascending(order[:count]), ascending(order[count:])}, nil
}

// RandomFolds divides n rows into k parts whose sizes differ by at most one, and returns k folds, each of which tests on one part.
func RandomFolds(n, k int, seed uint64) ([]Fold, error) {
	if n < 2 {
		return nil, fault.New("the table", "has "+fault.Count(n, "row")+", expected at least two to divide into folds")
	}
	if k < 2 || k > n {
		return nil, fault.New("--folds", "is "+strconv.Itoa(k)+", expected "+fault.Range(2, n)+", the number of rows")
	}
	order, folds := shuffled(n, seed), make([]Fold, k)
	for i := range folds {
		folds[i] = complement(n, ascending(order[i*n/k:(i+1)*n/k]))
	}
	return folds, nil
}

// ParseFolds reads folds from text. Each line holds the test rows of a fold, counted from zero and separated by commas or white space; the
// other rows of the n are for training. The lines may overlap. Errors are fault.InputErrors.
func ParseFolds(text []byte, n int) ([]Fold, error) {
	lines, err := parseRows(text, n)
	if err != nil {
		return nil, err
	}
	folds := make([]Fold, len(lines))
	for i, test := range lines {
		if len(test) == n {
			return nil, fault.New("the folds", "test on all "+strconv.Itoa(n)+" rows in one line, expected at least one row to train on")
		}
		folds[i] = complement(n, test)
	}
	return folds, nil
}

// parseRows reads at least one line of row numbers from 0 to n - 1.
func parseRows(text []byte, n int) ([][]int, error) {
	var lines [][]int
	number := 0
	for line := range bytes.Lines(text) {
		number++
		words := bytes.FieldsFunc(line, func(r rune) bool { return r == ',' || r == ';' || r <= ' ' })
		if len(words) == 0 || words[0][0] == '#' {
			continue
		}
		where, rows := "line "+strconv.Itoa(number)+" of the folds", make([]int, len(words))
		for i, word := range words {
			row, err := strconv.Atoi(string(word))
			if err != nil || row < 0 || row >= n {
				return nil, fault.New(where, `names row "`+fault.Clip(string(word))+`", expected `+fault.Range(0, n-1))
			}
			rows[i] = row
		}
		rows = ascending(rows)
		for i := range rows[1:] {
			if rows[i] == rows[i+1] {
				return nil, fault.New(where, "names row "+strconv.Itoa(rows[i])+" twice, expected each row once")
			}
		}
		lines = append(lines, rows)
	}
	if lines == nil {
		return nil, fault.New("the folds", "are empty, expected lines of row numbers counted from zero")
	}
	return lines, nil
}

// complement returns the fold that trains on all rows except those of test, which are in ascending order.
func complement(n int, test []int) Fold {
	fold := Fold{make([]int, 0, n-len(test)), test}
	next := 0
	for row := range n {
		if next < len(test) && test[next] == row {
			next++
			continue
		}
		fold.Train = append(fold.Train, row)
	}
	return fold
}

func shuffled(n int, seed uint64) []int { return rand.New(rand.NewPCG(seed, 0)).Perm(n) }

func ascending(rows []int) []int {
	rows = slices.Clone(rows)
	slices.Sort(rows)
	return rows
}
