// Package specimen has small data files as other programs write them, with the numbers they contain written out by hand, in files.json.
// They are for tests: the command line and the page read the same files.
package specimen

import (
	_ "embed" // for the files

	"conelab/core/data/strictjson"
)

// File is a file with the data that must be read from it.
type File struct {
	Name string `json:"name"`
	// Content is the file; Bytes are it if it is not plain text.
	Content string `json:"content,omitempty"`
	Bytes   []byte `json:"bytes,omitempty"`
	// Options are those of conelab solve, separated by spaces.
	Options string      `json:"options,omitempty"`
	X       [][]float64 `json:"x,omitempty"`
	Y       [][]float64 `json:"y,omitempty"`
	// Refusal is the command line's error message if it refuses the file, without the file's name.
	Refusal string `json:"refusal,omitempty"`
	// Notes are parts of the command line's notes, one string for each note.
	Notes []string `json:"notes,omitempty"`
	// PageX and PageY are what the page reads if that differs. The page has no options: it leaves out rows with missing values, does not
	// accept words as features, and reads labels 1 and 0 as 1 and -1. PageRefusal is its error message if it refuses the file.
	PageX       [][]float64 `json:"pageX,omitempty"`
	PageY       [][]float64 `json:"pageY,omitempty"`
	PageRefusal string      `json:"pageRefusal,omitempty"`
}

//go:embed files.json
var files []byte

// All returns all files.
func All() []File {
	var all struct {
		Files []File `json:"files"`
	}
	if err := strictjson.Read(files, &all); err != nil {
		panic(err) // the file is part of the program
	}
	for i := range all.Files {
		if f := &all.Files[i]; f.Bytes != nil {
			f.Content = string(f.Bytes)
		}
	}
	return all.Files
}
