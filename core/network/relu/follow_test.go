package relu

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"conelab/core/network/certify"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/parallel"
)

// TestFollowsAMovedProblem moves samples, labels and beta: the optimum is that found from the start, within the tolerance.
func TestFollowsAMovedProblem(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 18))
	for _, l := range losses {
		for d := 1; d <= 3; d++ {
			for _, kind := range []string{"plain", "grid", "duplicates", "ulp", "noise"} {
				x, y := sample(kind, 16, d, rng)
				p := certify.Problem{X: x, Y: y, D: d, Loss: l, Beta: 0.2, Sigma: lift.Piecewise{Slope: []float64{0, 0.1, -1}[rng.IntN(3)]}}
				var warm, cold Job
				warm.Run(p)
				for range 8 {
					i := rng.IntN(len(y))
					switch rng.IntN(4) {
					case 0:
						y[i] = -y[i]
					case 1:
						p.Beta *= math.Exp(rng.NormFloat64() / 2)
					case 2:
						copy(x[i*d:(i+1)*d], x[:d])
					default:
						x[i*d] += 0.1 * rng.NormFloat64()
					}
					r := warm.follow(p)
					checkSolved(t, l.String()+" "+kind, &p, r)
					if c := cold.Run(p); math.Abs(r.Objective-c.Objective) > 2*certify.DefaultTolerance*c.Objective {
						t.Errorf("%v, %s: cost %.12g, from the start %.12g", l, kind, r.Objective, c.Objective)
					}
				}
			}
		}
	}
}

// TestStopsAnywhere cancels at every question: what is returned is certified to the gap that it states.
func TestStopsAnywhere(t *testing.T) {
	x, y := sample("plain", 14, 2, rand.New(rand.NewPCG(19, 20)))
	var j Job
	for left := 1; ; left += 7 {
		countdown := parallel.NewCountdown(left)
		p := certify.Problem{X: x, Y: slices.Concat(y, y[1:], y[:1]), D: 2, Outputs: 2, Beta: 0.1, Sigma: lift.Piecewise{}}
		p.Context = countdown
		r := j.Run(p)
		p.Context, p.Tolerance = nil, 0.999999
		if r.Status == certify.Stopped && !strings.HasPrefix(r.Message, "Stopped before the end") {
			t.Fatalf("%d: %s", left, r.Message)
		}
		for _, f := range certify.Check(p, p.Claim(r), NewBruteForce(&p)).Findings {
			if !f.Pass && !strings.HasPrefix(f.What, "gap between") {
				t.Fatalf("stopped at question %d: %s: %g", left, f.What, f.Measured)
			}
		}
		if !countdown.Canceled() {
			if r.Status != certify.Optimal {
				t.Errorf("not stopped, it is %s", r.Status)
			}
			return
		}
	}
}

// TestWarmJobsAllocateResultsOnly: neither from the start nor after a move do they need more than that, once the job has seen problems of
// this size.
func TestWarmJobsAllocateResultsOnly(t *testing.T) {
	for _, l := range losses {
		x, y := sample("plain", 30, 2, rand.New(rand.NewPCG(21, 22)))
		p := certify.Problem{X: x, Y: y, D: 2, Loss: l, Beta: 0.1, Sigma: lift.Piecewise{}}
		var j Job
		move := func() {
			x[0] = -x[0]
			j.follow(p)
		}
		for range 4 {
			j.Run(p)
			move()
		}
		// The result, its five lists, the directions, and for each neuron the growing list of the samples on its kink.
		limit := float64(7 + 2*len(j.Run(p).Neurons))
		if count := testing.AllocsPerRun(4, move); count > limit {
			t.Errorf("%v: following allocates %g times", l, count)
		}
		if count := testing.AllocsPerRun(4, func() { j.Run(p) }); count > limit {
			t.Errorf("%v: solving allocates %g times", l, count)
		}
	}
}

// follow is Follow and Result.
func (j *Job) follow(p certify.Problem) *certify.Result {
	j.Follow(p)
	return j.Result()
}

// BenchmarkDrag moves one of n samples in the plane, those of a disc and those around it, by a little and back, and follows.
func BenchmarkDrag(b *testing.B) {
	for _, n := range []int{80, 200} {
		for _, of := range losses {
			b.Run(fmt.Sprintf("%v/%d", of, n), func(b *testing.B) {
				rng := rand.New(rand.NewPCG(31, 32))
				x, y := sample("plain", n, 2, rng)
				p := certify.Problem{X: x, Y: y, D: 2, Loss: of, Beta: 0.1, Sigma: lift.Piecewise{}}
				var j Job
				j.Run(p)
				for b.Loop() {
					i := rng.IntN(2 * n)
					before := x[i]
					x[i] += 0.03 * rng.NormFloat64()
					j.follow(p)
					x[i] = before
				}
			})
		}
	}
}
