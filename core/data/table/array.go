package table

import (
	"archive/zip"
	"encoding/binary"
	"errors"
	"io"
	"strings"

	"conelab/core/data/fault"
)

// Array is a .npy file that is read in pieces.
type Array struct {
	Head  NpyHead
	of    string // what the names of entries end with in errors
	r     io.Reader
	at    io.ReaderAt // the file, nil if it can only be read in order
	start int64       // of the file in at
	done  int         // rows
}

// OpenArray reads the header of a .npy file. Numbers that stand column by column take at, in which the file begins at start; at is nil if
// there is none. Errors are fault.InputErrors or those of reading.
func OpenArray(r io.Reader, at io.ReaderAt, start int64) (*Array, error) {
	header := make([]byte, 12)
	if _, err := io.ReadFull(r, header); err != nil || !IsNpy(header) {
		return nil, npyFault("ends within its header, expected a whole file")
	}
	size := 12 + int64(binary.LittleEndian.Uint32(header[8:]))
	if header[6] == 1 {
		size = 10 + int64(binary.LittleEndian.Uint16(header[8:]))
	}
	if size < 12 || size > 1<<16 {
		return nil, npyFault("has a header that is too long, expected one that NumPy writes")
	}
	header = append(header, make([]byte, size-12)...)
	if _, err := io.ReadFull(r, header[12:]); err != nil {
		return nil, npyFault("ends within its header, expected a whole file")
	}
	head, ok := ReadNpyHead(header)
	switch {
	case !ok:
		_, err := ParseNpy(header) // which says why
		if err == nil {
			err = npyFault("has too many columns, expected a table")
		}
		return nil, err
	case head.Fortran && len(head.shape) > 2:
		return nil, npyFault("has more than two axes in Fortran order, expected C order for these")
	case head.Fortran && head.Columns > 1 && at == nil:
		return nil, npyFault("has its numbers column by column and is packed or piped, expected a file that is not packed, or numbers " +
			"row by row: numpy.ascontiguousarray(data)")
	}
	return &Array{Head: head, of: " of the .npy file", r: r, at: at, start: start}, nil
}

// rows returns about how many rows make a piece.
func (a *Array) rows() int { return max(1, pieceBytes/(a.Head.Columns*a.Head.Size)) }

// next returns the function that parses the next so many rows, or as many as there are: see Pieces.
func (a *Array) next(rows int) (parse func() (*Table, error), err error) {
	h := &a.Head
	rows = min(rows, h.Rows-a.done)
	if rows == 0 {
		return nil, io.EOF
	}
	body := make([]byte, rows*h.Columns*h.Size)
	byColumns := h.Fortran && h.Columns > 1
	if byColumns {
		for j := 0; j < h.Columns && err == nil; j++ {
			_, err = a.at.ReadAt(body[j*rows*h.Size:(j+1)*rows*h.Size], a.start+int64(h.Start)+int64(j*h.Rows+a.done)*int64(h.Size))
		}
	} else {
		_, err = io.ReadFull(a.r, body)
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, npyFault("ends before its last number, expected a whole file")
	}
	done := a.done
	a.done += rows
	return func() (*Table, error) {
		t := &Table{Of: a.of, from: done, height: rows, width: h.Columns}
		t.numbers = numbersOf(body, h.kind, rows, h.Columns, byColumns)
		return t, nil
	}, err
}

// ArrayPieces returns the pieces of an array, and of one of targets on its right, which may be nil; or the error of opening them.
func ArrayPieces(features, targets *Array, err error) (*Pieces, error) {
	if err != nil {
		return nil, err
	}
	rows := features.rows()
	if targets == features {
		targets = nil
	}
	if targets != nil {
		targets.of = " of the targets"
		if targets.Head.Rows != features.Head.Rows {
			_, err := Join(&Table{height: features.Head.Rows}, &Table{height: targets.Head.Rows})
			return nil, err
		}
		rows = min(rows, targets.rows())
	}
	p := &Pieces{next: func() (func() (*Table, error), error) {
		left, err := features.next(rows)
		if err != nil || targets == nil {
			return left, err
		}
		right, err := targets.next(rows)
		return func() (*Table, error) {
			x, err := left()
			if err != nil {
				return nil, err
			}
			y, err := right()
			if err != nil {
				return nil, err
			}
			return Join(x, y)
		}, err
	}}
	parse, err := p.next()
	if err == nil {
		p.First, err = parse()
	}
	return p, err
}

// NpzPieces returns the pieces of the named arrays of an archive in a file of that size, of features and of targets, or without names of
// those that Pair chooses.
func NpzPieces(file io.ReaderAt, size int64, names []string) (p *Pieces, err error) {
	broken := npzFault("cannot be unpacked, expected a whole archive")
	archive, err := zip.NewReader(file, size)
	if err != nil {
		return nil, broken
	}
	z, arrays := &Npz{}, map[string]*Array{}
	for _, entry := range archive.File {
		name, ok := strings.CutSuffix(entry.Name, npySuffix)
		if !ok {
			continue
		}
		r, err := entry.Open()
		if err != nil {
			return nil, broken
		}
		var at io.ReaderAt
		start, err := entry.DataOffset()
		if err == nil && entry.Method == zip.Store {
			at = file
		}
		a, err := OpenArray(r, at, start)
		if err != nil {
			continue // an array of another type, which may not be wanted
		}
		a.of = ` of the array "` + name + `"`
		header, _ := a.Head.First(a.Head.Rows)
		z.Names, z.arrays, arrays[name] = append(z.Names, name), append(z.arrays, header), a
	}
	if len(names) == 0 && len(z.Names) > 0 {
		x, y, err := z.Pair()
		if err != nil {
			return nil, err
		}
		if names = []string{x}; y != "" {
			names = append(names, y)
		}
	}
	if len(names) < 1 || len(names) > 2 {
		return nil, npzFault("is given with no array, or three, expected one or two")
	}
	for _, name := range names {
		if arrays[name] == nil {
			return nil, npzFault(`has no array "` + fault.Clip(name) + `" of numbers, expected one of ` + z.list())
		}
	}
	return ArrayPieces(arrays[names[0]], arrays[names[len(names)-1]], nil)
}
