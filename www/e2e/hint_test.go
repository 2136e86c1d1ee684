package e2e

import (
	"testing"

	"conelab/www/visit"
)

// TestHintsAreTrueOfThePicture: on a first visit the hint about the curve is given only beside a curve, which data with two features have, and it
// does not lie on the picture's heading.
func TestHintsAreTrueOfThePicture(t *testing.T) {
	t.Parallel()
	v := &user{site.OpenFirst(t, "", window(1440, 900), visit.WithoutPictures()), t}
	t.Cleanup(v.Close)
	const at = "document.getElementById('hint').dataset.at"
	v.Await(at + " === 'tile-data'")
	v.Preset(2, "ring")
	v.Await(at + " === 'tile-certificate'")
	if evaluate[bool](v, `(() => { const top = document.getElementById('hint').getBoundingClientRect().top;
		return top < document.querySelector('#tile-certificate header').getBoundingClientRect().bottom - 2 })()`) {
		t.Error("the hint lies on the heading")
	}
	v.Preset(3, "shell")
	v.Await("document.getElementById('hint').textContent.startsWith('So no network')") // the next one
}
