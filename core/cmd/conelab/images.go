package main

import (
	"fmt"
	"path/filepath"

	"conelab/core/data/cifar"
	"conelab/core/data/dataset"
	"conelab/core/data/idx"
	"conelab/core/paper/reproduce"
)

// images reads the images of the named data set, only the first two classes, or returns nil if its files are not there.
func (c *reproduceCommand) images(s *streams, name string) (*reproduce.Images, error) {
	folder, read := c.MNIST, readIdx
	switch name {
	case reproduce.Fashion:
		folder = c.Fashion
	case reproduce.CIFAR:
		folder, read = c.CIFAR, readCIFAR
	}
	if folder == "" {
		return nil, nil
	}
	train, trainLabels, err := read(s, folder, true)
	if train == nil || err != nil {
		return nil, err
	}
	test, testLabels, err := read(s, folder, false)
	if test == nil || err != nil {
		return nil, err
	}
	if a, b := [3]int{train.Height, train.Width, train.Channels}, [3]int{test.Height, test.Width, test.Channels}; a != b {
		return nil, fmt.Errorf("%s: images to test on have the sizes %v, expected %v as those to train on", folder, b, a)
	}
	images := &reproduce.Images{Height: train.Height, Width: train.Width, Channels: max(1, train.Channels)}
	if images.Train, err = firstTwo(train, trainLabels, nil); err == nil {
		images.Test, err = firstTwo(test, testLabels, images.Train.Classes)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", folder, err)
	}
	return images, nil
}

// firstTwo returns the images of the first two classes, 0 and 1.
func firstTwo(images *dataset.Images, labels []byte, classes dataset.Classes) (*dataset.Frame, error) {
	if images.N != len(labels) { // ReadDigits reports this error
		return dataset.ReadDigits(images, labels, dataset.Signs, classes)
	}
	two, kept := images.Only(labels, 0, 1)
	if two.N == 0 {
		return nil, fmt.Errorf("none of %d images has the label 0 or 1, expected images of both", images.N)
	}
	return dataset.ReadDigits(two, kept, dataset.Signs, classes)
}

// readIdx reads the images and labels of a training or test part from the files of MNIST and Fashion-MNIST: train-images-idx3-ubyte and so on,
// optionally with the prefix mnist01- or the suffix .gz. It returns nil if there are none.
func readIdx(s *streams, folder string, train bool) (*dataset.Images, []byte, error) {
	part := "t10k"
	if train {
		part = "train"
	}
	for _, prefix := range []string{reproduce.MNIST + "-", ""} {
		for _, ending := range []string{".gz", ""} {
			pixels := filepath.Join(folder, prefix+part+"-images-idx3-ubyte"+ending)
			content, err := optional(s, pixels, "idx images")
			if err != nil {
				return nil, nil, err
			}
			if content == nil {
				continue
			}
			images, err := idx.ParseImages(content)
			if err != nil {
				return nil, nil, fmt.Errorf("%s: %w", pixels, err)
			}
			file := filepath.Join(folder, prefix+part+"-labels-idx1-ubyte"+ending)
			if content, _, err = s.read(file, "idx labels"); err != nil {
				return nil, nil, err
			}
			labels, err := idx.ParseLabels(content)
			if err != nil {
				return nil, nil, fmt.Errorf("%s: %w", file, err)
			}
			return images, labels, nil
		}
	}
	return nil, nil, nil
}

// readCIFAR reads those of data_batch_1.bin to data_batch_5.bin that exist, or test_batch.bin, or returns nil if there are none.
func readCIFAR(s *streams, folder string, train bool) (all *dataset.Images, labels []byte, err error) {
	files := []string{"test_batch.bin"}
	if train {
		files = []string{"data_batch_1.bin", "data_batch_2.bin", "data_batch_3.bin", "data_batch_4.bin", "data_batch_5.bin"}
	}
	for _, name := range files {
		file := filepath.Join(folder, name)
		content, err := optional(s, file, "CIFAR images")
		if err != nil {
			return nil, nil, err
		}
		if content == nil {
			continue
		}
		images, found, err := cifar.Parse(content)
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", file, err)
		}
		images, found = images.Only(found, 0, 1) // drops the rest before the next file is read
		if labels = append(labels, found...); all == nil {
			all = images
			continue
		}
		all.N, all.Pixels = all.N+images.N, append(all.Pixels, images.Pixels...)
	}
	return all, labels, nil
}
