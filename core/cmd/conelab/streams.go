package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"conelab/core/data/table"
	"conelab/core/format/document"
	"conelab/core/numeric/parallel"
)

// streams are the standard streams, the clock and the interrupts: everything the program uses of its environment.
type streams struct {
	in       *bufio.Reader
	out, err io.Writer
	// terminal: err is a terminal. quiet: only errors are written to err.
	terminal, quiet bool
	clock           func() time.Time
	// interrupts returns the context that ends when the user interrupts. Work asks for it when it begins; until then the system ends the
	// program.
	interrupts func() context.Context
	// notes are those that wait for a result: an error tells what is wrong by itself.
	notes []string
	// inUse says that standard input has been opened.
	inUse bool
	// outputs are the files that are written, which must not be read.
	outputs []string
	// options are those on the command line, by their groups.
	options map[string][]string
}

func newStreams(in io.Reader, out, err io.Writer) *streams {
	return &streams{
		in: bufio.NewReader(in), out: out, err: err, terminal: isTerminal(err), clock: time.Now, interrupts: context.Background,
	}
}

// oneRequest is how long after an interrupt another signal counts as the same request: some programs send two, to the program and
// to its group.
const oneRequest = 2 * time.Second

// hangUp says that the terminal was closed. It is SIGHUP, which package syscall does not name on every system.
const hangUp = syscall.Signal(1)

// interruptContext returns a context that the next Ctrl-C, request to terminate, or end of the terminal ends. Another one after oneRequest
// ends the program.
func interruptContext() context.Context {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(hangUp) { // as nohup makes it
		signals = append(signals, hangUp)
	}
	ctx, stop := signal.NotifyContext(context.Background(), signals...)
	context.AfterFunc(ctx, func() { time.AfterFunc(oneRequest, stop) })
	return ctx
}

// outputError is a failure to write a result, to a file or to standard output.
type outputError struct {
	file  string
	cause error
}

// Error says what failed.
func (e *outputError) Error() string { return "cannot write " + e.file + ": " + cause(e.cause).Error() }

// errInterrupted means that the user interrupted before there was anything to show.
var errInterrupted = errors.New("interrupted")

// errTwoInputs means that - is given twice.
var errTwoInputs = errors.New("standard input is named for two inputs, expected a file for one of them")

// peeked is how many bytes of a file tell what it is.
const peeked = 1 << 10

// maxUnpacked is the largest size in bytes of a decompressed file.
const maxUnpacked = 1 << 30

// source is an open file, or standard input.
type source struct {
	*bufio.Reader
	name string   // for errors
	file *os.File // nil for standard input
	size int64    // of a regular file
}

// open opens a file, or standard input for "-".
func (s *streams) open(file string) (*source, error) {
	if file == "-" {
		if s.inUse {
			return nil, errTwoInputs
		}
		s.inUse = true
		return &source{Reader: s.in, name: standardInput}, nil
	}
	if s.writes(file) {
		return nil, fmt.Errorf("%s is read and would be written, expected another file for the result", file)
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w, expected a file that can be read", file, cause(err))
	}
	src := &source{Reader: bufio.NewReader(f), name: file, file: f}
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
		src.size = info.Size()
	}
	return src, nil
}

// Close closes a file, not standard input.
func (f *source) Close() { _ = f.file.Close() } // of what has been read only

// read returns the content of a file, decompressed if necessary, or of standard input for "-", and the name to use in errors. Of a .npy
// file it reads at most the given number of rows, 0 for all.
func (s *streams) read(file, expected string, rows int) (data []byte, name string, err error) {
	in, err := s.open(file)
	if err != nil {
		return nil, file, err
	}
	defer in.Close()
	if beginning, _ := in.Peek(peeked); rows > 0 && table.IsNpy(beginning) {
		data, err = table.FirstRows(in, rows)
		return data, in.name, inFile(in.name, err)
	}
	var content bytes.Buffer
	content.Grow(int(in.size) + bytes.MinRead)
	if _, err := content.ReadFrom(in); err != nil {
		return nil, in.name, fmt.Errorf("%s: %w, expected %s", in.name, cause(err), expected)
	}
	data, err = table.Unpack(content.Bytes(), maxUnpacked)
	if err != nil {
		return nil, in.name, fmt.Errorf("%s: %w", in.name, err)
	}
	if len(bytes.TrimSpace(data[:min(len(data), 1<<16)])) == 0 {
		return nil, in.name, fmt.Errorf("%s is empty, expected %s", in.name, expected)
	}
	return data, in.name, nil
}

// regular opens a file that can be read once more, to see what it is before it is read. It returns nil for standard input, for pipes, and
// for what cannot be opened, since reading it says why.
func regular(file string) *source {
	info, err := os.Stat(file)
	if err != nil || !info.Mode().IsRegular() {
		return nil
	}
	f, err := os.Open(file)
	if err != nil {
		return nil
	}
	return &source{Reader: bufio.NewReader(f), name: file, file: f, size: info.Size()}
}

// formatOf returns the format of the document in a file that can be read once more, or by its beginning in standard input; "" for others.
func (s *streams) formatOf(file string) string {
	if file == "-" {
		beginning, _ := s.in.Peek(peeked)
		return document.FormatOf(bytes.NewReader(beginning))
	}
	src := regular(file)
	if src == nil {
		return ""
	}
	defer src.Close()
	content, _, _, err := table.Unpacked(src)
	if err != nil {
		return ""
	}
	return document.FormatOf(content)
}

// isSums reports whether that is a sums document.
func (s *streams) isSums(file string) bool { return s.formatOf(file) == document.SumsFormat }

// tellApart exchanges the files of a solution and of its problem, or of points, if they are named the other way round.
func (s *streams) tellApart(solution, other *string) error {
	if *solution == "-" && *other == "-" {
		return errTwoInputs
	}
	if s.formatOf(*other) == document.SolutionFormat && s.formatOf(*solution) != document.SolutionFormat {
		*solution, *other = *other, *solution
		s.note(*solution, "read as the solution, and "+*other+" as the problem or the points, though named the other way round", "")
	}
	return nil
}

// writes reports whether a file is written, and so must not be read.
func (s *streams) writes(file string) bool {
	return slices.ContainsFunc(s.outputs, func(output string) bool { return isSameFile(file, output) })
}

// isSameFile reports whether two paths are those of the same regular file, or of one that is not there yet.
func isSameFile(a, b string) bool {
	one, errOne := os.Stat(a)
	two, errTwo := os.Stat(b)
	if errOne == nil && errTwo == nil {
		return os.SameFile(one, two) && one.Mode().IsRegular()
	}
	return errOne != nil && errTwo != nil && filepath.Clean(a) == filepath.Clean(b)
}

// cause strips the name of the file, which the message has already, from an error.
func cause(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

// note says, in one line, what was decided about a file and which option decides otherwise.
func (s *streams) note(file, sentence, option string) {
	line := strings.TrimSuffix(file+": "+sentence+"; "+option, "; ")
	if !s.quiet {
		s.notes = append(s.notes, "conelab: note: "+strings.Join(strings.Fields(line), " "))
	}
}

// writeNotes writes the notes so far.
func (s *streams) writeNotes() {
	for _, line := range s.notes {
		fmt.Fprintln(s.err, line)
	}
	s.notes = nil
}

// write writes a document, after the notes. It is nil if it would have numbers that are not finite.
func (s *streams) write(document []byte) error {
	s.writeNotes()
	if document == nil {
		return errors.New("the result has numbers beyond double precision, expected data, weights and beta of moderate size")
	}
	if _, err := s.out.Write(document); err != nil {
		return &outputError{standardOutput, err}
	}
	return nil
}

// writeResult writes a document that says whether something was proved, and the line that sums it up.
func (s *streams) writeResult(document []byte, line string, proved bool) error {
	if err := s.write(document); err != nil {
		return err
	}
	return s.conclude(line, proved)
}

// conclude writes the line that sums a result up, without a full stop; in scripts it says where it comes from. If nothing was proved, it is
// always written and the program fails.
func (s *streams) conclude(line string, proved bool) error {
	s.writeNotes()
	line = strings.TrimSuffix(line, ".")
	if !s.terminal {
		line = "conelab: " + line
	}
	if !s.quiet || !proved {
		fmt.Fprintln(s.err, line)
	}
	if !proved {
		return errFailed
	}
	return nil
}

// standardInput and standardOutput are where documents come from and go to without files.
const standardInput, standardOutput = "standard input", "standard output"

// reserveOutput says that a file, if one is named, will be written: it must be no input and no other output, and its folder must exist before
// the work, which would be lost.
func (s *streams) reserveOutput(file string) error {
	if file == "" {
		return nil
	}
	if _, err := os.Stat(filepath.Dir(file)); err != nil {
		return fmt.Errorf("%s: %w, expected an existing folder", file, cause(err))
	}
	if info, err := os.Stat(file); err == nil && info.IsDir() {
		return fmt.Errorf("%s is a folder, expected a file for the result", file)
	}
	if s.writes(file) {
		return fmt.Errorf("%s is named for two results, expected a file for each", file)
	}
	s.outputs = append(s.outputs, file)
	return nil
}

// writeFile writes a document to a file.
func writeFile(file string, document []byte) error {
	if err := os.WriteFile(file, document, 0o666); err != nil {
		return &outputError{file, err}
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

// drive does work, which ends early when the user interrupts, and shows its progress.
func (s *streams) drive(title string, progress func() parallel.Progress, work func(ctx context.Context)) {
	b, ctx := s.progress(title), s.interrupts()
	if s.terminal {
		ctx = parallel.Watch(ctx, func() {
			if b.due() {
				b.show(progress())
			}
		})
	}
	work(ctx)
	b.end()
}

// since returns the seconds since start.
func since(s *streams, start time.Time) float64 { return s.clock().Sub(start).Seconds() }

// barAfter is the time after which a progress bar appears; barEvery is the least time between two redraws.
const barAfter, barEvery = 500 * time.Millisecond, 100 * time.Millisecond

// bar is a line on the progress of work that is rewritten in place, if there is a terminal.
type bar struct {
	*streams
	title string
	begin time.Time
	last  time.Duration // time of the last redraw, 0 before the first
	share float64       // shown last
}

// progress returns a bar for work that begins now, after the notes so far.
func (s *streams) progress(title string) *bar {
	s.writeNotes()
	return &bar{streams: s, title: title, begin: s.clock()}
}

// due reports whether it is time to redraw the bar.
func (b *bar) due() bool {
	spent := b.clock().Sub(b.begin)
	return b.terminal && spent >= barAfter && (b.last == 0 || spent >= b.last+barEvery)
}

// show redraws the bar. It never moves back, although iterations may lose progress.
func (b *bar) show(at parallel.Progress) {
	b.last, b.share = b.clock().Sub(b.begin), max(b.share, at.Share)
	line := fmt.Sprintf("%s: %.0f %%, %d s", b.title, 100*b.share, int(b.last.Seconds()))
	if at.Share >= 0.05 && at.Share < 1 {
		line += fmt.Sprintf(", about %.0f s left", math.Ceil(b.last.Seconds()*(1-at.Share)/at.Share))
	}
	if at.Iterations > 0 {
		line += fmt.Sprintf(", iteration %d, gap %.1e", at.Iterations, at.Gap)
	}
	fmt.Fprint(b.err, "\r"+line+"\x1b[K")
}

// end removes the bar from the screen.
func (b *bar) end() {
	if b.last > 0 {
		fmt.Fprint(b.err, "\r\x1b[K")
	}
	b.last = 0
}
