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

// streams are the standard streams, the clock and the signals: everything the program uses of its environment.
type streams struct {
	in       io.Reader
	out, err io.Writer
	// terminal: err is a terminal.
	terminal bool
	// quiet: only errors are written to err.
	quiet bool
	clock func() time.Time
	// interrupts returns a channel that is closed when the user interrupts, and a function that stops catching the signal.
	interrupts func() (stop <-chan struct{}, release func())
	// giveBack undoes catch, and reports whether the user has interrupted since; nil while catch is not in effect.
	giveBack func() (interrupted bool)
	// ticks returns a channel of the times at which the progress is redrawn, and a function that ends them.
	ticks func() (tick <-chan time.Time, stop func())
}

func newStreams(in io.Reader, out, err io.Writer) *streams {
	return &streams{in: in, out: out, err: err, terminal: isTerminal(err), clock: time.Now, interrupts: interrupts, ticks: ticks}
}

// catch starts catching interrupts before any work asks for them. An interrupt that comes while the data are read stops the work that follows at its
// beginning, with what is known by then. An interrupt closes the returned channel.
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

// ticks returns a ticker of two ticks a second.
func ticks() (tick <-chan time.Time, stop func()) {
	t := time.NewTicker(500 * time.Millisecond)
	return t.C, t.Stop
}

// interrupts catches the first Ctrl-C or request to terminate. A second one ends the program.
func interrupts() (stop <-chan struct{}, release func()) {
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, cancel)
	return ctx.Done(), cancel
}

// outputError is a failure to write the result.
type outputError struct{ cause error }

// Error says what failed.
func (e *outputError) Error() string { return "cannot write the result: " + e.cause.Error() }

// read returns the content of a file, decompressed if necessary, or of standard input for "-", and the name to use in errors.
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

// mostUnpacked is the largest size in bytes of a decompressed file.
const mostUnpacked = 1 << 30

// note writes, as one line, what was decided about a file and which option decides otherwise.
func (s *streams) note(file string, note table.Note) {
	line := file + ": " + note.Sentence
	if note.Option != "" {
		line += "; " + note.Option
	}
	if !s.quiet {
		fmt.Fprintln(s.err, "conelab: note: "+strings.Join(strings.Fields(line), " "))
	}
}

// errInterrupted means that the user interrupted before there was anything to show.
var errInterrupted = errors.New("interrupted")

// readAll returns the content of standard input. Meanwhile an interrupt ends the program, because the input may never end.
func (s *streams) readAll() (data []byte, err error) {
	if s.giveBack != nil {
		if s.giveBack() {
			return nil, errInterrupted
		}
		defer s.catch()
	}
	return io.ReadAll(s.in)
}

// cause strips the name of the file, which the message has already, from an error.
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

// writeFile writes a document to a file.
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
