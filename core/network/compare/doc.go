// Package compare trains the same network by the convex program and by gradient descent, and measures both.
//
// An Optimum is the result of the convex program, with its certificate. A Rival is a configuration of gradient descent: a form of the
// problem, a method, and a number of hidden units. Its Outcome consists of a learning rate, searched unless it is given, and runs from
// several starting points, each with its cost over time.
//
// The package has no clock: the caller provides one in a Stopwatch. It is read right before and right after epochs and solves, so that
// evaluations in between (costs, accuracies on other points) are not counted. The time of a run that diverged is added to that of the run
// that replaces it.
package compare
