// Package say is the catalogue of all sentences that a session says to its user: refusals, captions, notes and descriptions, to be read by an
// editor in one sitting. The files in the order of reading:
//
//	data      points, tables and files that cannot be used
//	model     activations, losses, architectures
//	stage     pointers, the selection, what is shown, the film
//	pictures  names, notes and descriptions of the pictures
//	captions  what the film tells
//	fit       how good a certified network is, and what would help
//	jobs      race and path
//	claims    what others found, under check
//	work      work, links and documents
//	report    the report as plain text
//	format    how numbers, lists and errors are written; no sentences
//
// The sentences that refuse what an intent itself allows nobody to ask stand with the ranges of its fields, in package intent; lessons stand with
// the presets.
//
// A refusal is an error of one sentence: what, where, what was expected. Points, rows, neurons and the like are given counted from 0, and
// named counted from 1.
package say
