package main

import (
	"fmt"
	"io"
	"math"
	"strings"
	"sync"
	"time"

	"conelab/core/numeric/parallel"
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

// drive starts the work and steps it to its end, or until the user interrupts, and shows the progress. An interrupt also ends the start, which
// prepares the points, and a long step.
func (s *streams) drive(work stepper, title string, start func()) {
	stop, release := s.interrupts()
	defer release()
	b := bar{title: title, clock: s.clock, begin: s.clock()}
	if s.terminal {
		b.to = s.err
	}
	defer b.keep(s.ticks)()
	end := interrupting(stop)
	defer end()
	start()
	for !work.Done() {
		if over(stop) {
			end() // the work that follows must not be interrupted
			b.clear()
			if s.terminal {
				fmt.Fprintln(s.err, "interrupted: the best certified so far follows")
			}
			work.Stop()
			break
		}
		work.Step()
		b.show(work.Progress(), work)
	}
	b.clear()
}

// interruptible does work that comes before that of drive, and reports whether the user has interrupted it. The interrupt then stops what drive is
// called for as well.
func (s *streams) interruptible(work func()) (interrupted bool) {
	giveBack := s.giveBack
	stop, release := s.interrupts()
	after := s.interrupts // of the work after that of drive
	s.giveBack, s.interrupts = giveBack, func() (<-chan struct{}, func()) {
		s.giveBack, s.interrupts = nil, after
		return stop, release
	}
	end := interrupting(stop)
	work()
	interrupted = over(stop)
	end()
	return interrupted
}

// interrupting makes an interrupt by the user end the current step. It holds until the returned function is called.
func interrupting(stop <-chan struct{}) (end func()) {
	done, gone := make(chan struct{}), make(chan struct{})
	select {
	case <-stop: // before the work begins
		parallel.Interrupt()
	default:
	}
	go func() {
		defer close(gone)
		select {
		case <-stop:
			parallel.Interrupt()
		case <-done:
		}
	}()
	return sync.OnceFunc(func() {
		close(done)
		<-gone
		parallel.Resume()
	})
}

// over reports whether the user has interrupted.
func over(stop <-chan struct{}) bool {
	select {
	case <-stop:
		return true
	default:
		return parallel.Interrupted()
	}
}

const (
	// barAfter is the time after which a progress bar appears; barEvery is the least time between two redraws.
	barAfter, barEvery = 500 * time.Millisecond, 100 * time.Millisecond
	barWidth           = 30
)

// bar is a progress bar that is redrawn in place on one line: after steps, and at ticks, so that its clock runs during a long step.
type bar struct {
	lock   sync.Mutex
	to     io.Writer // nil: no bar is drawn
	title  string
	clock  func() time.Time
	begin  time.Time
	last   time.Duration
	filled int
	share  float64
	proved string        // what is proved so far, as text
	asked  time.Duration // time at which proved was updated
}

// sketchEvery is the least time between two updates of what is proved so far.
const sketchEvery = 2 * time.Second

// sketch updates what is proved so far, if an update is due.
func (b *bar) sketch(work stepper, spent time.Duration) {
	w, ok := work.(sketcher)
	if !ok || work.Done() || spent < b.asked+sketchEvery {
		return
	}
	gap, iterations := w.Sketch()
	b.asked = spent
	b.proved = fmt.Sprintf(" iteration %d", iterations)
	if !math.IsInf(gap, 1) {
		b.proved += fmt.Sprintf(", certified gap %.1e", gap)
	}
}

// show redraws the bar, if a redraw is due. The bar never moves back, although iterations may lose progress.
func (b *bar) show(share float64, work stepper) {
	if b.to == nil {
		return
	}
	b.lock.Lock()
	defer b.lock.Unlock()
	b.share = share
	if spent, due := b.due(); due {
		b.sketch(work, spent)
		b.draw(spent)
	}
}

// due returns the time since the beginning, and whether a redraw is due.
func (b *bar) due() (spent time.Duration, due bool) {
	spent = b.clock().Sub(b.begin)
	return spent, spent >= barAfter && (b.last == 0 || spent >= b.last+barEvery)
}

func (b *bar) draw(spent time.Duration) {
	b.last = spent
	b.filled = max(b.filled, min(int(b.share*barWidth), barWidth))
	fmt.Fprintf(b.to, "\r%s [%s%s] %d s%s%s \x1b[K", b.title, strings.Repeat("#", b.filled), strings.Repeat(".", barWidth-b.filled), int(spent.Seconds()), left(spent, b.share), b.proved)
}

// keep redraws the bar at ticks until the returned function is called.
func (b *bar) keep(ticks func() (<-chan time.Time, func())) (end func()) {
	if b.to == nil {
		return func() {}
	}
	tick, stop := ticks()
	done, gone := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(gone)
		for {
			select {
			case <-done:
				return
			case <-tick:
				b.lock.Lock()
				if spent, due := b.due(); due && b.to != nil {
					b.draw(spent)
				}
				b.lock.Unlock()
			}
		}
	}()
	return func() {
		stop()
		close(done)
		<-gone
	}
}

// left returns the estimated time left as text, once it can be estimated.
func left(spent time.Duration, share float64) string {
	if share < 0.05 || share >= 1 {
		return ""
	}
	return fmt.Sprintf(", about %.0f s left", math.Ceil(spent.Seconds()*(1-share)/share))
}

// clear removes the bar from the screen.
func (b *bar) clear() {
	b.lock.Lock()
	defer b.lock.Unlock()
	if b.last > 0 && b.to != nil {
		fmt.Fprint(b.to, "\r\x1b[K")
	}
	b.to = nil
}
