package protocol

// Revision says which parts of an answer are new. Each number grows when its part changes, and never returns to a former value while a
// session lives, not even by undo; as long as it is the same, so is its part. A reader that keeps something made from a part needs no other
// key than the part's number.
type Revision struct {
	// Data is of all that the optimum depends on, and of what is known about its points: points, labels (with and without the noise), which
	// points are held out, the shares, noise and seed that led to them, window, names, shape of samples, architecture, loss, activation
	// and what it was fitted to, beta, tolerance. Each step of the history, undo and redo included, and each change within a gesture makes
	// it grow; an intent that leaves all of this as it is does not.
	Data uint32 `json:"data"`
	// Solution is of the solution shown and of whether it belongs to the data: it grows when the solution becomes stale (together with
	// Data), when a new one is taken over, when a neuron is turned or goes back, and when a check, or the lens, puts another network or
	// another output in its place. All numbers about the solution and the scores hang on it, the film's reels too. While the film shows
	// another network than the optimum, that network and the strip hang on Look as well.
	Solution uint32 `json:"solution"`
	// Look is of what the user looks at, with what tools: focus, point, entry, selection, grabbed point, lens, tool, brush, label of new
	// points, film (act, position, playing, speed), the verdict of a check, a table that waits for its columns, and the notice.
	Look uint32 `json:"look"`
	// Jobs is of what goes on in the background and tells of it: path, race and study, also when they end or are dropped, and what was tried for
	// the fit.
	Jobs uint32 `json:"jobs"`
	// Solved is what Data was when the solution shown was found, 0 before the first: all numbers about the solution, the pictures of the network and
	// the scores are of these data, and of the present ones only where both numbers are the same. Where they differ, a new solution is on its way.
	Solved uint32 `json:"solved"`
}
