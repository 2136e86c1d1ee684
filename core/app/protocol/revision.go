package protocol

// Revision tells which parts of an answer have changed. Each number increases when its part changes and never returns to an earlier value within a
// session, not even by undo. While a number stays the same, so does its part, so that it can serve as the only cache key for anything derived from
// the part.
type Revision struct {
	// Data covers everything that the optimum depends on and what is known about the points: points, labels (with and without noise), the held-out
	// points, the shares, noise and seed that produced them, window, names, shape of samples, architecture, loss, activation and the function it was
	// fitted to, beta, tolerance. It increases with each step of the history, including undo and redo, and with each change within a gesture. An
	// intent that changes none of this leaves it alone.
	Data uint32 `json:"data"`
	// Solution covers the solution shown and whether it belongs to the data. It increases when the solution becomes stale (together with Data), when
	// a new one is accepted, when a neuron is turned or turned back, and when a check or the lens shows another network or another output. All
	// numbers about the solution, the scores and the reels of the film depend on it. While the film shows a network other than the optimum, that
	// network and the proof strip depend on Look as well.
	Solution uint32 `json:"solution"`
	// Look covers the state of the view and the tools: focus, point, entry, selection, grabbed point, lens, tool, brush, label of new points, film
	// (act, position, playing, speed), the verdict of a check, a table waiting for its columns, and the notice.
	Look uint32 `json:"look"`
	// Jobs covers background jobs: path, race and study, including that they end or are dropped, and the alternatives tried to improve the fit.
	Jobs uint32 `json:"jobs"`
	// Solved is the value of Data for which the solution shown was found, 0 before the first one. All numbers about the solution, the pictures of the
	// network and the scores belong to those data. If it differs from Data, a new solution is pending.
	Solved uint32 `json:"solved"`
}
