package e2e

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"conelab/www/publish"
)

// picturesEnv names the folder to which the pictures go; without it they go to build/pictures, which nobody keeps. The README's are made
// with CONELAB_PICTURES=assets/pictures.
const picturesEnv = "CONELAB_PICTURES"

// TestPictures takes the README's pictures: the page in the middle of a turn, on a desktop and on a phone, light and dark.
func TestPictures(t *testing.T) {
	dir := os.Getenv(picturesEnv)
	if dir == "" {
		dir = "build/pictures"
	}
	root, err := publish.Root()
	if err != nil {
		t.Fatal(err)
	}
	dir = filepath.Join(root, dir)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	desktop := chromedp.EmulateViewport(1440, 900)
	phone := chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile, chromedp.EmulateTouch, chromedp.EmulateScale(1.5))
	for _, shot := range []struct {
		name   string
		size   chromedp.Action[chromedp.Void]
		scheme string
	}{{"desktop-light", desktop, "light"}, {"desktop-dark", desktop, "dark"}, {"phone-light", phone, "light"}, {"phone-dark", phone, "dark"}} {
		v := open(t, shot.size, scheme(shot.scheme))
		v.await("conelab.stats().frames > 0")
		// The moment at which the pair of the second matrix has nearly reached the cone.
		evaluate[any](v, `(() => { const scrub = document.getElementById('scrub'); scrub.value = 3.62;
			scrub.dispatchEvent(new Event('input', {bubbles: true})); })()`)
		v.do(chromedp.Sleep(700 * time.Millisecond))
		picture, err := chromedp.Run(v.ctx, chromedp.CaptureScreenshot())
		if err != nil {
			t.Fatal(err)
		}
		if len(picture) < 20000 {
			t.Errorf("%s: a picture of %d bytes is empty", shot.name, len(picture))
		}
		if err := os.WriteFile(filepath.Join(dir, shot.name+".png"), picture, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// scheme makes the page believe that the system is light or dark.
func scheme(name string) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: name}},
		})
		return err
	})
}
