// Package equivalent converts between networks, and between training problems, that the paper proves to be equivalent (its sections 4 and 5.2 to 5.4). It
// consists of pure functions on networks and matrices.
//
//   - Regularisers for the quadratic activation sigma(s) = s^2. Scaling u by sqrt t and alpha by 1/t keeps alpha (x'u)^2. The best t turns the
//     cubic regulariser into the l1 norm of networks with unit directions (CubicCost, ToCubic), and weight decay into their 2/3-norm (DecayCost,
//     ToDecay).
//   - Many optima for the quadratic activation (section 5.4, corrected): Widen returns a network of the same function and cost with any number of
//     neurons from the rank up.
//   - Many optima for any activation of degree two: ChooseFirst finds the optimal network whose first neuron has a chosen direction, Turn turns one
//     neuron and moves the others with it, and WidenBalanced returns an optimal network with any number of neurons from the rank up.
//   - Fewer neurons: Reduce moves a solution along its optimal face to a corner, where the rank obeys Pataki's bound.
//
// A network here is a list of neurons of one sample block and one output. Functions on lists that mix several keep each neuron's block and output.
// Matrices are symmetric, row-major and stored in full. For the quadratic activation they are of order d. Otherwise they are of order p = d + 1 and
// balanced: tr Z_1 = Z_4, that is < G, Z > = 0 with G = diag(1,...,1,-1). Z holds the neurons of positive weight and Z' those of negative weight.
//
// No function here requires an optimal matrix. Each preserves function and cost, so an optimum stays an optimum.
package equivalent
