// Command reproduce repeats the experiments of the paper and compares what is measured with what the paper says, and runs the paper's
// reduction of subset sum to training. The product does not need it.
//
// Exit codes are those of conelab: 0 done, 1 interrupted, 2 bad input.
package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/alecthomas/kong"

	"conelab/core/network/compare"
	"conelab/core/paper/hardness"
	"conelab/core/paper/reproduce"
)

// Exit codes.
const exitDone, exitFailed, exitBadInput = 0, 1, 2

// errInterrupted means that the user interrupted; what is finished has been written.
var errInterrupted = errors.New("interrupted; experiments that were not finished are left out")

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

// run runs the program and returns the exit code.
func (p *program) run(args []string) int {
	var line struct {
		Paper    paperCommand    `cmd:"" default:"withargs" help:"Repeat the paper's experiments (this command's name may be left out)."`
		Hardness hardnessCommand `cmd:"" help:"Turn a subset-sum question into a training problem."`
	}
	parser := kong.Must(&line, kong.Name("reproduce"), kong.Description("Repeat the experiments of the paper."), kong.Writers(p.out, p.errors),
		kong.WithHyphenPrefixedParameters(true))
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
	return `Training a network with quadratic activation and weight decay is NP-hard (the paper's section 6): the question whether some of the
integers add up to the target becomes a training problem. Prints its data X and y, whether the subset exists, the neuron that witnesses it,
the subset read off that neuron, and whether the convex relaxation has the value 1, which cannot tell.

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

// paperCommand repeats the paper's experiments.
type paperCommand struct {
	Experiments []string `arg:"" name:"experiment" help:"Names of experiments, or all."`
	Data        string   `placeholder:"FOLDER" help:"Data sets: NAME.csv, NAME.folds.csv, NAME.valsplit.csv; without it data are generated."`
	MNIST       string   `name:"mnist" placeholder:"FOLDER" help:"MNIST: train-images-idx3-ubyte.gz and so on, or mnist01-train-... ."`
	Fashion     string   `placeholder:"FOLDER" help:"Fashion-MNIST, in files of the same names."`
	CIFAR       string   `name:"cifar" placeholder:"FOLDER" help:"CIFAR-10, in its binary files data_batch_1.bin and so on."`
	Quick       bool     `help:"Fewer runs and epochs, for a quick look."`
	Page        string   `placeholder:"FILE" help:"Write the record of these experiments for record.html, with tables and figures, as JSON."`
}

// Help returns the long help text of the command.
func (*paperCommand) Help() string {
	return `Repeats the figures and tables of the paper's section 9, of its introduction and of its appendix. It prints the paper's claims and
whether what was measured agrees; --page writes what was measured, with tables and figures.

Times are processor times (where the system does not tell these, wall times) of training alone, without evaluations, in one thread. All of
it takes about an hour with MNIST and the UCI data ("reproduce all --data uci --mnist mnist --page record.json"), --quick a minute.

Examples:

    reproduce losses --quick --page record.json`
}

// Run runs the experiments and prints the verdict on each claim.
func (c *paperCommand) Run(p *program) error {
	chosen, err := c.choose()
	if err != nil {
		return err
	}
	lab, err := c.lab(chosen)
	if err != nil {
		return err
	}
	lab.Stopwatch = compare.Stopwatch{Clock: processorTime, Context: p.ctx}
	reports, err := c.work(p, lab, chosen)
	stopped := errors.Is(err, compare.ErrStopped)
	if err != nil && !stopped {
		return err
	}
	if c.Page != "" {
		if err := writeRecord(c.Page, reports); err != nil {
			return err
		}
	}
	if err := c.summarise(p.out, lab, chosen, reports); err != nil {
		return err
	}
	if stopped {
		return errInterrupted
	}
	return nil
}

// choose returns the named experiments, in the order of the paper.
func (c *paperCommand) choose() (chosen []*reproduce.Experiment, err error) {
	names := []string{"all"}
	for i := range reproduce.All {
		e := &reproduce.All[i]
		names = append(names, e.Name)
		if slices.Contains(c.Experiments, "all") || slices.Contains(c.Experiments, e.Name) {
			chosen = append(chosen, e)
		}
	}
	for _, name := range c.Experiments {
		if !slices.Contains(names, name) {
			return nil, fmt.Errorf("the experiment is %.40q, expected some of %s", name, strings.Join(names, ", "))
		}
	}
	return chosen, nil
}

// work runs the pieces, and returns the reports of the experiments that are complete.
func (c *paperCommand) work(p *program, lab *reproduce.Lab, chosen []*reproduce.Experiment) (reports []*reproduce.Report, err error) {
	// No other thread may collect garbage while times are measured.
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	for _, e := range chosen {
		pieces, results := e.Pieces(lab), reproduce.Results{}
		for i := range pieces {
			fmt.Fprintf(p.errors, "%s, %s: %d of %d\n", e.Name, pieces[i].Name, i+1, len(pieces))
			results[pieces[i].Name], err = pieces[i].Run(lab)
			if err != nil {
				return reports, err
			}
		}
		if len(pieces) > 0 {
			reports = append(reports, e.Report(lab, results))
		}
	}
	return reports, nil
}

// summarise prints a line for each claim, and one for each experiment that lacks data.
func (c *paperCommand) summarise(out io.Writer, lab *reproduce.Lab, chosen []*reproduce.Experiment, reports []*reproduce.Report) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, r := range reports {
		for _, claim := range r.Claims {
			fmt.Fprintf(w, "%s\t%s\t%s\n", claim.Experiment, claim.Verdict, claim.Paper)
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for _, e := range chosen {
		switch missing := e.Missing(lab); {
		case len(e.Pieces(lab)) == 0:
			what := cmp.Or(strings.Join(missing, ", "), "the folds and validation rows beside its data")
			fmt.Fprintf(out, "%s: skipped, without %s\n", e.Name, what)
		case len(missing) > 0:
			fmt.Fprintf(out, "%s: without %s\n", e.Name, strings.Join(missing, ", "))
		}
	}
	return nil
}
