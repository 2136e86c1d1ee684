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

// Npz is an archive of NumPy arrays.
type Npz struct {
	Names  []string // in the order of the archive, without .npy
	arrays [][]byte
}

// IsNpz reports whether data is a zip file whose first file is a NumPy array. (A workbook of Excel is a zip file, too.)
func IsNpz(data []byte) bool {
	const nameLength, name = 26, 30 // the offsets of the length of the first file's name, and of the name
	if !bytes.HasPrefix(data, []byte("PK\x03\x04")) || len(data) < name {
		return false
	}
	end := name + int(data[nameLength]) + int(data[nameLength+1])<<8
	return end <= len(data) && bytes.HasSuffix(data[name:end], []byte(npySuffix))
}

const npySuffix = ".npy"

// ParseNpz reads an archive whose arrays have at most most bytes when unpacked. Errors are fault.InputErrors.
func ParseNpz(data []byte, most int) (*Npz, error) {
	broken := npzFault("cannot be unpacked, expected a whole archive")
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, broken
	}
	z := &Npz{}
	for _, file := range archive.File {
		name, array := strings.CutSuffix(file.Name, npySuffix)
		if !array {
			continue
		}
		var content []byte
		reader, err := file.Open()
		if err == nil {
			content, err = io.ReadAll(io.LimitReader(reader, int64(most)+1))
		}
		switch {
		case len(content) > most:
			return nil, npzFault("has too much when unpacked, expected at most " + strconv.Itoa(most>>20) + " MB more")
		case err != nil:
			return nil, broken
		}
		most -= len(content)
		z.Names, z.arrays = append(z.Names, name), append(z.arrays, content)
	}
	if len(z.Names) == 0 {
		return nil, npzFault("has no array, expected at least one")
	}
	return z, nil
}

// Rows returns an array as rows, as ParseNpy does.
func (z *Npz) Rows(name string) ([][]float64, error) {
	k := slices.Index(z.Names, name)
	if k < 0 {
		return nil, npzFault(`has no array "` + fault.Clip(name) + `", expected one of ` + z.list())
	}
	rows, err := ParseNpy(z.arrays[k])
	if err != nil {
		return nil, fault.New(`the array "`+fault.Clip(name)+`"`, strings.TrimPrefix(err.Error(), npyName+" "))
	}
	return rows, nil
}

// Pair returns the names of the array of features and of the array of targets. Of two arrays with equally many rows, the targets are the
// one that is a vector, or the one with a name such as y. A single array holds both, and targets is "".
func (z *Npz) Pair() (features, targets string, err error) {
	switch len(z.Names) {
	case 1:
		return z.Names[0], "", nil
	case 2:
		first, second := z.shape(0), z.shape(1)
		if len(first) == 0 || len(second) == 0 || first[0] != second[0] {
			break
		}
		if y, other := likeTargets(z.Names[0], first), likeTargets(z.Names[1], second); y > other {
			return z.Names[1], z.Names[0], nil
		} else if y < other {
			return z.Names[0], z.Names[1], nil
		}
	}
	return "", "", fault.WithOption(npzFault("has the arrays "+z.list()+", expected two, of features and of one label for each row"),
		"--arrays X,Y names those of the features and of the targets")
}

// likeTargets says how much an array looks like targets: a vector does more than a name.
func likeTargets(name string, shape []int) (likeness int) {
	if slices.Contains([]string{"y", "labels", "label", "targets", "target"}, strings.ToLower(name)) {
		likeness = 1
	}
	if slices.Max(append([]int{1}, shape[1:]...)) == 1 {
		likeness += 2
	}
	return likeness
}

func (z *Npz) shape(k int) []int {
	a, err := readNpy(z.arrays[k])
	if err != nil {
		return nil
	}
	return a.shape
}

// list names the arrays with their shapes, or the first of them.
func (z *Npz) list() string {
	const most = 6
	var names []string
	for k := range z.Names[:min(len(z.Names), most)] {
		var sides []string
		for _, n := range z.shape(k) {
			sides = append(sides, strconv.Itoa(n))
		}
		names = append(names, fault.Clip(z.Names[k])+" ("+strings.Join(sides, " by ")+")")
	}
	if len(z.Names) > most {
		names = append(names, "...")
	}
	return strings.Join(names, ", ")
}

func npzFault(what string) error { return fault.New("the .npz file", what) }
