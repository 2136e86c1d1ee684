package store

import (
	"conelab/core/app/messages"
	"conelab/core/app/protocol/intent"
	"conelab/core/data/dataset"
	"conelab/core/format/document"
)

// checkColumns returns an error if the choice of columns is invalid.
func (p *openTable) checkColumns(features []int, target int) error {
	width := len(p.names)
	if target < 0 || target >= width {
		return messages.NoLabelColumn(target)
	}
	if len(features) < 1 || len(features) > maxFeatures {
		return messages.FeatureColumns(maxFeatures, len(features))
	}
	seen := make([]bool, width)
	for _, j := range features {
		switch {
		case j < 0 || j >= width:
			return messages.NoFeatureColumn(j)
		case j == target:
			return messages.ColumnIsLabel(p.names[j])
		case seen[j]:
			return messages.ColumnTwice(p.names[j])
		}
		seen[j] = true
	}
	return nil
}

// data returns the chosen columns. Features and labels that are numbers stay as they are, except that labels 0 and 1 become -1 and 1. Labels that are
// words become -1 and 1 for two words, and one output each for more. Rows with missing cells are left out.
func (p *openTable) data(features []int, target int) (*dataset.Frame, error) {
	options := dataset.Options{Missing: dataset.Drop}
	if p.answer.Columns[target].Kind == "text" {
		options.Encoding = dataset.SignsOrOneHot
	}
	f, err := p.source.Take(features, []int{target}, options)
	if err != nil {
		return nil, err
	}
	if len(f.Classes) > maxOutputs {
		return nil, messages.TooManyWords(p.names[target], len(f.Classes), maxOutputs)
	}
	if f.Classes == nil {
		toSigns(f.Y)
	}
	return f, p.checkRange(f, features, target)
}

// columns returns what is known of the columns of the data: their names, if the first line had them, and the classes.
func (p *openTable) columns(f *dataset.Frame) *document.Columns {
	columns := &document.Columns{Classes: f.Classes}
	if p.answer.Header {
		columns.Features = f.Features
		if len(f.Targets) == len(f.Y[0]) {
			columns.Targets = f.Targets
		}
	}
	return columns
}

// checkRange returns an error if numbers are too large for a page.
func (p *openTable) checkRange(f *dataset.Frame, features []int, target int) error {
	within := func(v float64) bool { return v >= -intent.MostEntry && v <= intent.MostEntry }
	for i, row := range f.X {
		for k, v := range row {
			if j := features[k]; !within(v) {
				return messages.CellRange(p.source.Place(f.Row(i), j), messages.Clip(p.source.Label(f.Row(i), j)))
			}
		}
		if !within(f.Y[i][0]) {
			return messages.CellRange(p.source.Place(f.Row(i), target), messages.Clip(p.source.Label(f.Row(i), target)))
		}
	}
	return nil
}

// toSigns turns labels into -1 and 1 if all are 0 or 1 and not all are 1.
func toSigns(y [][]float64) {
	zeros := false
	for _, row := range y {
		if row[0] != 0 && row[0] != 1 {
			return
		}
		zeros = zeros || row[0] == 0
	}
	for _, row := range y {
		if zeros {
			row[0] = 2*row[0] - 1
		}
	}
}
