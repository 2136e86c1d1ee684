package cifar_test

import (
	"testing"

	"conelab/core/paper/cifar"
)

const size = cifar.Side * cifar.Side

func TestParse(t *testing.T) {
	content := make([]byte, 2*(1+3*size))
	second := content[1+3*size:]
	second[0], second[1+5], second[1+size+5], second[1+2*size+5] = 7, 10, 20, 30 // the sixth pixel of the second image
	f, err := cifar.Parse(content)
	if err != nil {
		t.Fatal(err)
	}
	at := 3 * (size + 5)
	if string(f.Labels) != "\x00\x07" || string(f.Pixels[at:at+3]) != "\x0a\x14\x1e" || len(f.Pixels) != 2*3*size {
		t.Errorf("labels %v, pixel %v of %d", f.Labels, f.Pixels[at:at+3], len(f.Pixels))
	}
	second[0] = 10
	for name, content := range map[string][]byte{"nothing": nil, "a part": content[:size], "another class": content} {
		if _, err := cifar.Parse(content); err == nil {
			t.Errorf("%s is read", name)
		}
	}
}
