package table

import (
	"bytes"
	"compress/gzip"
	"io"
	"strconv"

	"conelab/core/data/fault"
)

// gzipMagic are the first bytes of a gzip file.
const gzipMagic = "\x1f\x8b\x08"

// Gunzip decompresses a gzip file, which may consist of several concatenated ones, up to most bytes. Other files are returned unchanged.
// Errors are fault.InputErrors.
func Gunzip(file []byte, most int) ([]byte, error) {
	if !bytes.HasPrefix(file, []byte(gzipMagic)) {
		return file, nil
	}
	var content []byte
	reader, err := gzip.NewReader(bytes.NewReader(file))
	if err == nil {
		content, err = io.ReadAll(io.LimitReader(reader, int64(most)+1))
	}
	switch {
	case len(content) > most:
		return nil, fault.New("the file", "has more than "+strconv.Itoa(most>>20)+" MB when unpacked, expected at most that")
	case err != nil:
		return nil, fault.New("the file", "cannot be unpacked, expected whole gzip data")
	}
	return content, nil
}
