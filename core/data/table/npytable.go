package table

import (
	"bytes"
	"encoding/binary"
	"strconv"
	"strings"

	"conelab/core/data/fault"
)

// OpenNpy returns the table in a .npy file of numbers, as ParseNpy reads them, or of strings, of at most axes axes.
func OpenNpy(data []byte, axes int) (*Table, error) {
	a, err := readNpy(data)
	if err != nil {
		return nil, err
	}
	if len(a.shape) > max(2, axes) {
		what := "has the shape " + a.sides() + ", expected two axes, rows and columns"
		return nil, fault.WithOption(npyFault(what), "--kind convolutional takes the axes after the first for signals or images")
	}
	if width, size := a.strings(); size > 0 && len(a.shape) > 0 {
		return a.words(width, size)
	}
	numbers, err := a.numbers()
	if err != nil {
		return nil, err
	}
	t := &Table{Of: " of " + npyName, height: a.shape[0], width: len(numbers) / a.shape[0], numbers: numbers}
	if len(a.shape) > 2 {
		rows := strconv.Itoa(t.height) + " rows of " + strconv.Itoa(t.width) + " numbers"
		t.Notes = []Note{{Sentence: "the array of " + a.sides() + " is read as " + rows}}
	}
	return t, nil
}

// strings returns the number of bytes of a character and of a string, for arrays of type S or U; 0 for others.
func (a *npyArray) strings() (width, size int) {
	kind := strings.TrimLeft(a.kind, "<=|")
	if len(kind) < 2 || kind[0] != 'S' && kind[0] != 'U' {
		return 0, 0
	}
	length, err := strconv.Atoi(kind[1:])
	if width = 1; kind[0] == 'U' {
		width = 4
	}
	if err != nil || length < 1 || length > mostColumns {
		return 0, 0
	}
	return width, width * length
}

// words returns the table of an array of strings, which end with zeros.
func (a *npyArray) words(width, size int) (*Table, error) {
	if err := a.checkSize(size); err != nil {
		return nil, err
	}
	if a.fortran && len(a.shape) > 1 {
		return nil, npyFault("has strings in Fortran order, expected C order for these")
	}
	rows, body := make([][]string, a.shape[0]), a.body
	for i := range rows {
		for range len(a.body) / size / len(rows) {
			text := body[:size]
			if width == 4 {
				runes := make([]rune, 0, size/4)
				for at := 0; at < size; at += 4 {
					runes = append(runes, rune(binary.LittleEndian.Uint32(text[at:])))
				}
				text = []byte(string(runes))
			}
			rows[i], body = append(rows[i], string(bytes.TrimRight(text, "\x00"))), body[size:]
		}
	}
	t, err := OfCells(nil, rows, nil)
	if err == nil {
		t.Of = " of " + npyName
	}
	return t, err
}
