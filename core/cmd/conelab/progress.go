package main

import (
	"fmt"
	"io"
	"math"
	"strings"
	"sync"
	"time"

	"conelab/core/network/compare"
)

// stepper is work that is done in steps. It may be stopped between two steps, and its result up to then is valid.
type stepper interface {
	Step()
	Done() bool
	Stop()
	// Progress returns the fraction of the work that is done, from 0 to 1.
	Progress() float64
}

// sketcher is work that can tell what is proved so far, at the cost of a little computation.
type sketcher interface {
	Sketch() (gap float64, iterations int)
}

// drive starts the work and steps it to its end, or until the user interrupts, and shows the progress. An interrupt also ends the start,
// which prepares the points, and a long step: the problem has the context s.interrupted.
func (s *streams) drive(work stepper, title string, start func()) {
	b := s.progress(title)
	defer b.end()
	start()
	for !work.Done() {
		if s.interrupted.Err() != nil {
			b.end()
			if s.terminal {
				fmt.Fprintln(s.err, "interrupted: the best certified so far follows")
			}
			work.Stop()
			return
		}
		work.Step()
		b.show(work)
	}
}

// stopwatch returns the clock of work that measures itself and ends when the user interrupts.
func (s *streams) stopwatch() *compare.Stopwatch {
	begin := s.clock()
	return &compare.Stopwatch{
		Clock:    func() float64 { return since(s, begin) },
		Continue: func() bool { return s.interrupted.Err() == nil },
	}
}

// since returns the seconds since start.
func since(s *streams, start time.Time) float64 { return s.clock().Sub(start).Seconds() }

const (
	// barAfter is the time after which a progress bar appears; barEvery is the least time between two redraws.
	barAfter, barEvery = 500 * time.Millisecond, 100 * time.Millisecond
	// sketchEvery is the least time between two updates of what is proved so far.
	sketchEvery = 2 * time.Second
	barWidth    = 30
)

// bar is a progress bar that is redrawn in place on one line: after steps, and at ticks, so that its clock runs during a long step.
type bar struct {
	lock   sync.Mutex
	to     io.Writer // nil: no bar is drawn
	title  string
	clock  func() time.Time
	begin  time.Time
	last   time.Duration // time of the last redraw, 0 before the first
	filled int
	share  float64
	proved string        // what is proved so far, as text
	asked  time.Duration // time at which proved was updated
	stop   func()        // ends the ticks
}

// progress returns a bar for work that begins now. It is drawn only on a terminal.
func (s *streams) progress(title string) *bar {
	b := &bar{title: title, clock: s.clock, begin: s.clock(), stop: func() {}}
	if !s.terminal {
		return b
	}
	b.to = s.err
	tick, stop := s.ticks()
	done, gone := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(gone)
		for {
			select {
			case <-done:
				return
			case <-tick:
				b.draw()
			}
		}
	}()
	b.stop = sync.OnceFunc(func() {
		stop()
		close(done)
		<-gone
	})
	return b
}

// show tells the bar how far the work is.
func (b *bar) show(work stepper) {
	if b.to == nil {
		return
	}
	b.lock.Lock()
	b.share = work.Progress()
	if w, ok := work.(sketcher); ok && !work.Done() && b.last >= b.asked+sketchEvery {
		gap, iterations := w.Sketch()
		b.asked, b.proved = b.last, fmt.Sprintf(" iteration %d", iterations)
		if !math.IsInf(gap, 1) {
			b.proved += fmt.Sprintf(", certified gap %.1e", gap)
		}
	}
	b.lock.Unlock()
	b.draw()
}

// draw redraws the bar, if a redraw is due. The bar never moves back, although iterations may lose progress.
func (b *bar) draw() {
	b.lock.Lock()
	defer b.lock.Unlock()
	spent := b.clock().Sub(b.begin)
	if spent < barAfter || b.last > 0 && spent < b.last+barEvery {
		return
	}
	b.last, b.filled = spent, max(b.filled, min(int(b.share*barWidth), barWidth))
	left := ""
	if b.share >= 0.05 && b.share < 1 {
		left = fmt.Sprintf(", about %.0f s left", math.Ceil(spent.Seconds()*(1-b.share)/b.share))
	}
	filled, empty := strings.Repeat("#", b.filled), strings.Repeat(".", barWidth-b.filled)
	fmt.Fprintf(b.to, "\r%s [%s%s] %d s%s%s \x1b[K", b.title, filled, empty, int(spent.Seconds()), left, b.proved)
}

// end removes the bar from the screen.
func (b *bar) end() {
	b.stop()
	if b.last > 0 {
		fmt.Fprint(b.to, "\r\x1b[K")
	}
	b.last = 0
}
