package e2e

import (
	"testing"

	"conelab/www/visit"
)

// TestLessonIsFollowed opens a lesson, does its task, finishes it, and finds it marked as done.
func TestLessonIsFollowed(t *testing.T) {
	t.Parallel()
	v := open(t, visit.Desktop())
	v.Click(`#modes [value="learn"]`)
	v.Click(`[data-lesson="beta"]`)
	v.expectPictures("in the lesson on beta", "data neurons")
	v.Await(`document.getElementById('lesson-task').hidden`)
	v.Click("#lesson-next")
	v.Await(`document.getElementById('lesson-next').textContent === 'Skip'`)
	evaluate[any](v, `(() => { const b = document.getElementById('beta-number'); b.value = '5';
		b.dispatchEvent(new Event('change', {bubbles: true})) })()`)
	v.Await(`document.getElementById('lesson-done').textContent === 'Done.' && document.getElementById('lesson-next').textContent === 'Next'`)
	v.Click("#lesson-next")
	v.Await(`document.getElementById('lesson-next').textContent === 'Finish' && document.getElementById('lesson-done').textContent === ''`)
	v.Click("#lesson-next")
	v.Await(`document.querySelector('[data-lesson="beta"] small').textContent === 'done'`)
	v.Click(`#modes [value="explore"]`)
	v.Await(`document.getElementById('lessons').offsetWidth === 0`)
	v.verify()
}
