// Package optima moves between networks, and between training problems, that the paper proves to be the same (its sections 4 and
// 5.2 to 5.4): pure functions on networks and on matrices.
//
//   - Regularisers of the quadratic activation sigma(s) = s^2. Scaling u by sqrt t and alpha by 1/t keeps alpha (x'u)^2, and the best t
//     turns the cubic regulariser into the l1 norm of unit-norm networks (CubicCost, ToCubic), and weight decay into their
//     2/3-norm (DecayCost, ToDecay).
//   - Many optima, quadratic activation (section 5.4, corrected): Widen gives a network of any number of neurons from the rank up, of the
//     same function and cost.
//   - Many optima, any activation of degree two: ChooseFirst finds the optimal network whose first neuron points where one likes, Turn
//     drags one neuron and takes the others along, and WidenBalanced finds one of any number of neurons.
//   - Fewer neurons: Reduce moves a solution along its optimal face to a corner, where the rank obeys Pataki's bound.
//
// A network here is a list of neurons of one sample block and one output; where several are mixed, the functions on neurons keep
// each neuron's block and output. Matrices are symmetric, row-major and in full: of order d for the quadratic activation, else
// of order p = d + 1 and balanced, tr Z_1 = Z_4, which is < G, Z > = 0 with G = diag(1,...,1,-1). Z holds the neurons of positive
// weight and Z' those of negative weight.
//
// Nothing here needs an optimal matrix: what is equal before is equal after, so an optimum stays one.
package optima
