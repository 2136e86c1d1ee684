package certify

import (
	"fmt"
	"math"
	"strings"

	"conelab/core/network/frankwolfe"
	"conelab/core/numeric/sdp"
)

// Method is how a problem is solved.
type Method int

const (
	// Auto takes the method that is predicted to be faster, of those that fit into Problem.Memory.
	Auto Method = iota
	// InteriorPoint is package sdp: matrices of order p, with Newton systems in the samples or in the entries of the matrices.
	InteriorPoint
	// Corrective is package frankwolfe: descent on the neurons, with the certificate as its oracle. Losses whose slope jumps, and
	// patches of which only sums are kept, are InteriorPoint's in any case.
	Corrective
)

var methods = [...]string{"auto", "interior-point", "corrective"}

// String returns the name of the method on the command line.
func (m Method) String() string { return methods[m] }

// ParseMethod returns the method of that name.
func ParseMethod(name string) (Method, error) {
	for m, known := range methods {
		if name == known {
			return Method(m), nil
		}
	}
	return 0, fmt.Errorf("the method is %.40q, expected %s", name, strings.Join(methods[:], ", "))
}

// Estimate is what solving a problem is predicted to take.
type Estimate struct {
	// Flops is the number of multiplications and additions, Bytes the memory beside the problem itself.
	Flops, Bytes float64
}

const (
	// iterations is what an interior-point run usually takes. interiorWeight is how many times longer its operations take than
	// the products of blocks that the corrective method consists of.
	iterations, interiorWeight = 20, 3
	// affordable is the work up to which the interior-point method is taken: its number of iterations is known, and it gives
	// matrices of full rank, warm starts, and paths for the pictures.
	affordable = 1e12
)

// Estimate predicts the work and the memory of a method other than Auto. Memory in numbers of eight bytes, for n samples, K blocks, C
// outputs that the loss couples, order p, q = p(p+1)/2:
//
//	operator        n K P d for the patches of a convolution, or 2 n K q for their sums where these take less (lift.Shape.Pooled)
//	cones           2 K C matrices Z, Z', 10 p^2 each
//	Newton system   see sdp.Memory; and n p, or n q where blocks have several patches
//	reduced form    (n + 2 r) K q for r = min(n, K q) rows, which then are the samples
//
// and for the corrective method as package frankwolfe says.
func (p *Problem) Estimate(m Method) Estimate {
	outputs, _ := p.coupled()
	shape := p.Architecture.Shape(p.D)
	n, order := p.Samples(), p.order()
	operator := 0.0
	switch {
	case shape.Pooled():
		operator = float64(n*shape.Blocks) * float64(order*(order+1))
	case shape.Blocks*shape.Patches > 1:
		operator = float64(n*shape.Blocks*shape.Patches) * float64(shape.Dimension)
	}
	if m == Corrective {
		flops, numbers := frankwolfe.Estimate(n, shape.Blocks, shape.Patches, order, outputs)
		return Estimate{flops, 8 * (operator + numbers)}
	}
	k, c, pf, nf := float64(shape.Blocks), float64(outputs), float64(order), float64(n)
	q := pf * (pf + 1) / 2
	numbers, flops := operator+2*k*c*10*pf*pf, 0.0
	if reducible(p, n, shape.Blocks, order) {
		r := math.Min(nf, k*q)
		numbers += (nf + 2*r) * k * q
		flops = 2 * nf * r * k * q
		nf = r
	}
	samples, entries := sdp.Cost(int(nf), outputs, shape.Blocks, order)
	if inSamples, inEntries := sdp.Memory(int(nf), outputs, shape.Blocks, order); samples <= entries {
		numbers += inSamples
	} else {
		numbers += inEntries
	}
	if shape.Patches > 1 {
		numbers += nf * q
	} else {
		numbers += nf * pf
	}
	return Estimate{flops + 2*iterations*math.Min(samples, entries), 8 * numbers}
}

// Choose returns the method that Method stands for, or InteriorPoint where that is the only one.
func (p *Problem) Choose() Method {
	if p.Loss.Kinked() || p.Operator != nil || p.Architecture.Shape(p.D).Pooled() {
		return InteriorPoint
	}
	if p.Method != Auto {
		return p.Method
	}
	interior, descent := p.Estimate(InteriorPoint), p.Estimate(Corrective)
	fits := func(e Estimate) bool { return p.Memory == 0 || e.Bytes <= p.Memory }
	switch {
	case fits(interior) != fits(descent):
		if fits(interior) {
			return InteriorPoint
		}
		return Corrective
	case interior.Flops > affordable && interior.Flops*interiorWeight > descent.Flops:
		return Corrective
	}
	return InteriorPoint
}

// MemoryError says that a problem takes more memory than is allowed.
type MemoryError struct{ Need, Limit float64 }

// Error says so in one sentence.
func (e *MemoryError) Error() string {
	return fmt.Sprintf("solving takes about %s of memory, more than the %s allowed: fewer samples or features, or more memory, would do", size(e.Need), size(e.Limit))
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

// CheckMemory returns a MemoryError if the method that Choose takes is predicted to need more than Memory, which is zero for no limit.
func (p *Problem) CheckMemory() error {
	if need := p.Estimate(p.Choose()).Bytes; p.Memory > 0 && need > p.Memory {
		return &MemoryError{need, p.Memory}
	}
	return nil
}
