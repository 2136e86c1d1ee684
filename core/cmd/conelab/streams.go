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

// streams are the standard streams, the clock and the interrupts: everything the program uses of its environment.
type streams struct {
	in       io.Reader
	out, err io.Writer
	// terminal: err is a terminal. quiet: only errors are written to err.
	terminal, quiet bool
	clock           func() time.Time
	// interrupted ends when the user interrupts. release gives interrupts back to the system, which then ends the program.
	interrupted context.Context
	release     func()
	// given are the options on the command line, by their groups.
	given map[string][]string
}

func newStreams(in io.Reader, out, err io.Writer) *streams {
	return &streams{
		in: in, out: out, err: err, terminal: isTerminal(err), clock: time.Now, interrupted: context.Background(), release: func() {},
	}
}

// catch makes the first Ctrl-C or request to terminate an interrupt. A second one ends the program.
func (s *streams) catch() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	s.interrupted, s.release = ctx, func() {
		s.interrupted = context.Background()
		stop()
	}
}

// outputError is a failure to write the result.
type outputError struct{ cause error }

// Error says what failed.
func (e *outputError) Error() string { return "cannot write the result: " + e.cause.Error() }

// errInterrupted means that the user interrupted before there was anything to show.
var errInterrupted = errors.New("interrupted")

// mostUnpacked is the largest size in bytes of a decompressed file.
const mostUnpacked = 1 << 30

// read returns the content of a file, decompressed if necessary, or of standard input for "-", and the name to use in errors.
func (s *streams) read(file, expected string) (data []byte, name string, err error) {
	if name = file; file == "-" {
		name = "standard input"
		data, err = s.readInput()
	} else {
		data, err = os.ReadFile(file)
	}
	if errors.Is(err, errInterrupted) {
		return nil, name, err
	}
	if err == nil {
		if data, err = table.Unpack(data, mostUnpacked); err != nil {
			return nil, name, fmt.Errorf("%s: %w", name, err)
		}
		return data, name, nil
	}
	return nil, name, fmt.Errorf("%s: %w, expected %s", name, cause(err), expected)
}

// readInput returns the content of standard input, unless the user interrupts before it ends, which it may never do.
func (s *streams) readInput() ([]byte, error) {
	var data []byte
	var err error
	done := make(chan struct{})
	go func() {
		defer close(done)
		data, err = io.ReadAll(s.in)
	}()
	select {
	case <-s.interrupted.Done():
		return nil, errInterrupted
	case <-done:
		return data, err
	}
}

// cause strips the name of the file, which the message has already, from an error.
func cause(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

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

// judged is write for a document that says whether something was proved; if not, the program fails.
func (s *streams) judged(document []byte, summary string, proved bool) error {
	if err := s.write(document, summary); err != nil || proved {
		return err
	}
	return errFailed
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
