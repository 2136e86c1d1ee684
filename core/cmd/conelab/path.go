package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"conelab/core/data/dataset"
	"conelab/core/data/fault"
	"conelab/core/format/document"
	"conelab/core/format/solve"
	"conelab/core/network/certify"
	"conelab/core/network/path"
	"conelab/core/network/stack"
	"conelab/core/network/sums"
	"conelab/core/numeric/loss"
	"conelab/core/numeric/parallel"
)

// pathCommand trains for many values of beta.
type pathCommand struct {
	input
	stacking
	testOptions
	Betas            []float64 `placeholder:"BETA" range:"above 0" group:"Path" help:"Values of beta (a grid from the largest useful one down)."`
	Count            int       `default:"30" range:"from 1 to 100000" group:"Path" help:"Number of values of the grid (${default})."`
	Ratio            float64   `default:"1e-4" range:"above 0 and below 1" group:"Path" help:"The grid's least beta over its largest (${default})."`
	Split            *float64  `placeholder:"SHARE" range:"above 0 and below 1" xor:"held" group:"Held out" help:"@split"`
	Folds            string    `placeholder:"K|FILE" xor:"held" group:"Held out" help:"@folds"`
	Seed             uint64    `default:"1" group:"Held out" help:"Seed of random splits and folds (${default})."`
	OneStandardError bool      `group:"Held out" help:"In cross-validation choose the largest beta within one standard error of the best."`
	CSV              bool      `name:"csv" xor:"form" help:"Print a table instead of a document."`
	Best             bool      `xor:"form" group:"Held out" help:"@best"`
	Problem          string    `placeholder:"FILE" group:"Held out" help:"With --best: write the problem that it solves, for conelab check."`
}

// Run trains and writes the document.
func (c *pathCommand) Run(s *streams) error {
	if err := s.reserveOutput(c.Problem); err != nil {
		return err
	}
	switch {
	case c.Best && c.Test == "" && c.Split == nil && c.Folds == "":
		return errors.New("--best is given without points held out, expected --folds, --split or --test")
	case c.Problem != "" && !c.Best:
		return errors.New("--problem is given without --best, expected it only with the problem that --best solves")
	}
	t, err := c.task(s, &c.stacking)
	switch {
	case err != nil:
		return err
	case t.sums != nil && (c.Test != "" || c.Split != nil || c.Problem != ""):
		return errors.New("--test, --split or --problem is given with a sums document, expected it with rows; sums have --folds")
	}
	test, err := c.readTestPoints(s, &c.testOptions, t.Problem)
	if err != nil {
		return err
	}
	divisions, err := c.divide(s, t, test)
	if err != nil {
		return err
	}
	if c.Folds == "" && c.Split == nil {
		test = nil // it serves only to choose beta
	}
	for k := range divisions { // what is refused is refused before the work starts
		if _, _, err := c.prepare(s, &divisions[k]); err != nil {
			return err
		}
	}
	betas, err := c.betas(s, t)
	if err != nil {
		return err
	}
	if t.Stack != nil {
		return c.report(s, c.depths(s, t.Problem, betas, divisions), betas, t, test)
	}
	return c.report(s, c.trained(s, betas, divisions), betas, t, test)
}

// report writes the document of a path or a comparison, or its table, or with --best the chosen network. That is scored on the points of
// test, if there are any.
func (c *pathCommand) report(s *streams, o *pathReport, betas []float64, t *task, test *document.Problem) error {
	proved := o.status == certify.Optimal
	if o.status == certify.Inaccurate {
		o.line += " " + t.advice(certify.Help{}, o.gap) + "."
	}
	if c.Best && !proved {
		return s.conclude(o.line+" No network is chosen: not every fold has ended with a proof.", false)
	}
	if proved && (c.Best || test != nil) {
		if c.Betas == nil && len(betas) > 1 && o.beta == slices.Min(betas) {
			s.note("chosen", "the least beta of the grid, so smaller ones may do better", "see --ratio")
		}
		whole, test, err := c.chosenTask(s, t, test, o)
		switch {
		case err != nil:
			return err
		case c.Best:
			return c.solveAndWrite(s, whole, test, c.Problem, nil)
		}
		solution, _, err := c.solved(s, whole, test, nil)
		if err != nil {
			return err
		}
		*o.score = solution.Score
	}
	content := o.document.JSON()
	if c.CSV {
		content = o.document.CSV()
	}
	return s.writeResult(content, o.line, proved)
}

// pathReport is the document of a path, as JSON or as a table, its status, its summary in one line, and what the points held out choose.
type pathReport struct {
	document interface {
		JSON() []byte
		CSV() []byte
	}
	status certify.Status
	line   string
	gap    float64 // the largest
	beta   float64
	layers int
	score  **loss.Score // of the document
}

// trained trains for every beta, and compares the betas if there are folds.
func (c *pathCommand) trained(s *streams, betas []float64, divisions []division) *pathReport {
	start := s.clock()
	var job path.Job
	train := func(ctx context.Context, k int) *path.Path {
		p, held, _ := c.prepare(s, &divisions[k])
		p.Context = ctx
		if of := divisions[k].sums; of != nil {
			return job.RunScored(p, betas, of)
		}
		return job.Run(p, betas, &held)
	}
	if c.Folds != "" {
		return c.compared(s, "cross-validation", len(divisions), job.Progress, func(ctx context.Context, k int) *path.CrossValidation {
			return train(ctx, k).Outcome()
		})
	}
	var found *path.Path
	s.drive("path", job.Progress, func(ctx context.Context) { found = train(ctx, 0) })
	done := document.PathOf(found, since(s, start))
	line := strings.TrimSpace(fmt.Sprintf("%s: %d values of beta from %.3g, %.3g s. %s", done.Status, len(done.Points), done.BetaMax, done.Seconds,
		done.Message))
	o := &pathReport{document: done, status: done.Status, line: line, layers: 1, score: &done.Score}
	for _, point := range done.Points {
		o.gap = math.Max(o.gap, point.Gap)
	}
	if best := found.Outcome().Best; best >= 0 {
		o.beta = done.Points[best].Beta
		o.line += fmt.Sprintf(" On the points held out beta %.6g is the best.", o.beta)
	}
	return o
}

// compared compares betas, and for several layers numbers of layers, on the points held out if there are any. train trains on a division of
// the points, and progress says how far that is.
func (c *pathCommand) compared(
	s *streams, title string, divisions int, progress func() parallel.Progress, train func(ctx context.Context, k int) *path.CrossValidation,
) *pathReport {
	start, division := s.clock(), 0
	var found *path.CrossValidation
	s.drive(title, func() parallel.Progress { return progress().Part(division, divisions) }, func(ctx context.Context) {
		found = path.Validate(divisions, func(k int) *path.CrossValidation {
			division = k
			return train(ctx, k)
		})
	})
	done := document.CrossValidationOf(found, c.OneStandardError, since(s, start))
	line := strings.TrimSpace(fmt.Sprintf("%s, %s, %.3g s. %s", fault.Count(len(done.Rows), "row"), fault.Count(done.Folds, "fold"),
		done.Seconds, done.Message))
	if done.Layers > 0 {
		layers := func(n int) string {
			if title == "depths" {
				return " and " + fault.Count(n, "layer")
			}
			return ""
		}
		line = fmt.Sprintf("the best %s at beta %.6g%s, the simplest within one standard error at beta %.6g%s; %s",
			done.By, done.Best, layers(done.BestLayers), done.Simplest, layers(done.SimplestLayers), line)
	}
	gap := 0.0
	for _, row := range done.Rows {
		gap = math.Max(gap, row.Gap)
	}
	return &pathReport{done, done.Status, string(done.Status) + ": " + line, gap, done.Beta, done.Layers, &done.Score}
}

// depths trains networks of several depths on each division of the points.
func (c *pathCommand) depths(s *streams, problem *document.Problem, betas []float64, divisions []division) *pathReport {
	var depths stack.Depths
	return c.compared(s, "depths", len(divisions), depths.Progress, func(ctx context.Context, k int) *path.CrossValidation {
		p, held, _ := c.prepare(s, &divisions[k])
		p.Context = ctx
		out := stack.Problem{Problem: p, Options: problem.Stack.Options()}
		if len(held.Y) > 0 {
			out.HeldOut = &held
		}
		return depths.Run(betas, out)
	})
}

// betas returns the values of beta, those of a grid if none are given.
func (c *pathCommand) betas(s *streams, t *task) (betas []float64, err error) {
	layers := t.Stack
	switch {
	case layers != nil && layers.Layers == document.AutoDepth:
		return nil, errors.New("--layers is auto, expected the largest number of layers to compare")
	case c.Betas != nil:
		return c.Betas, nil
	case c.Beta != nil:
		return []float64{*c.Beta}, nil
	}
	p, _, err := c.prepare(s, &division{train: t})
	if err == nil {
		betas, err = path.Grid(&p, c.Count, c.Ratio)
	}
	if s.interrupts().Err() != nil {
		return nil, errInterrupted
	}
	if layers != nil && len(betas) > 1 {
		betas = betas[1:] // at the first beta of a grid all layers are empty
	}
	return betas, err
}

// chosenTask returns the task of all points with the chosen values, and the points of test, if there are any, as its network reads them.
func (c *pathCommand) chosenTask(
	s *streams, t *task, test *document.Problem, chosen *pathReport,
) (of *task, tested *document.Problem, err error) {
	whole, text := *t.Problem, "beta = "+fault.Number(chosen.beta)
	whole.Beta = chosen.beta
	if t.Stack != nil {
		deep := *t.Stack
		deep.Layers = document.Depth(chosen.layers)
		whole.Stack, text = &deep, fault.Count(chosen.layers, "layer")+", "+text
	}
	if c.Standardise {
		if err := inFile(c.File, solve.Standardize(&whole)); err != nil {
			return nil, nil, err
		}
	}
	s.note("chosen", text, "")
	if test != nil {
		scored := whole
		scored.Data.Y = test.Data.Y
		scored.Data.X, _, err = whole.Model().Points(test)
		tested = &scored
	}
	return t.with(&whole), tested, err
}

// division divides the points into those to train on and those held out, if any. Where there are sums in place of points, sums are those
// held out.
type division struct {
	train *task
	test  document.Data
	sums  *sums.Problem
}

// divide divides the points: once, or for each fold of cross-validation. With neither, the points of test are held out, if there are any.
func (c *pathCommand) divide(s *streams, t *task, test *document.Problem) (divisions []division, err error) {
	var folds []dataset.Fold
	problem := t.Problem
	switch {
	case t.sums != nil && c.Folds != "":
		return c.foldsOfSums(t)
	case c.Folds != "":
		folds, err = c.folds(s, len(problem.Data.X))
	case c.Split != nil:
		folds = make([]dataset.Fold, 1)
		p := problem.Program()
		folds[0], err = dataset.Split(p.Samples(), *c.Split, c.Seed, loss.Classes(p.Y, p.Samples()))
	case test != nil:
		return []division{{train: t, test: test.Data}}, nil
	default:
		return []division{{train: t}}, nil
	}
	if err != nil {
		return nil, err
	}
	for _, fold := range folds {
		rows := func(rows []int) (part document.Data) {
			for _, i := range rows {
				x := problem.Data.X[i]
				if c.imputed != nil {
					x = slices.Clone(x)
					for _, k := range c.imputed[i] {
						x[k] = math.NaN()
					}
				}
				part.X, part.Y = append(part.X, x), append(part.Y, problem.Data.Y[i])
			}
			return part
		}
		train, test := *problem, rows(fold.Test)
		train.Data = rows(fold.Train)
		if c.imputed != nil {
			dataset.Impute(train.Data.X, test.X)
		}
		divisions = append(divisions, division{train: &task{Problem: &train}, test: test})
	}
	return divisions, nil
}

// foldsOfSums divides sums by their folds.
func (c *pathCommand) foldsOfSums(t *task) (divisions []division, err error) {
	folds := t.sums.Folds
	switch count, err := strconv.Atoi(c.Folds); {
	case len(folds) == 0:
		return nil, fmt.Errorf("%s has the sums of all rows together, expected those of folds, as conelab sums --folds writes them", c.File)
	case err != nil || count != len(folds):
		return nil, fmt.Errorf("--folds is %.40q, expected %d, the number of folds of the sums document", c.Folds, len(folds))
	}
	for k, fold := range folds {
		train, held := t.with(t.Problem), t.with(t.Problem)
		train.sums.Sums, held.sums.Sums = sums.Without(folds, k), fold
		divisions = append(divisions, division{train: train, sums: held.sums.Training(context.Background())})
	}
	return divisions, nil
}

// folds returns the folds of n rows, made or read from a file.
func (c *pathCommand) folds(s *streams, n int) ([]dataset.Fold, error) {
	if k, err := strconv.Atoi(c.Folds); err == nil {
		return dataset.RandomFolds(n, k, c.Seed)
	}
	content, name, err := s.read(c.Folds, "a number of folds, or a file with the rows of each", 0)
	if err != nil {
		return nil, err
	}
	folds, err := dataset.ParseFolds(content, n)
	return folds, inFile(name, err)
}

// prepare returns the problem on the points to train on and the set of those held out, both scaled alike if that is asked for.
func (c *pathCommand) prepare(s *streams, d *division) (p certify.Problem, held certify.Set, err error) {
	train, test := *d.train.Problem, d.test
	if c.Standardise {
		scaling, err := cmp.Or(train.Columns, &document.Columns{}).Standard(train.Data.X)
		if err != nil {
			return p, held, inFile(c.File, err)
		}
		train.Data.X, test.X = scaling.Apply(train.Data.X), scaling.Apply(test.X)
	}
	of := &task{&train, d.train.sums}
	p, err = of.training(s.interrupts())
	if err != nil {
		return p, held, err
	}
	if len(test.X) > 0 {
		train.Data = test
		tested := train.Program()
		held = certify.Set{X: tested.X, Y: tested.Y}
	}
	return p, held, c.limit(&p)
}
