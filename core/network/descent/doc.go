// Package descent trains the networks of the convex program by gradient descent, by stochastic gradients with momentum, and by Adam, as in section 9
// of the paper.
//
// Two forms of the problem are trained:
//
//	Tractable   minimise sum_i loss(f(x_i), y_i) + beta sum |alpha|,  |u_j| = 1
//	Decay       minimise sum_i loss(f(x_i), y_i) + beta/2 sum (|u_j|^2 + |alpha|^2)
//
// The first is the problem that the convex program solves, so its optimum is a lower bound for every run. To keep u on the sphere, the radial part of
// its gradient is removed and u is normalised after each update. |alpha| enters with its subgradient, taken as 0 at 0, as automatic differentiation
// does. The second form is the usual weight decay. With half of beta, it has the same optimum as the first for ReLU networks, which are homogeneous.
//
// The activation is the problem's polynomial or any differentiable function, such as ReLU and swish. A filter u_j is shared by all blocks k and
// outputs o, with a weight alpha_jko for each:
//
//	f_o(x) = sum_j sum_k alpha_jko  mean over the patches of block k of sigma(patch'u_j)
//
// This covers dense, quadratic and convolutional networks with and without pooling, and any number of outputs.
//
// A Run makes one update at a time, is reproducible from its seed, and uses no clock: the caller decides how long it runs, and measures it. Search
// looks for a learning rate on a logarithmic grid.
package descent
