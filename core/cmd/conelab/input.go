package main

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strings"

	"conelab/core/data/dataset"
	"conelab/core/format/document"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

// input is what every command that trains reads: points and labels, from a document or from a table, and the problem that they are to be
// trained for.
type input struct {
	File string `arg:"" optional:"" default:"-" help:"Problem document, table (.csv or other text, last column the target), .npy or .npz file, or idx images, each perhaps packed by gzip; - is standard input. The kind is detected from the content."`
	tableOptions
	Limit       int  `placeholder:"N" group:"Data" help:"Keep the first N rows."`
	Standardise bool `aliases:"standardize" group:"Data" help:"Scale each feature to mean 0 and variance 1 on the points trained on."`
	network
	solver
}

// usual returns a problem with the default settings and without data.
func usual() *document.Problem {
	return &document.Problem{
		Architecture: document.Architecture{Kind: document.KindDense}, Activation: document.Activation(lift.ReLU),
		Loss: document.LossSquared, Beta: defaultBeta,
	}
}

// isDocument reports whether the content should be read as JSON: no table starts with a brace, and for empty content the JSON parser has
// the better error message.
func isDocument(content []byte) bool {
	text := bytes.TrimSpace(content)
	return len(text) == 0 || text[0] == '{'
}

// problem reads the problem and applies the options to it, except for the scaling. frame is the table that it comes from, nil for a
// document.
func (c *input) problem(s *streams, layers *stacking) (p *document.Problem, frame *dataset.Frame, err error) {
	if c.File == "-" && c.Y == "-" {
		return nil, nil, errors.New("the features and --y are both standard input, expected a file for one of them")
	}
	if p, frame, err = c.load(s, c.File, nil); err != nil {
		return nil, nil, err
	}
	for _, apply := range []func(*document.Problem) error{c.network.apply, c.solver.adjust, layers.apply} {
		if err := apply(p); err != nil {
			return nil, nil, err
		}
	}
	return p, frame, validate(p)
}

// scaled is problem with the scaling.
func (c *input) scaled(s *streams, layers *stacking) (*document.Problem, error) {
	p, _, err := c.problem(s, layers)
	if err != nil || !c.Standardise {
		return p, err
	}
	return p, standardise(p)
}

// validate refuses options that make the problem invalid.
func validate(p *document.Problem) error {
	if err := p.Validate(); err != nil {
		return fmt.Errorf("with the given options, %w", err)
	}
	return nil
}

// load reads a file. A table becomes a problem with the default settings, whose labels are encoded for the loss, and like those of the
// table that was read before, if one is given.
func (c *input) load(s *streams, file string, like *dataset.Frame) (p *document.Problem, frame *dataset.Frame, err error) {
	content, name, err := s.read(file, "a problem document, "+expectedTable)
	if err != nil {
		return nil, nil, err
	}
	if isDocument(content) {
		if p, err = c.document(s, content); err != nil {
			return nil, nil, named(name, err)
		}
	} else {
		kind := ""
		set(&kind, c.Loss)
		if frame, err = c.frame(s, content, name, c.options(kind, like, isImages(content))); err != nil {
			return nil, nil, err
		}
		for _, note := range frame.Notes {
			s.note(name, note)
		}
		if frame.Classes != nil && len(frame.Y[0]) > 1 && (kind == loss.Hinge.String() || kind == loss.Logistic.String()) {
			oneAgainstOthers(frame.Y)
		}
		p = usual()
		p.Data, p.Columns = document.Data{X: frame.X, Y: frame.Y}, columnsOf(frame)
	}
	if c.Limit > 0 {
		rows := min(c.Limit, len(p.Data.X))
		p.Data.X, p.Data.Y = p.Data.X[:rows], p.Data.Y[:rows]
	}
	return p, frame, within("limit", c.Limit, 0, math.MaxInt)
}

// document reads a problem document, and refuses the options that only tables have.
func (c *input) document(s *streams, content []byte) (*document.Problem, error) {
	if given := s.given["Table"]; given != nil {
		return nil, fmt.Errorf("%s is given with a problem document, expected it only with %s", given[0], expectedTable)
	}
	return document.ParseProblem(content)
}

// options returns the rules by which columns become data; images say that their labels are classes.
func (c *input) options(kind string, like *dataset.Frame, images bool) dataset.Options {
	o := dataset.Options{Targets: c.Targets, Features: c.Features, OneHot: c.Encode == "onehot", Missing: missings[c.Missing]}
	softmax := kind == loss.Softmax.String()
	if c.Classes || images || softmax || kind == loss.Hinge.String() || kind == loss.Logistic.String() {
		if o.Encoding = dataset.SignsOrOneHot; softmax {
			o.Encoding = dataset.OneHot // one output for each class, even for two
		}
	}
	if o.IfNeeded = !c.Classes && (like == nil || like.Classes == nil); like != nil {
		o.Like = &dataset.Frame{Classes: like.Classes, Categories: like.Categories}
	}
	return o
}

// oneAgainstOthers turns labels 0 and 1 into -1 and 1.
func oneAgainstOthers(y [][]float64) {
	for _, row := range y {
		for o := range row {
			row[o] = 2*row[o] - 1
		}
	}
}

// columnsOf returns the description of a problem's columns. The names of pixels are left out.
func columnsOf(f *dataset.Frame) *document.Columns {
	columns := &document.Columns{Targets: f.Targets, Classes: f.Classes}
	if len(f.Features) == len(f.X[0]) && !strings.HasPrefix(f.Features[0], "pixel ") {
		columns.Features = f.Features
	}
	for _, c := range f.Categories {
		columns.Categories = append(columns.Categories, document.Category{Name: c.Name, Words: c.Words})
	}
	return columns
}

// standardise scales the features of a problem and records the scaling in the problem, combined with any earlier scaling.
func standardise(p *document.Problem) error {
	scaling := dataset.Standardize(p.Data.X)
	x, err := scaling.Apply(p.Data.X)
	if err != nil {
		return err
	}
	columns := document.Columns{}
	if p.Columns != nil {
		columns = *p.Columns
	}
	both := &document.Scaling{Mean: scaling.Mean, Deviation: scaling.Deviation}
	if first := columns.Scaling; first != nil {
		for k := range both.Mean {
			both.Mean[k] = first.Mean[k] + scaling.Mean[k]*first.Deviation[k]
			both.Deviation[k] = scaling.Deviation[k] * first.Deviation[k]
		}
	}
	columns.Scaling = both
	p.Data.X, p.Columns = x, &columns
	return nil
}
