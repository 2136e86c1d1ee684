// Package geometry has the sets that the paper's theory is about (its sections 2 and 4), for every dimension d: what lies in them, how
// far they reach in a direction, where a ray leaves them, and which of their points is nearest.
//
// A neuron with |u| = 1 and weight alpha is the matrix alpha [u;1][u;1]' of order p = d + 1, which holds the paper's point
// (u u' alpha, u alpha, alpha) as its blocks (Z_1, Z_2, Z_4):
//
//	C     = { alpha [u;1][u;1]' }                                    the neural cone C_2^1, type Cone
//	+M(t) = { Z psd, tr Z_1 = Z_4 <= t }                             eq. (neural_spectrahedron_2), type Positive
//	M(t)  = { Z - Z' : Z, Z' psd and balanced, Z_4 + Z'_4 <= t }     eq. (neuralset), type Full
//
// "Balanced" is tr Z_1 = Z_4, that is < G, Z > = 0 with G = diag(1,...,1,-1). The extreme points of +M(t) are 0 and t [u;1][u;1]', those
// of M(t) are +-t [u;1][u;1]' (the paper's Lemma 2.1), so one function on the sphere carries both bodies:
//
//	g_V(u) = [u;1]'V[u;1] = u'V_1 u + 2 V_2'u + V_4
//
//	support of +M(t):  t max(0, max g_V),     support of M(t):  t max |g_V|.
//
// The Lorentz cone |c| <= |t| is where the decomposition of section 4.1 puts its vectors y = (c, t). For d = 2 the lifted neuron is the
// trigonometric curve (cos a, sin a, cos 2a, sin 2a), see Curve; Figure 2 is in FigureLeft and Slice.
//
// Matrices are symmetric, row-major and in full. Distances are in the Frobenius norm of the matrix, which counts Z_2 twice; the paper's
// vector (Z_1, Z_2, Z_4) counts it once. Answers found by iteration (Full, and Positive.Project) come with a certificate computed from
// the definition, not from the iteration: a network that proves membership, and a gap in the variational inequality.
package geometry
