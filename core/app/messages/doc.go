// Package messages is the catalogue of all sentences that a session says to its user: refusals, captions, notes and descriptions, collected so that they
// can be edited in one pass. The files in reading order:
//
//	refusals  all sentences with which something is refused, as a table
//	data      files and tables
//	layers    several layers
//	stage     what is shown
//	pictures  names, notes and descriptions of the pictures
//	captions  captions of films and their frames
//	film      captions of the decomposition
//	argument  captions of the optimality argument
//	fit       how well a certified network fits, and what would improve it
//	solving   how long solving takes
//	jobs      path, study and race
//	claims    matrices, solutions and networks under check
//	format    how numbers, lists and errors are written; no sentences
//
// Sentences that reject a value outside the range of a field are stored with the range, in package intent. Lessons are stored with the presets.
//
// A refusal is an error of one sentence: what is wrong, where, and what was expected. Functions take the indices of points, rows, neurons and the
// like counted from 0; the sentences count from 1.
package messages
