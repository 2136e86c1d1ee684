package parallel

// SetThreads does nothing: there is one thread.
func SetThreads(int) {}

// Threads returns 1.
func Threads() int { return 1 }

// For calls body for every i from 0 to n - 1.
func For(n int, body func(i int)) {
	for i := range n {
		body(i)
	}
}
