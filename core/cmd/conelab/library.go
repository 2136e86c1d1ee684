package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"conelab/core/data/dataset"
	"conelab/core/data/table"
	"conelab/core/paper/reproduce"
)

// lab reads those data sets that the experiments need and that exist.
func (c *reproduceCommand) lab(s *streams, chosen []*reproduce.Experiment) (*reproduce.Lab, error) {
	lab := &reproduce.Lab{Quick: c.Quick, Timing: c.Clock, Tables: map[string]*reproduce.Table{}, Images: map[string]*reproduce.Images{}}
	for _, folder := range []string{c.Data, c.MNIST, c.Fashion, c.CIFAR} {
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
	for _, e := range chosen {
		for _, name := range e.Needs {
			if err := c.need(s, lab, name); err != nil {
				return nil, err
			}
		}
	}
	return lab, nil
}

// need reads a data set, unless it does not exist or has been read already.
func (c *reproduceCommand) need(s *streams, lab *reproduce.Lab, name string) error {
	if reproduce.IsImages(name) {
		if lab.Images[name] != nil {
			return nil
		}
		images, err := c.images(s, name)
		if images != nil {
			lab.Images[name] = images
		}
		return err
	}
	if c.Data == "" || lab.Tables[name] != nil {
		return nil
	}
	table, err := readTable(s, filepath.Join(c.Data, name))
	if table != nil {
		lab.Tables[name] = table
	}
	return err
}

// optional reads a file, or returns nil if it does not exist.
func optional(s *streams, file, expected string) ([]byte, error) {
	if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	content, _, err := s.read(file, expected)
	return content, err
}

// readTable reads NAME.csv and the files of splits beside it. It returns nil if there is no such table.
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
