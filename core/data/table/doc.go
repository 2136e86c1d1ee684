// Package table reads numbers from text tables, from NumPy's .npy and .npz files and from matrices in brackets, as other programs write them.
//
// Unpack comes first: it decompresses gzip, with a limit, and converts UTF-16 to UTF-8. A text table has one row per line, with cells
// separated by semicolons, tabs, bars, commas or white space. The separator is given by the line sep=; that Excel writes, or else recognised
// from the first lines. Text that is not UTF-8 is taken for Windows-1252. Cells may be quoted. Blank lines and lines that start with # are
// skipped, and so are columns and rows at the end without any entry.
//
// The first line is a header if it has words and no numbers; if it is 0, 1, 2, ..., as pandas numbers columns without names; or if it has
// such numbers and words above columns of numbers. A header that is one cell short names all columns but the first, as R's write.table writes
// it.
//
// Numbers have a decimal point, or a decimal comma if the column shows it: see findMarks. Thousands may be grouped by the other mark, by
// spaces or by apostrophes. True and false are 1 and 0. Text.Notes says how ambiguities were resolved; an ambiguity that cannot be resolved,
// such as 1,234 between commas, is refused. A missing or unreadable cell is never skipped or taken for zero: it is refused with its line and
// column. Package dataset decides how missing values are handled. A Format overrides what is recognised.
//
// Files of other kinds (workbooks, Parquet, HDF5, pickles, R's own) are refused with a sentence that says how to convert them to a table.
// Parquet is among them because of the cost of a reader: github.com/parquet-go/parquet-go makes a program that only prints rows 11.9 MB
// instead of 1.7 MB, and a reader of our own would need Thrift, Snappy and Zstandard, to save one line of Python.
package table
