package shader_test

import (
	"strings"
	"testing"

	"conelab/core/draw/shader"
)

func TestSources(t *testing.T) {
	sources := shader.Sources()
	if len(sources) < 7 {
		t.Errorf("only %d shaders", len(sources))
	}
	for name, source := range sources {
		if !strings.HasPrefix(source, "//kage:unit pixels\n") || strings.Count(source, "func Fragment(") != 1 {
			t.Errorf("%s is no shader:\n%s", name, source)
		}
	}
}
