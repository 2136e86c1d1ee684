package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"sync"

	"conelab/core/data/dataset"
	"conelab/core/data/table"
	"conelab/core/format/document"
	"conelab/core/numeric/moments"
	"conelab/core/numeric/parallel"
)

// rows reads tables in pieces, as often as it takes: for words and classes, for means and deviations, and for sums. Memory does not grow with
// the number of rows, except for files of kinds that are not read in pieces.
type rows struct {
	s      *streams
	o      *tableOptions
	files  []string
	title  string
	size   float64 // of all files, in bytes, 0 if it is not known
	read   float64 // of them, in this pass
	passes int     // that there will be, this one among them
	done   int     // passes
	count  float64 // rows, in this pass
	kept   float64
	ready  *source // the first file, of which only the first piece has been read
}

// source is an open table.
type source struct {
	name   string
	pieces *table.Pieces
	close  func() error
}

// counted counts the bytes that are read.
type counted struct {
	io.Reader
	read *float64
}

// Read reads.
func (c counted) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	*c.read += float64(n)
	return n, err
}

// Progress, Step, Stop and Done make rows the work of a bar.
func (r *rows) Progress() float64 {
	if r.size == 0 {
		return 0
	}
	return (float64(r.done) + min(1, r.read/r.size)) / float64(max(r.passes, r.done+1))
}
func (r *rows) Step()      {}
func (r *rows) Stop()      {}
func (r *rows) Done() bool { return false }

// open opens a file, unless it is ready, or standard input for "-".
func (r *rows) open(file string) (src *source, err error) {
	if src = r.ready; src != nil {
		r.ready = nil
		return src, nil
	}
	src = &source{name: file, close: func() error { return nil }}
	if file == "-" {
		src.name = "standard input"
		src.pieces, err = r.pieces(src.name, r.s.in, nil)
		return src, named(src.name, err)
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w, expected %s", file, cause(err), expectedTable)
	}
	src.close = f.Close
	if src.pieces, err = r.pieces(file, f, f); err != nil {
		_ = f.Close()
		return nil, named(file, err)
	}
	return src, nil
}

// pieces returns the pieces of a file; f is nil for standard input.
func (r *rows) pieces(name string, in io.Reader, f *os.File) (*table.Pieces, error) {
	content, beginning, err := table.Unpacked(counted{in, &r.read})
	if err != nil {
		return nil, err
	}
	packed := f == nil || table.IsGzip(f)
	switch {
	case table.IsNpy(beginning):
		return r.arrays(content, f, packed)
	case table.IsNpz(beginning) && !packed:
		info, err := f.Stat()
		if err != nil {
			return nil, err
		}
		r.read += float64(info.Size())
		pieces, _, err := table.NpzPieces(f, info.Size(), r.o.Arrays)
		return pieces, err
	case r.o.Y == "" && len(r.o.Arrays) == 0 && table.IsPlainText(beginning):
		format, err := r.o.format()
		if err != nil {
			return nil, err
		}
		return table.TextPieces(content, format)
	}
	whole, err := io.ReadAll(io.LimitReader(content, mostUnpacked+1))
	if err == nil && len(whole) > mostUnpacked {
		err = fmt.Errorf("the file has more than %d MB and is of a kind that is not read in pieces, expected CSV, .npy or .npz", mostUnpacked>>20)
	}
	if err != nil {
		return nil, err
	}
	if whole, err = table.Unpack(whole, mostUnpacked); err != nil {
		return nil, err
	}
	data, err := r.o.tableFormat.open(whole)
	if err == nil && r.o.Y != "" {
		data, _, err = r.o.join(r.s, data, name)
	}
	if err != nil {
		return nil, err
	}
	return table.Whole(data.Table), nil
}

// arrays returns the pieces of a .npy file, and of the targets of --y.
func (r *rows) arrays(content io.Reader, f *os.File, packed bool) (*table.Pieces, error) {
	var at io.ReaderAt
	if !packed {
		at = f
	}
	features, err := table.OpenArray(content, at, 0)
	if err != nil || r.o.Y == "" {
		if err != nil {
			return nil, err
		}
		return table.ArrayPieces(features, nil)
	}
	labels, err := os.Open(r.o.Y) // stays open until the program ends, as the rows need it
	if err != nil {
		return nil, fmt.Errorf("--y: %w", cause(err))
	}
	targets, err := table.OpenArray(labels, labels, 0)
	if err != nil {
		return nil, named(r.o.Y, err)
	}
	return table.ArrayPieces(features, targets)
}

// begin begins a pass.
func (r *rows) begin() {
	r.size, r.read, r.count, r.kept = 0, 0, 0, 0
	for _, file := range r.files {
		if info, err := os.Stat(file); err == nil && info.Mode().IsRegular() {
			r.size += float64(info.Size())
		}
	}
}

// eachPiece does the work for each piece of all files, several at a time, and takes the results in order. Row numbers of different files are
// apart.
func eachPiece[T any](r *rows, work func(t *dataset.Table, file int) (T, error), take func(T)) error {
	bar := r.s.progress(r.title)
	defer bar.end()
	r.begin()
	for number, file := range r.files {
		src, err := r.open(file)
		if err != nil {
			return err
		}
		err = inOrder(r, src.pieces, func(t *table.Table) (T, error) {
			result, err := work(dataset.Of(t), number)
			return result, named(src.name, err)
		}, func(result T, n int) {
			take(result)
			r.count += float64(n)
			bar.title = fmt.Sprintf("%s: %.4g million rows", r.title, r.count/1e6)
			bar.show(r)
		})
		_ = src.close()
		if err != nil {
			return err
		}
	}
	r.done++
	return nil
}

// inOrder works on the pieces in goroutines, and takes the results in order.
func inOrder[T any](r *rows, pieces *table.Pieces, work func(t *table.Table) (T, error), take func(result T, rows int)) error {
	type outcome struct {
		result T
		rows   int
		err    error
	}
	waiting, free := []chan outcome{}, parallel.Threads()
	var group sync.WaitGroup
	defer group.Wait()
	receive := func() error {
		o := <-waiting[0]
		if waiting = waiting[1:]; o.err == nil && o.rows > 0 {
			take(o.result, o.rows)
		}
		return o.err
	}
	parse := func() (*table.Table, error) { return pieces.First, nil }
	for {
		if r.s.interrupted.Err() != nil {
			return errInterrupted
		}
		c, piece := make(chan outcome, 1), parse
		waiting = append(waiting, c)
		group.Go(func() {
			var o outcome
			var t *table.Table
			if t, o.err = piece(); o.err == nil && t != nil {
				o.rows, _ = t.Size()
				o.result, o.err = work(t)
			}
			c <- o
		})
		if len(waiting) > free {
			if err := receive(); err != nil {
				return err
			}
		}
		next, err := pieces.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		parse = next
	}
	for len(waiting) > 0 {
		if err := receive(); err != nil {
			return err
		}
	}
	return nil
}

// fit finds the columns of the first file, and gathers from all files what reading them takes: words, classes, and with standardise the means
// and deviations.
func (r *rows) fit(standardise bool) (columns *document.Columns, outputs int, err error) {
	classes := r.o.Classes || r.o.Only != nil
	options := dataset.Options{Targets: r.o.Targets, Features: r.o.Features, OneHot: r.o.Encode == "onehot", Missing: missings[r.o.Missing], Only: r.o.Only}
	if classes {
		options.Encoding = dataset.SignsOrOneHot
	}
	if options.Missing == dataset.Mean {
		return nil, 0, errors.New("--missing is mean, expected error or drop: the means of the columns are not known as rows are summed")
	}
	words := classes || options.OneHot
	r.passes = 1
	for _, pass := range []bool{words, standardise} {
		if pass {
			r.passes++
		}
	}
	if r.passes > 1 && slices.Contains(r.files, "-") {
		return nil, 0, errors.New("standard input is read once only, expected files, which --standardise, --classes and --encode onehot read again")
	}
	src, err := r.open(r.files[0])
	if err != nil {
		return nil, 0, err
	}
	r.ready = src
	t := dataset.Of(src.pieces.First)
	if r.o.Outputs != 0 {
		if options.Targets, err = r.o.last(t); err != nil {
			return nil, 0, named(src.name, err)
		}
	}
	columns, notes, err := t.Choose(options)
	if err != nil {
		return nil, 0, named(src.name, err)
	}
	r.s.notes(src.name, &dataset.Frame{Notes: notes})
	if words {
		var lock sync.Mutex
		err := eachPiece(r, func(t *dataset.Table, _ int) (struct{}, error) {
			lock.Lock()
			defer lock.Unlock()
			return struct{}{}, columns.Collect(t, classes, r.o.Only)
		}, func(struct{}) {})
		if err != nil {
			return nil, 0, err
		}
	}
	if outputs, err = columns.Settle(classes); err != nil || !standardise {
		return columns, outputs, named(src.name, err)
	}
	return columns, outputs, r.spread(columns, outputs)
}

// spread sets the scaling of the columns.
func (r *rows) spread(columns *document.Columns, outputs int) error {
	var all *moments.Spread
	var origin []float64
	var once sync.Once
	err := eachPiece(r, func(t *dataset.Table, _ int) (*moments.Spread, error) {
		f, err := r.apply(columns, outputs, t)
		if err != nil {
			return nil, err
		}
		if len(f.X) == 0 {
			return nil, nil
		}
		once.Do(func() { origin = f.X[0] })
		spread := moments.NewSpread(origin)
		for _, x := range f.X {
			spread.Add(x)
		}
		return spread, nil
	}, func(part *moments.Spread) {
		if all == nil {
			all = part
		} else if part != nil {
			all.Join(part)
		}
	})
	if err != nil {
		return err
	}
	if all == nil {
		return errors.New("no row is left to be summed, expected some that are whole")
	}
	columns.Scaling = &dataset.Scaling{}
	columns.Scaling.Mean, columns.Scaling.Deviation = all.Moments()
	return nil
}

// apply reads a piece by the columns, with labels of -1 and 1 for classes.
func (r *rows) apply(columns *document.Columns, outputs int, t *dataset.Table) (*dataset.Frame, error) {
	f, err := columns.Apply(t, dataset.Reading{Targets: true, Piece: true, Only: r.o.Only, Missing: missings[r.o.Missing], Unknown: r.o.Unknown == "ignore", Outputs: outputs, D: len(columns.Features)})
	if err == nil && columns.Classes != nil && outputs > 1 {
		oneAgainstOthers(f.Y)
	}
	return f, err
}

// sum returns the sums of all rows by folds, of which there is at least one.
func (r *rows) sum(columns *document.Columns, outputs, folds int) ([]*moments.Sums, error) {
	d := len(columns.Features)
	if moments.Count(d, outputs) > document.MostSums {
		return nil, document.TooManySums(d, outputs)
	}
	basis := moments.NewBasis(d)
	pool := sync.Pool{New: func() any {
		list := make([]*moments.Accumulator, folds)
		for k := range list {
			list[k] = moments.NewAccumulator(basis, outputs)
		}
		return list
	}}
	total := make([]*moments.Sums, folds)
	for k := range total {
		total[k] = moments.New(basis, outputs)
	}
	err := eachPiece(r, func(t *dataset.Table, file int) ([]*moments.Sums, error) {
		f, err := r.apply(columns, outputs, t)
		if err != nil {
			return nil, err
		}
		list := pool.Get().([]*moments.Accumulator)
		defer pool.Put(list)
		for i, x := range f.X {
			list[moments.FoldOf(uint64(file)<<40+uint64(t.From()+f.Row(i)), folds)].Add(x, f.Y[i])
		}
		parts := make([]*moments.Sums, folds)
		for k, a := range list {
			parts[k] = a.Take()
		}
		return parts, nil
	}, func(parts []*moments.Sums) {
		for k, part := range parts {
			total[k].Add(part)
			r.kept += part.Rows()
		}
	})
	return total, err
}

// peek returns the beginning of a file or of standard input, which is read again afterwards.
func (s *streams) peek(file string) []byte {
	const enough = 4 << 10
	beginning := make([]byte, enough)
	if file != "-" {
		f, err := os.Open(file)
		if err != nil {
			return nil
		}
		defer f.Close()
		n, _ := io.ReadFull(f, beginning)
		return beginning[:n]
	}
	n, _ := io.ReadFull(s.in, beginning)
	s.in = io.MultiReader(bytes.NewReader(beginning[:n]), s.in)
	return beginning[:n]
}
