package parallel

// For calls body for every i from 0 to n - 1, as Run does.
func For(n int, body func(i int)) {
	Run(n, func(_, i int) { body(i) })
}

func serial(parts int, task func(worker, part int)) {
	for part := range parts {
		if Interrupted() {
			return
		}
		task(0, part)
	}
}
