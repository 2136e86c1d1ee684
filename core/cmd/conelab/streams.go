package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// streams are the standard streams, the clock and the signals: all that the program uses of its environment.
type streams struct {
	in       io.Reader
	out, err io.Writer
	// terminal: err is a person's terminal.
	terminal bool
	clock    func() time.Time
	// interrupts returns a channel that is closed when the user interrupts, and what gives the signal back.
	interrupts func() (stop <-chan struct{}, release func())
}

func newStreams(in io.Reader, out, err io.Writer) *streams {
	return &streams{in, out, err, isTerminal(err), time.Now, interrupts}
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

// read returns the content of a file, or of standard input for "-", and the name by which errors call it.
func (s *streams) read(file, expected string) (data []byte, name string, err error) {
	if file == "-" {
		name = "standard input"
		data, err = io.ReadAll(s.in)
	} else {
		name = file
		data, err = os.ReadFile(file)
	}
	if err == nil {
		return data, name, nil
	}
	return nil, name, fmt.Errorf("%s: %w, expected %s", name, cause(err), expected)
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
