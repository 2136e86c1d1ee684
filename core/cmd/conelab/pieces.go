package main

import (
	"bytes"
	"context"
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

// rowReader reads tables in pieces, as often as it takes: for classes, for means and deviations, and for sums. Memory does not grow with the
// number of rows, except for files of kinds that are not read in pieces.
type rowReader struct {
	s       *streams
	o       *tableOptions
	files   []string
	columns *document.Columns
	outputs int
	title   string
	count   float64   // rows, in this pass
	ready   *inPieces // the first file, open, with its first piece read
}

// inPieces is an open table with its pieces.
type inPieces struct {
	*source
	*table.Pieces
	targets *source // those of --y, nil if there are none
}

// Close closes the files.
func (p *inPieces) Close() {
	p.source.Close()
	if p.targets != nil {
		p.targets.Close()
	}
}

// open opens a file, unless it is ready.
func (r *rowReader) open(file string) (p *inPieces, err error) {
	if r.ready != nil {
		p, r.ready = r.ready, nil
		return p, nil
	}
	p = &inPieces{}
	p.source, err = r.s.open(file)
	if err != nil {
		return nil, err
	}
	p.Pieces, err = r.pieces(p)
	if err != nil {
		p.Close()
		return nil, err
	}
	return p, nil
}

// pieces returns those of an open table; a file of a kind that is not read in pieces is one piece.
func (r *rowReader) pieces(p *inPieces) (pieces *table.Pieces, err error) {
	content, beginning, packed, err := table.Unpacked(p)
	if err != nil {
		return nil, inFile(p.name, err)
	}
	format, err := r.o.format(r.columns.Format())
	if err != nil {
		return nil, err
	}
	switch {
	case bytes.HasPrefix(bytes.TrimSpace(beginning), []byte("{")):
		err = errors.New("it has JSON, a document or an object for each row, expected a table or a sums document")
	case table.IsNpy(beginning):
		pieces, err = r.arrays(p, content)
	case table.IsNpz(beginning) && p.size > 0 && !packed:
		pieces, err = table.NpzPieces(p.file, p.size, format)
	case r.o.Y == "" && len(r.o.Arrays) == 0 && table.IsPlainText(beginning):
		pieces, err = table.TextPieces(content, format)
	default:
		return r.whole(p, content, format)
	}
	return pieces, inFile(p.name, err)
}

// whole reads a table at once.
func (r *rowReader) whole(p *inPieces, content io.Reader, format table.Format) (*table.Pieces, error) {
	all, err := io.ReadAll(io.LimitReader(content, maxUnpacked+1))
	if err == nil && len(all) > maxUnpacked {
		err = fmt.Errorf("the file has more than %d MB and is of a kind that is not read in pieces, expected CSV, .npy or .npz", maxUnpacked>>20)
	}
	if err == nil {
		all, err = table.Unpack(all, maxUnpacked)
	}
	if err != nil {
		return nil, inFile(p.name, err)
	}
	data, _, err := r.o.withTargets(r.s, all, p.name, format)
	return table.OnePiece(data), err
}

// arrays returns the pieces of a .npy file, and of the --y file.
func (r *rowReader) arrays(p *inPieces, content io.Reader) (*table.Pieces, error) {
	features, err := table.OpenArray(content)
	if err != nil {
		return nil, err
	}
	if r.o.Y == "" {
		return table.ArrayPieces(features, nil)
	}
	p.targets, err = r.s.open(r.o.Y)
	if err != nil {
		return nil, err
	}
	targets, err := table.OpenArray(p.targets)
	if err != nil {
		return nil, inFile(r.o.Y, err)
	}
	return table.ArrayPieces(features, targets)
}

// eachPiece does the work for each piece of all files, several at a time, and takes the results in order.
func eachPiece[T any](r *rowReader, work func(t *table.Table, file int) (T, error), take func(T)) error {
	bar := r.s.progress(r.title)
	defer bar.end()
	r.count = 0
	size, before := 0.0, 0.0 // in bytes, of all files and of those that have been read
	for _, file := range r.files {
		if info, err := os.Stat(file); err == nil {
			size += float64(info.Size())
		}
	}
	for number, file := range r.files {
		src, err := r.open(file)
		if err != nil {
			return err
		}
		at := int64(0)
		err = inOrder(src.Pieces, func(t *table.Table) (T, error) { return work(t, number) }, func(result T, n int) {
			take(result)
			r.count += float64(n)
			bar.title = fmt.Sprintf("%s: %.4g million rows", r.title, r.count/1e6)
			if src.file != nil {
				at, _ = src.file.Seek(0, io.SeekCurrent)
			}
			if bar.due() {
				bar.show(parallel.Progress{Share: (before + float64(at)) / max(1, size)})
			}
		})
		before += float64(at)
		src.Close()
		if err != nil {
			return inFile(src.name, err)
		}
	}
	return nil
}

// inOrder works on as many pieces at a time as there are threads, and takes the results in order.
func inOrder[T any](pieces *table.Pieces, work func(t *table.Table) (T, error), take func(result T, rows int)) error {
	type outcome struct {
		result T
		rows   int
		err    error
	}
	parses := []func() (*table.Table, error){func() (*table.Table, error) { return pieces.First, nil }}
	for ended := false; !ended || len(parses) > 0; parses = parses[:0] {
		for len(parses) < parallel.Threads() && !ended {
			parse, err := pieces.Next()
			ended = errors.Is(err, io.EOF)
			if err != nil && !ended {
				return err
			}
			if !ended {
				parses = append(parses, parse)
			}
		}
		outcomes := make([]outcome, len(parses))
		parallel.For(context.Background(), len(parses), func(i int) {
			o := &outcomes[i]
			var t *table.Table
			t, o.err = parses[i]()
			if o.err == nil && t != nil {
				o.rows, _ = t.Size()
				o.result, o.err = work(t)
			}
		})
		for _, o := range outcomes {
			if o.err != nil {
				return o.err
			}
			if o.rows > 0 {
				take(o.result, o.rows)
			}
		}
	}
	return nil
}

// fit finds the columns of the first file, and gathers from all files what reading them takes: classes, and with standardize the means and
// deviations.
func (r *rowReader) fit(standardize bool) error {
	switch {
	case r.o.Missing == "mean" || r.o.Encode == "onehot" || r.o.Only != nil:
		return errors.New("--missing mean, --encode onehot or --only is given, expected a table of numbers: they take the whole table at " +
			"once, and rows are summed in pieces")
	case (r.o.Classes || standardize) && slices.Contains(r.files, "-"):
		return errors.New("standard input is read once only, expected files, which --standardise and --classes read again")
	}
	src, err := r.open(r.files[0])
	if err != nil {
		return err
	}
	r.ready = src
	t := src.First
	options, err := r.o.options(t)
	if err != nil {
		return inFile(src.name, err)
	}
	if r.o.Classes {
		options.Encoding = dataset.Signs
	}
	columns, notes, err := dataset.Choose(t, options)
	if err != nil {
		return inFile(src.name, err)
	}
	r.s.noteAll(src.name, notes)
	r.columns, columns.Table.Arrays = columns, r.o.Arrays
	if r.o.Classes {
		var lock sync.Mutex
		err := eachPiece(r, func(t *table.Table, _ int) (any, error) {
			lock.Lock()
			defer lock.Unlock()
			return nil, dataset.Collect(columns, t)
		}, func(any) {})
		if err != nil {
			return err
		}
	}
	r.outputs, err = dataset.SetOutputs(columns)
	if err != nil || !standardize {
		return inFile(src.name, err)
	}
	return r.standardize()
}

// standardize sets the scaling of the columns.
func (r *rowReader) standardize() error {
	all := moments.NewSpread(len(r.columns.Features))
	r.columns.Scaling = nil // also that of pixels
	err := eachPiece(r, func(t *table.Table, _ int) (*moments.Spread, error) {
		f, err := r.apply(t)
		if err != nil {
			return nil, err
		}
		spread := moments.NewSpread(len(r.columns.Features))
		for _, x := range f.X {
			spread.Add(x)
		}
		return spread, nil
	}, all.Join)
	if err != nil {
		return err
	}
	r.columns.Scaling = &dataset.Scaling{}
	r.columns.Scaling.Mean, r.columns.Scaling.Deviation = all.Moments()
	return inFile(r.files[0], r.columns.CheckScaling(r.columns.Scaling))
}

// apply reads a piece by the columns.
func (r *rowReader) apply(t *table.Table) (*dataset.Frame, error) {
	return r.columns.Apply(t, dataset.Options{Part: true}, true, r.outputs, len(r.columns.Features))
}

// sum returns the sums of the rows of each fold; there is at least one fold. A feature of ones is not summed.
func (r *rowReader) sum(folds int) ([]*moments.Sums, error) {
	d := len(r.columns.Features)
	if r.columns.Bias {
		d--
	}
	if moments.Count(d, r.outputs) > document.MaxSums {
		return nil, document.TooManySums(d, r.outputs)
	}
	basis := moments.NewBasis(d)
	total := make([]*moments.Sums, folds)
	for k := range total {
		total[k] = moments.New(basis, r.outputs)
	}
	pool := sync.Pool{New: func() any {
		list := make([]*moments.Accumulator, folds)
		for k := range list {
			list[k] = moments.NewAccumulator(basis, r.outputs)
		}
		return &list
	}}
	err := eachPiece(r, func(t *table.Table, file int) (parts []*moments.Sums, err error) {
		f, err := r.apply(t)
		if err != nil {
			return nil, err
		}
		list := pool.Get().(*[]*moments.Accumulator)
		defer pool.Put(list)
		for i, x := range f.X {
			row := uint64(file)<<40 + uint64(t.From()+f.Row(i)) // no two rows of all files have the same number
			(*list)[moments.FoldOf(row, folds)].Add(x[:d], f.Y[i])
		}
		for _, a := range *list {
			parts = append(parts, a.Take())
		}
		return parts, nil
	}, func(parts []*moments.Sums) {
		for k, part := range parts {
			total[k].Add(part)
		}
	})
	return total, err
}
