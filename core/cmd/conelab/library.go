package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"conelab/core/data/dataset"
	"conelab/core/data/idx"
	"conelab/core/data/table"
	"conelab/core/paper/reproduce"
)

// lab reads the data that the experiments need and that are there.
func (c *reproduceCommand) lab(s *streams) (*reproduce.Lab, error) {
	lab := &reproduce.Lab{Quick: c.Quick, Timing: c.Clock, Tables: map[string]*reproduce.Table{}}
	for _, folder := range []string{c.Data, c.MNIST} {
		if folder == "" {
			continue
		}
		if info, err := os.Stat(folder); err != nil || !info.IsDir() {
			return nil, fmt.Errorf("%s is not a readable folder, expected a folder of data sets", folder)
		}
	}
	if c.Clock == "processor" && processorTime == nil {
		return nil, errors.New("--clock is processor, which this system does not measure, expected wall")
	}
	for _, e := range reproduce.All {
		for _, name := range e.Needs {
			if err := c.need(s, lab, name); err != nil {
				return nil, err
			}
		}
	}
	return lab, nil
}

// need reads a data set, if it is there and not read yet.
func (c *reproduceCommand) need(s *streams, lab *reproduce.Lab, name string) (err error) {
	switch {
	case name == reproduce.MNIST && c.MNIST != "" && lab.Digits == nil:
		digits := &reproduce.Digits{}
		if digits.Train, err = readDigits(s, c.MNIST, "train"); err == nil && digits.Train != nil {
			digits.Test, err = readDigits(s, c.MNIST, "t10k")
		}
		if digits.Train != nil && digits.Test != nil {
			lab.Digits = digits
		}
	case name != reproduce.MNIST && c.Data != "" && lab.Tables[name] == nil:
		var table *reproduce.Table
		if table, err = readTable(s, filepath.Join(c.Data, name)); table != nil {
			lab.Tables[name] = table
		}
	}
	return err
}

// optional reads a file, nil if there is none.
func optional(s *streams, file, expected string) ([]byte, error) {
	if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	content, _, err := s.read(file, expected)
	return content, err
}

// readTable reads NAME.csv and the divisions beside it; it returns nil where there is no such file.
func readTable(s *streams, name string) (*reproduce.Table, error) {
	content, err := optional(s, name+".csv", "a table")
	if content == nil || err != nil {
		return nil, err
	}
	t := &reproduce.Table{}
	t.Frame, err = dataset.Read(content, dataset.Options{Format: table.Format{Header: table.HeaderNever}, Encoding: dataset.SignsOrOneHot})
	if err != nil {
		return nil, fmt.Errorf("%s.csv: %w", name, err)
	}
	const least = 10
	if t.Frame.Len() < least {
		return nil, fmt.Errorf("%s.csv has %d rows, expected at least %d", name, t.Frame.Len(), least)
	}
	if content, err = optional(s, name+".folds.csv", "lines of rows"); content != nil && err == nil {
		if t.Folds, err = dataset.ParseFolds(content, t.Frame.Len()); err != nil {
			err = fmt.Errorf("%s.folds.csv: %w", name, err)
		}
	}
	if err != nil {
		return nil, err
	}
	if content, err = optional(s, name+".valsplit.csv", "two lines of rows"); content != nil && err == nil {
		split, fault := dataset.ParseSplit(content, t.Frame.Len())
		if fault != nil {
			return nil, fmt.Errorf("%s.valsplit.csv: %w", name, fault)
		}
		t.Split = &split
	}
	return t, err
}

// readDigits reads the images and labels of a part, train or t10k; nil where there are none.
func readDigits(s *streams, folder, part string) (*dataset.Frame, error) {
	prefix := filepath.Join(folder, reproduce.MNIST+"-"+part)
	pixels, labels := prefix+"-images-idx3-ubyte.gz", prefix+"-labels-idx1-ubyte.gz"
	content, err := optional(s, pixels, "idx images")
	if content == nil || err != nil {
		return nil, err
	}
	images, err := idx.ParseImages(content)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", pixels, err)
	}
	content, _, err = s.read(labels, "idx labels")
	if err != nil {
		return nil, err
	}
	classes, err := idx.ParseLabels(content)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", labels, err)
	}
	f, err := dataset.ReadDigits(images, classes, dataset.Signs, nil)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", strings.TrimSuffix(labels, ".gz"), err)
	}
	return f, nil
}
