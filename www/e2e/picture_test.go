package e2e

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"

	"conelab/www/visit"
)

// picturesEnv names the folder to which the pictures go; without it they go to build/pictures, which nobody keeps. The README's are made
// with CONELAB_PICTURES=assets/pictures.
const picturesEnv = "CONELAB_PICTURES"

// TestPictures takes the README's pictures: the page in the middle of a turn, on a desktop and on a phone, light and dark. Those that nobody
// keeps have few pixels.
func TestPictures(t *testing.T) {
	t.Parallel()
	desktop, phone := visit.Desktop(), visit.Phone(844, 1.5)
	dir := os.Getenv(picturesEnv)
	if dir == "" {
		dir, desktop, phone = "build/pictures", visit.Small(), visit.Phone(844, 1)
	}
	dir = filepath.Join(site.Root, dir)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, screen := range []struct {
		name     string
		size     visit.Step
		features int
		moment   float64 // of the film
	}{
		{"desktop", desktop, 2, 3.62}, // the pair of the second matrix has nearly reached the cone
		{"space", desktop, 3, 99},
		{"phone", phone, 2, 3.62},
	} {
		v := open(t, screen.size)
		v.Await("conelab.stats().frames > 0")
		if screen.features == 3 {
			v.Click(`#features input[value="3"] + span`)
			v.Click(`[data-preset="saddle"]`)
			v.Rest()
		}
		v.Seek(screen.moment)
		for _, scheme := range []string{"light", "dark"} {
			v.Do(visit.Scheme(scheme))
			v.Settle()
			picture, err := chromedp.Run(v.Tab, chromedp.CaptureScreenshot())
			if err != nil {
				t.Fatal(err)
			}
			name := screen.name + "-" + scheme
			if len(picture) < 20000 {
				t.Errorf("%s: a picture of %d bytes is empty", name, len(picture))
			}
			if err := os.WriteFile(filepath.Join(dir, name+".png"), picture, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}
