// Package certify takes a training problem to its certified optimum: reduction, interior-point iterations, ranks, neural decomposition,
// and the proof, in that order.
//
// A Job does it in steps of one interior-point iteration, so that its owner can stop, show or spread the work as it likes. What it
// reports is proved on the network itself: the objective is the cost of a forward pass, the lower bound that of a dual vector through
// the spherical trust-region problem, both from the raw data; nothing of the solver's own book-keeping enters the gap.
//
// With Problem.Trace the job keeps the points of the run, and Result.Path proves each of them when it is asked: the central path, for
// pictures of it.
package certify
