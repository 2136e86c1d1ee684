package parallel

// SetThreads does nothing: there is one thread.
func SetThreads(int) {}

// Threads returns 1.
func Threads() int { return 1 }

// Run calls task(0, part) for each part from 0 to parts - 1, until Interrupted.
func Run(parts int, task func(worker, part int)) { serial(parts, task) }
