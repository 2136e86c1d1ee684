// Package workspace holds what a user works on: the data, the model that is trained on them, how they are sampled, and which points are
// selected, with the undo history.
//
// A State is a value: a problem with the way it is looked at. Its methods answer questions about it, or return the next state, or say in one
// sentence why there is none; they never modify the state itself. A Workspace has the present state and the history; every change of it is
// a step of the history, or goes on with the step of a slider or of a pointer that is still down. Selection, highlighted point and chosen
// output are not part of the history: they belong to the Workspace.
//
// Points are rows of d features and a label for each output; x is n by d, row by row, y has n labels for each output, output by output.
// Two classes are the labels 1 and -1 of one output. More have an output each: of a point, the output of its class has the label 1, and
// the others 0, or -1 for the losses that take signs.
//
// Points that are held out are drawn, moved and edited like all others, but they do not belong to the problem: the documents problem and
// solution, the certificate and all else that is proved are those of the points trained on, and indices of points are those of all points
// everywhere but there. Share, noise and seed decide which points are held out and what noise the labels have, by dataset.Split and a
// generator of the seed; until one of them is set again a point keeps its part, and a new one is trained on. The labels before the noise are
// kept, so that a level replaces the one before; a label that the user gives is clean. A preset is as everybody knows it unless it is asked
// to keep the noise and the share that are set, and its points come from the seed, too.
package workspace
