// Command conelab trains two-layer networks with polynomial activation to their certified global optimum, for one beta or many,
// and chooses among these. It evaluates networks at other points and exports them, decomposes matrices into neurons, checks
// solutions, makes problems, and trains by gradient descent and compares with the optimum.
//
// Documents are read from files or standard input and written to standard output; errors are one line on standard error. The exit code is 0
// for success, 1 when a check or proof failed or the work was interrupted (the document is still written), 2 for bad input, 3 for a
// result that could not be written or an internal error, and 4 when the problem needs more memory than allowed.
package main

import (
	"bytes"
	"cmp"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"reflect"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"sync"

	"github.com/alecthomas/kong"

	"conelab/core/data/fault"
	"conelab/core/data/presets"
	"conelab/core/data/strictjson"
	"conelab/core/format/export"
	"conelab/core/network/certify"
	"conelab/core/network/relu"
	"conelab/core/numeric/loss"
	"conelab/core/numeric/parallel"
)

// Exit codes.
const (
	exitDone     = 0
	exitFailed   = 1
	exitBadInput = 2
	exitInternal = 3
	exitMemory   = 4
)

// errFailed means that the document has been written and reports a failure.
var errFailed = errors.New("the check or proof failed")

// commandLine is the part of the grammar that all commands have.
type commandLine struct {
	Threads int              `range:"from 0" help:"Threads that the numerical work takes, 0 for all processors (0); results do not depend on it." placeholder:"N"`
	Output  string           `short:"o" placeholder:"FILE" help:"Write the result into a file in place of standard output, which is -."`
	Version kong.VersionFlag `help:"Print the version."`
	Quiet   bool             `help:"Write only errors to standard error: no notes on how the data were read, no progress."`
}

// commands are the commands, in the order of the help text.
var commands = []struct {
	name, help string
	options    func() any // new, with the method Run
}{
	{"solve", "Train a network to its certified optimum.", func() any { return new(solveCommand) }},
	{"decompose", "Decompose a matrix into neurons.", func() any { return new(decomposeCommand) }},
	{"check", "Check a solution against its problem, from the raw data alone.", func() any { return new(checkCommand) }},
	{"predict", "Evaluate the network of a solution at other points.", func() any { return new(predictCommand) }},
	{"export", "Write the network of a solution in another format: " + export.Names() + ".", func() any { return new(exportCommand) }},
	{"python", "Write conelab.py, estimators for scikit-learn that run this program.", func() any { return new(pythonCommand) }},
	{"sums", "Reduce a table of any size to sums, which solve, path and check take.", func() any { return new(sumsCommand) }},
	{"path", "Train for many values of beta; choose one by cross-validation.", func() any { return new(pathCommand) }},
	{"generate", "Make a problem: a drawing or a planted network.", func() any { return new(generateCommand) }},
	{"train", "Train a network by gradient descent, and compare it with the certified optimum.", func() any { return new(trainCommand) }},
}

// grammar returns the commands for kong: only the one that args begin with, if any, since kong takes longer to analyse all of them than a
// small problem takes to solve.
func grammar(args []string) (options []kong.Option) {
	for _, c := range commands {
		one := kong.DynamicCommand(c.name, c.help, "", c.options())
		if len(args) > 0 && args[0] == c.name {
			return []kong.Option{one}
		}
		options = append(options, one)
	}
	return options
}

// helpTexts has a file for the program and for each command, shown by conelab help COMMAND. A line with four blanks before it is an
// example.
//
//go:embed help
var helpTexts embed.FS

// helpOf returns the help text of the program or of a command.
func helpOf(command string) string {
	text, err := helpTexts.ReadFile("help/" + command + ".txt")
	if err != nil {
		panic(err) // the files are part of the program
	}
	return strings.TrimSpace(string(text))
}

// listed puts what the program has into texts and tags of options.
var listed = strings.NewReplacer("{losses}", strings.Join(loss.Names(), ", "), "{formats}", export.Names(), "{points}",
	fmt.Sprintf("%d, %d and %d", relu.MaxSamples(1), relu.MaxSamples(2), relu.MaxSamples(3)))

// describe gives a command its help text, and the texts of help/flags.txt to the flags whose help is @ with a name. The parser would take
// longer to put them there than a small problem takes to solve.
func describe(command *kong.Node) {
	command.Detail = helpOf(command.Name)
	texts := map[string]string{}
	for line := range strings.SplitSeq(listed.Replace(helpOf("flags")), "\n") {
		name, text, _ := strings.Cut(line, ": ")
		texts["@"+name] = text
	}
	values := slices.Clone(command.Positional)
	for _, flag := range command.Flags {
		values = append(values, flag.Value)
	}
	for _, value := range values {
		value.Help = cmp.Or(texts[value.Help], value.Help)
	}
}

func main() {
	s := newStreams(os.Stdin, os.Stdout, os.Stderr)
	if err := checkSpace(); err != nil {
		os.Exit(report(os.Stderr, exitMemory, err.Error()))
	}
	s.interrupts = sync.OnceValue(interruptContext)
	os.Exit(s.run(os.Args[1:]))
}

// exit is the panic value that ends run when kong exits after printing help.
type exit int

// run runs the program and returns the exit code.
func (s *streams) run(args []string) (code int) {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(-1)) // which solving lowers: a later run would collect garbage without end
	defer func() {
		switch v := recover().(type) {
		case nil:
		case exit:
			code = int(v)
		default:
			code = report(s.err, exitInternal, fmt.Sprintf("internal error: %v", v))
		}
	}()
	if len(args) > 0 {
		switch args[0] {
		case "help": // conelab help solve
			args = append(slices.Clone(args[1:]), "--help")
		case "version":
			args = []string{"--version"}
		}
	}
	var line commandLine
	parser := kong.Must(&line, append(grammar(args), kong.Name("conelab"), kong.Description(helpOf("conelab")), kong.Writers(s.out, s.err),
		kong.Vars{"drawings": presets.Names(), "version": version()}, kong.WithHyphenPrefixedParameters(true), kong.Exit(func(code int) { panic(exit(code)) }))...)
	for _, command := range parser.Model.Children {
		describe(command)
	}
	command, err := parser.Parse(args)
	if path := (*fs.PathError)(nil); errors.As(err, &path) { // of the help text
		return finish(&outputError{standardOutput, path}, s.err)
	}
	if err != nil {
		return report(s.err, exitBadInput, usageError(err))
	}
	s.options = map[string][]string{}
	given := map[*kong.Flag]bool{}
	for _, element := range command.Path {
		f := element.Flag
		if f == nil {
			continue
		}
		err := refuseValue(f, reflect.ValueOf(command.FlagValue(f)))
		if given[f] && !f.IsSlice() && !f.IsBool() {
			err = fmt.Errorf("--%s is given twice, expected it once", f.Name)
		}
		given[f] = true
		if err != nil {
			return report(s.err, exitBadInput, err.Error()+" (see conelab help "+command.Selected().Name+")")
		}
		if f.Group != nil {
			s.options[f.Group.Key] = append(s.options[f.Group.Key], "--"+f.Name)
		}
	}
	parallel.SetThreads(line.Threads)
	s.quiet, s.terminal = line.Quiet, s.terminal && !line.Quiet
	if line.Output == "" || line.Output == "-" {
		return finish(command.Run(s), s.err)
	}
	if err := s.reserveOutput(line.Output); err != nil {
		return finish(err, s.err)
	}
	var result bytes.Buffer
	s.out = &result
	code = finish(command.Run(s), s.err)
	if result.Len() > 0 {
		if err := writeFile(line.Output, result.Bytes()); err != nil {
			return finish(err, s.err)
		}
	}
	return code
}

// release is the version of the program.
const release = "1.0.0"

// version returns the version of the program, with the commit if the build records it.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		return "conelab " + release + ", " + info.Main.Version + ", " + info.GoVersion
	}
	return "conelab " + release
}

// finish turns the error of a command into the exit code.
func finish(err error, stderr io.Writer) int {
	var output *outputError
	var memory *certify.MemoryError
	switch {
	case err == nil:
		return exitDone
	case errors.Is(err, errFailed):
		return exitFailed
	case errors.Is(err, errInterrupted):
		return report(stderr, exitFailed, err.Error())
	case errors.As(err, &memory):
		return report(stderr, exitMemory, err.Error())
	case errors.As(err, &output):
		return report(stderr, exitInternal, err.Error())
	}
	return report(stderr, exitBadInput, err.Error())
}

// report writes the message on one line and returns the code.
func report(stderr io.Writer, code int, message string) int {
	fmt.Fprintln(stderr, "conelab: "+strings.Join(strings.Fields(message), " "))
	return code
}

// expectedOf ends the sentence that refuses a text which is not among the choices: with the one that is probably meant, or else with all.
func expectedOf(text string, choices []string) string {
	if near := fault.Nearest(text, choices); near != "" {
		return fmt.Sprintf("; did you mean %q?", near)
	}
	return ", expected one of " + strings.Join(choices, ", ")
}

// usageError returns the sentence for an error of kong's, with the command that shows the help: for the command that was named, if one was.
func usageError(err error) string {
	help, sentence := "conelab --help", strings.Replace(err.Error(), "missing flags: ", "expected the option ", 1)
	if e := (*kong.ParseError)(nil); errors.As(err, &e) && e.Context.Selected() != nil {
		help = "conelab help " + e.Context.Selected().Name
	}
	argument := regexp.MustCompile(`^expected "(<.*>)"$`)
	value := regexp.MustCompile(`^(--[^ ]+): (?:missing value|expected (.*?) but got "(?:EOL)?(.*?)")`)
	if m := value.FindStringSubmatch(sentence); m != nil {
		kind := "a value"
		switch {
		case strings.Contains(m[2], "uint"):
			kind = "a whole number from 0"
		case strings.Contains(m[2], "int"):
			kind = "a whole number"
		case strings.Contains(m[2], "float"):
			kind = "a number"
		}
		sentence = m[1] + ": expected " + kind
		if m[3] != "" {
			sentence = fmt.Sprintf("%s is %.40q, expected %s", m[1], m[3], kind)
		}
	}
	sentence = argument.ReplaceAllString(sentence, "expected a file for $1")
	return sentence + " (see " + help + ")"
}

// refuseValue refuses a value of an option that the option's tag range or words does not allow: these are as package strictjson has them.
func refuseValue(f *kong.Flag, v reflect.Value) error {
	words, limits := listed.Replace(f.Tag.Get("words")), f.Tag.Get("range")
	text := fmt.Sprint(v.Interface())
	number, kind := 0.0, "a number "
	switch v.Kind() {
	case reflect.Pointer:
		return refuseValue(f, v.Elem())
	case reflect.Slice:
		for i := range v.Len() {
			if err := refuseValue(f, v.Index(i)); err != nil {
				return err
			}
		}
		return nil
	case reflect.Float64:
		number = v.Float()
	case reflect.Int:
		number, kind = float64(v.Int()), "a whole number "
	}
	low, high := strictjson.Range(limits)
	choices := strings.Split(strings.ReplaceAll(words, ", ", "|"), "|")
	switch {
	case text == "": // --resume=
		return fmt.Errorf("--%s: expected a value", f.Name)
	case words != "" && !slices.Contains(choices, text):
		return fmt.Errorf("--%s is %.40q%s", f.Name, text, expectedOf(text, choices))
	case limits != "" && !(number >= low && number <= high):
		return fmt.Errorf("--%s is %s, expected %s%s", f.Name, text, kind, limits)
	}
	return nil
}
