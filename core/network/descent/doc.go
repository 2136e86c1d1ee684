// Package descent trains the networks of the convex program by gradient descent, stochastic gradients with momentum, and Adam, as in the
// paper's section 9.
//
// Two forms of the problem are trained:
//
//	Tractable   minimise sum_i loss(f(x_i), y_i) + beta sum |alpha|,  |u_j| = 1
//	Decay       minimise sum_i loss(f(x_i), y_i) + beta/2 sum (|u_j|^2 + |alpha|^2)
//
// The first is the problem that the convex program solves, so its optimum is a floor under every run; u is kept on the sphere by removing the
// radial part of its gradient and normalising it after each update, and |alpha| enters with its subgradient, 0 at 0, as automatic
// differentiation has it. The second is what practice calls weight decay; with half of beta, ReLU networks, which are homogeneous, have the
// optimum of the first.
//
// The activation is the problem's polynomial or any differentiable function, such as ReLU and swish. A filter u_j is shared by all blocks k and
// outputs o, with a weight alpha_jko for each:
//
//	f_o(x) = sum_j sum_k alpha_jko  mean over the patches of block k of sigma(patch'u_j)
//
// which covers dense, quadratic and convolutional networks with and without pooling, and any number of outputs.
//
// Rest tells from the slope and the curvature of a run's own objective whether it still moves, and whether a place of rest is a minimum or a saddle;
// whether it is the optimum, only the certified bound tells.
//
// A Run goes one update at a time, is repeatable from its seed, and knows no clock: its owner decides how long it takes, and measures it. Search
// looks for a learning rate on a logarithmic grid.
package descent
