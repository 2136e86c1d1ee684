// Package table reads numbers from text tables, from NumPy's .npy and .npz files and from matrices in brackets, as other programs write
// them.
//
// Unpack comes first: it decompresses gzip, with a limit, and converts UTF-16 to UTF-8. A text table has one row per line. How its cells
// are separated, which decimal mark its numbers have and whether the first line is a header is guessed by the three rules of layout.go; a
// Format overrides them. Text that is not UTF-8 is taken for Windows-1252. Cells may be quoted. Blank lines and lines that start with #
// are skipped, and so are columns and rows at the end without any entry. A header that is one cell short names all columns but the first,
// as R's write.table writes it.
//
// Thousands may be grouped by the mark that is not the decimal one, by spaces or by apostrophes. True and false are 1 and 0. Notes say
// how ambiguities were resolved. A missing or unreadable cell is never skipped or taken for zero: it is refused with its line and column.
// Package dataset decides how missing values are handled.
//
// Files of other kinds (workbooks, Parquet, HDF5, pickles, R's own) are refused with a sentence that says how to convert them to a table.
// Parquet is among them because of the cost of a reader: github.com/parquet-go/parquet-go makes a program that only prints rows 11.9 MB
// instead of 1.7 MB, and a reader of our own would need Thrift, Snappy and Zstandard, to save one line of Python.
package table
