package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"conelab/core/data/dataset"
	"conelab/core/data/fault"
	"conelab/core/data/idx"
	"conelab/core/data/table"
)

// readLabels reads the file of --y.
func (c *source) readLabels(s *streams) (content []byte, name string, err error) {
	if c.Y == "-" && c.File == "-" {
		return nil, "", errors.New("the features and --y are both standard input, expected a file for one of them")
	}
	return s.read(c.Y, "targets in a table, a .npy file or idx labels")
}

// pair reads features from one file and targets from another.
func (c *source) pair(s *streams, content []byte, name string, encoding dataset.Encoding, classes dataset.Classes) (*dataset.Frame, error) {
	if c.Outputs != 0 || c.Targets != nil || c.Features != nil {
		return nil, errors.New("--y is given with a choice of columns, expected files that have features alone and targets alone")
	}
	x, err := c.matrix(content)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	labels, labelsName, err := c.readLabels(s)
	if err != nil {
		return nil, err
	}
	frame, err := c.targets(labels, len(x), encoding, classes)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", labelsName, err)
	}
	if len(frame.Y) != len(x) {
		return nil, fmt.Errorf("%s has %d rows of targets, expected %d as in %s", labelsName, len(frame.Y), len(x), name)
	}
	frame.X = x
	return frame, nil
}

// targets reads a file of targets alone, of n rows.
func (c *source) targets(content []byte, n int, encoding dataset.Encoding, classes dataset.Classes) (frame *dataset.Frame, err error) {
	frame = &dataset.Frame{}
	if !c.Classes {
		frame.Y, err = c.matrix(content)
		return frame, err
	}
	labels, place, err := c.words(content, n)
	if err != nil {
		return nil, err
	}
	if frame.Classes = classes; classes == nil {
		frame.Classes = dataset.ClassesOf(labels)
	}
	frame.Y, err = frame.Classes.Encode(labels, encoding, place)
	return frame, err
}

// matrix reads all columns of a table, a .npy file or idx labels as numbers.
func (c *source) matrix(content []byte) (rows [][]float64, err error) {
	switch {
	case table.IsNpy(content):
		return table.ParseNpyRows(content)
	case isImages(content):
		labels, err := idx.ParseLabels(content)
		for _, label := range labels {
			rows = append(rows, []float64{float64(label)})
		}
		return rows, err
	}
	format, err := c.format()
	if err != nil {
		return nil, err
	}
	text, err := table.ParseText(content, format)
	if err != nil {
		return nil, err
	}
	for i, cells := range text.Rows {
		row := make([]float64, len(cells))
		for j := range cells {
			if row[j], err = text.Number(i, j); err != nil {
				return nil, err
			}
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// words reads one column of n classes; place names them for errors. Whether the first word is a header only n can tell.
func (c *source) words(content []byte, n int) (labels []string, place func(i int) string, err error) {
	place = func(i int) string { return "label " + strconv.Itoa(i+1) }
	if table.IsNpy(content) || isImages(content) {
		rows, err := c.matrix(content)
		if err == nil && len(rows[0]) != 1 {
			err = fmt.Errorf("the file has %d columns, expected one of classes", len(rows[0]))
		}
		for _, row := range rows {
			labels = append(labels, fault.Number(row[0]))
		}
		return labels, place, err
	}
	format, err := c.format()
	if err != nil {
		return nil, nil, err
	}
	format.Header = table.HeaderNever
	text, err := table.ParseText(content, format)
	if err == nil && len(text.Rows) == n+1 {
		format.Header = table.HeaderAlways
		text, err = table.ParseText(content, format)
	}
	if err != nil {
		return nil, nil, err
	}
	if text.Width() != 1 {
		return nil, nil, fmt.Errorf("the table has %d columns, expected one of classes", text.Width())
	}
	for _, cells := range text.Rows {
		labels = append(labels, cells[0])
	}
	return labels, func(i int) string { return text.Place(i, 0) }, nil
}

// images reads idx images and their labels.
func (c *source) images(s *streams, content []byte, name string, encoding dataset.Encoding, classes dataset.Classes) (*dataset.Frame, error) {
	if c.Y == "" {
		return nil, fmt.Errorf("%s is an idx file, expected its labels by --y", name)
	}
	images, err := idx.ParseImages(content)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	packed, labelsName, err := c.readLabels(s)
	if err != nil {
		return nil, err
	}
	labels, err := idx.ParseLabels(packed)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", labelsName, err)
	}
	if c.Only != nil && images.N == len(labels) {
		images, labels = only(images, labels, c.Only)
		if len(labels) == 0 {
			return nil, fmt.Errorf("%s has no label of those in --only, expected at least one", labelsName)
		}
	}
	frame, err := dataset.ReadDigits(images, labels, encoding, classes)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", labelsName, err)
	}
	return frame, nil
}

// only keeps the images of the given classes.
func only(images *dataset.Images, labels []byte, classes []string) (*dataset.Images, []byte) {
	kept, size := &dataset.Images{Height: images.Height, Width: images.Width}, images.Height*images.Width
	var keptLabels []byte
	for i, label := range labels {
		if slices.Contains(classes, strconv.Itoa(int(label))) {
			kept.Pixels = append(kept.Pixels, images.Pixels[i*size:(i+1)*size]...)
			keptLabels = append(keptLabels, label)
		}
	}
	kept.N = len(keptLabels)
	return kept, keptLabels
}
