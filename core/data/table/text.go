package table

import (
	"bytes"
	"encoding/binary"
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"conelab/core/data/fault"
)

// Format says how a text table is written. With the zero value, all of it is recognised from the text.
type Format struct {
	// Separator is the character between cells: a semicolon, a tab, a comma, a bar, a space for white space, or zero to recognise
	// it from the first lines.
	Separator rune
	Header    Header
	// Known are names of columns: a first line of numbers that has them is a header.
	Known []string
	// Rows is the number of rows after which the others are left out, 0 for none.
	Rows int
	// Axes is the largest number of axes of an array, 0 for two; the axes after the first are flattened, as the pixels of images.
	Axes int
	// Arrays are the names of the arrays of the features and of the targets in an .npz archive, or of both in one; nil to recognise them.
	// Those of the targets may be missing if it is Unlabelled.
	Arrays     []string
	Unlabelled bool
}

// Note is a decision about a table that its owner may want to change.
type Note struct {
	// Sentence says what was decided, without a full stop.
	Sentence string
	// Option says how to change it on the command line, "" if that is not possible.
	Option string
	// Column is the one, from 1, that the decision matters for if it is read as numbers; 0 if it always does.
	Column int
}

// ParseText reads a text table whose cells may be any text. Errors are fault.InputErrors.
func ParseText(data []byte, format Format) (*Table, error) {
	if err := checkText(data); err != nil {
		return nil, err
	}
	data, notes := toUTF8(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")))
	comma := format.Separator
	switch {
	case comma == 0:
		comma = guessSeparator(data)
	case !strings.ContainsRune(separators, comma):
		return nil, fault.New("the separator", "is "+strconv.QuoteRune(comma)+", expected a comma, semicolon, tab, space or vertical bar")
	}
	t := &Table{decimal: '.', unclear: true, Notes: notes, comma: comma}
	if err := t.read(data, comma, 0); err != nil {
		return nil, err
	}
	if err := t.split(&format); err != nil {
		return nil, err
	}
	if comma != ',' || bytes.IndexByte(data, '"') >= 0 {
		t.findDecimal(comma)
	}
	t.evaluate()
	return t, nil
}

// read reads the rows, including the header as the first row, of a text; before is the number of lines above it.
func (t *Table) read(data []byte, comma rune, before int) error {
	reader := csv.NewReader(bytes.NewReader(data))
	reader.Comma, reader.FieldsPerRecord = comma, -1
	// Spaces before a quote would be a syntax error, but trimming them would also remove tabs that separate.
	reader.TrimLeadingSpace = comma != '\t'
	comments := 0 // lines
	for {
		start := reader.InputOffset()
		cells, err := reader.Read()
		if errors.Is(err, io.EOF) {
			if comments > 0 {
				t.Notes = append(t.Notes, Note{Sentence: "the comments above the first row are left out, " + fault.Count(comments, "line")})
			}
			return nil
		}
		if err != nil {
			return syntaxFault(err, before)
		}
		line, _ := reader.FieldPos(0)
		line += before
		sharp := bytes.HasPrefix(bytes.TrimSpace(data[start:reader.InputOffset()]), []byte("#")) // and not in quotes
		// A line of only two quotes is a missing entry of a table with one column, as pandas writes it, not a blank line.
		if len(cells) > 1 || cells[0] != "" || bytes.IndexByte(data[start:reader.InputOffset()], '"') < 0 {
			cells = clean(cells, comma)
		}
		switch {
		case len(cells) == 0:
		case before == 0 && len(t.Rows) == 0 && sharp && cells[0] != "" && (cells[0] != "#" || comma == ' ' || blank(cells[1:])):
			comments++
		default:
			t.Rows, t.lines = append(t.Rows, cells), append(t.lines, line)
		}
	}
}

// clean trims the cells, and returns no cells for a blank line.
func clean(cells []string, comma rune) []string {
	for i := range cells {
		cells[i] = strings.TrimSpace(cells[i])
	}
	if last := len(cells) - 1; cells[last] == "" && (comma == ' ' || last == 0) {
		return cells[:last] // white space at the end of a line is not a separator
	}
	return cells
}

// syntaxFault returns the error for quotes that do not match, in a text; before is the number of lines above it. Of a row that goes on over the
// ends of lines, because a quote is not closed, it names the line where it begins.
func syntaxFault(err error, before int) error {
	var parse *csv.ParseError
	if errors.As(err, &parse) {
		return fault.New("line "+strconv.Itoa(before+parse.StartLine), "has a quotation mark out of place, expected quotes around whole cells only")
	}
	return fault.New("the table", "cannot be read: "+err.Error())
}

// Lines returns a CSV table of lines: see Line.
func Lines(lines [][]string) []byte {
	var b strings.Builder
	for _, cells := range lines {
		b.WriteString(Line(cells))
	}
	return []byte(b.String())
}

// Line returns a line of a CSV table; cells that need them are in quotes. Text that a spreadsheet would take for a formula begins with a
// tab, which is not part of it: ParseText trims cells.
func Line(cells []string) string {
	var b strings.Builder
	for k, cell := range cells {
		if k > 0 {
			b.WriteByte(',')
		}
		if cell != "" && strings.ContainsRune("=+-@", rune(cell[0])) && !isNumber(cell) {
			cell = "\t" + cell
		}
		if strings.ContainsAny(cell, ",;\"\t\r\n") {
			cell = `"` + strings.ReplaceAll(cell, `"`, `""`) + `"`
		}
		b.WriteString(cell)
	}
	return b.String() + "\n"
}

// Unpack returns the content of a file. It decompresses gzip, up to most bytes, and converts UTF-16, which Excel calls Unicode text and
// PowerShell writes, to UTF-8 without a byte order mark. Errors are fault.InputErrors.
func Unpack(file []byte, most int) ([]byte, error) {
	content, _, packed, err := Unpacked(bytes.NewReader(file))
	if packed && err == nil {
		tooLarge := UnpackedSize(file[len(file)-4:], len(file)) > most
		if !tooLarge {
			file, err = io.ReadAll(io.LimitReader(content, int64(most)+1))
		}
		switch {
		case tooLarge || len(file) > most:
			return nil, fault.New("the file", "has more than "+strconv.Itoa(most>>20)+" MB when unpacked, or no end, expected at most that")
		case err != nil:
			return nil, gzipFault()
		}
	}
	if err != nil {
		return nil, err
	}
	if !isUTF16(file) {
		return bytes.TrimPrefix(file, []byte("\xef\xbb\xbf")), nil
	}
	order := binary.ByteOrder(binary.LittleEndian)
	if file[0] == 0xfe {
		order = binary.BigEndian
	}
	units := make([]uint16, len(file)/2-1)
	for i := range units {
		units[i] = order.Uint16(file[2*i+2:])
	}
	return []byte(string(utf16.Decode(units))), nil
}

// UnpackedSize returns the size that a gzip file says in its last four bytes that its last member has, modulo 2^32, or the largest that as
// many bytes unpack to.
func UnpackedSize(last []byte, packed int) int {
	const most = 1032 // bytes for each byte of deflate
	return min(int(binary.LittleEndian.Uint32(last)), most*packed)
}

// isUTF16 reports whether text begins with the byte order mark of UTF-16.
func isUTF16(text []byte) bool {
	return bytes.HasPrefix(text, []byte("\xff\xfe")) || bytes.HasPrefix(text, []byte("\xfe\xff"))
}

// windows1252 holds the characters of the bytes 0x80 to 0x9f, where that encoding differs from Latin-1.
const windows1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ"

// toUTF8 converts text that is not UTF-8 from Windows-1252, the encoding in which Excel saves a CSV in western Europe, and notes that.
func toUTF8(text []byte) (converted []byte, notes []Note) {
	if utf8.Valid(text) {
		return text, nil
	}
	special := []rune(windows1252)
	runes := make([]rune, len(text))
	for i, b := range text {
		runes[i] = rune(b)
		if b >= 0x80 && b < 0xa0 {
			runes[i] = special[b-0x80]
		}
	}
	return []byte(string(runes)), []Note{{Sentence: "the text is not UTF-8 and is read as Windows-1252, which contains Latin-1"}}
}

// foreign are the first bytes of files that are not text tables, with how to convert each to one.
var foreign = []struct{ magic, what string }{
	{"PAR1", "is a Parquet file, expected text or NumPy: in Python, pandas.read_parquet(file).to_csv(\"data.csv\", index=False)"},
	{"PK\x03\x04", "is a zip archive, expected one of the files in it"},
	{"\xd0\xcf\x11\xe0", workbook},
	{"\x89HDF", "is an HDF5 or MATLAB file, expected text or NumPy: in MATLAB, writematrix(data, \"data.csv\")"},
	{"MATLAB 5.0", "is a MATLAB file, expected text: in MATLAB, writematrix(data, \"data.csv\")"},
	{"\x80\x02", pickled}, {"\x80\x03", pickled}, {"\x80\x04", pickled}, {"\x80\x05", pickled},
	{"ARROW1", "is a Feather file, expected text or NumPy: in Python, pandas.read_feather(file).to_csv(\"data.csv\", index=False)"},
	{"SQLite format 3", "is an SQLite database, expected text: sqlite3 -csv -header FILE \"SELECT * FROM TABLE\", or conelab sums --sql"},
	{"RDX", "is an R workspace, expected text: in R, write.csv(data, \"data.csv\")"},
	{"BZh", compressed}, {"\xfd7zXZ", compressed}, {"\x28\xb5\x2f\xfd", compressed},
	{"[{", "is a list of JSON records, expected a table: in Python, pandas.read_json(file).to_csv(\"data.csv\", index=False)"},
	{"sep=", "begins with sep=, which only names the separator, expected the table below that line alone"},
	{"\x89PNG", "is a PNG picture, " + numbers}, {"\xff\xd8\xff", "is a JPEG picture, " + numbers}, {"%PDF", "is a PDF, " + numbers},
	{"<", "is a web page or XML, " + numbers},
}

const (
	numbers    = "expected a table of numbers, as text or NumPy"
	compressed = "is packed by bzip2, xz or zstd, expected it unpacked, or packed by gzip"
	pickled    = "is a Python pickle, expected text or NumPy: in Python, numpy.save(\"data.npy\", data)"
	// workbook is what a zip archive is whose beginning has one of the names in workbooks.
	workbook = "is a workbook, expected text: save the sheet as CSV"
)

var workbooks = []string{"[Content_Types].xml", "xl/", "opendocument.spreadsheet"}

// checkText returns an error for content that is not text.
func checkText(data []byte) error {
	for _, kind := range foreign {
		if !bytes.HasPrefix(data, []byte(kind.magic)) {
			continue
		}
		what, beginning := kind.what, string(data[:min(len(data), 1<<12)])
		if kind.magic == "PK\x03\x04" && slices.ContainsFunc(workbooks, func(name string) bool { return strings.Contains(beginning, name) }) {
			what = workbook
		}
		return fault.New("the file", what)
	}
	switch {
	case bytes.IndexByte(data, 0) >= 0:
		return fault.New("the table", "has a byte of zero, expected rows of numbers as plain text")
	case bytes.IndexByte(data, '\r') >= 0 && bytes.IndexByte(data, '\n') < 0:
		return fault.New("the table", "has carriage returns alone at the ends of its lines, expected line feeds: in Excel, save it as CSV UTF-8")
	}
	return nil
}

// gzipMagic are the first bytes of a gzip file.
const gzipMagic = "\x1f\x8b\x08"

func gzipFault() error { return fault.New("the file", "cannot be unpacked, expected whole gzip data") }
