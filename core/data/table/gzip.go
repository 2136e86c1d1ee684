package table

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"hash/crc32"
	"io"
	"strconv"

	"conelab/core/data/fault"
)

// The standard library's gzip package also reads the time of a file, which brings calendars, time zones and formats with it: a hundredth of
// the page's program.
//
// Format: https://www.rfc-editor.org/rfc/rfc1952

// The first bytes of a gzip file, the length of the fixed part of its header, and the length of its trailer.
const gzipMagic, gzipHead, gzipTail = "\x1f\x8b\x08", 10, 8

// The flags for the optional parts of the header.
const (
	headerSum = 1 << (iota + 1)
	extraField
	fileName
	comment
)

// Gunzip decompresses a gzip file, which may consist of several concatenated ones, up to most bytes. Other files are returned unchanged. Errors are
// fault.InputErrors.
func Gunzip(file []byte, most int) ([]byte, error) {
	if !bytes.HasPrefix(file, []byte(gzipMagic)) {
		return file, nil
	}
	var content []byte
	for first := true; first || len(file) > 0; first = false {
		part, rest, ok := gunzipOne(file, most-len(content))
		content = append(content, part...)
		switch {
		case len(content) > most:
			return nil, fault.New("the file", "has more than "+strconv.Itoa(most>>20)+" MB when unpacked, expected at most that")
		case !ok:
			return nil, fault.New("the file", "cannot be unpacked, expected whole gzip data")
		}
		file = rest
	}
	return content, nil
}

// gunzipOne decompresses the first of the concatenated files; if it is longer than most bytes, it returns the beginning.
func gunzipOne(file []byte, most int) (content, rest []byte, ok bool) {
	body, ok := gzipBody(file)
	if !ok {
		return nil, nil, false
	}
	reader := bytes.NewReader(body) // flate reads it byte by byte and no further than it must
	content, err := io.ReadAll(io.LimitReader(flate.NewReader(reader), int64(most)+1))
	if tail := body[len(body)-reader.Len():]; err == nil && len(content) <= most && len(tail) >= gzipTail {
		sum, length := binary.LittleEndian.Uint32(tail), binary.LittleEndian.Uint32(tail[4:])
		return content, tail[gzipTail:], sum == crc32.ChecksumIEEE(content) && length == uint32(len(content))
	}
	return content, nil, false
}

// gzipBody returns the part of a file after its header.
func gzipBody(file []byte) (body []byte, ok bool) {
	if !bytes.HasPrefix(file, []byte(gzipMagic)) || len(file) < gzipHead+gzipTail {
		return nil, false
	}
	flags, at := file[3], gzipHead
	if flags&extraField != 0 {
		at += 2 + int(binary.LittleEndian.Uint16(file[at:]))
	}
	for _, text := range []byte{fileName, comment} { // both end with a zero byte
		if flags&text != 0 && at <= len(file) {
			at += 1 + max(bytes.IndexByte(file[at:], 0), 0)
		}
	}
	if flags&headerSum != 0 {
		at += 2
	}
	if at > len(file) {
		return nil, false
	}
	return file[at:], true
}
