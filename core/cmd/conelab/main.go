// Command conelab trains two-layer networks with polynomial activation to their certified global optimum, decomposes matrices into
// neurons, and checks solutions.
//
// Documents are read from files or standard input and written to standard output; errors are one line on standard error. The exit code
// is 0 when done, 1 when a check or proof failed (the document is still written), 2 for bad input, 3 for an internal error.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/alecthomas/kong"
)

// The exit codes.
const (
	exitDone     = 0
	exitFailed   = 1
	exitBadInput = 2
	exitInternal = 3
)

// errFailed says that the document has been written, and that it holds a failure.
var errFailed = errors.New("the check or proof failed")

// commandLine is what kong parses.
type commandLine struct {
	Solve     solveCommand     `cmd:"" help:"Train a network to its certified optimum."`
	Decompose decomposeCommand `cmd:"" help:"Decompose a matrix into neurons."`
	Check     checkCommand     `cmd:"" help:"Check a solution against its problem, from the raw data alone."`
}

const description = `Train two-layer networks with polynomial activation to their certified global optimum.

Results go to standard output, errors to standard error as one line. Exit code: 0 done, 1 the check or proof failed, 2 bad input, 3 internal error.`

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// exit is what kong's wish to exit, after printing help, is thrown as.
type exit int

// run is the program: it returns the exit code.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) (code int) {
	defer func() {
		switch v := recover().(type) {
		case nil:
		case exit:
			code = int(v)
		default:
			code = report(stderr, exitInternal, fmt.Sprintf("internal error: %v", v))
		}
	}()
	var line commandLine
	parser := kong.Must(&line, kong.Name("conelab"), kong.Description(description), kong.Writers(stdout, stderr),
		kong.Exit(func(code int) { panic(exit(code)) }), kong.WithHyphenPrefixedParameters(true))
	command, err := parser.Parse(args)
	if err != nil {
		return report(stderr, exitBadInput, err.Error()+" (conelab --help tells more)")
	}
	return finish(command.Run(&streams{stdin, stdout, stderr}), stderr)
}

// finish turns the error of a command into the exit code.
func finish(err error, stderr io.Writer) int {
	var output *outputError
	switch {
	case err == nil:
		return exitDone
	case errors.Is(err, errFailed):
		return exitFailed
	case errors.As(err, &output):
		return report(stderr, exitInternal, err.Error())
	}
	return report(stderr, exitBadInput, err.Error())
}

// report writes the message as one line and returns the code.
func report(stderr io.Writer, code int, message string) int {
	fmt.Fprintln(stderr, "conelab: "+strings.Join(strings.Fields(message), " "))
	return code
}
