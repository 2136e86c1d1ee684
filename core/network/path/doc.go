// Package path trains one network for many values of beta, and helps to choose among them (the paper's section 9, "Regularization
// Parameter").
//
//   - Grid gives values of beta from certify.BetaMax down: from there on upwards the network without neurons is optimal.
//   - Job trains for each beta and tells the cost with its certificate, its two parts, the neurons, and how well the network does on the
//     points it was trained on and on others.
//   - Validation does so with some of the points held out in turn (cross-validation), and picks a beta.
//
// Both work in steps of one interior-point iteration, so that their owner can stop or show them; what is done by then is valid.
//
// With P(beta) = min loss + beta sum |alpha|, the least of functions that are affine in beta, P is concave and does not decrease; where
// loss(beta) and weight(beta) are those of an optimal network,
//
//	P(b) <= loss(beta) + b weight(beta)  for all b,
//
// so that along growing beta the loss grows and the sum of the weights falls.
//
// What depends on the points alone is prepared once for all beta (the paper's constrained least squares form, appendix A), and each beta
// but the first starts from an interior iterate of the one before, its dual vector shortened to the new beta: see certify.Job.Restart.
// The iterate is one of a relative gap of about a hundredth, since the optimum itself lies on the boundary of the cones, where an
// interior-point method cannot start. So points of a path differ from separate solves by less than the certified gap.
package path
