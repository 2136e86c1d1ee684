// Package workspace holds what a user works on: the data, how they are sampled, the model that is trained on them, and the selection, with the undo
// history.
//
// A State is a value: a problem together with the way it is shown. Its methods answer questions about it, return the next state, or explain in one
// sentence why there is none; they never modify the state. A Workspace holds the present state and the history. Every change is a step of the
// history, or continues the open step of a slider or of a pointer that is still down. The selection, the highlighted point and the chosen output are
// not part of the history; they belong to the Workspace.
//
// Points are rows of d features with a label for each output. x is n by d, row by row; y has n labels for each output, output by output. Two classes
// are the labels 1 and -1 of one output. More classes have an output each: a point has the label 1 for the output of its class, and 0 for the others,
// or -1 for losses that take signs.
//
// Points held out are drawn, moved and edited like all others, but are not part of the problem. The problem and solution documents, the certificate
// and all other proofs are about the training points. Only there do indices count the training points; everywhere else they count all points. The
// percentage, the noise level and the seed determine which points are held out and what noise the labels have, by dataset.Split and a random
// generator with the seed. Until one of the three is set again, a point stays on its side of the split, and a new point is a training point. The
// labels before the noise are kept, so that a new level replaces the old one; a label that the user sets is clean. A preset appears in its standard
// form unless it is asked to keep the current noise and percentage; then its points come from the seed too.
package workspace
