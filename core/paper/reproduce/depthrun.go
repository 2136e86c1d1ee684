package reproduce

import (
	"fmt"
	"math"

	"conelab/core/network/certify"
	"conelab/core/network/descent"
	"conelab/core/network/path"
	"conelab/core/network/stack"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
	"conelab/core/paper/compare"
)

// The models of the comparison of depths, each followed by its number of layers; picked is the stack whose depth is picked too.
const (
	stackModel, deepModel, reluModel = "certified layers", "end to end", "ReLU"
	pickedModel                      = "certified layers, depth picked"
)

// depthSigma is the activation of the stacks, and of the rivals with the same activation.
var depthSigma = lift.Activation{A: 1, B: 1, C: 1}

// curved returns a polynomial with its slope.
func curved(f lift.Activation) descent.Activation {
	return descent.Activation{At: f.At, Slope: func(s float64) float64 { return 2*f.A*s + f.B }}
}

// modelOf names a model with its depth.
func modelOf(name string, layers int) string { return fmt.Sprintf("%s, %d", name, layers) }

// compareDepths picks hyper-parameters with one trial and tests them on the folds: for stacks of all depths, and for networks with the same
// widths trained end to end, with the same activation or ReLU.
func (l *Lab) compareDepths(plan *depthPlan, pick trial, folds []trial) (*Result, error) {
	stacks, widths, err := l.stackCells(plan, pick, folds)
	if err != nil {
		return nil, err
	}
	r := &Result{Cells: stacks}
	for layers := 1; layers <= plan.Layers; layers++ {
		o := deepOptions{Widths: widths[layers-1], Activation: curved(depthSigma), Batch: plan.Batch, Seed: 1}
		for _, model := range []string{deepModel, reluModel} {
			if model == reluModel {
				o.Activation = descent.ReLU
			}
			cell, err := l.deepCell(plan, o, pick, folds)
			if err != nil {
				return nil, err
			}
			cell.Model = modelOf(model, layers)
			r.Cells = append(r.Cells, *cell)
		}
	}
	return r, nil
}

// stackCells returns the cells of the stacks, and for each depth the widths of its layers in the trial in which beta was picked.
func (l *Lab) stackCells(plan *depthPlan, pick trial, folds []trial) (cells []Cell, widths [][]int, err error) {
	best := make([]int, plan.Layers) // index of the best beta for each depth
	scores := make([][]path.Score, len(plan.Betas))
	counts := make([][]int, len(plan.Betas))
	for k, beta := range plan.Betas {
		r, _, err := l.trainStack(plan, beta, pick)
		if err != nil {
			return nil, nil, err
		}
		for layers := range plan.Layers {
			layer := &r.Layers[min(layers, len(r.Layers)-1)]
			scores[k], counts[k] = append(scores[k], *layer.HeldOut), append(counts[k], max(1, len(layer.Result.Neurons)))
			if better(scores[k][layers], scores[best[layers]][layers]) {
				best[layers] = k
			}
		}
	}
	depth := 0
	for layers, k := range best {
		cells = append(cells, Cell{Model: modelOf(stackModel, layers+1), Beta: plan.Betas[k]})
		widths = append(widths, counts[k][:layers+1])
		if better(scores[k][layers], scores[best[depth]][depth]) {
			depth = layers
		}
	}
	if err := l.scoreStacks(plan, cells, folds); err != nil {
		return nil, nil, err
	}
	picked := cells[depth]
	picked.Model, picked.Layers = pickedModel, depth+1
	return append(cells, picked), widths, nil
}

// better reports whether score a is better than b: by accuracy, or by the loss if those are equal.
func better(a, b path.Score) bool {
	return a.Accuracy > b.Accuracy || a.Accuracy == b.Accuracy && a.Error < b.Error
}

// scoreStacks trains on the folds, once for each beta, and fills in the accuracies of all depths, the mean times and the largest gaps.
func (l *Lab) scoreStacks(plan *depthPlan, cells []Cell, folds []trial) error {
	for _, fold := range folds {
		done := map[float64]*stack.Result{}
		times := map[float64][]float64{}
		for layers := range cells {
			c := &cells[layers]
			if done[c.Beta] == nil {
				r, seconds, err := l.trainStack(plan, c.Beta, fold)
				if err != nil {
					return err
				}
				done[c.Beta], times[c.Beta] = r, seconds
			}
			r := done[c.Beta]
			c.Folds = append(c.Folds, r.Layers[min(layers, len(r.Layers)-1)].HeldOut.Accuracy)
			for at := range min(layers+1, len(r.Layers)) {
				c.Seconds += times[c.Beta][at] / float64(len(folds))
				c.Gap = math.Max(c.Gap, r.Layers[at].Result.Gap)
			}
		}
	}
	return nil
}

// trainStack trains the deepest stack with one beta, tests it at all depths, and measures the time of each layer in seconds.
func (l *Lab) trainStack(plan *depthPlan, beta float64, t trial) (r *stack.Result, seconds []float64, err error) {
	held := setOf(t.test)
	p := stack.Problem{Problem: *problemOf(t.train, depthSigma, beta), Options: stack.Defaults(plan.Layers), HeldOut: held}
	var job stack.Job
	start := l.Clock()
	job.Start(p)
	for {
		for layers := job.Layers(); len(seconds) < layers; start = l.Clock() {
			seconds = append(seconds, l.Clock()-start)
		}
		if job.Done() {
			break
		}
		job.Step()
		if l.Continue != nil && !l.Continue() {
			return nil, nil, compare.ErrStopped
		}
	}
	if r = job.Result(); len(r.Layers) == 0 || r.Status == certify.Failed {
		return nil, nil, fmt.Errorf("a stack with beta %g cannot be trained: %s", beta, r.Message)
	}
	return r, seconds, nil
}

// checkpoints is how often a network is tested on the validation rows during its training.
const checkpoints = 20

// deepCell picks the rate and the number of epochs, and tests them on the folds.
func (l *Lab) deepCell(plan *depthPlan, o deepOptions, pick trial, folds []trial) (*Cell, error) {
	every := max(1, plan.Epochs/checkpoints)
	best, cell := path.Score{Accuracy: -1}, &Cell{Widths: o.Widths}
	for _, o.Rate = range plan.Rates {
		err := l.trainDeep(o, pick, plan.Epochs, func(r *deep, epochs int, test *path.Set, classes path.Classes) {
			if epochs%every != 0 {
				return
			}
			if score := scoreDeep(r, test, classes); better(score, best) {
				best, cell.Rate, cell.Epochs = score, o.Rate, epochs
			}
		})
		if err != nil {
			return nil, err
		}
	}
	for _, fold := range folds {
		o.Rate = cell.Rate
		start, spent := l.Clock(), 0.0
		err := l.trainDeep(o, fold, cell.Epochs, func(r *deep, epochs int, test *path.Set, classes path.Classes) {
			if epochs == cell.Epochs {
				spent = l.Clock() - start
				cell.Folds = append(cell.Folds, scoreDeep(r, test, classes).Accuracy)
			}
		})
		if err != nil {
			return nil, err
		}
		cell.Seconds += spent / float64(len(folds))
	}
	return cell, nil
}

// trainDeep trains for a number of epochs and calls see after each.
func (l *Lab) trainDeep(o deepOptions, t trial, epochs int, see func(r *deep, epochs int, test *path.Set, classes path.Classes)) error {
	train, test := setOf(t.train), setOf(t.test)
	classes := path.ClassesOf(train.Y, t.train.Len())
	r := newDeep(train.X, train.Y, len(t.train.X[0]), len(t.train.Y[0]), o)
	for k := range epochs {
		r.epoch()
		see(r, k+1, test, classes)
		if l.Continue != nil && !l.Continue() {
			return compare.ErrStopped
		}
	}
	return nil
}

// scoreDeep tests a network; a network that has diverged gets an infinite loss and no accuracy.
func scoreDeep(r *deep, test *path.Set, classes path.Classes) path.Score {
	fit := r.outputsAt(test.X)
	score := classes.Score(fit, test.Y, len(test.X)/r.d, loss.Squared)
	if math.IsNaN(score.Error) {
		return path.Score{Error: math.Inf(1), Accuracy: -1}
	}
	return score
}
