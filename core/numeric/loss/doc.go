// Package loss defines the losses with which a network can be trained: their values, their concave duals, and the derivatives and bounds that
// a Newton system and a certificate need.
//
// The paper's training program (its section 2.1, and Table 1 for the architectures) is
//
//	minimise  sum_i loss(ŷ_i, y_i) + beta sum_j |alpha_j|
//
// and its dual, with one v_i for each label (for the softmax loss, one for each row of labels), is
//
//	maximise  sum_i dual(v_i, y_i)   subject to  |sum_i v_i sigma(x_i'u)| <= beta  for every unit u,
//
// where dual is minus the conjugate of the loss at -v,
//
//	dual(v, y) = -loss*(-v) = inf_f loss(f, y) + v f.
//
// At the optimum v = -d loss/d f. The gap between a network and a dual vector is the sum of the Fenchel-Young terms
//
//	loss(f, y) - dual(v, y) + v f >= 0
//
// (zero exactly when v = -d loss/d f), which are computed here without subtracting numbers of the size of the labels, and of the terms
// beta |alpha_j| - alpha_j sum_i v_i sigma(x_i'u_j) >= 0 of the neurons.
//
//	name      loss(f, y)                          dual(v, y)                  domain of v
//	squared   (f - y)^2                           v y - v^2/4                 all
//	huber     x^2 up to 1, 2|x| - 1, x = f - y    v y - v^2/4                 |v| <= 2
//	l1        |f - y|                             v y                         |v| <= 1
//	hinge     max(0, 1 - y f)                     v y                         0 <= v y <= 1
//	logistic  log(1 + exp(-y f))                  -t log t - (1-t) log(1-t)   0 <= t = v y <= 1
//	softmax   log sum_c exp(f_c) - y'f            -sum_c w_c log w_c          w = y - v >= 0, sum_c w_c = 1
//
// The first four have the common form loss(f, y) = max over w in the domain of w (y - f) - kappa w^2/2; Kappa and Domain describe them
// completely. Labels are arbitrary numbers for the first three, 1 or -1 for hinge and logistic, and one-hot rows for softmax.
//
// The squared error is the full sum of squares, as in the paper (the authors' notebook minimises half of it).
package loss
