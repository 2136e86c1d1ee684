package specimen

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"io"
	"strings"
	"unicode/utf16"
)

// fromNumPy returns files written by NumPy.
func fromNumPy() []File {
	x, y := npy("<f8", "(3, 2)", []float64{1, 2, 3, 4, 5, 7}), npy("<i8", "(3,)", []int64{1, 0, 1})
	features, ones := rows{{1, 2}, {3, 4}, {5, 7}}, rows{{1}, {0}, {1}}
	signs := rows{{1}, {-1}, {1}}
	four := archive("x_train", x, "y_train", y, "x_test", x, "y_test", y)
	half := npy("<f2", "(2, 3)", []uint16{0x3c00, 0xc000, 0x3555, 0x0001, 0x7bff, 0x3800})
	halves := rows{{1, -2}, {1.0 / (1 << 24), 65504}}
	return []File{
		{Name: "savetxt", Content: "1.000000000000000000e+00 2.500000000000000000e+00\n3.000000000000000000e+00 4.000000000000000000e+00\n", X: rows{{1}, {3}}, Y: rows{{2.5}, {4}}},
		{Name: "savetxt, header", Content: "# a b y\n1.5,2,3\n4,5,6\n", X: rows{{1.5, 2}, {4, 5}}, Y: rows{{3}, {6}}},
		{Name: "save", Content: npy("<f4", "(2, 2)", []float32{1.5, 2, 3, 4}), X: rows{{1.5}, {3}}, Y: rows{{2}, {4}}},
		{Name: "save, gzip", Content: packed(npy("<f8", "(2, 2)", []float64{1.5, 2, 3, 4})), X: rows{{1.5}, {3}}, Y: rows{{2}, {4}}},
		// 0x3555 is 0.333251953125, and 0x0001 the smallest number above 0.
		{Name: "float16", Content: half, X: halves, Y: rows{{0.333251953125}, {0.5}}},
		{Name: "savez", Content: archive("X", x, "y", y), X: features, Y: ones, PageY: signs, Notes: []string{`the features are the array "X", the targets "y"; --arrays`}},
		{Name: "savez, the other way round", Content: archive("arr_0", y, "arr_1", x), X: features, Y: ones, PageY: signs, Notes: []string{`"arr_1", the targets "arr_0"`}},
		{Name: "savez, four arrays", Content: four, Options: "--arrays x_test,y_test", X: features, Y: ones,
			PageRefusal: "The .npz file has the arrays x_train (3 by 2), y_train (3), x_test (3 by 2), y_test (3), expected two, of features and of one label for each row."},
		{Name: "savez, four arrays, refused", Content: four, Refusal: "the .npz file has the arrays x_train (3 by 2), y_train (3), x_test (3 by 2), y_test (3), " +
			"expected two, of features and of one label for each row; --arrays X,Y names those of the features and of the targets",
			PageRefusal: "The .npz file has the arrays x_train (3 by 2), y_train (3), x_test (3 by 2), y_test (3), expected two, of features and of one label for each row."},
		{Name: "structured", Content: npy("|O", "(1,)", []byte{1, 2, 3}), Refusal: `the .npy file has the type "|O", expected floating-point numbers or integers`,
			PageRefusal: `The .npy file has the type "|O", expected floating-point numbers or integers.`},
		{Name: "pickle", Content: "\x80\x04\x95\x10", Refusal: `the file is a Python pickle, expected text or NumPy: in Python, numpy.save("data.npy", data)`,
			PageRefusal: `The file is a Python pickle, expected text or NumPy: in Python, numpy.save("data.npy", data).`},
	}
}

// fromOthers returns files written by hand, by databases and by other programs.
func fromOthers() []File {
	const answers = "age,answer\n20,yes\n30,no\n40,yes\n"
	ages, yes := rows{{20}, {30}, {40}}, rows{{1}, {-1}, {1}}
	note := `the class "yes" is 1, "no" is -1`
	return []File{
		{Name: "bars", Content: "a|b|y\n1.5|2|3\n4|5|6\n", X: rows{{1.5, 2}, {4, 5}}, Y: rows{{3}, {6}}},
		{Name: "bars and commas", Content: "a|y\n1,5|2\n2,5|3\n", X: rows{{1.5}, {2.5}}, Y: rows{{2}, {3}}, Notes: []string{"decimal commas"}},
		{Name: "UTF-16, the other order", Content: utf16be("a,y\n1,2\n3,4\n"), X: rows{{1}, {3}}, Y: rows{{2}, {4}}},
		{Name: "JSON rows", Content: "[[1, 2.5, 3],\n [4, 5, 6]]\n", X: rows{{1, 2.5}, {4, 5}}, Y: rows{{3}, {6}}},
		{Name: "missing of every kind", Content: "a,b,y\n1,2,3\n?,2,3\n1,-,3\nNULL,2,3\nNone,2,3\n1,nan,3\nn/a,1,2\n1,2,\n4,5,6\n", Options: "--missing drop", X: rows{{1, 2}, {4, 5}}, Y: rows{{3}, {6}},
			Notes: []string{"7 of 9 rows left out"}},
		{Name: "hinge, words", Content: answers, Options: "--loss hinge", X: ages, Y: yes, Notes: []string{note}},
		{Name: "hinge, words, other order", Content: "age,answer\n30,no\n20,yes\n", Options: "--loss hinge", X: rows{{30}, {20}}, Y: rows{{-1}, {1}}, Notes: []string{note}},
		{Name: "yes in capitals", Content: "a,b\n1,YES\n2,no\n", Options: "--loss logistic", X: rows{{1}, {2}}, Y: rows{{1}, {-1}}, Notes: []string{`"YES" is 1, "no" is -1`}},
		{Name: "plus and minus", Content: "a,b\n1,+\n2,-\n", Options: "--classes", X: rows{{1}, {2}}, Y: rows{{1}, {-1}}, Notes: []string{`"+" is 1, "-" is -1`}},
		{Name: "logistic, 0 and 1", Content: "a,b\n1.5,1\n2,0\n3,1\n", Options: "--loss logistic", X: rows{{1.5}, {2}, {3}}, Y: yes, Notes: []string{`"1" is 1, "0" is -1`}},
		{Name: "logistic, truth", Content: "a,b\n1.5,True\n2,False\n", Options: "--loss logistic", X: rows{{1.5}, {2}}, Y: rows{{1}, {-1}}, Notes: []string{`"True" is 1`}},
		{Name: "softmax, numbers", Content: "a,b\n1,2\n2,5\n3,3\n", Options: "--loss softmax", X: rows{{1}, {2}, {3}}, Y: rows{{1, 0, 0}, {0, 0, 1}, {0, 1, 0}}, Notes: []string{"one output each: 2, 3, 5"},
			PageY: rows{{2}, {5}, {3}}},
		{Name: "hinge, signs", Content: "a,b\n1,1\n2,-1\n", Options: "--loss hinge", X: rows{{1}, {2}}, Y: rows{{1}, {-1}}},
		{Name: "one class", Content: "a,b\n1,yes\n2,yes\n", Options: "--loss hinge", Refusal: "the target has 1 class (yes), expected two or more",
			PageRefusal: "The target has 1 class (yes), expected two or more."},
		{Name: "a hole in a row", Content: "a,b,y\n1,2,3\n4,5\n", Refusal: "line 3 has 2 cells, expected 3 as in the header", PageRefusal: "Line 3 has 2 cells, expected 3 as in the header."},
		{Name: "nothing but a header", Content: "a,b,y\n", Refusal: "the table has a header but no rows, expected at least one row of numbers",
			PageRefusal: "The table has a header but no rows, expected at least one row of numbers."},
		{Name: "half of a gzip file", Content: packed("a,y\n1,2\n")[:20], Refusal: "the file cannot be unpacked, expected whole gzip data",
			PageRefusal: "The file cannot be unpacked, expected whole gzip data."},
		{Name: "a document, packed", Content: packed(`{"format":"conelab/problem/1","data":{"x":[[1,0],[0,1]],"y":[[1],[-1]]},"architecture":{"kind":"dense"},` +
			`"activation":{"a":1,"b":1,"c":0},"loss":"squared","beta":0.25}`), X: rows{{1, 0}, {0, 1}}, Y: rows{{1}, {-1}}},
	}
}

// packed returns the content compressed by gzip.
func packed(content string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = io.WriteString(w, content) // into memory
	_ = w.Close()
	return b.String()
}

func utf16le(text string) string { return utf16of(text, binary.LittleEndian) }
func utf16be(text string) string { return utf16of(text, binary.BigEndian) }

// utf16of returns the text in UTF-16 with a byte order mark.
func utf16of(text string, order binary.AppendByteOrder) string {
	var b []byte
	for _, unit := range utf16.Encode([]rune("\ufeff" + text)) {
		b = order.AppendUint16(b, unit)
	}
	return string(b)
}

// npy returns a .npy file with little-endian values.
func npy(kind, shape string, values any) string {
	header := "{'descr': '" + kind + "', 'fortran_order': False, 'shape': " + shape + ", }"
	header += strings.Repeat(" ", 127-10-len(header)) + "\n"
	b := append([]byte("\x93NUMPY\x01\x00"), byte(len(header)), 0)
	b, _ = binary.Append(append(b, header...), binary.LittleEndian, values) // of fixed sizes
	return string(b)
}

// archive returns an .npz file, given names and arrays in turn.
func archive(files ...string) string {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i < len(files); i += 2 {
		w, _ := z.Create(files[i] + ".npy") // into memory
		_, _ = io.WriteString(w, files[i+1])
	}
	_ = z.Close()
	return b.String()
}
