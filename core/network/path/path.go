// Package path trains one network for many values of beta, and helps to choose among them (the paper's section 9, "Regularization
// Parameter").
//
//   - Grid returns values of beta from certify.BetaMax downwards. For betas of certify.BetaMax and above, the network without neurons is
//     optimal.
//   - Job trains for each beta and reports the certified cost, its two parts, the neurons, and the scores on the training points and on
//     others.
//   - Validate does so while some of the points are held out in turn (cross-validation), and picks a beta.
//
// Both end early when their context is canceled, with valid results for the finished part.
//
// Let P(beta) = min loss + beta sum |alpha|. As a minimum of functions that are affine and nondecreasing in beta, P is concave
// and nondecreasing. If loss(beta) and weight(beta) belong to an optimal network, then
//
//	P(b) <= loss(beta) + b weight(beta)  for all b,
//
// so as beta grows, the loss grows and the sum of the weights falls.
//
// What depends only on the points is prepared once for all beta (the paper's constrained least squares form, appendix A). Each
// beta but the first starts from an interior iterate of the one before, with its dual vector scaled to the new beta: see
// certify.Job.Restart. That iterate has a relative gap of about a hundredth, because the optimum itself lies on the boundary of
// the cones, where an interior-point method cannot start. So the points of a path differ from separate solves by less than the
// certified gap.
package path

import (
	"fmt"
	"math"
	"strconv"

	"conelab/core/network/certify"
	"conelab/core/network/kind"
	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
	"conelab/core/numeric/loss"
	"conelab/core/numeric/parallel"
)

// maxCount limits the number of betas, in case of a typing error.
const maxCount = 100_000

// Grid returns count values of beta in geometric progression from the problem's BetaMax down to ratio times that. If the network
// without neurons is optimal for every beta, because its outputs are exact or the activation is zero, the grid starts from 1.
func Grid(p *certify.Problem, count int, ratio float64) ([]float64, error) {
	if count < 1 || count > maxCount {
		return nil, fmt.Errorf("count is %d, expected 1 to %d", count, maxCount)
	}
	if !(ratio > 0 && ratio < 1) {
		return nil, fmt.Errorf("ratio is %g, expected a number above 0 and below 1", ratio)
	}
	top := kind.Of(p).BetaMax(p)
	if !dense.Finite(top) || top > 0 && top*ratio == 0 {
		return nil, fmt.Errorf("the largest useful beta is %g, expected one within double precision; rescale the data", top)
	}
	if top == 0 {
		top = 1
	}
	betas := make([]float64, count)
	for k := range betas {
		betas[k] = top * math.Pow(ratio, float64(k)/math.Max(1, float64(count-1)))
	}
	return betas, nil
}

// Path is the training of one network for many values of beta.
type Path struct {
	// Status is Optimal if all values are done and certified, Stopped if some are missing, and otherwise the worst status of the points.
	Status  certify.Status
	Message string // one sentence when Status is not Optimal
	// BetaMax is certify.BetaMax of the problem; zero if the job was stopped before it was known.
	BetaMax float64
	// Samples is the number of training points, Tests the number of test points.
	Samples, Tests int
	// Points are in the order of the given betas.
	Points []Point
}

// Point is the certified optimum for one beta.
type Point struct {
	Beta   float64
	Status certify.Status
	// Objective, Lower and Gap are those of certify.Result. Objective = Loss + Beta Weight, and Weight = sum |alpha|.
	Objective, Lower, Gap, Loss, Weight float64
	Neurons                             []neural.Neuron
	// Plus and Minus are the summed ranks of all Z and of all Z': the numbers of neurons with positive and with negative weight.
	Plus, Minus int
	// Train is the score on the training points, Test the score on the test points, nil if there are none.
	Train, Test *loss.Score
	Iterations  int
}

// Job trains for one beta after another. The zero value is ready for use.
type Job struct {
	solver kind.Trainer // nil before it has begun
	betas  []float64
	path   Path
}

// Run trains p for each of the betas in the given order, until its context is canceled; p.Beta is ignored. The test set may be nil;
// otherwise it has as many features and outputs as p.
func (j *Job) Run(p certify.Problem, betas []float64, test *certify.Set) *Path {
	if t := kind.NewTester(&p, test, loss.LabelsOf(p.Y, p.Samples())); t != nil {
		return j.RunScored(p, betas, t)
	}
	return j.RunScored(p, betas, nil)
}

// Scorer scores networks on other points, or on their sums.
type Scorer interface {
	Score(neurons []neural.Neuron) *loss.Score
}

// RunScored is Run with any scorer in place of a test set, or nil.
func (j *Job) RunScored(p certify.Problem, betas []float64, test Scorer) *Path {
	*j = Job{betas: betas}
	classes := loss.LabelsOf(p.Y, p.Samples())
	j.path.Samples = kind.Train(&p, nil, classes).Points
	if test != nil {
		j.path.Tests = test.Score(nil).Points
	}
	of := kind.Of(&p)
	most := of.BetaMax(&p)
	if !p.Canceled() {
		j.path.BetaMax = most
	}
	j.solver = of.NewTrainer()
	for k, beta := range betas {
		p.Beta = beta
		if k == 0 {
			j.solver.Solve(p)
		} else {
			j.solver.Restart(beta)
		}
		if p.Canceled() {
			break
		}
		point := pointOf(&p, j.solver.Result(), classes, test)
		if p.Canceled() { // its scores may come from an incomplete pass
			break
		}
		j.path.Points = append(j.path.Points, point)
	}
	j.path.setStatus(len(betas))
	found := j.path
	return &found
}

// Progress returns how much of the work is done.
func (j *Job) Progress() parallel.Progress {
	if j.solver == nil {
		return parallel.Progress{}
	}
	return j.solver.Progress().Part(len(j.path.Points), len(j.betas))
}

// pointOf measures the result of a problem.
func pointOf(p *certify.Problem, r *certify.Result, classes loss.Labels, test Scorer) Point {
	point := Point{
		Beta: p.Beta, Status: r.Status, Neurons: r.Neurons, Iterations: r.Iterations, Objective: r.Objective, Lower: r.Lower, Gap: r.Gap,
	}
	point.Train = kind.Train(p, r.Neurons, classes)
	point.Loss = point.Train.Loss * float64(point.Train.Points)
	if test != nil {
		point.Test = test.Score(r.Neurons)
	}
	for _, neuron := range r.Neurons {
		point.Weight += math.Abs(neuron.Alpha)
		if neuron.Alpha > 0 {
			point.Plus++
		} else {
			point.Minus++
		}
	}
	return point
}

// Worse reports whether status a is worse than b.
func Worse(a, b certify.Status) bool { return severity[a] > severity[b] }

// severity orders the statuses from best to worst.
var severity = map[certify.Status]int{certify.Optimal: 0, certify.Inaccurate: 1, certify.Stopped: 2, certify.Failed: 3}

// setStatus sets the status and the message of a path that should have the given number of betas.
func (p *Path) setStatus(betas int) {
	p.Status, p.Message = certify.Optimal, ""
	bad := 0
	for i := range p.Points {
		if status := p.Points[i].Status; status != certify.Optimal {
			bad++
			if Worse(status, p.Status) {
				p.Status = status
			}
		}
	}
	total := strconv.Itoa(betas)
	switch {
	case len(p.Points) < betas:
		p.Status = certify.Stopped
		p.Message = "Stopped after " + strconv.Itoa(len(p.Points)) + " of " + total + " values of beta."
	case bad > 0:
		p.Message = "For " + strconv.Itoa(bad) + " of " + total + " values of beta the tolerance was not reached; each point has its own gap."
	}
}
