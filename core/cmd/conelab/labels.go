package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"conelab/core/data/dataset"
	"conelab/core/data/idx"
)

// readLabels reads the file of --y.
func (c *source) readLabels(s *streams) (content []byte, name string, err error) {
	if c.Y == "-" && c.File == "-" {
		return nil, "", errors.New("the features and --y are both standard input, expected a file for one of them")
	}
	return s.read(c.Y, "targets in a table, a .npy file or idx labels")
}

// pair reads features from one file and targets from another.
func (c *source) pair(s *streams, content []byte, name string, options dataset.Options) (*dataset.Frame, error) {
	if c.Outputs != 0 || c.Targets != nil {
		return nil, errors.New("--y is given with a choice of targets, expected files that have features alone and targets alone")
	}
	features, err := c.open(content, c.Arrays)
	if err != nil {
		return nil, named(name, err)
	}
	labels, labelsName, err := c.readLabels(s)
	if err != nil {
		return nil, err
	}
	n, _ := features.Size()
	targets, err := c.openTargets(labels, n)
	if err != nil {
		return nil, named(labelsName, err)
	}
	if m, _ := targets.Size(); m != n {
		return nil, fmt.Errorf("%s has %d rows of targets, expected %d as in %s", labelsName, m, n, name)
	}
	both, err := dataset.Join(features, targets)
	if err != nil {
		return nil, named(name+" with "+labelsName, err)
	}
	frame, err := both.Read(options)
	return frame, named(name+" with "+labelsName, err)
}

// openTargets reads a file with the targets of n rows. Only n tells whether a first line of words is a header or the target of a row.
func (c *source) openTargets(content []byte, n int) (*dataset.Source, error) {
	if isImages(content) {
		labels, err := idx.ParseLabels(content)
		if err != nil {
			return nil, err
		}
		rows := make([][]float64, len(labels))
		for i, label := range labels {
			rows[i] = []float64{float64(label)}
		}
		return dataset.OfRows(rows)
	}
	targets, err := c.open(content, nil)
	if err != nil || c.Header != "auto" {
		return targets, err
	}
	if m, _ := targets.Size(); m != n {
		bare := *c
		bare.Header = "no"
		if whole, err := bare.open(content, nil); err == nil {
			if m, _ := whole.Size(); m == n {
				return whole, nil
			}
		}
	}
	return targets, nil
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
