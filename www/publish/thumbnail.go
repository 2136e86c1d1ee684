package publish

import (
	"fmt"
	"html/template"
	"math"
	"strings"

	"conelab/core/data/presets"
)

// The size of a thumbnail in pixels, and the number of an example's points that it shows.
const thumbnailSide, thumbnailPoints = 44, 40

// thumbnail returns a small picture of an example, as SVG: its points in the first two features, or for one feature the label over the
// feature. The points of a class are one path, whose colour comes from the style sheet. An example of signals or images has no thumbnail.
func thumbnail(name string) (template.HTML, error) {
	p, ok := presets.Find(name)
	if !ok {
		return "", fmt.Errorf("a page shows the example %q, which there is not", name)
	}
	if p.Samples != nil {
		return "", nil
	}
	x, y := p.Make(thumbnailPoints, 1)
	paths := map[string]*strings.Builder{}
	var names []string
	for i := range x {
		class, height := thumbnailClass(p, y[i]), y[i]/1.4
		if p.Dimension > 1 {
			height = x[i][1]
		}
		if paths[class] == nil {
			paths[class] = new(strings.Builder)
			names = append(names, class)
		}
		fmt.Fprintf(paths[class], "M%d %dh0", thumbnailPixel(x[i][0]), thumbnailPixel(-height))
	}
	var out strings.Builder
	fmt.Fprintf(&out, `<svg class="thumbnail" viewBox="0 0 %d %[1]d" aria-hidden="true">`, thumbnailSide)
	for _, class := range names {
		fmt.Fprintf(&out, `<path class="%s" d="%s"/>`, class, paths[class])
	}
	return template.HTML(out.String() + "</svg>"), nil
}

// thumbnailClass returns the CSS class of a point with label y.
func thumbnailClass(p presets.Preset, y float64) string {
	switch {
	case p.Classes > 0:
		return fmt.Sprintf("class-%d", int(y))
	case p.Dimension == 1:
		return "point"
	case y > 0:
		return "positive"
	}
	return "negative"
}

// thumbnailPixel returns the pixel of a coordinate in [-1, 1], with a margin.
func thumbnailPixel(v float64) int { return int(math.Round(thumbnailSide/2 + v*(thumbnailSide/2-4))) }
