package main

import (
	"fmt"
	"io"
	"strings"
	"time"
)

// stepper is work in steps: it may be stopped between them, and what is done by then is valid.
type stepper interface {
	Step()
	Done() bool
	Stop()
	// Progress returns which share is done, from 0 to 1.
	Progress() float64
}

// drive starts the work and takes it to its end, or stops it when the user interrupts, and shows how far it is. The start itself, which
// prepares the points, is not interrupted, unless by a second signal.
func (s *streams) drive(work stepper, title string, start func()) {
	stop, release := s.interrupts()
	defer release()
	b := bar{title: title, clock: s.clock, begin: s.clock()}
	if s.terminal {
		b.to = s.err
	}
	for start(); !work.Done(); {
		select {
		case <-stop:
			work.Stop()
		default:
			work.Step()
			b.show(work.Progress())
		}
	}
	b.clear()
}

const (
	// barAfter is how long work must take to be worth a bar; barEvery is how often the bar moves.
	barAfter, barEvery = 500 * time.Millisecond, 100 * time.Millisecond
	barWidth           = 30
)

// bar is a progress bar on one line, drawn over itself.
type bar struct {
	to     io.Writer // nil for none
	title  string
	clock  func() time.Time
	begin  time.Time
	last   time.Duration
	filled int
}

// show draws the bar, if it is time to. It never moves back: iterations may lose what they gained.
func (b *bar) show(share float64) {
	if b.to == nil {
		return
	}
	spent := b.clock().Sub(b.begin)
	if spent < barAfter || b.last > 0 && spent < b.last+barEvery {
		return
	}
	b.last = spent
	b.filled = max(b.filled, min(int(share*barWidth), barWidth))
	fmt.Fprintf(b.to, "\r%s [%s%s] %d s ", b.title, strings.Repeat("#", b.filled), strings.Repeat(".", barWidth-b.filled), int(spent.Seconds()))
}

// clear takes the bar off the screen.
func (b *bar) clear() {
	if b.last > 0 {
		fmt.Fprint(b.to, "\r\x1b[K")
	}
}
