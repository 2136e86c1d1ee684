// Package equivalent converts between networks that compute the same function at the same cost. It consists of pure functions on networks and
// matrices.
//
//   - Turn turns one neuron and moves the others with it (the paper's section 4).
//   - Heaviest returns the decomposition that depends on the matrix alone.
//   - Reduce moves a solution along its optimal face to a corner, where the rank obeys Pataki's bound: fewer neurons.
//
// A network here is a list of neurons of one sample block and one output. Matrices are symmetric, row-major and stored in full. For the quadratic
// activation they are of order d. Otherwise they are of order p = d + 1 and balanced: tr Z_1 = Z_4, that is < G, Z > = 0 with G = diag(1,...,1,-1).
// Z holds the neurons of positive weight and Z' those of negative weight.
//
// No function here requires an optimal matrix. Each preserves function and cost, so an optimum stays an optimum.
package equivalent
