// Package path trains one network for many values of beta, and helps to choose among them (the paper's section 9, "Regularization Parameter").
//
//   - Grid returns values of beta from certify.BetaMax downwards. For betas of certify.BetaMax and above, the network without neurons is
//     optimal.
//   - Job trains for each beta and reports the certified cost, its two parts, the neurons, and the scores on the training points and on
//     others.
//   - Validation does so while some of the points are held out in turn (cross-validation), and picks a beta.
//
// Both work in steps of one interior-point iteration, so that the caller can stop them or show their progress at any time. What is done by then is
// valid.
//
// Let P(beta) = min loss + beta sum |alpha|. As a minimum of functions that are affine and nondecreasing in beta, P is concave and nondecreasing. If
// loss(beta) and weight(beta) belong to an optimal network, then
//
//	P(b) <= loss(beta) + b weight(beta)  for all b,
//
// so as beta grows, the loss grows and the sum of the weights falls.
//
// What depends only on the points is prepared once for all beta (the paper's constrained least squares form, appendix A). Each beta but the first
// starts from an interior iterate of the one before, with its dual vector scaled to the new beta: see certify.Job.Restart. That iterate has a
// relative gap of about a hundredth, because the optimum itself lies on the boundary of the cones, where an interior-point method cannot start. So
// the points of a path differ from separate solves by less than the certified gap.
package path
