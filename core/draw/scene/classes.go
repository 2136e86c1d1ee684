package scene

import (
	"math"

	"conelab/core/app/protocol"
)

// showsClasses reports whether the data tile shows which output is largest: not while a neuron or a matrix entry is shown alone.
func showsClasses(snap *protocol.Snapshot) bool {
	return len(snap.Classes) > 1 && len(snap.Classes) <= protocol.MostClasses && !showsTerm(snap)
}

// evaluateClasses evaluates the outputs of all classes over the plane of two features.
func (s *dataPicture) evaluateClasses(plane Transform) {
	s.gridOver(&s.image, s.r, plane, len(s.snap.Classes))
	for k := range s.snap.Classes {
		if k == s.snap.Output {
			addQuadratic(&s.image, k, &s.now.function)
		} else {
			addQuadratic(&s.image, k, &s.snap.Classes[k])
		}
	}
}

// nameRegions writes the name of its class into each region, as far as possible from the tile's edge, the points and the other regions.
func (s *dataPicture) nameRegions(plane Transform) {
	var best [protocol.MostClasses]pixel
	var room [protocol.MostClasses]float64
	f := &s.image
	largest := func(at pixel) int { // at the place nearest to a pixel
		x, y := plane.Point(at.x, at.y)
		i, j := math.Round((x-f.Left)/f.Step), math.Round((y-f.Low)/f.Step)
		return largestAt(f, int(max(0, min(i, float64(f.Columns-1)))), int(max(0, min(j, float64(f.Rows-1)))))
	}
	r, points := s.r, s.snap.Points
	stride := max(1, len(points)/sampled)
	for i := range nameGrid * nameGrid {
		at := xy(r.X+r.W*(float64(i%nameGrid)+0.5)/nameGrid, r.Y+r.H*(float64(i/nameGrid)+0.5)/nameGrid)
		k := largest(at)
		free := min(at.x-r.X, r.X+r.W-at.x, at.y-r.Y, r.Y+r.H-at.y)
		for j := 0; j < len(points) && free > room[k]; j += stride {
			x, y := plane.Pixel(points[j].X[0], points[j].X[1])
			free = min(free, math.Hypot(x-at.x, y-at.y))
		}
		const turns = 16
		for j := range turns { // the region's edge is beyond a circle around the place
			sin, cos := math.Sincos(2 * math.Pi * float64(j) / turns)
			for free > room[k] && largest(at.moved(free*cos, free*sin)) != k {
				free *= 0.8
			}
		}
		if free > room[k] {
			best[k], room[k] = at, free
		}
	}
	for k := range s.snap.Classes {
		if room[k] > 0 {
			s.nameClass(k).near(best[k], classNote)
		}
	}
}

// nameClass begins the label of a class: with its word, or without one with its number.
func (s *canvas) nameClass(k int) *labels {
	if k < len(s.snap.Names) {
		return s.labels.start(s.snap.Names[k])
	}
	return s.labels.start("class ").number(float64(k+1), 1)
}
