// Package contest lets the convex program and gradient descent train the same network, and measures both.
//
// An Optimum is what the convex program finds, with its certificate. A Rival is a way of descending: a form of the problem, a method, a
// number of hidden units. What comes of it is an Outcome: a learning rate, searched unless it is given, and runs from several starts, each
// with its cost along the way.
//
// The package has no clock: a Watch brings one, and is asked for the time right before and right after epochs and solves, so that what is
// evaluated in between (costs, accuracies on other points) takes no time. Times of a run that diverged count for the run that takes its place.
package contest
