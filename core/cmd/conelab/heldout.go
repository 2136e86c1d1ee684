package main

import (
	"errors"
	"fmt"
	"strconv"

	"conelab/core/data/dataset"
	"conelab/core/format/convert"
	"conelab/core/format/document"
	"conelab/core/network/certify"
	"conelab/core/network/path"
	"conelab/core/network/stack"
)

// divide returns the training points and the test points. There may be no test points.
func (c *pathCommand) divide(s *streams, problem *document.Problem, classes dataset.Classes) (train, test document.Data, err error) {
	switch {
	case c.Test != "":
		test, err = c.readTest(s, problem, classes)
		return problem.Data, test, err
	case c.Split != nil:
		fold, err := dataset.Split(len(problem.Data.X), *c.Split, c.Seed)
		return rows(&problem.Data, fold.Train), rows(&problem.Data, fold.Test), err
	}
	return problem.Data, document.Data{}, nil
}

// readTest reads the file of --test, which has the format of the problem's own file.
func (c *pathCommand) readTest(s *streams, problem *document.Problem, classes dataset.Classes) (test document.Data, err error) {
	if c.Test == "-" && c.File == "-" {
		return test, errors.New("the points and --test are both standard input, expected a file for one of them")
	}
	other := c.source
	other.File, other.Y, other.Limit = c.Test, c.TestY, 0
	p, _, err := other.loadLike(s, problem.Loss, classes)
	if err != nil {
		return test, err
	}
	// The data must be valid for the same network.
	tested := *problem
	tested.Data = p.Data
	if err := tested.Validate(); err != nil {
		return test, fmt.Errorf("%s: %w", c.Test, err)
	}
	features, outputs := len(problem.Data.X[0]), len(problem.Data.Y[0])
	if d, o := len(p.Data.X[0]), len(p.Data.Y[0]); d != features || o != outputs {
		return test, fmt.Errorf("%s has %d features and %d outputs, expected %d and %d as in %s", c.Test, d, o, features, outputs, c.File)
	}
	return p.Data, nil
}

// rows returns the part of the data in the given rows.
func rows(d *document.Data, rows []int) (part document.Data) {
	for _, i := range rows {
		part.X, part.Y = append(part.X, d.X[i]), append(part.Y, d.Y[i])
	}
	return part
}

// prepare returns the problem on the training points and the set of test points, both scaled alike.
func (c *pathCommand) prepare(problem *document.Problem, train, test document.Data) (p certify.Problem, held path.Set, err error) {
	if train.X, test.X, err = c.scale(train.X, test.X); err != nil {
		return p, held, err
	}
	q := *problem
	q.Data = train
	p = convert.Problem(&q)
	if len(test.X) > 0 {
		q.Data = test
		tested := convert.Problem(&q)
		held = path.Set{X: tested.X, Y: tested.Y}
	}
	return p, held, nil
}

// comparison trains stacks of every depth for every beta, and compares them on the points held out.
func (c *pathCommand) comparison(s *streams, problem, whole *document.Problem, classes dataset.Classes) error {
	betas, err := c.depthBetas(s, whole)
	if err != nil {
		return err
	}
	divide := func(train, test document.Data) stack.Problem {
		p, held, err := c.prepare(problem, train, test)
		if err != nil {
			panic(err) // unreachable: the whole set could be scaled before
		}
		out := stack.Problem{Problem: p, Options: convert.StackOptions(problem.Stack)}
		if len(held.Y) > 0 {
			out.HeldOut = &held
		}
		return out
	}
	if c.Folds != "" {
		folds, err := c.folds(s, len(problem.Data.X))
		if err != nil {
			return err
		}
		return c.depths(s, problem, betas, len(folds), func(k int) stack.Problem {
			return divide(rows(&problem.Data, folds[k].Train), rows(&problem.Data, folds[k].Test))
		})
	}
	train, test, err := c.divide(s, problem, classes)
	if err != nil {
		return err
	}
	return c.depths(s, problem, betas, 1, func(int) stack.Problem { return divide(train, test) })
}

// folds returns the folds of n rows, made or read from a file.
func (c *pathCommand) folds(s *streams, n int) ([]dataset.Fold, error) {
	if k, err := strconv.Atoi(c.Folds); err == nil {
		return dataset.RandomFolds(n, k, c.Seed)
	}
	if c.Folds == "-" && c.File == "-" {
		return nil, errors.New("the points and --folds are both standard input, expected a file for one of them")
	}
	content, name, err := s.read(c.Folds, "a number of folds, or a file with the rows of each")
	if err != nil {
		return nil, err
	}
	folds, err := dataset.ParseFolds(content, n)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return folds, nil
}

// scale standardises the training and test points, if that is asked for, by the means and deviations of the training points.
func (c *pathCommand) scale(train, test [][]float64) (scaledTrain, scaledTest [][]float64, err error) {
	if !c.Standardise {
		return train, test, nil
	}
	scaling := dataset.Standardize(train)
	if scaledTrain, err = scaling.Apply(train); err != nil {
		return nil, nil, err
	}
	scaledTest, err = scaling.Apply(test)
	return scaledTrain, scaledTest, err
}
