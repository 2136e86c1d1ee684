// Package mesh makes triangle meshes of the convex bodies that the pictures show. It imports only the standard library's arithmetic, since it
// is part of the view, which every visitor downloads.
//
//	Hull        the convex hull of points: of a Shadow of the positive spectrahedron's face Z_pp = 1 for two features
//	Body        the same for three features, with as many points as it needs
//	Grid        directions spread over the sphere, for Body
//
// A picture of the face for d = 2 or 3, redrawn while its rows turn, is
//
//	curve = (&Shadow{2, rows}).CurveTo(curve, 240)
//	hull.Build(curve)
//
//	body.Build(&Shadow{3, rows}, grid, 0.004)
//
// and after the first few frames neither allocates. A point of the face is shown where Matrix sends it: a network's matrix lands at the
// convex combination of its neurons' points, with their weights.
//
// Every mesh is closed and oriented: each edge belongs to two triangles that run through it in opposite directions, and corners run
// counterclockwise seen from outside. Coordinates are right-handed.
//
// The hull is exact: see Hull for what is rounded, and why no input can break it.
package mesh
