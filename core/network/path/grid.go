package path

import (
	"fmt"
	"math"

	"conelab/core/network/certify"
)

// maxCount limits the number of betas, in case of a typing error.
const maxCount = 100_000

// Grid returns count values of beta in geometric progression from the problem's BetaMax down to ratio times that. If the network without neurons is
// optimal for every beta, because its outputs are exact or the activation is zero, the grid starts from 1.
func Grid(p *certify.Problem, count int, ratio float64) ([]float64, error) {
	if count < 1 || count > maxCount {
		return nil, fmt.Errorf("the number of values of beta is %d, expected 1 to %d", count, maxCount)
	}
	if !(ratio > 0 && ratio < 1) {
		return nil, fmt.Errorf("the ratio of the least beta to the largest is %g, expected a number above 0 and below 1", ratio)
	}
	top := certify.BetaMax(p)
	if math.IsNaN(top) || math.IsInf(top, 0) || top > 0 && top*ratio == 0 {
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
