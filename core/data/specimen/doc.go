// Package specimen has small data files as other programs write them, with the numbers they contain written out by hand. They are for tests:
// the command line and the page read the same files.
package specimen

// File is a file with the data that must be read from it.
type File struct {
	Name    string
	Content string
	// Options are those of conelab solve, separated by spaces.
	Options string
	X, Y    [][]float64
	// Refusal is the command line's error message if it refuses the file, without the file's name.
	Refusal string
	// Notes are parts of the command line's notes, one string for each note.
	Notes []string
	// PageX and PageY are what the page reads if that differs. The page has no options: it leaves out rows with missing values, does not
	// accept words as features, and reads labels 1 and 0 as 1 and -1. PageRefusal is its error message if it refuses the file.
	PageX, PageY [][]float64
	PageRefusal  string
}

// All returns all files.
func All() (files []File) {
	for _, some := range [][]File{fromR(), fromPandas(), fromExcel(), fromMatlab(), fromNumPy(), fromOthers()} {
		files = append(files, some...)
	}
	return files
}

// rows is a matrix.
type rows = [][]float64
