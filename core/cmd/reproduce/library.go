package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"conelab/core/data/dataset"
	"conelab/core/data/table"
	"conelab/core/paper/reproduce"
)

// lab reads those data sets that the experiments need and that exist.
func (c *command) lab(chosen []*reproduce.Experiment) (*reproduce.Lab, error) {
	lab := &reproduce.Lab{Quick: c.Quick, Tables: map[string]*reproduce.Table{}, Images: map[string]*reproduce.Images{}}
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
	content, err = parse(text)
	if err != nil {
		return content, true, fmt.Errorf("%s: %w", file, err)
	}
	return content, true, nil
}

// readTable reads NAME.csv and the files of folds and of validation rows beside it. It returns nil if there is no such table.
func readTable(name string) (*reproduce.Table, error) {
	frame, found, err := parsed(name+".csv", func(text []byte) (*dataset.Frame, error) {
		t, err := table.Open(text, table.Format{Header: table.HeaderNever})
		if err != nil {
			return nil, err
		}
		return dataset.Read(t, dataset.Options{Encoding: dataset.Signs})
	})
	if !found || err != nil {
		return nil, err
	}
	const least = 10
	if frame.Len() < least {
		return nil, fmt.Errorf("%s.csv has %d rows, expected at least %d", name, frame.Len(), least)
	}
	t := &reproduce.Table{Frame: frame}
	folds := func(text []byte) ([]dataset.Fold, error) { return dataset.ParseFolds(text, frame.Len()) }
	t.Folds, _, err = parsed(name+".folds.csv", folds)
	if err != nil {
		return nil, err
	}
	parts, found, err := parsed(name+".valsplit.csv", folds)
	if found && len(parts) == 2 { // to train on, and to test on
		t.Split = &dataset.Fold{Train: parts[0].Test, Test: parts[1].Test}
	}
	return t, err
}

// twoClasses returns the frame of the images with the labels 0 and 1.
func twoClasses(images, labels *table.Table) (*dataset.Frame, error) {
	both, err := table.Join(images, labels)
	if err != nil {
		return nil, err
	}
	return dataset.Read(both, dataset.Options{Encoding: dataset.Signs, Only: []string{"0", "1"}})
}

// array is the content of an idx file.
type array struct {
	*table.Table
	sides []int
}

func parseIdx(file []byte) (a array, err error) {
	file, err = table.Unpack(file, 1<<28)
	if err == nil {
		a.Table, a.sides, err = table.ParseIdx(file)
	}
	return a, err
}

// readDigits reads the first two classes, 0 and 1, of images in the files of MNIST: train-images-idx3-ubyte and so on, perhaps with the
// prefix mnist01- or the ending .gz. It returns nil if there are none.
func readDigits(folder string) (*reproduce.Images, error) {
	images := &reproduce.Images{}
	for part, to := range map[string]**dataset.Frame{"train": &images.Train, "t10k": &images.Test} {
		files, _ := filepath.Glob(filepath.Join(folder, "*"+part+"-images-idx3-ubyte*")) // the pattern is valid
		if len(files) == 0 {
			return nil, nil
		}
		pixels, _, err := parsed(files[0], parseIdx)
		if err != nil {
			return nil, err
		}
		file := strings.Replace(files[0], "images-idx3", "labels-idx1", 1)
		labels, found, err := parsed(file, parseIdx)
		if err != nil || !found || len(pixels.sides) != 3 || len(labels.sides) != 1 {
			return nil, fmt.Errorf("%s: %w, expected images with a file of their labels beside it", file, cmp.Or(err, fs.ErrNotExist))
		}
		*to, err = twoClasses(pixels.Table, labels.Table)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		images.Height, images.Width, images.Channels = pixels.sides[1], pixels.sides[2], 1
	}
	return images, checkImages(folder, images)
}

// checkImages checks that there are images of one size to train on and to test on.
func checkImages(folder string, images *reproduce.Images) error {
	if a, b := len(images.Train.Features), len(images.Test.Features); a != b {
		return fmt.Errorf("%s: the images to train on have %d pixels and those to test on %d, expected images of one size", folder, a, b)
	}
	return nil
}

// readCIFAR reads the first two classes, 0 and 1, of CIFAR-10 in its binary files: data_batch_1.bin to data_batch_5.bin and
// test_batch.bin. It returns nil if one of them is missing.
func readCIFAR(folder string) (*reproduce.Images, error) {
	read := func(names ...string) (*dataset.Frame, error) {
		var all cifarFile
		for _, name := range names {
			content, found, err := parsed(filepath.Join(folder, name), parseCIFAR)
			if !found || err != nil {
				return nil, err
			}
			all.Pixels, all.Labels = append(all.Pixels, content.Pixels...), append(all.Labels, content.Labels...)
		}
		return twoClasses(table.OfBytes(all.Pixels, cifarSide*cifarSide*cifarChannels, true), table.OfBytes(all.Labels, 1, false))
	}
	train, err := read("data_batch_1.bin", "data_batch_2.bin", "data_batch_3.bin", "data_batch_4.bin", "data_batch_5.bin")
	if train == nil || err != nil {
		return nil, err
	}
	test, err := read("test_batch.bin")
	if test == nil || err != nil {
		return nil, err
	}
	images := &reproduce.Images{Height: cifarSide, Width: cifarSide, Channels: cifarChannels, Train: train, Test: test}
	return images, checkImages(folder, images)
}

// cifarSide is the height and width of an image of CIFAR-10, whose channels are red, green and blue.
const (
	cifarSide     = 32
	cifarChannels = 3
	cifarRecord   = 1 + cifarChannels*cifarSide*cifarSide
	cifarClasses  = 10
)

// cifarFile holds images, row by row with the three values of a pixel adjacent, and their labels from 0 to 9.
type cifarFile struct{ Pixels, Labels []byte }

// parseCIFAR reads a file: records of a label followed by the red, the green and the blue values of the image, each row by row.
//
// Format: https://www.cs.toronto.edu/~kriz/cifar.html
func parseCIFAR(content []byte) (f cifarFile, err error) {
	if len(content) == 0 || len(content)%cifarRecord != 0 {
		return f, fmt.Errorf("the file has %d bytes, expected a multiple of %d", len(content), cifarRecord)
	}
	const size = cifarSide * cifarSide
	for row := range slices.Chunk(content, cifarRecord) {
		if row[0] >= cifarClasses {
			return f, fmt.Errorf("an image has the label %d, expected 0 to %d", row[0], cifarClasses-1)
		}
		f.Labels = append(f.Labels, row[0])
		for k := range size {
			f.Pixels = append(f.Pixels, row[1+k], row[1+size+k], row[1+2*size+k])
		}
	}
	return f, nil
}
