package scene

import (
	"strings"
	"testing"
)

// TestNeuronsAreCalledByTheirNumbers: every picture names neurons by their numbers, or by their indices if they have none.
func TestNeuronsAreCalledByTheirNumbers(t *testing.T) {
	s, v := sample(), desk()
	counted := string(New().Build(s, v).Labels)
	for i := range s.Neurons {
		s.Neurons[i].Number = 7 + i
	}
	called := string(New().Build(s, v).Labels)
	for i, name := range []string{"u₁", "u₂", "u₃"} {
		number := string([]rune{'u', '₇' + rune(i)})
		if n := strings.Count(counted, name); n == 0 || strings.Count(called, number) != n || strings.Contains(called, name) {
			t.Errorf("%d labels %s, then %d labels %s", n, name, strings.Count(called, number), number)
		}
	}
}
