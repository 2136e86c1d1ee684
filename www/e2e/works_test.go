package e2e

import (
	"fmt"
	"testing"

	"conelab/www/visit"
)

// offered says that work is offered.
const offered = "document.querySelector('.offer') !== null && document.getElementById('loading').hidden"

// pressed says that an example is what is drawn.
func pressed(name string) string {
	return fmt.Sprintf("document.querySelector('[data-preset=%s]').getAttribute('aria-pressed') === 'true'", name)
}

// TestPagesKeepTheirOwnWork draws in two pages of one browser, and in a third one: none writes over what another has, what was dismissed is in the
// list of works, and comes back on top of what was drawn meanwhile.
func TestPagesKeepTheirOwnWork(t *testing.T) {
	t.Parallel()
	beside := func(v *user) *user {
		w := &user{site.OpenBeside(t, v.Visit, visit.Small(), visit.WithoutPictures()), t}
		t.Cleanup(w.Close)
		return w
	}
	first := openPlain(t)
	first.Preset(2, "ring")
	first.Await(kept + ".then((work) => work.includes('\"ring\"'))")
	second := beside(first)
	second.Await("document.getElementById('loading').hidden")
	if evaluate[bool](second, offered) {
		t.Error("work that another page has open is offered")
	}
	second.Preset(2, "xor")
	second.Await(kept + ".then((work) => work.includes('\"xor\"'))")
	first.Preset(2, "blobs")
	first.Await(kept + ".then((work) => work.includes('\"blobs\"'))")
	first.Do(visit.Leave())

	third := beside(second)
	third.Await(offered)
	third.Click(`[data-offer="dismiss"]`)
	third.Preset(2, "stripe")
	third.Await(kept + ".then((work) => work.includes('\"stripe\"'))")
	third.Click("#page-open")
	third.Click("#works-open")
	third.Await("[...document.querySelectorAll('#works-list strong')].map((node) => node.textContent.split(',')[0]).sort().join() === 'Blobs,Xor'")
	third.Click("#works-list li:nth-child(1) .work")
	third.Await(pressed("blobs"))
	third.Click("#undo")
	third.Await(pressed("ring"))
}

// TestRefusedStorageIsSaid visits where nothing can be kept: every store throws, is full, or never answers. The page says so once there is work,
// and offers the file.
func TestRefusedStorageIsSaid(t *testing.T) {
	full := "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') };"
	for name, script := range map[string]string{
		"refused": `for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
			Object.defineProperty(window, name, {get() { throw new DOMException('refused', 'SecurityError') }})`,
		"full":  full + "IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError') }",
		"hangs": full + "IDBFactory.prototype.open = () => ({})",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v := open(t, visit.Small(), visit.WithoutPictures(), visit.Before(script))
			v.Preset(2, "ring")
			v.Await("!document.getElementById('notice').hidden && document.getElementById('notice-action').textContent === 'Save as file'")
			want := "This browser does not keep your work, which is refused or too large: save it as a file before you leave."
			if text := evaluate[string](v, "document.getElementById('notice-text').textContent"); text != want {
				t.Errorf("the sentence is %q", text)
			}
			v.catchFiles(false)
			v.Click("#notice-action")
			v.Await("files['conelab-work.json']?.includes('\"ring\"')")
		})
	}
}

// crashing has the solver stop at every message while window.crash is true.
const crashing = `window.Worker = class extends Worker {
	postMessage(message, ...more) {
		if (window.crash && message.id) setTimeout(() => this.onmessage({data: {op: 'exit', tail: 'a test'}}));
		else super.postMessage(message, ...more);
	}
}`

// TestChangesComeBackAfterCrashes has the solver stop right after a change, before that is stored: once, and the next one makes the change again; again
// and again, and the change is offered.
func TestChangesComeBackAfterCrashes(t *testing.T) {
	t.Parallel()
	for name, often := range map[string]bool{"once": false, "again and again": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v := open(t, visit.Small(), visit.WithoutPictures(), visit.Before(crashing+`
				window.Worker = class extends Worker {
					postMessage(message, ...more) {
						window.crash ||= window.spoil && (message.ask === 'work' || message.grant > 0);
						super.postMessage(message, ...more);
						if (window.crash && !window.often) window.crash = window.spoil = false;
					}
				}`))
			v.Preset(2, "xor")
			v.Await(kept + ".then((work) => work.includes('\"xor\"'))")
			evaluate[any](v, fmt.Sprintf("window.spoil = true, window.often = %v, document.querySelector('[data-preset=ring]').click()", often))
			if often {
				v.Await("document.getElementById('notice-action').textContent === 'Restart it' && !document.getElementById('notice').hidden")
				evaluate[any](v, "window.crash = window.spoil = false")
				v.Click("#notice-action")
				v.Await(offered + " && " + pressed("parabola"))
				v.Click(`[data-offer="accept"]`)
			} else {
				v.Await("document.getElementById('notice-text').textContent === 'The solver stopped and was restarted with your work.'")
			}
			v.Await(pressed("ring"))
			v.Await(kept + ".then((work) => work.includes('\"ring\"'))")
		})
	}
}
