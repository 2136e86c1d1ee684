// Package scene turns a snapshot of the session and the state of the view into a display list: every length, angle, colour and label
// of the pictures is decided here, in plain Go, and package wasm/view only hands the result to the graphics card.
//
// Three tiles show a problem with two features (for any other number the tiles stay empty):
//
//	data         heat map of f, its contours and the conic f = 0 (Heat); grid, points and neuron directions (ink)
//	cone         the Lorentz cone |c| = |t| (Surface); the film of the decomposition and the neurons found so far (ink)
//	certificate  the curve g(t) between the lines +beta and -beta, touched at the neurons (ink)
//
// Frames of reference, beside those of package wire:
//
//	pixel   device pixels of the canvas, origin at its top left corner, y down
//	css     pixel / Layout.Scale; widths and radii of ink and all labels are given in it
//	world   cone vectors divided by the longest vector of the film, right-handed, z = t up
//	angle   degrees of a neuron's direction, (-180, 180], counterclockwise from x_1
//
// Ink is one kind of primitive: a quad that carries the shape it contains as a signed distance (see list.go), so that edges are exact
// at every scale. In the cone tile each corner carries the inverse of its depth too; the surface is a quadric, so a ray meets it at
// most twice, and comparing the depth with both hits orders ink and surface exactly in every pixel, without a depth buffer.
//
// After the first few frames building a frame allocates nothing.
package scene
