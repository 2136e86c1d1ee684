package equivalent

import (
	"math"

	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
)

// costScale is the paper's constant c = 2^(1/3) + 2^(-2/3) = 1.88988... in eq. (cubic_reg_quad_act_problem) and (noncvx_quadact_quadreg).
//
// The same constant serves for both. For A = |alpha|, B = |u| and t > 0:
//
//	cubic:  A^3/t^3 + B^3 t^(3/2) is least where t^(9/2) = 2 (A/B)^3, with the value (2^(-2/3) + 2^(1/3)) A B^2
//	decay:  A^2/t^2 + B^2 t       is least where t^3 = 2 (A/B)^2,     with the value (2^(-2/3) + 2^(1/3)) A^(2/3) B^(4/3).
const costScale = 1.8898815748423097

// L1Cost returns sum |alpha_j| |u_j|^2, which for unit-norm u_j is the regulariser of eq. (l1_reg_form_quad_act).
func L1Cost(neurons []neural.Neuron) float64 {
	return total(neurons, func(a, b float64) float64 { return a * b * b })
}

// CubicCost returns (1/c) sum (|alpha_j|^3 + |u_j|^3), the regulariser of eq. (cubic_reg_quad_act_problem). It is at least L1Cost, and
// equal to it for the network that ToCubic returns.
func CubicCost(neurons []neural.Neuron) float64 {
	return total(neurons, func(a, b float64) float64 { return (a*a*a + b*b*b) / costScale })
}

// TwoThirdsCost returns sum |alpha_j|^(2/3) |u_j|^(4/3), which for unit-norm u_j is the regulariser of eq. (quadratic_regul_equiv_problem).
func TwoThirdsCost(neurons []neural.Neuron) float64 {
	return total(neurons, func(a, b float64) float64 { return math.Cbrt(a*b*b) * math.Cbrt(a*b*b) })
}

// DecayCost returns (1/c) sum (|alpha_j|^2 + |u_j|^2), the weight decay of eq. (noncvx_quadact_quadreg). It is at least TwoThirdsCost,
// and equal to it for the network that ToDecay returns.
func DecayCost(neurons []neural.Neuron) float64 {
	return total(neurons, func(a, b float64) float64 { return (a*a + b*b) / costScale })
}

func total(neurons []neural.Neuron, cost func(a, b float64) float64) float64 {
	sum := 0.0
	for _, neuron := range neurons {
		sum += cost(math.Abs(neuron.Alpha), norm(neuron.U))
	}
	return sum
}

// cubicFactor returns the t = 2^(2/9) (|alpha|/|u|)^(2/3) that minimises |alpha/t|^3 + |u sqrt t|^3, the paper's eq.
// (rescaling_quad_act) for |u| = 1.
func cubicFactor(neuron neural.Neuron) float64 {
	return math.Pow(2, 2.0/9) * powTwoThirds(math.Abs(neuron.Alpha)/norm(neuron.U))
}

// decayFactor returns the t = 2^(1/3) (|alpha|/|u|)^(2/3) that minimises (alpha/t)^2 + |u sqrt t|^2 (section 6.1).
func decayFactor(neuron neural.Neuron) float64 {
	return math.Cbrt(2) * powTwoThirds(math.Abs(neuron.Alpha)/norm(neuron.U))
}

func powTwoThirds(x float64) float64 {
	root := math.Cbrt(x)
	return root * root
}

// rescale returns the neuron u sqrt t, alpha/t. With the quadratic activation it computes the same function for every t > 0.
func rescale(neuron neural.Neuron, t float64) neural.Neuron {
	u := make([]float64, len(neuron.U))
	dense.Axpy(math.Sqrt(t), neuron.U, u)
	neuron.U, neuron.Alpha = u, neuron.Alpha/t
	return neuron
}

// ToCubic returns the network of the same function with the least CubicCost, which equals the L1Cost of the given network. It takes an optimum of the
// l1 problem to an optimum of the cubic problem. Neurons with alpha = 0 or u = 0 compute nothing and are dropped.
func ToCubic(neurons []neural.Neuron) []neural.Neuron { return rescaled(neurons, cubicFactor) }

// ToDecay returns the network of the same function with the least DecayCost, which equals the TwoThirdsCost of the given network. It takes an optimum
// of the 2/3-norm problem to an optimum of weight decay.
func ToDecay(neurons []neural.Neuron) []neural.Neuron { return rescaled(neurons, decayFactor) }

func rescaled(neurons []neural.Neuron, factor func(neural.Neuron) float64) []neural.Neuron {
	var scaled []neural.Neuron
	for _, neuron := range neurons {
		if neuron.Alpha != 0 && norm(neuron.U) > 0 {
			scaled = append(scaled, rescale(neuron, factor(neuron)))
		}
	}
	return scaled
}

func norm(x []float64) float64 { return math.Sqrt(dense.Dot(x, x)) }
