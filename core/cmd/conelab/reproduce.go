package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"text/tabwriter"
	"time"

	"conelab/core/paper/compare"
	"conelab/core/paper/reproduce"
)

// reproduceCommand repeats the paper's experiments.
type reproduceCommand struct {
	Experiments []string `arg:"" optional:"" name:"experiment" help:"Names of experiments, see --list, or all."`
	List        bool     `help:"List the experiments and what they need."`
	Out         string   `placeholder:"FOLDER" default:"record" help:"Folder for figures, tables and finished pieces (${default})."`
	Data        string   `placeholder:"FOLDER" help:"Data sets as NAME.csv, NAME.folds.csv and NAME.valsplit.csv; without it only generated data are used."`
	MNIST       string   `name:"mnist" placeholder:"FOLDER" help:"MNIST as train-images-idx3-ubyte.gz and so on, or its digits 0 and 1 as mnist01-train-images-idx3-ubyte.gz."`
	Fashion     string   `placeholder:"FOLDER" help:"Fashion-MNIST, in files of the same names."`
	CIFAR       string   `name:"cifar" placeholder:"FOLDER" help:"CIFAR-10 as data_batch_1.bin to data_batch_5.bin and test_batch.bin."`
	Quick       bool     `help:"Fewer runs and epochs, for a quick look."`
	Format      []string `default:"png" enum:"png,svg,pdf" help:"Formats of the figures: png with 300 dots per inch, svg, pdf, or several of them (${default})."`
	Clock       string   `default:"wall" enum:"wall,processor" help:"Measure wall time, or processor time, which depends less on what else the machine does (${default})."`
	Page        string   `placeholder:"FILE" help:"Also write the record for a web page as a JSON document: the claims and thinned runs. Where there is one, what it has of other experiments is kept."`
}

// Help returns the long help text of the command.
func (*reproduceCommand) Help() string {
	return `Repeats the figures and tables of the paper's section 9 and of its appendix, and, beyond the paper, compares networks of one to five certified layers with others (depth, depth-data). It prints, claim by claim, what the paper says, what was measured and whether they agree. Figures, their numbers as CSV, tables, report.md and report.json go into --out.

Finished pieces are kept in --out/pieces: after Ctrl-C, or with more data, the same command continues from there. Wall times are those of training alone, without evaluations, in one thread; do not run anything else at the same time. All of it takes about an hour with MNIST and the UCI data ("conelab reproduce all --data uci --mnist mnist"), --quick a minute.

Examples:

    conelab reproduce --list

    conelab reproduce losses --quick --out record --format svg,pdf`
}

// Run runs the experiments and prints the verdict on each claim.
func (c *reproduceCommand) Run(s *streams) error {
	if c.List {
		return c.list(s)
	}
	chosen, err := c.choose()
	if err != nil {
		return err
	}
	lab, err := c.lab(s, chosen)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Join(c.Out, "pieces"), 0o777); err != nil {
		return fmt.Errorf("%s: %w, expected a folder that can be written", c.Out, cause(err))
	}
	reports, results, err := c.work(s, lab, chosen)
	if err != nil && !errors.Is(err, compare.ErrStopped) {
		return err
	}
	stopped := err != nil
	if err := c.save(lab, reports, results); err != nil {
		return err
	}
	skipped := c.skipped(lab, chosen)
	if c.Quick {
		skipped = append(skipped, "Quick: fewer runs and epochs than a result needs.")
	}
	if err := s.write(summaryTable(reports, skipped), fmt.Sprintf("the report is %s", filepath.Join(c.Out, "report.md"))); err != nil {
		return err
	}
	if stopped {
		return errFailed
	}
	return nil
}

// list prints the experiments that exist.
func (c *reproduceCommand) list(s *streams) error {
	var b bytes.Buffer
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, e := range reproduce.All {
		needs := strings.Join(e.Needs, ", ")
		if needs == "" {
			needs = "generated data"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\n", e.Name, e.Title, needs)
	}
	_ = w.Flush() // cannot fail: w writes into memory
	return s.write(b.Bytes(), fmt.Sprintf("%d experiments", len(reproduce.All)))
}

// choose returns the named experiments, in the order of the paper.
func (c *reproduceCommand) choose() ([]*reproduce.Experiment, error) {
	wanted, all := map[string]bool{}, false
	var names []string
	for _, e := range reproduce.All {
		names = append(names, e.Name)
	}
	for _, name := range c.Experiments {
		if _, ok := reproduce.Find(name); !ok && name != "all" {
			return nil, fmt.Errorf("the experiment is %.40q, expected all or some of %s", name, strings.Join(names, ", "))
		}
		wanted[name], all = true, all || name == "all"
	}
	if len(wanted) == 0 {
		return nil, fmt.Errorf("no experiment is named, expected all or some of %s", strings.Join(names, ", "))
	}
	var chosen []*reproduce.Experiment
	for i := range reproduce.All {
		if e := &reproduce.All[i]; all || wanted[e.Name] {
			chosen = append(chosen, e)
		}
	}
	return chosen, nil
}

// work runs the pieces that have no result yet, and returns the reports of the experiments that are complete.
func (c *reproduceCommand) work(s *streams, lab *reproduce.Lab, chosen []*reproduce.Experiment) (reports []*reproduce.Report, all map[string]reproduce.Results, err error) {
	// No other thread may collect garbage while times are measured.
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	todo, done, all := 0, 0, map[string]reproduce.Results{}
	for _, e := range chosen {
		todo += len(e.Pieces(lab))
	}
	b := bar{}
	watch, release := s.watch(&b, func() float64 { return float64(done) / float64(todo) })
	defer release()
	lab.Stopwatch = watch
	if c.Clock == "processor" {
		lab.Clock = processorTime
	}
	for _, e := range chosen {
		pieces, results := e.Pieces(lab), reproduce.Results{}
		for i := range pieces {
			b.title = e.Name + ", " + pieces[i].Name
			result, err := c.piece(lab, &pieces[i])
			if err != nil {
				return reports, all, err
			}
			results[pieces[i].Name] = result
			done++
		}
		if len(pieces) > 0 {
			reports, all[e.Name] = append(reports, e.Report(lab, results)), results
		}
	}
	return reports, all, nil
}

// piece reads the result of the piece from its file, or else runs the piece and writes the file.
func (c *reproduceCommand) piece(lab *reproduce.Lab, p *reproduce.Piece) (*reproduce.Result, error) {
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
	// The rename keeps the file whole even if the program is killed now. The result is read back, so that this run uses what a later run will read.
	if err := writeFile(file+".part", text); err != nil {
		return nil, err
	}
	if err := os.Rename(file+".part", file); err != nil {
		return nil, fmt.Errorf("%s: %w, expected a file that can be written", file, cause(err))
	}
	return p.Decode(text)
}

// save writes the figures, the tables and the report.
func (c *reproduceCommand) save(lab *reproduce.Lab, reports []*reproduce.Report, results map[string]reproduce.Results) error {
	var b strings.Builder
	b.WriteString("# The paper's experiments, repeated\n\nTimes are " + c.Clock + " times of training alone, in one thread.\n\n" + reproduce.ClaimGrid(reports).Markdown() + "\n")
	for _, r := range reports {
		b.WriteString(r.Markdown(c.Format[0]) + "\n")
		if err := c.saveFigures(r); err != nil {
			return err
		}
	}
	if err := c.file("report.md", []byte(b.String())); err != nil {
		return err
	}
	if err := c.saveJSON(reports); err != nil {
		return err
	}
	if c.Page == "" {
		return nil
	}
	record := reproduce.RecordOf(lab, reports, results)
	if text, err := os.ReadFile(c.Page); err == nil {
		older, err := reproduce.ReadRecord(text)
		if err != nil {
			return fmt.Errorf("%s: %w", c.Page, err)
		}
		record.Keep(older)
	}
	page, err := json.Marshal(record)
	if err != nil {
		return err
	}
	return writeFile(c.Page, append(page, '\n'))
}

// saveFigures writes the figures of a report with their numbers, and its tables.
func (c *reproduceCommand) saveFigures(r *reproduce.Report) error {
	for _, f := range r.Figures {
		for _, format := range c.Format {
			picture, err := drawFigure(&f, format)
			if err != nil {
				return err
			}
			if err := c.file(f.Name+"."+format, picture); err != nil {
				return err
			}
		}
		if err := c.file(f.Name+".csv", []byte(f.CSV())); err != nil {
			return err
		}
	}
	for i, g := range r.Grids {
		if err := c.file(fmt.Sprintf("%s-table-%d.csv", r.Name, i+1), []byte(g.CSV())); err != nil {
			return err
		}
	}
	return nil
}

// saveJSON writes report.json.
func (c *reproduceCommand) saveJSON(reports []*reproduce.Report) error {
	text, err := json.MarshalIndent(struct {
		Format  string              `json:"format"`
		Clock   string              `json:"clock"`
		Machine string              `json:"machine"`
		Made    string              `json:"made"`
		Reports []*reproduce.Report `json:"reports"`
	}{"conelab/report/1", c.Clock, runtime.GOOS + "/" + runtime.GOARCH + ", one thread, " + runtime.Version(), time.Now().UTC().Format(time.DateOnly), reports}, "", " ")
	if err != nil {
		return err
	}
	return c.file("report.json", append(text, '\n'))
}

func (c *reproduceCommand) file(name string, content []byte) error {
	return writeFile(filepath.Join(c.Out, name), content)
}

// skipped returns a line for each experiment that lacks data.
func (c *reproduceCommand) skipped(lab *reproduce.Lab, chosen []*reproduce.Experiment) (lines []string) {
	for _, e := range chosen {
		if missing := e.Missing(lab); len(missing) > 0 {
			word := "skipped"
			if len(missing) < len(e.Needs) {
				word = fmt.Sprintf("%d of %d data sets are there", len(e.Needs)-len(missing), len(e.Needs))
			}
			lines = append(lines, fmt.Sprintf("%s: %s, without %s", e.Name, word, strings.Join(missing, ", ")))
		} else if len(e.Pieces(lab)) == 0 {
			lines = append(lines, e.Name+": skipped, without the folds and validation rows beside its data")
		}
	}
	return lines
}

// summaryTable returns the table for standard output, with one line for each claim.
func summaryTable(reports []*reproduce.Report, skipped []string) []byte {
	var b bytes.Buffer
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, r := range reports {
		for _, claim := range r.Claims {
			fmt.Fprintf(w, "%s\t%s\t%s\n", claim.Experiment, claim.Verdict, claim.Paper)
		}
	}
	_ = w.Flush() // cannot fail: w writes into memory
	for _, line := range skipped {
		fmt.Fprintln(&b, line)
	}
	if b.Len() == 0 {
		fmt.Fprintln(&b, "Nothing is finished yet.")
	}
	return b.Bytes()
}
