package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math/big"
	"strconv"
	"time"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"

	"conelab/core/data/fault"
	"conelab/core/data/table"
)

// isParquet reports whether data begins as a Parquet file.
func isParquet(data []byte) bool { return bytes.HasPrefix(data, []byte("PAR1")) }

// openParquet opens a Parquet file of columns of single values.
func openParquet(file io.ReaderAt, size int64) (*parquet.File, error) {
	end := make([]byte, 8) // the length of what describes the columns, for which the library makes room, and PAR1
	if _, err := file.ReadAt(end, size-int64(len(end))); err != nil || int64(binary.LittleEndian.Uint32(end)) > size {
		return nil, brokenParquet()
	}
	f, err := parquet.OpenFile(file, size, parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true))
	if err != nil {
		return nil, brokenParquet()
	}
	for _, c := range f.Root().Columns() {
		if !c.Leaf() || c.Repeated() {
			what := `has lists or groups in its column "` + fault.Clip(c.Name()) + `", expected one value in each row`
			return nil, fault.New("the Parquet file", what)
		}
	}
	return f, nil
}

// readParquet reads the rows of a Parquet file.
func readParquet(content []byte) (t *table.Table, err error) {
	defer func() { // the library trusts what it reads
		if recover() != nil {
			t, err = nil, brokenParquet()
		}
	}()
	file, err := openParquet(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		return nil, err
	}
	columns := file.Root().Columns()
	header := make([]string, len(columns))
	for j, c := range columns {
		header[j] = c.Name()
	}
	var cells [][]string
	buffer := make([]parquet.Row, 256)
	for _, group := range file.RowGroups() {
		rows := group.Rows()
		for err == nil {
			var n int
			n, err = rows.ReadRows(buffer)
			for _, row := range buffer[:n] {
				texts := make([]string, len(columns))
				for _, v := range row {
					texts[v.Column()] = parquetCell(v, columns[v.Column()].Type())
				}
				cells = append(cells, texts)
			}
		}
		closed := rows.Close()
		if !errors.Is(err, io.EOF) || closed != nil {
			return nil, brokenParquet()
		}
		err = nil
	}
	return table.OfCells(header, cells)
}

func brokenParquet() error {
	return fault.New("the Parquet file", "cannot be read, expected a whole one, not encrypted")
}

// parquetCell returns a value as text: a date or a time as people write it, which is no number; nothing is an empty cell.
func parquetCell(v parquet.Value, kind parquet.Type) string {
	if v.IsNull() {
		return ""
	}
	var logical any
	if l := kind.LogicalType(); l != nil {
		logical = l.Value
	}
	switch l := logical.(type) {
	case *format.DateType:
		return time.Unix(86400*int64(v.Int32()), 0).UTC().Format(time.DateOnly)
	case *format.TimeType: // since midnight: an int32 of milliseconds, or an int64
		since := v.Int64()
		if v.Kind() == parquet.Int32 {
			since = int64(v.Int32())
		}
		return time.Time{}.Add(time.Duration(since) * unitOf(l.Unit)).Format("15:04:05.999999999")
	case *format.TimestampType:
		unit := unitOf(l.Unit)
		return moment(v.Int64()/int64(time.Second/unit), v.Int64()%int64(time.Second/unit)*int64(unit))
	case *format.DecimalType:
		whole := v.String()
		if k := v.Kind(); k == parquet.ByteArray || k == parquet.FixedLenByteArray {
			whole = signed(v.ByteArray()).String()
		}
		return whole + "e-" + strconv.Itoa(int(l.Scale))
	case *format.IntType:
		if !l.IsSigned && v.Kind() == parquet.Int32 {
			return strconv.FormatUint(uint64(v.Uint32()), 10)
		} else if !l.IsSigned {
			return strconv.FormatUint(v.Uint64(), 10)
		}
	}
	switch v.Kind() {
	case parquet.Float:
		return strconv.FormatFloat(float64(v.Float()), 'g', -1, 64)
	case parquet.Int96: // nanoseconds of a day and its Julian number, as Impala and Hive write it
		const epoch = 2440588
		t := v.Int96()
		return moment(86400*(int64(t[2])-epoch), int64(uint64(t[1])<<32|uint64(t[0])))
	}
	return v.String()
}

// unitOf returns the unit in which a column counts time.
func unitOf(unit format.TimeUnit) time.Duration {
	switch unit.Value.(type) {
	case *format.MilliSeconds:
		return time.Millisecond
	case *format.MicroSeconds:
		return time.Microsecond
	}
	return time.Nanosecond
}

// moment returns a time, given by seconds and nanoseconds since 1970, as people write it.
func moment(seconds, nanoseconds int64) string {
	return time.Unix(seconds, nanoseconds).UTC().Format("2006-01-02 15:04:05.999999999")
}

// signed returns a whole number in two's complement, the highest byte first.
func signed(b []byte) *big.Int {
	n := new(big.Int).SetBytes(b)
	if len(b) > 0 && b[0] >= 0x80 {
		n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(8*len(b))))
	}
	return n
}
