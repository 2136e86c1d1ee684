// Package verify checks results: whether what others found is optimal, and how well the certified network fits.
//
// Check holds a claim: a matrix, which is decomposed; a problem with a solution, of which every number is recomputed; or a network without a proof,
// which is measured against the optimum of the present problem. A claim about the present problem is checked again whenever that has a new optimum.
// The work is stored with the text of the claim, and never with a verdict. What was checked can be shown in place of the data: see Display.
//
// Appraisal says how well the certified network fits its training points: a proof that no such network costs less does not mean that it fits well.
// Each of its sentences has a condition that is evaluated here. The architecture and the activation determine which functions a network of this kind
// can be (kindOf). To find what would help, the problem is solved in the background with a smaller beta, a loss made for classes, another activation,
// and another layer. What the sentences say of these networks is their own certified result.
package verify
