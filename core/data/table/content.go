package table

import (
	"bytes"
	"encoding/binary"
	"unicode/utf16"
	"unicode/utf8"

	"conelab/core/data/fault"
)

// Unpack returns the content of a file. It decompresses gzip, up to most bytes, and converts text in UTF-16 or with a byte order mark to
// plain UTF-8. Other files are returned unchanged. Errors are fault.InputErrors.
func Unpack(file []byte, most int) ([]byte, error) {
	file, err := Gunzip(file, most)
	if err != nil {
		return nil, err
	}
	switch {
	case bytes.HasPrefix(file, []byte("\xef\xbb\xbf")):
		return file[3:], nil
	case bytes.HasPrefix(file, []byte("\xff\xfe")):
		return fromUTF16(file[2:], binary.LittleEndian), nil
	case bytes.HasPrefix(file, []byte("\xfe\xff")):
		return fromUTF16(file[2:], binary.BigEndian), nil
	}
	return file, nil
}

func fromUTF16(text []byte, order binary.ByteOrder) []byte {
	units := make([]uint16, len(text)/2)
	for i := range units {
		units[i] = order.Uint16(text[2*i:])
	}
	return []byte(string(utf16.Decode(units)))
}

// windows1252 holds the characters of the bytes 0x80 to 0x9f, where that encoding differs from Latin-1.
const windows1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ"

// toUTF8 converts text that is not UTF-8 from Windows-1252, the encoding in which Excel saves a CSV in western Europe.
func toUTF8(text []byte) []byte {
	if utf8.Valid(text) {
		return text
	}
	special := []rune(windows1252)
	runes := make([]rune, len(text))
	for i, b := range text {
		if runes[i] = rune(b); b >= 0x80 && b < 0xa0 {
			runes[i] = special[b-0x80]
		}
	}
	return []byte(string(runes))
}

// foreign are the first bytes of files that are not text tables, with how to convert each to one.
var foreign = []struct{ magic, what string }{
	{"PAR1", "is a Parquet file, expected text or NumPy: in Python, pandas.read_parquet(file).to_csv(\"data.csv\", index=False)"},
	{"PK\x03\x04", "is a workbook of Excel or another zip file, expected text: save the sheet as CSV"},
	{"\xd0\xcf\x11\xe0", "is an old workbook of Excel, expected text: save the sheet as CSV"},
	{"\x89HDF", "is an HDF5 or MATLAB file, expected text or NumPy: in MATLAB, writematrix(data, \"data.csv\")"},
	{"MATLAB 5.0", "is a MATLAB file, expected text: in MATLAB, writematrix(data, \"data.csv\")"},
	{"\x80\x02", pickled}, {"\x80\x03", pickled}, {"\x80\x04", pickled}, {"\x80\x05", pickled},
	{"ARROW1", "is a Feather file, expected text or NumPy: in Python, pandas.read_feather(file).to_csv(\"data.csv\", index=False)"},
	{"RDX", "is an R workspace, expected text: in R, write.csv(data, \"data.csv\")"},
	{"X\n\x00\x00", "is an R object, expected text: in R, write.csv(readRDS(file), \"data.csv\")"},
	{"BZh", "is packed by bzip2, expected it unpacked, or packed by gzip"},
	{"\xfd7zXZ", "is packed by xz, expected it unpacked, or packed by gzip"},
	{"\x28\xb5\x2f\xfd", "is packed by zstd, expected it unpacked, or packed by gzip"},
}

const pickled = "is a Python pickle, expected text or NumPy: in Python, numpy.save(\"data.npy\", data)"

// checkText returns an error for content that is not text.
func checkText(data []byte) error {
	for _, kind := range foreign {
		if bytes.HasPrefix(data, []byte(kind.magic)) {
			return fault.New("the file", kind.what)
		}
	}
	if bytes.IndexByte(data, 0) >= 0 {
		return fault.New("the table", "is not UTF-8 text, expected rows of numbers as plain text")
	}
	return nil
}
