package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"conelab/core/data/table"
)

// streams are the standard streams, the clock and the signals: all that the program uses of its environment.
type streams struct {
	in       io.Reader
	out, err io.Writer
	// terminal: err is a person's terminal.
	terminal bool
	// quiet: nothing but errors is said on err.
	quiet bool
	clock func() time.Time
	// interrupts returns a channel that is closed when the user interrupts, and what gives the signal back.
	interrupts func() (stop <-chan struct{}, release func())
	// giveBack ends catch, and says whether the user has interrupted since; nil where signals are not caught.
	giveBack func() (interrupted bool)
	// ticks returns a channel of the times at which what is shown of work is drawn again, and what ends it.
	ticks func() (tick <-chan time.Time, stop func())
}

func newStreams(in io.Reader, out, err io.Writer) *streams {
	return &streams{in: in, out: out, err: err, terminal: isTerminal(err), clock: time.Now, interrupts: interrupts, ticks: ticks}
}

// catch catches interrupts from here on, for the first work that asks for them: one that comes while the data are read stops that work at its
// beginning, with what is known by then. The channel is closed when one comes.
func (s *streams) catch() <-chan struct{} {
	stop, release := interrupts()
	s.giveBack = func() bool {
		s.interrupts, s.giveBack = interrupts, nil
		interrupted := over(stop)
		release()
		return interrupted
	}
	s.interrupts = func() (<-chan struct{}, func()) {
		s.interrupts, s.giveBack = interrupts, nil
		return stop, release
	}
	return stop
}

// ticks comes twice a second.
func ticks() (tick <-chan time.Time, stop func()) {
	t := time.NewTicker(500 * time.Millisecond)
	return t.C, t.Stop
}

// interrupts catches Ctrl-C and the request to terminate, once: the second one ends the program.
func interrupts() (stop <-chan struct{}, release func()) {
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, cancel)
	return ctx.Done(), cancel
}

// outputError is a failure to write the result.
type outputError struct{ cause error }

// Error says what failed.
func (e *outputError) Error() string { return "cannot write the result: " + e.cause.Error() }

// read returns the content of a file, unpacked, or of standard input for "-", and the name by which errors call it.
func (s *streams) read(file, expected string) (data []byte, name string, err error) {
	if file == "-" {
		name = "standard input"
		data, err = s.readAll()
	} else {
		name = file
		data, err = os.ReadFile(file)
	}
	switch {
	case err == nil:
		data, err = table.Unpack(data, mostUnpacked)
		return data, name, named(name, err)
	case errors.Is(err, errInterrupted):
		return nil, name, err
	}
	return nil, name, fmt.Errorf("%s: %w, expected %s", name, cause(err), expected)
}

// mostUnpacked bounds a file that is packed.
const mostUnpacked = 1 << 30

// note says what was decided about a file, and how it is told otherwise, as one line.
func (s *streams) note(file string, note table.Note) {
	line := file + ": " + note.Sentence
	if note.Option != "" {
		line += "; " + note.Option
	}
	if !s.quiet {
		fmt.Fprintln(s.err, "conelab: note: "+strings.Join(strings.Fields(line), " "))
	}
}

// errInterrupted says that the user has interrupted what has nothing to show yet.
var errInterrupted = errors.New("interrupted")

// readAll returns what there is on standard input. An interrupt ends the program: the end of the input may never come.
func (s *streams) readAll() (data []byte, err error) {
	if s.giveBack != nil {
		if s.giveBack() {
			return nil, errInterrupted
		}
		defer s.catch()
	}
	return io.ReadAll(s.in)
}

// cause takes the name of the file, which is said already, off an error.
func cause(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

// write writes a document and, for a person at a terminal, a summary on standard error.
func (s *streams) write(document []byte, summary string) error {
	if _, err := s.out.Write(document); err != nil {
		return &outputError{err}
	}
	if s.terminal {
		fmt.Fprintln(s.err, summary)
	}
	return nil
}

// writeFile writes a document into a file.
func writeFile(file string, document []byte) error {
	if err := os.WriteFile(file, document, 0o666); err != nil {
		return fmt.Errorf("%s: %w, expected a file that can be written", file, cause(err))
	}
	return nil
}

// isTerminal reports whether w is a character device.
func isTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&fs.ModeCharDevice != 0
}
