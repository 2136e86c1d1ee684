package parallel

import "context"

// Countdown is a context that is canceled when it has been asked Left times, on one thread. Tests end work with it wherever the work can end.
type Countdown struct {
	context.Context
	Left  int
	Asked int // how often so far
}

// NewCountdown returns a context that is canceled from the given question on; 0 means never.
func NewCountdown(left int) *Countdown { return &Countdown{Context: context.Background(), Left: left} }

// Err counts the question.
func (c *Countdown) Err() error {
	if c.Asked++; c.Canceled() {
		return context.Canceled
	}
	return nil
}

// Canceled reports whether the last answer was yes.
func (c *Countdown) Canceled() bool { return c.Left > 0 && c.Asked >= c.Left }
