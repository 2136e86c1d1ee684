// Package scene turns a snapshot of the session and the state of the view into a display list: every length, angle, colour and label
// of the pictures is decided here, in plain Go, and package wasm/view only hands the result to the graphics card.
//
// Each picture has a file, named here in brackets where it is not its name's, which registers it (register) for the tile of its number. For
// problems with d = 1, 2 and 3 features they show
//
//	data           the graph of f [plot]; its heat map with the conic f = 0 [data]; the quadric f = 0 among points in space [room];
//	               where there are classes with an output each, the curves of all, or the regions of the largest [regions]
//	neural cone    the paper's Figure 2, left; the rays to the curve k(t) of R^4, as far as one direction has swept; the unit sphere of
//	               directions [neural]
//	spectrahedron  the square of all W = Z - Z' of one weight; the hull of k(t), and of its likeness in R^8, as shadows, or Figure 2's slice;
//	               inside them Z and Z' as means of neurons, and the solver's path [square, spectrahedron, body]; built up from neurons
//	               and chords [stages], and last between the planes g = +-beta [support]
//	Lorentz cone   the film of the decomposition, with the ellipse on which a pair turns: the wedge [wedge]; the cone itself [lorentz]; (|c|, t)
//	               and the plane of the pair [wedge]
//	certificate    g at two directions; the curve g(t) between the bounds [certificate]; the sphere coloured by g/beta [globe]
//	path           neurons and scores of the optimum along beta or a coefficient [study]
//	race           cost against work of gradient descent, above the certified optimum, and where the runs end [race]
//	neurons        what each neuron computes, and the sum of what the film has found, on one scale: graphs, surfaces, cuts that face the eye
//	               [neurons, ridges]
//
// More than three features are shown in a plane (protocol.Snapshot.Plane): data, neurons and certificate as for two features, restricted to it;
// the Lorentz cone as for three, at (|c|, t); neural cone and spectrahedron have no picture.
//
// Frames of reference, beside those of package protocol:
//
//	pixel   device pixels of the canvas, origin at its top left corner, y down
//	css     pixel / Layout.Scale; widths and radii of ink and all labels are given in it
//	world   of a picture with depth: right-handed, third axis up, of about unit size; see each builder
//	depth   s along the line of sight behind the world's origin; a pixel has it as s/(1 + s perspective), which is linear on the screen
//
// A tile is a list of layers: heat maps, quadric surfaces, and ink. Ink is one kind of primitive: a quad that carries the shape it contains
// as a signed distance (see list.go), so that edges are exact at every scale. A quadric is met by a ray at most twice, so comparing the
// depth of ink with both hits orders ink and surface exactly in every pixel, without a depth buffer; a convex body is drawn as its back,
// what is inside, and its front.
//
// Small functions of colours and labels, which are called all over, are kept out of line (go:noinline): copies of them at every call would make
// what a visitor downloads 14 kB larger.
//
// After the first few frames building a frame allocates nothing. Only the tiles that changed are built and drawn.
package scene
