package main

import (
	"errors"
	"fmt"
	"strconv"
	"time"

	"conelab/core/format/convert"
	"conelab/core/format/document"
	"conelab/core/network/stack"
)

// stacking holds the options for several layers. Options that are not given keep the value of the problem document or of usual.
type stacking struct {
	Layers   string   `placeholder:"N|auto" group:"Layers" help:"Train so many layers, each on the neurons of the one below; auto: as long as the training cost falls by a hundredth (1 layer)."`
	Residual bool     `group:"Layers" help:"Each layer fits what those below have left, and the network is their sum, whose cost cannot rise. For the losses squared, huber and l1."`
	Skip     *string  `placeholder:"WHAT" group:"Layers" help:"What layers read beside the neurons of the one below: input, all (those of all layers below, and the input) or none (input)."`
	Scaling  *string  `name:"layer-scaling" placeholder:"HOW" group:"Layers" help:"How their features are scaled: standardise, whiten, centre or none (standardise)."`
	Share    *float64 `placeholder:"SHARE" group:"Layers" help:"Give each layer this share of the beta from which on it would be empty, instead of --beta."`
}

// put applies the options to the problem.
func (o *stacking) put(p *document.Problem) error {
	if o.Layers != "" {
		if p.Stack == nil {
			p.Stack = &document.Stack{}
		}
		p.Stack.Layers, p.Stack.Most = document.AutoDepth, 0
		if o.Layers != "auto" {
			n, err := strconv.Atoi(o.Layers)
			if err != nil || n < 1 || n > document.MostLayers {
				return fmt.Errorf("--layers is %.40q, expected 1 to %d, or auto", o.Layers, document.MostLayers)
			}
			p.Stack.Layers = document.Depth(n)
		}
	}
	if p.Stack == nil {
		if o.Residual || o.Skip != nil || o.Scaling != nil || o.Share != nil {
			return errors.New("--residual, --skip, --layer-scaling or --share is given without --layers, expected it with several layers")
		}
		return nil
	}
	if o.Residual {
		p.Stack.Form = "residual"
	}
	set(&p.Stack.Skip, o.Skip)
	set(&p.Stack.Scaling, o.Scaling)
	if o.Share != nil {
		p.Stack.Betas, p.Stack.Share = nil, *o.Share
	}
	return nil
}

// noStack refuses a problem with several layers for a command that takes one layer.
func noStack(p *document.Problem, command string) error {
	if p.Stack == nil {
		return nil
	}
	return fmt.Errorf("the problem has a stack of layers, expected one layer for %s", command)
}

// timedStack trains a stack and records the time of each layer.
type timedStack struct {
	stack.Job
	clock   func() time.Time
	began   time.Time
	seconds []float64
}

// Step makes one iteration.
func (t *timedStack) Step() {
	t.Job.Step()
	t.note()
}

// note divides the time since its last record equally among the layers finished since then.
func (t *timedStack) note() {
	layers := t.Layers()
	if layers <= len(t.seconds) {
		return
	}
	now := t.clock()
	share := now.Sub(t.began).Seconds() / float64(layers-len(t.seconds))
	for len(t.seconds) < layers {
		t.seconds = append(t.seconds, share)
	}
	t.began = now
}

// solveStack solves a problem with several layers; lines sum the solution up.
func (l *limits) solveStack(s *streams, problem *document.Problem, fewest bool) (solution *document.Solution, lines string, err error) {
	if fewest {
		return nil, "", errors.New("--fewest is given with several layers, whose neurons are features of each other, expected it with one layer")
	}
	training := convert.Stack(problem)
	if err := l.apply(&training.Problem); err != nil {
		return nil, "", err
	}
	job := timedStack{clock: s.clock, began: s.clock()}
	s.drive(&job, "solve", func() {
		job.Start(training)
		job.note()
	})
	result := job.Result()
	job.note()
	for len(job.seconds) < len(result.Layers) { // the layer in which the user interrupted
		job.seconds = append(job.seconds, s.clock().Sub(job.began).Seconds())
	}
	solution = convert.StackSolution(problem, result, job.seconds)
	lines = summary(solution)
	for k, layer := range solution.Layers {
		lines += fmt.Sprintf("\n  layer %d: objective %.9g, certified gap %.1e given the layers below, %d neurons, %.3g s",
			k+1, layer.Objective, layer.Gap, len(layer.Network.Neurons), layer.Seconds)
	}
	return solution, lines, nil
}

// depths compares numbers of layers and betas, on the points held out if there are any.
func (c *pathCommand) depths(s *streams, problem *document.Problem, betas []float64, folds int, fold func(k int) stack.Problem) error {
	start := s.clock()
	var job stack.Validation
	s.drive(&job, "depths", func() { job.Start(betas, folds, fold) })
	done := convert.Depths(job.Result(), c.OneStandardError, since(s, start))
	line := fmt.Sprintf("%s: %d stacks, %.3g s. %s", done.Status, len(done.Rows)*max(1, done.Folds), done.Seconds, done.Message)
	if done.Layers > 0 {
		line = fmt.Sprintf("%s: %d layers with beta %.6g are chosen by %s; %s", done.Status, done.Layers, done.Beta, done.By, line)
	}
	return c.finish(s, problem, done, findings{done.Status, line, choice{done.Beta, done.Layers}})
}

// depthBetas returns the betas of a comparison of depths, or nil if the problem gives the betas layer by layer, as a share or a list.
func (c *pathCommand) depthBetas(s *streams, p *document.Problem) ([]float64, error) {
	if p.Stack.Layers == document.AutoDepth {
		return nil, errors.New("--layers is auto, expected the largest number of layers to compare")
	}
	if p.Stack.Share > 0 || len(p.Stack.Betas) > 0 {
		if c.Betas != nil {
			return nil, errors.New("--betas is given for layers that have their own, expected one of them")
		}
		return nil, nil
	}
	betas, err := c.betas(s, p)
	if c.Betas == nil && len(betas) > 1 {
		betas = betas[1:] // at the first beta of a grid all layers are empty
	}
	return betas, err
}
