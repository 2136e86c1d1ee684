// Command reproduce repeats the experiments of the paper and compares what is measured with what the paper says. The product does not need it.
//
// Exit codes are those of conelab: 0 done, 1 interrupted, 2 bad input.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/alecthomas/kong"

	"conelab/core/network/compare"
	"conelab/core/paper/reproduce"
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

// run runs the program and returns the exit code.
func (p *program) run(args []string) int {
	var c command
	_, err := kong.Must(&c, kong.Name("reproduce"), kong.Description(help), kong.Writers(p.out, p.errors)).Parse(args)
	if err == nil {
		err = c.run(p)
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

// command repeats the paper's experiments.
type command struct {
	Experiments []string `arg:"" name:"experiment" help:"Names of experiments, or all."`
	Out         string   `placeholder:"FOLDER" default:"record" help:"Folder for figures, tables and finished pieces (${default})."`
	Data        string   `placeholder:"FOLDER" help:"Data sets: NAME.csv, NAME.folds.csv, NAME.valsplit.csv; without it data are generated."`
	MNIST       string   `name:"mnist" placeholder:"FOLDER" help:"MNIST: train-images-idx3-ubyte.gz and so on, or mnist01-train-... ."`
	Fashion     string   `placeholder:"FOLDER" help:"Fashion-MNIST, in files of the same names."`
	CIFAR       string   `name:"cifar" placeholder:"FOLDER" help:"CIFAR-10, in its binary files data_batch_1.bin and so on."`
	Quick       bool     `help:"Fewer runs and epochs, for a quick look."`
	Page        string   `placeholder:"FILE" help:"Also write the record of these experiments for record.html, as JSON."`
}

// help is the help text.
const help = `Repeats the figures and tables of the paper's section 9, of its introduction and of its appendix. It prints, claim by claim, what
the paper says, what was measured and whether they agree. Figures and report.md, which has the tables, go into --out.

Finished pieces are kept in --out/pieces: after Ctrl-C, or with more data, the same command continues from there. Times are processor
times (where the system does not tell these, wall times) of training alone, without evaluations, in one thread. All of it takes about
an hour with MNIST and the UCI data ("reproduce all --data uci --mnist mnist"), --quick a minute.

Examples:

    reproduce losses --quick --out record`

// run runs the experiments and prints the verdict on each claim.
func (c *command) run(p *program) error {
	chosen, err := c.choose()
	if err != nil {
		return err
	}
	lab, err := c.lab(chosen)
	if err != nil {
		return err
	}
	lab.Stopwatch = compare.Stopwatch{Clock: processorTime, Context: p.ctx}
	if err := os.MkdirAll(filepath.Join(c.Out, "pieces"), 0o777); err != nil {
		return fmt.Errorf("%w, expected a folder that can be written", err)
	}
	reports, err := c.work(p, lab, chosen)
	stopped := errors.Is(err, compare.ErrStopped)
	if err != nil && !stopped {
		return err
	}
	if err := c.save(reports); err != nil {
		return err
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
func (c *command) choose() (chosen []*reproduce.Experiment, err error) {
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

// work runs the pieces that have no result yet, and returns the reports of the experiments that are complete.
func (c *command) work(p *program, lab *reproduce.Lab, chosen []*reproduce.Experiment) (reports []*reproduce.Report, err error) {
	// No other thread may collect garbage while times are measured.
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	for _, e := range chosen {
		pieces, results := e.Pieces(lab), reproduce.Results{}
		for i := range pieces {
			fmt.Fprintf(p.errors, "%s, %s: %d of %d\n", e.Name, pieces[i].Name, i+1, len(pieces))
			results[pieces[i].Name], err = c.piece(lab, &pieces[i])
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

// piece reads the result of the piece from its file, or else runs the piece and writes the file.
func (c *command) piece(lab *reproduce.Lab, p *reproduce.Piece) (*reproduce.Result, error) {
	file := filepath.Join(c.Out, "pieces", p.Key()+".json")
	if text, err := os.ReadFile(file); err == nil {
		if result, err := p.Decode(text); err == nil {
			return result, nil
		}
		// The file is damaged or belongs to another piece: run it again.
	}
	result, err := p.Run(lab)
	if err != nil {
		return nil, err
	}
	text, err := p.Encode(result)
	if err != nil {
		return nil, err
	}
	// The rename keeps the file whole even if the program is killed now. The result is read back, so that this run uses what a later run
	// will read.
	if err := os.WriteFile(file+".part", text, 0o666); err != nil {
		return nil, err
	}
	if err := os.Rename(file+".part", file); err != nil {
		return nil, err
	}
	return p.Decode(text)
}

// save writes the figures, the report and the record.
func (c *command) save(reports []*reproduce.Report) error {
	text := "# The paper's experiments, repeated\n\nTimes are " + timing + ".\n\n"
	for _, r := range reports {
		text += r.Markdown() + "\n"
		for i := range r.Figure.Panels {
			drawn, _, err := drawPanel(&r.Figure.Panels[i])
			if err != nil {
				return fmt.Errorf("%s: %w", r.File(i), err)
			}
			if err := os.WriteFile(filepath.Join(c.Out, r.File(i)), drawn, 0o666); err != nil {
				return err
			}
		}
	}
	if err := os.WriteFile(filepath.Join(c.Out, "report.md"), []byte(text), 0o666); err != nil || c.Page == "" {
		return err
	}
	record, err := recordOf(reports)
	if err != nil {
		return err
	}
	return record.write(c.Page)
}

// summarise prints a line for each claim, and one for each experiment that lacks data.
func (c *command) summarise(out io.Writer, lab *reproduce.Lab, chosen []*reproduce.Experiment, reports []*reproduce.Report) error {
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
