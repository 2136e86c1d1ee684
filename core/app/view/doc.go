// Package view determines what the pictures show, as numbers for the view (Snapshot) and as text and tables for the page, and what a pointer does in
// them.
//
// Stage reads all other parts of a session, and changes only what is in focus and which film is loaded. Player plays a film: the decomposition of a
// solution's matrices, neuron by neuron; the solver's path to the solution; or a picture of the argument. Time is measured in units, see protocol.Film;
// a film that does not play is at its end, which shows the solution. Draw makes a simple picture that needs no graphics card: lines, marks and levels
// whose positions are final.
//
// Argument explains in five pictures why the network is optimal: what a neuron would gain and what it costs (price); the gains of all directions as
// one curve (curve); the cost as a bowl with the network at its lowest point (bowl); the tangents to the losses of the points, whose heights add up to
// the lower bound (tangents); and the cost of a perturbed network with the bound that it proves by itself, which meet at the optimum (bounds). All
// numbers are those of the present solution, computed by package landscape. A network that the user perturbs exists only in the argument.
//
// Pointer turns what a pointer does in the picture of the data into changes of a workspace. The tool decides what a press and the following drags do:
// draw points along the path, move a point, label or erase the points that are touched, or select. A whole gesture, from press to release, is one step
// of the history; cancelling it undoes that step. A gesture of the other class, such as one with the right button, draws the other one of two classes,
// or the class after that of new points; begun on a point, it gives that class to the points that it touches. With one feature and one output, the
// label is the height of the pointer. The index of an intent names the point under the pointer, with -1 for none; without an index, the nearest point
// within the radius counts.
package view
