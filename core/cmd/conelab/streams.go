package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// streams are the standard streams.
type streams struct {
	in       io.Reader
	out, err io.Writer
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
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return nil, name, fmt.Errorf("%s: %w, expected %s", name, err, expected)
}

// write writes a document and, for a person at a terminal, a summary on standard error.
func (s *streams) write(document []byte, summary string) error {
	if _, err := s.out.Write(document); err != nil {
		return &outputError{err}
	}
	if isTerminal(s.err) {
		fmt.Fprintln(s.err, summary)
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
