// Package export writes a trained network down for use elsewhere: as functions in Python, Go and JavaScript, as an equation in LaTeX, and
// as tables of numbers.
//
// The functions compute, for every architecture,
//
//	f_o(x) = sum over the neurons (u, alpha) of output o of alpha times the mean of sigma(p'u) over the patches p of the neuron's block,
//
// with sums in the order of a forward pass of package neural and numbers that read back as the same doubles, so they agree with it to the
// last digits. They need nothing but their language. What comes from a document as text, its title, is only ever written into a comment.
package export
