// Package specimen has small files of data as other programs write them, with the numbers that are in them, written out by hand. It is for
// tests: the command line and the page read the same files.
package specimen

// File is a file, and what must be read from it.
type File struct {
	Name    string
	Content string
	// Options are those of conelab solve, separated by spaces.
	Options string
	X, Y    [][]float64
	// Refusal is what the command line says in place of reading it, without the name of the file.
	Refusal string
	// Notes are parts of the notes of the command line, one each.
	Notes []string
	// PageX and PageY are what the page reads where it differs, as it has no options: it leaves rows out where something is missing, takes no
	// words as features, and makes 1 and -1 of labels 1 and 0. PageRefusal is what it says in place of reading the file.
	PageX, PageY [][]float64
	PageRefusal  string
}

// All are all files.
func All() (files []File) {
	for _, some := range [][]File{fromR(), fromPandas(), fromExcel(), fromMatlab(), fromNumPy(), fromOthers()} {
		files = append(files, some...)
	}
	return files
}

// rows is short for a matrix.
type rows = [][]float64
