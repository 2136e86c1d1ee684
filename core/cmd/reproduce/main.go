// Command reproduce repeats the experiments of the paper and compares what is measured with what the paper says, and runs the paper's
// reduction of subset sum to training. The product does not need it.
//
// Exit codes are those of conelab: 0 done, 1 interrupted, 2 bad input.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"

	"conelab/core/paper/hardness"
)

// Exit codes.
const exitDone, exitFailed, exitBadInput = 0, 1, 2

// errInterrupted means that the user interrupted; what is finished has been written.
var errInterrupted = errors.New("interrupted; the same command continues from here")

// program is the environment of the commands.
type program struct {
	ctx         context.Context // ends when the user interrupts
	out, errors io.Writer
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	context.AfterFunc(ctx, stop) // a second interrupt ends the program
	os.Exit((&program{ctx, os.Stdout, os.Stderr}).run(os.Args[1:]))
}

// exit is the panic value that ends run when kong exits after printing help.
type exit int

// run runs the program and returns the exit code.
func (p *program) run(args []string) (code int) {
	defer func() {
		switch v := recover().(type) {
		case nil:
		case exit:
			code = int(v)
		default:
			panic(v)
		}
	}()
	var line struct {
		Paper    paperCommand    `cmd:"" default:"withargs" help:"Repeat the paper's experiments (this command's name may be left out)."`
		Hardness hardnessCommand `cmd:"" help:"Turn a subset-sum question into a training problem."`
	}
	parser := kong.Must(&line, kong.Name("reproduce"), kong.Description("Repeat the experiments of the paper."), kong.Writers(p.out, p.errors),
		kong.Exit(func(code int) { panic(exit(code)) }), kong.WithHyphenPrefixedParameters(true))
	command, err := parser.Parse(args)
	if err == nil {
		err = command.Run(p)
	}
	if err == nil {
		return exitDone
	}
	fmt.Fprintln(p.errors, "reproduce: "+strings.Join(strings.Fields(err.Error()), " "))
	if errors.Is(err, errInterrupted) {
		return exitFailed
	}
	return exitBadInput
}

// hardnessCommand runs the reduction from subset sum to training.
type hardnessCommand struct {
	Set    []string `arg:"" help:"The integers, separated by spaces or commas; negative ones after --."`
	Target int64    `required:"" help:"The sum that a subset should have."`
}

// Help returns the long help text of the command.
func (*hardnessCommand) Help() string {
	return `Training a network with quadratic activation and weight decay is NP-hard (the paper's section 6): the question whether some of the integers add up to the target becomes a training problem. Prints its data X and y, whether the subset exists, the neuron that witnesses it, the subset read off that neuron, and the value of the convex relaxation, which cannot tell.

Examples:

    reproduce hardness 3 5 8 13 --target 16

    reproduce hardness --target -1 -- 4 -5 7`
}

// Run builds the training problem, decides it, and writes the document.
func (c *hardnessCommand) Run(p *program) error {
	var set []int64
	for number := range strings.SplitSeq(strings.Join(c.Set, ","), ",") {
		a, err := strconv.ParseInt(number, 10, 64)
		if err != nil {
			return fmt.Errorf("%.40q is in the set, expected an integer", number)
		}
		set = append(set, a)
	}
	in, err := hardness.New(set, c.Target)
	if err != nil {
		return err
	}
	e := json.NewEncoder(p.out)
	e.SetIndent("", " ")
	return e.Encode(hardness.Run(in))
}
