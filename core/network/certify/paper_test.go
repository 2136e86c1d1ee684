package certify

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"

	"conelab/core/numeric/loss"
)

var everySize = flag.Bool("everysize", false, "also the sizes that take minutes")

// TestFigure4ShapesWithEveryLoss certifies the paper's Figure 4 shapes, d = 20 and fourth powers of Gaussians, with every loss, and logs
// the gap and m* of each: go test ./core/network/certify -run Figure4ShapesWithEveryLoss -v -timeout 30m -args -everysize prints the table.
func TestFigure4ShapesWithEveryLoss(t *testing.T) {
	sizes := []int{10, 100, 500}
	switch {
	case testing.Short():
		sizes = sizes[:1]
	case !*everySize:
		sizes = sizes[:2]
	}
	var job Job
	for _, shape := range figure4 {
		for _, name := range loss.Names() {
			kind, _ := loss.Parse(name)
			outputs := shape.outputs
			if kind == loss.Softmax {
				outputs = 3
			}
			for _, n := range sizes {
				t.Run(fmt.Sprintf("%s,%s,n=%d", shape.name, name, n), func(t *testing.T) {
					p := figure4Problem(rand.New(rand.NewPCG(uint64(n), 8)), shape.arch, n, outputs)
					p.Loss = kind
					relabel(&p)
					r := judge(t, &job, p)
					if r.Status != Optimal {
						t.Errorf("%s: %s", r.Status, r.Message)
					}
				})
			}
		}
	}
}

// relabel turns the planted outputs into labels that the loss takes: their signs, or the largest.
func relabel(p *Problem) {
	n := p.Samples()
	for i := range n {
		top := 0
		for o := range p.Outputs {
			if p.Y[o*n+i] > p.Y[top*n+i] {
				top = o
			}
		}
		for o := range p.Outputs {
			at := o*n + i
			switch {
			case p.Loss == loss.Softmax && o == top, (p.Loss == loss.Hinge || p.Loss == loss.Logistic) && p.Y[at] >= 0:
				p.Y[at] = 1
			case p.Loss == loss.Softmax:
				p.Y[at] = 0
			case p.Loss == loss.Hinge || p.Loss == loss.Logistic:
				p.Y[at] = -1
			}
		}
	}
}
