package certify

import (
	"fmt"
	"math"
	"strings"

	"conelab/core/network/frankwolfe"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/sdp"
)

// Method is how a problem is solved.
type Method int

const (
	// Auto takes the method predicted to be faster, of those that fit into Problem.Memory.
	Auto Method = iota
	// InteriorPoint is package sdp: matrices of order p, with Newton systems in the samples or in the entries of the matrices.
	InteriorPoint
	// Corrective is package frankwolfe: descent on the neurons, with the certificate as its oracle. Losses with kinks, and patches of which
	// only sums are kept, need InteriorPoint.
	Corrective
)

var methods = [...]string{"auto", "interior-point", "corrective"}

// String returns the name of the method on the command line.
func (m Method) String() string { return methods[m] }

// ParseMethod returns the method with the given name.
func ParseMethod(name string) (Method, error) {
	for m, known := range methods {
		if name == known {
			return Method(m), nil
		}
	}
	return 0, fmt.Errorf("the method is %.40q, expected %s", name, strings.Join(methods[:], ", "))
}

// Estimate is the predicted cost of solving a problem.
type Estimate struct {
	// Flops is the number of multiplications and additions, Bytes the memory beside the problem itself.
	Flops, Bytes float64
}

const (
	// iterations is the usual number of interior-point iterations. Their operations take interiorWeight times longer than the products of
	// blocks in the corrective method.
	iterations, interiorWeight = 20, 3
	// affordable is the work up to which the interior-point method is taken: its number of iterations is known, and it gives matrices of full
	// rank, warm starts, and paths for the pictures. With C coupled outputs the limit is a C-th of that: there are more iterations, and the
	// corrective method takes hardly longer than for one output.
	affordable = 1e12
)

// Estimate predicts the work and the memory of a method other than Auto. Memory in numbers of eight bytes, for n samples, K blocks, C
// outputs that the loss couples, order p, q = p(p+1)/2:
//
//	operator        n K P d for the patches of a convolution, or 2 n K q for their sums where these take less (lift.Shape.Pooled)
//	vectors         n for each vector of the loss, of kept iterates, and of networks with their proofs: see vectors
//	matrices        45 p^2 for each Z with its Z': iterates, directions, scalings, and those of networks; and 5 p^2 for all together
//	Newton system   see sdp.Memory, and in the samples n p, or n q where blocks have several patches
//	reduced form    (n + 2 K q) K q; its rows then take the place of the samples
//	least squares   see sdp.LeastSquaresMemory: losses with kinks nearly always come to need them, others seldom
//	neurons         for the expected number (see newtonMemory): the Newton matrix and its factor, or the samples on kinks
//
// For the corrective method see package frankwolfe. A tenth is added for garbage that is not yet collected.
func (p *Problem) Estimate(m Method) Estimate {
	if m == Corrective {
		outputs, _ := p.coupled()
		shape := p.Architecture.Shape(p.D)
		flops, numbers := frankwolfe.Estimate(p.Samples(), shape.Blocks, shape.Patches, p.order(), outputs)
		return Estimate{flops, inBytes(p.operatorMemory(shape) + numbers)}
	}
	flops, numbers, leastSquares := p.interiorEstimate()
	if p.Loss.Nonsmooth() && (p.Memory == 0 || inBytes(numbers+leastSquares) <= p.Memory) {
		numbers += leastSquares
	}
	return Estimate{flops, inBytes(numbers)}
}

// operatorMemory returns how many numbers the operator stores besides X.
func (p *Problem) operatorMemory(shape lift.Shape) float64 {
	n, order := p.Samples(), p.order()
	switch {
	case shape.Pooled():
		return float64(n*shape.Blocks) * float64(order*(order+1))
	case shape.Blocks*shape.Patches > 1:
		return float64(n*shape.Blocks*shape.Patches) * float64(shape.Dimension)
	}
	return 0
}

// interiorEstimate predicts the work of the interior-point method, its memory in numbers, and the further memory for least squares, or 0
// where it has none.
func (p *Problem) interiorEstimate() (flops, numbers, leastSquares float64) {
	outputs, _ := p.coupled()
	shape := p.Architecture.Shape(p.D)
	n, order := p.Samples(), p.order()
	k, c, pf, nf := float64(shape.Blocks), float64(outputs), float64(order), float64(n)
	q := pf * (pf + 1) / 2
	numbers = p.operatorMemory(shape) + nf*k + (45*k*c+5)*pf*pf + p.newtonMemory(shape, outputs)
	if reducible(p, n, shape.Blocks, order) {
		const proofs = 7 // vectors of candidates
		rows := k * q
		numbers += proofs*nf + (nf+2*rows)*rows
		flops = 2 * nf * rows * rows
		n, nf = int(rows), rows
	}
	numbers += nf * p.vectors(outputs)
	samples, entries := sdp.Cost(n, outputs, shape.Blocks, order)
	inSamples, inEntries := sdp.Memory(n, outputs, shape.Blocks, order)
	switch {
	case sdp.TakesMoments(n, outputs, shape.Blocks, order):
		numbers += inEntries
	case shape.Patches > 1:
		numbers += inSamples + nf*q
	default:
		numbers += inSamples + nf*pf
	}
	flops += 2 * iterations * math.Min(samples, entries)
	return flops, numbers, sdp.LeastSquaresMemory(n, outputs, shape.Blocks, order)
}

// leastSquaresLimit returns how many numbers least squares may take, or 0 for no limit.
func (p *Problem) leastSquaresLimit() float64 {
	if p.Memory == 0 {
		return 0
	}
	_, numbers, _ := p.interiorEstimate()
	return math.Max(1, p.Memory/inBytes(1)-numbers)
}

// inBytes returns the memory in bytes for a number of doubles, garbage included.
func inBytes(numbers float64) float64 { return 1.1 * 8 * numbers }

// vectors returns how many vectors of n numbers an interior-point run holds, its candidates included. For each end of an interval of v the
// solver has three numbers, and a kept point has two.
func (p *Problem) vectors(outputs int) float64 {
	c, ends := float64(outputs), float64(p.Loss.Ends())
	return c*(13+5*ends) + c*c
}

// newtonMemory returns how many numbers Newton's method takes for a network with two thirds of the order as neurons for each block and
// output, the most seen on random problems.
func (p *Problem) newtonMemory(shape lift.Shape, outputs int) float64 {
	unknowns := 2.0 / 3 * float64(p.order()*shape.Dimension*shape.Blocks*outputs)
	samples := float64(p.Samples() * outputs)
	if p.Loss.Nonsmooth() {
		c := math.Min(maxKinkOrder, unknowns)
		onKink := math.Min(c, samples)              // seldom more than there are unknowns
		return c*c/2 + 3*c*onKink + onKink*onKink/2 // the slopes, and a packed triangle for each problem
	}
	if unknowns*unknowns*(samples/2+unknowns/6) > maxNewtonWork {
		return 0
	}
	return unknowns * (2*unknowns + math.Min(samples, newtonStrip))
}

// Choose returns the method to use: the only possible one, that of Method, or for Auto the one predicted to be better.
func (p *Problem) Choose() Method {
	if p.Loss.Nonsmooth() || p.Sums != nil || p.Architecture.Shape(p.D).Pooled() {
		return InteriorPoint
	}
	if p.Method != Auto {
		return p.Method
	}
	outputs, _ := p.coupled()
	interior, descent := p.Estimate(InteriorPoint), p.Estimate(Corrective)
	fits := func(e Estimate) bool { return p.Memory == 0 || e.Bytes <= p.Memory }
	switch {
	case fits(interior) != fits(descent):
		if fits(interior) {
			return InteriorPoint
		}
		return Corrective
	case interior.Flops > affordable/float64(outputs) && interior.Flops*interiorWeight > descent.Flops:
		return Corrective
	}
	return InteriorPoint
}

// MemoryError says that a task takes more memory than is allowed.
type MemoryError struct {
	Task        string // such as "solving"
	Need, Limit float64
}

// Error says so in one sentence.
func (e *MemoryError) Error() string {
	return fmt.Sprintf("%s takes about %s of memory, more than the %s allowed: use fewer samples or features, or allow more memory",
		e.Task, size(e.Need), size(e.Limit))
}

// size writes a number of bytes.
func size(bytes float64) string {
	for _, unit := range []string{"bytes", "kB", "MB"} {
		if bytes < 1000 {
			return fmt.Sprintf("%.3g %s", bytes, unit)
		}
		bytes /= 1000
	}
	return fmt.Sprintf("%.3g GB", bytes)
}

// CheckMemory returns a MemoryError if the method of Choose is predicted to need more than Memory.
func (p *Problem) CheckMemory() error {
	if need := p.Estimate(p.Choose()).Bytes; p.Memory > 0 && need > p.Memory {
		return &MemoryError{"solving", need, p.Memory}
	}
	return nil
}
