package sdp

// outcome says how an attempt at an iteration ended.
type outcome int

const (
	stepped outcome = iota
	// inexact means that the Newton system does not give an accurate direction at this iterate.
	inexact
	// broken means that the iterate has no scaling, or that no step along the direction is worth while.
	broken
)

// mode says how the next iteration finds its direction.
type mode int

const (
	// normal is by the normal equations, and by least squares where these fail.
	normal mode = iota
	// suspect is normal after an iteration in which the normal equations have failed.
	suspect
	// stacked is by least squares, for the rest of the run.
	stacked
)

// after returns the mode after an iteration in which the normal equations have failed, or not: they are given up once they fail in
// two iterations in turn.
func (m mode) after(failed bool) mode {
	switch {
	case m == stacked || m == suspect && failed:
		return stacked
	case failed:
		return suspect
	}
	return normal
}
