// Package table reads numbers from text tables, from NumPy's .npy and .npz files and from matrices in brackets, as other programs write them.
//
// Unpack takes off gzip, with a limit, and turns UTF-16 into UTF-8; it comes first. A text table has one row per line, with cells separated by
// semicolons, tabs, bars, commas or white space: by the line sep=; that Excel writes, or by what the first lines show. Text that is not UTF-8
// is taken for Windows-1252. Cells may be quoted; blank lines and lines that start with # are skipped, and so are columns and rows at the end
// that have no entry.
//
// The first line is a header if it has words and no numbers; if it is 0, 1, 2, ..., as pandas numbers columns without names; or if it has such
// numbers and words over columns of numbers. A header that is one cell short names all columns but the first, as R's write.table has it.
//
// Numbers have a decimal point, or a decimal comma where the column says so: see findMarks. Thousands may be grouped by the other mark, by
// spaces or by apostrophes. True and false are 1 and 0. What is decided where a text leaves a choice is in Text.Notes; what cannot be decided,
// 1,234 between commas, is refused. A missing or strange cell is refused by line and column, never skipped or taken for zero; what becomes of
// missing values is for package dataset to say. A Format overrides what is guessed.
//
// Files of other kinds (workbooks, Parquet, HDF5, pickles, R's own) are refused in a sentence that says how a table is had from them. Parquet is
// among them for what a reader costs: with github.com/parquet-go/parquet-go a program that only prints rows has 11.9 MB in place of 1.7 MB, and a
// reader of our own would need Thrift, Snappy and Zstandard, to save one line of Python.
package table
