package parallel

import (
	"context"
	"testing"
)

// TestForCoversEveryIndexOnce checks that every index occurs once for any number of threads, without a race: each index writes to its own
// entry.
func TestForCoversEveryIndexOnce(t *testing.T) {
	before := Threads()
	defer SetThreads(before)
	for _, threads := range []int{1, 2, 7} {
		SetThreads(threads)
		for _, n := range []int{0, 1, 2, 5, 1000} {
			seen := make([]int, n)
			For(context.Background(), n, func(i int) { seen[i] += i + 1 })
			for i, v := range seen {
				if v != i+1 {
					t.Fatalf("%d threads, %d indices: index %d has %d, want %d", threads, n, i, v, i+1)
				}
			}
		}
	}
}
