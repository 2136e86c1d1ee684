// Package scene turns a snapshot of the session and the state of the view into a display list. Every length, angle, colour and label of the
// pictures is decided here, in plain Go; package wasm/view only passes the result to the graphics card.
//
// Each picture has a file that registers it (register) for the tile of its number. The table names the files in brackets where their names are
// not the picture's. For problems with d = 1, 2 and 3 features, separated by semicolons, the pictures show:
//
//	data           the graph of f; its heat map with the conic f = 0; the quadric f = 0 among points in space [points]; for classes with
//	               an output each, the curves of all outputs, or the regions where each is largest [field]
//	neural cone    the paper's Figure 2, left; the rays to the curve k(t) of R^4, as far as a direction has swept; the unit sphere of
//	               directions [neural]
//	spectrahedron  the square of all W = Z - Z' of one weight; the hull of k(t), or of k(u) in R^8 (see package mesh), as shadows; inside
//	               them Z and Z' as means of neurons, and the solver's path; built up in stages from neurons and chords, and last between
//	               the planes g = +-beta [body]
//	Lorentz cone   the animation of the decomposition, with the ellipse on which a pair turns: the wedge; the cone; (|c|, t)
//	certificate    g at two directions; the curve g(t) between the bounds; the sphere coloured by g/beta [neural]; in the same tile, the
//	               five pictures of the argument that no network is better [argument, tangents]
//	network        several layers: a column of maps or filters for each, edges for the weights, and the output [columns]
//	sweep          number of neurons and scores of the optimum as functions of beta or a coefficient
//	race           cost against work of gradient descent, above the certified optimum, and where the runs end
//	neurons        what each neuron computes, and the sum of those the animation has found, on one scale: graphs; surfaces; planar
//	               sections that face the eye [ridges]
//
// A picture under construction is a canvas: what it shows, where and how, and the pen for its newest layer. Flat pictures with numbers on
// their axes are charts, neurons have the marks of [neuron], and text finds its place in [label].
//
// Pointers make one gesture at a time [input]: they draw, lift and select points [draw], rotate a neuron, move a camera, or move the argument.
//
// More than three features are shown in a plane (protocol.Snapshot.Plane). Data, neurons and certificate are restricted to it and drawn as
// for two features. The Lorentz cone is drawn as for three features, at (|c|, t). Neural cone and spectrahedron have no picture.
//
// Frames of reference, beside those of package protocol:
//
//	pixel   device pixels of the canvas, origin at its top left corner, y down
//	css     pixel / Layout.Scale; the unit of labels and of the widths and radii of ink
//	world   of a picture with depth: right-handed, third axis up, of about unit size; see each builder
//	depth   s along the line of sight, from the world's origin away from the eye; a pixel stores s/(1 + s perspective), which is linear on
//	        the screen
//
// A tile is a list of layers: heat maps, quadric surfaces, and ink. Ink consists of quads, each with a shape given by its signed distance
// (see Vertex), so that edges are exact at every scale. A ray meets a quadric at most twice, so comparing the depth of ink with both hits
// orders ink and surface exactly in every pixel, without a depth buffer. A convex body is drawn in three passes: its back, what is inside,
// and its front.
//
// Small functions of colours and labels, which are called in many places, are not inlined (go:noinline): inlining them would make the
// download 14 kB larger. After the first few frames, building a frame allocates nothing. Only the tiles that have changed are built and drawn.
package scene
