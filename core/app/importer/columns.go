package importer

import (
	"conelab/core/app/say"
	"conelab/core/data/dataset"
)

// checkColumns refuses a choice of columns that is none.
func (p *table) checkColumns(features []int, target int) error {
	width := len(p.names)
	if target < 0 || target >= width {
		return say.NoLabelColumn(target)
	}
	if len(features) < 1 || len(features) > maxFeatures {
		return say.FeatureColumns(maxFeatures, len(features))
	}
	seen := make([]bool, width)
	for _, j := range features {
		switch {
		case j < 0 || j >= width:
			return say.NoFeatureColumn(j)
		case j == target:
			return say.ColumnIsLabel(p.names[j])
		case seen[j]:
			return say.ColumnTwice(p.names[j])
		}
		seen[j] = true
	}
	return nil
}

// labels returns the labels of a column: numbers as they are, but 0 and 1 as -1 and 1; of words two as -1 and 1, more as one output each.
func (p *table) labels(target int) ([][]float64, error) {
	y := make([][]float64, p.rows())
	if p.answer.Columns[target].Kind == "number" {
		bits := true
		for i := range y {
			v, err := p.number(i, target)
			if err != nil {
				return nil, err
			}
			y[i] = []float64{v}
			bits = bits && (v == 0 || v == 1)
		}
		if zeros := func(row []float64) bool { return row[0] == 0 }; bits && anyRow(y, zeros) {
			for _, row := range y {
				row[0] = 2*row[0] - 1
			}
		}
		return y, nil
	}
	words := make([]string, len(y))
	for i := range words {
		if words[i] = p.text(i, target); missing(words[i]) {
			return nil, say.CellMissing(p.place(i, target), "a class")
		}
	}
	classes := dataset.ClassesOf(words)
	if len(classes) > maxOutputs {
		return nil, say.TooManyWords(p.names[target], len(classes), maxOutputs)
	}
	return classes.Encode(words, dataset.SignsOrOneHot, func(i int) string { return p.place(i, target) })
}

func anyRow(rows [][]float64, is func([]float64) bool) bool {
	for _, row := range rows {
		if is(row) {
			return true
		}
	}
	return false
}
