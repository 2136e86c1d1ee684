package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"conelab/core/data/dataset"
	"conelab/core/data/idx"
	"conelab/core/data/table"
	"conelab/core/paper/cifar"
	"conelab/core/paper/reproduce"
)

// lab reads those data sets that the experiments need and that exist.
func (c *paperCommand) lab(chosen []*reproduce.Experiment) (*reproduce.Lab, error) {
	lab := &reproduce.Lab{Quick: c.Quick, Timing: c.Clock, Tables: map[string]*reproduce.Table{}, Images: map[string]*reproduce.Images{}}
	folders := map[string]string{reproduce.MNIST: c.MNIST, reproduce.Fashion: c.Fashion, reproduce.CIFAR: c.CIFAR}
	for _, folder := range []string{c.Data, c.MNIST, c.Fashion, c.CIFAR} {
		if info, err := os.Stat(folder); folder != "" && (err != nil || !info.IsDir()) {
			return nil, fmt.Errorf("%s is not a readable folder, expected a folder of data sets", folder)
		}
	}
	for _, e := range chosen {
		for _, name := range e.Needs {
			folder, images := folders[name]
			var err error
			switch {
			case images && folder != "" && lab.Images[name] == nil:
				read := readDigits
				if name == reproduce.CIFAR {
					read = readCIFAR
				}
				lab.Images[name], err = read(folder)
			case !images && c.Data != "" && lab.Tables[name] == nil:
				lab.Tables[name], err = readTable(filepath.Join(c.Data, name))
			}
			if err != nil {
				return nil, err
			}
		}
	}
	return lab, nil
}

// parsed parses a file if it exists. Errors name the file.
func parsed[T any](file string, parse func([]byte) (T, error)) (content T, found bool, err error) {
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return content, false, nil
	}
	if err != nil {
		return content, false, err
	}
	if content, err = parse(text); err != nil {
		return content, true, fmt.Errorf("%s: %w", file, err)
	}
	return content, true, nil
}

// readTable reads NAME.csv and the files of folds and of validation rows beside it. It returns nil if there is no such table.
func readTable(name string) (*reproduce.Table, error) {
	frame, found, err := parsed(name+".csv", func(text []byte) (*dataset.Frame, error) {
		return dataset.Read(text, dataset.Options{Format: table.Format{Header: table.HeaderNever}, Encoding: dataset.SignsOrOneHot})
	})
	if !found || err != nil {
		return nil, err
	}
	const least = 10
	if frame.Len() < least {
		return nil, fmt.Errorf("%s.csv has %d rows, expected at least %d", name, frame.Len(), least)
	}
	t := &reproduce.Table{Frame: frame}
	t.Folds, _, err = parsed(name+".folds.csv", func(text []byte) ([]dataset.Fold, error) { return dataset.ParseFolds(text, frame.Len()) })
	if err != nil {
		return nil, err
	}
	split, found, err := parsed(name+".valsplit.csv", func(text []byte) (dataset.Fold, error) { return dataset.ParseSplit(text, frame.Len()) })
	if found {
		t.Split = &split
	}
	return t, err
}

// readDigits reads the first two classes, 0 and 1, of images in the files of MNIST: train-images-idx3-ubyte and so on, perhaps with the
// prefix mnist01- or the ending .gz. It returns nil if there are none.
func readDigits(folder string) (*reproduce.Images, error) {
	images := &reproduce.Images{}
	for _, part := range []struct {
		name string
		to   **dataset.Frame
	}{{"train", &images.Train}, {"t10k", &images.Test}} {
		var pixels *dataset.Images
		for _, prefix := range []string{"mnist01-", ""} {
			for _, ending := range []string{".gz", ""} {
				name := func(kind string) string { return filepath.Join(folder, prefix+part.name+kind+ending) }
				read, found, err := parsed(name("-images-idx3-ubyte"), idx.ParseImages)
				if err != nil {
					return nil, err
				}
				if !found || pixels != nil {
					continue
				}
				labels, _, err := parsed(name("-labels-idx1-ubyte"), idx.ParseLabels)
				if err != nil {
					return nil, err
				}
				if read.N != len(labels) {
					return nil, fmt.Errorf("%s has %d labels, expected %d as there are images", name("-labels-idx1-ubyte"), len(labels), read.N)
				}
				pixels, labels = read.Only(labels, 0, 1)
				if *part.to, err = dataset.ReadDigits(pixels, labels, dataset.Signs, dataset.Classes{"0", "1"}); err != nil {
					return nil, fmt.Errorf("%s: %w", folder, err)
				}
				images.Height, images.Width, images.Channels = pixels.Height, pixels.Width, 1
			}
		}
		if pixels == nil {
			return nil, nil
		}
	}
	return images, checkImages(folder, images)
}

// checkImages checks that there are images of one size to train on and to test on.
func checkImages(folder string, images *reproduce.Images) error {
	if a, b := len(images.Train.Features), len(images.Test.Features); a != b || images.Train.Len() == 0 || images.Test.Len() == 0 {
		return fmt.Errorf("%s: the images of 0 and 1 are %d and %d of %d and %d pixels, expected some of one size to train on and to test on",
			folder, images.Train.Len(), images.Test.Len(), a, b)
	}
	return nil
}

// readCIFAR reads the first two classes, 0 and 1, of CIFAR-10 in its binary files: data_batch_1.bin to data_batch_5.bin and test_batch.bin. It returns
// nil if one of them is missing.
func readCIFAR(folder string) (*reproduce.Images, error) {
	read := func(names ...string) (*dataset.Frame, error) {
		all := &dataset.Images{Height: cifar.Side, Width: cifar.Side, Channels: cifar.Channels}
		var labels []byte
		for _, name := range names {
			content, found, err := parsed(filepath.Join(folder, name), cifar.Parse)
			if !found || err != nil {
				return nil, err
			}
			all.N += len(content.Labels)
			all.Pixels, labels = append(all.Pixels, content.Pixels...), append(labels, content.Labels...)
		}
		pixels, labels := all.Only(labels, 0, 1)
		return dataset.ReadDigits(pixels, labels, dataset.Signs, dataset.Classes{"0", "1"})
	}
	train, err := read("data_batch_1.bin", "data_batch_2.bin", "data_batch_3.bin", "data_batch_4.bin", "data_batch_5.bin")
	if train == nil || err != nil {
		return nil, err
	}
	test, err := read("test_batch.bin")
	if test == nil || err != nil {
		return nil, err
	}
	images := &reproduce.Images{Height: cifar.Side, Width: cifar.Side, Channels: cifar.Channels, Train: train, Test: test}
	return images, checkImages(folder, images)
}
