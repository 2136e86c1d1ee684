// Package export writes a trained network for use elsewhere: as functions in Python, Go and JavaScript, as an equation in LaTeX, and as
// tables of numbers.
//
// The functions compute, for every architecture,
//
//	f_o(x) = sum over the neurons (u, alpha) of output o of alpha times the mean of sigma(p'u) over the patches p of the neuron's block.
//
// They sum in the same order as a forward pass of package neural, and their numbers read back as the same doubles, so they agree with it
// to the last digits. They need nothing beyond their language. Text that comes from a document, such as its title, is only ever written
// into a comment.
package export
