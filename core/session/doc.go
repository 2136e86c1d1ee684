// Package session is the application without its window: the only owner of the data, the model, the undo history, the solution and the
// playback of its decomposition.
//
// Intents go in (Apply), answers come out (Page and Snapshot, see package wire). The solver worker runs a session for the page; tests
// and the command line run it natively. It has no clock, files or goroutines: time comes as tick intents and as a function that reads
// a clock, and long work is done in slices that the owner grants (Work).
//
// An intent is a JSON object with the field do:
//
//	set problem | preset name keep | clear | undo | redo | resume work   work is what Keep returned
//	open shared | open work                                 what Share or Keep returned; what was there can be undone
//	classes value | lens output compare                     2 to 6 classes, 0 for numbers; which output the stage shows
//	lens features                                           the plane of more than three features: two of them, or [] for the principal axes
//	tool name (draw, move, label, erase, select) | label value                 1 or -1; the number of a class where each has an output
//	dimension value | brush value                           1, 2 or 3 features; a radius in per cent of the window, 0 for single points
//	press at radius index | drag at radius index | release | cancel     one pointer gesture on the data, in data coordinates
//	beta value final | activation a b c final               final false while sliding: not yet a step of the undo history
//	loss name | tolerance value
//	architecture kind input filter stride padding pool      kind is dense, quadratic or convolutional; sizes of the last stay if left out
//	blank input                                             no samples yet, of this length, or of this height and width
//	fit name low high                                       the activation that is closest to that function on a range
//	study name                                              the optimum along beta, a, b or c, worked out when there is nothing else to do
//	race start method width runs epochs rate batch seed     gradient descent against the certified optimum; a rate of 0 is looked for
//	race pause | race resume | race clear | race show index | race axis kind     kind is epochs or time; index -1 shows none
//	path                                                    neurons, cost and scores along beta, worked out when there is nothing else to do
//	hold value final | noise value final | sample value     the share of points held out and the noise of the labels, in per cent; their seed
//	film name | play | pause | step by animate | seek position | tick seconds | speed value
//	check text | check data | check show | check clear      a matrix, or a problem and a solution, or a network for the problem on the stage,
//	                                                        see claim.go; data is base64 of a .npy file
//	focus neuron | point index | entry matrix row column    what to light up; -1 for none
//	select all | none | set, add, toggle or remove indices  which points are chosen
//	selected remove | flip | relabel | label value | duplicate | move at | nudge at | paste add    what is done with them, each a step
//	row index values final | rows add | rows put index final | rows remove | rows flip | rows set value    the table: features, then labels;
//	                                                        each is a step, a row that is being drawn (final false) one with those before
//	rows hold indices | rows train indices                  rows of the table are held out, or trained on again
//	import name text, or data and labels in base64 | columns features target header standardise | columns cancel    files, see below
//	formula text n noise seed                               points at random in [-1, 1]^d, labelled by a formula (see package formula)
//	turn neuron u                                           another optimal network: neuron towards the direction u
//
// A place "at" has the d features of a point, for d = 1 the feature and the label. Index names the point under the pointer, -1 none; without
// it the nearest point within the radius counts.
//
// With the tool select a press on a point chooses it, alone or with more true beside others, and a drag moves all that is chosen; the
// points within a rectangle are the view's to name. The words after select and selected are the field name; a nudge is a move in per
// cent of half the picture. What is chosen is not kept, and is forgotten where there are other points.
//
// A file of up to three columns of numbers and one of labels is taken at once. Other tables wait: the page's answer has their columns until
// the intent columns chooses among them; without features and target it only says whether the first line is a header.
//
// Points that are held out are drawn, moved and edited like all others, but they do not belong to the problem: the documents problem and
// solution, the certificate and all else that is proved are those of the points trained on, and indices of points are those of all points
// everywhere but there. hold, noise and sample decide anew which points are held out and what noise the labels have, by data.Split and a
// generator of the seed; until then a point keeps its part, and a new one is trained on. The labels before the noise are kept, so that a
// level replaces the one before; a label that the user gives is clean. A preset is as everybody knows it unless keep asks for the noise and
// the share that are set, and its points come from the seed, too.
//
// An intent that cannot be carried out changes nothing and comes back as one sentence.
package session
