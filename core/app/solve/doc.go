// Package solve finds and holds what is computed for a session: the certified optimum, networks of several layers, and the jobs that run when nothing
// else is to be done.
//
// Solution is the optimum of a state with what is known about it: its proof, its scores on the training points and on the points held out, and the
// other optimal networks to which it can be rotated. The optimum of the previous state stays visible until that of the present state is found. Neurons
// have numbers and keep them from one optimum to the next. Pictures and tables list neurons by number; documents list them in the order in which the
// decomposition finds them.
//
// Layers trains a network of several layers, one on the other. Each layer is a state and a solution of its own, certified given the layers below, so
// that all that shows a network of one layer shows a chosen layer as well. A run that has begun goes on while a pointer moves a point further, and
// begins anew when it has ended: the pictures follow even if a run takes longer than a frame, and show a network of a moment ago, marked stale.
//
// Jobs holds the optimum along a variable (Sweep: a few values of beta for the path, many of beta or a coefficient for the study, refined where the
// number of neurons changes) and gradient descent compared with the optimum (Race). The caller grants jobs slices of time. They end when the problem
// changes, except for a sweep along the only variable that has changed.
package solve
