package e2e

import (
	"testing"

	"conelab/www/visit"
)

// shifting makes the page add up how much of it moves without being asked to, and note whether a film plays: window.moved and window.played.
func shifting() visit.Step {
	return visit.OnNewDocument(`Object.assign(window, {moved: [], played: false});
		new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) moved.push([entry.value, ...entry.sources.map(({node}) => node?.id || node?.nodeName)]) })
			.observe({type: 'layout-shift', buffered: true});
		new MutationObserver(() => { played ||= document.getElementById('play')?.ariaLabel === 'Pause' }).observe(document, {subtree: true, attributes: true, childList: true})`)
}

// TestFirstLoadIsStill loads the page on several screens, over a line on which its parts come one after the other: it does not move, no film begins
// by itself, and the program, which is fetched before it is asked for, is fetched once.
func TestFirstLoadIsStill(t *testing.T) {
	t.Parallel()
	for name, size := range map[string]visit.Step{"1440 x 900": window(1440, 900), "820 x 1180": window(820, 1180), "390 x 844": window(390, 844)} {
		v := site.OpenFirst(t, "", size, visit.Moving(), visit.Line(10, 40), shifting())
		v.Await("document.getElementById('stage').dataset.live !== undefined && document.getElementById('loading').hidden")
		v.Frames(10)
		if sum := visit.Evaluate[float64](v, "moved.reduce((sum, [value]) => sum + value, 0)"); sum > 0.05 {
			t.Errorf("%s: the first load moves the page by %g: %s", name, sum, visit.Evaluate[string](v, "moved.join('; ')"))
		}
		if visit.Evaluate[bool](v, "played") {
			t.Errorf("%s: a film has begun by itself", name)
		}
		if programs := visit.Evaluate[int](v, "performance.getEntriesByType('resource').filter((e) => /\\.wasm$/.test(e.name)).length"); programs != 1 {
			t.Errorf("%s: the program was fetched %d times", name, programs)
		}
		v.Close()
	}
}
