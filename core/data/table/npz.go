package table

import (
	"archive/zip"
	"bytes"
	"io"
	"slices"
	"strconv"
	"strings"

	"conelab/core/data/fault"
)

// npz is an archive of NumPy arrays.
type npz struct {
	names  []string // in the order of the archive, without .npy
	arrays map[string]*Array
}

const npySuffix = ".npy"

// IsNpz reports whether data is a zip file whose first file is a NumPy array. (A workbook of Excel is a zip file, too.)
func IsNpz(data []byte) bool {
	const nameLength, name = 26, 30 // the offsets of the length of the first file's name, and of the name
	if !bytes.HasPrefix(data, []byte("PK\x03\x04")) || len(data) < name {
		return false
	}
	end := name + int(data[nameLength]) + int(data[nameLength+1])<<8
	return end <= len(data) && bytes.HasSuffix(data[name:end], []byte(npySuffix))
}

// openNpz opens an archive of the given size in bytes. Errors are fault.InputErrors.
func openNpz(file io.ReaderAt, size int64) (*npz, error) {
	archive, err := zip.NewReader(file, size)
	if err != nil {
		return nil, npzFault("cannot be unpacked, expected a whole archive")
	}
	z := &npz{arrays: map[string]*Array{}}
	for _, entry := range archive.File {
		name, ok := strings.CutSuffix(entry.Name, npySuffix)
		if !ok {
			continue
		}
		r, err := entry.Open()
		if err != nil {
			return nil, npzFault("cannot be unpacked, expected a whole archive")
		}
		a, err := openArray(`the array "`+fault.Clip(name)+`"`, r)
		if err != nil {
			a = &Array{broken: err}
		}
		z.names, z.arrays[name] = append(z.names, name), a
	}
	if len(z.names) == 0 {
		return nil, npzFault("has no array, expected at least one")
	}
	return z, nil
}

// array returns an array, which can be read once.
func (z *npz) array(name string) (*Array, error) {
	if !slices.Contains(z.names, name) {
		return nil, npzFault(`has no array "` + fault.Clip(name) + `", expected one of ` + z.list())
	}
	return z.arrays[name], z.arrays[name].broken
}

// pair returns the arrays of features and of targets: those that the format names, or of two arrays with equally many rows, the targets are
// the one of one column, beside several, or that is a vector, beside a column. A single array holds both, and targets is nil.
func (z *npz) pair(format *Format) (features, targets *Array, err error) {
	names := format.Arrays
	switch {
	case names == nil:
		names = z.usual()
	case len(names) == 2 && format.Unlabelled && !slices.Contains(z.names, names[1]):
		names = names[:1]
	}
	switch len(names) {
	case 0:
		return nil, nil, fault.WithOption(npzFault("has the arrays "+z.list()+", expected two, of features and of one label for each row"),
			"--arrays X,Y names those of the features and of the targets")
	case 1, 2:
		features, err = z.array(names[0])
	default:
		err = fault.New("the choice of arrays", "has "+strconv.Itoa(len(names))+" names, expected one or two")
	}
	if err == nil && len(names) == 2 {
		targets, err = z.array(names[1])
	}
	return features, targets, err
}

// usual returns the names of the arrays of pair without a choice, nil if there is a doubt.
func (z *npz) usual() []string {
	if len(z.names) == 1 {
		return z.names
	}
	for k, name := range z.names[:2] {
		other := z.names[1-k]
		x, y := z.arrays[other], z.arrays[name]
		if len(z.names) == 2 && x.Rows == y.Rows && y.Columns == 1 && (x.Columns > 1 || y.vector() && !x.vector()) {
			return []string{other, name}
		}
	}
	return nil
}

// list names the arrays with their shapes, or the first of them.
func (z *npz) list() string {
	var names []string
	for _, name := range z.names {
		shape := "other"
		if a := z.arrays[name]; a.broken == nil {
			shape = a.sides()
		}
		names = append(names, fault.Clip(name)+" ("+shape+")")
	}
	return fault.List(names, fault.Few)
}

// parseNpz returns the features, with the targets on their right if there are any, of an archive: see pair.
func parseNpz(content []byte, format *Format) (*Table, error) {
	z, err := openNpz(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		return nil, err
	}
	x, y, err := z.pair(format)
	if err != nil {
		return nil, err
	}
	features, err := x.Table(format.Axes)
	if err != nil || y == nil {
		return features, err
	}
	targets, err := y.Table(0)
	if err != nil {
		return nil, err
	}
	joined, err := Join(features, targets)
	if err == nil && format.Arrays == nil {
		sentence := "the features are " + x.name + ", the targets " + strings.TrimPrefix(y.name, "the array ")
		joined.Notes = append(joined.Notes, Note{Sentence: sentence, Option: "--arrays X,Y takes others"})
	}
	return joined, err
}

// NpzPieces returns the pieces of the features in an archive of the given size in bytes, with the targets on their right if there are any:
// see pair. Errors are fault.InputErrors.
func NpzPieces(file io.ReaderAt, size int64, format Format) (*Pieces, error) {
	z, err := openNpz(file, size)
	if err != nil {
		return nil, err
	}
	features, targets, err := z.pair(&format)
	if err != nil {
		return nil, err
	}
	return ArrayPieces(features, targets)
}

func npzFault(what string) error { return fault.New("the .npz file", what) }
