// Package activation fits polynomial activations sigma(s) = a s^2 + b s + c to other activation functions by least squares, as section 9 of the paper
// does (its figure 1 shows the fits of ReLU and swish).
//
// For N points t_1..t_N spaced linearly on [L, U], the coefficients minimise |T [a b c]' - s|_2, where
//
//	    [ t_1^2  t_1  1 ]        [ f(t_1) ]
//	T = [       ...     ],   s = [   ...  ].
//	    [ t_N^2  t_N  1 ]        [ f(t_N) ]
//
// The paper's L = -5, U = 5, N = 1000 give 0.09, 0.5, 0.47 for ReLU and 0.1, 0.5, 0.24 for swish; -4 and 4 give 0.12, 0.5, 0.38 for ReLU.
package activation
