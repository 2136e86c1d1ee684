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

// The library's package for gzip reads the time of a file, too, and with it come calendars, zones and formats, a hundredth of the program in the
// page.
//
// Format: https://www.rfc-editor.org/rfc/rfc1952

// The beginning of a gzip file, the length of what always stands before its content, and that of what stands after it.
const gzipMagic, gzipHead, gzipTail = "\x1f\x8b\x08", 10, 8

// The flags for what else stands before the content.
const (
	headerSum = 1 << (iota + 1)
	extraField
	fileName
	comment
)

// gunzip unpacks a gzip file, which may be several one after the other, up to most bytes.
func gunzip(file []byte, most int) ([]byte, error) {
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

// gunzipOne unpacks the first of the files; of one that is longer than most bytes it returns the beginning.
func gunzipOne(file []byte, most int) (content, rest []byte, ok bool) {
	body, ok := gzipBody(file)
	if !ok {
		return nil, nil, false
	}
	reader := bytes.NewReader(body) // which flate reads byte by byte, no further than it must
	content, err := io.ReadAll(io.LimitReader(flate.NewReader(reader), int64(most)+1))
	if tail := body[len(body)-reader.Len():]; err == nil && len(content) <= most && len(tail) >= gzipTail {
		sum, length := binary.LittleEndian.Uint32(tail), binary.LittleEndian.Uint32(tail[4:])
		return content, tail[gzipTail:], sum == crc32.ChecksumIEEE(content) && length == uint32(len(content))
	}
	return content, nil, false
}

// gzipBody returns what follows the header of a file.
func gzipBody(file []byte) (body []byte, ok bool) {
	if !bytes.HasPrefix(file, []byte(gzipMagic)) || len(file) < gzipHead+gzipTail {
		return nil, false
	}
	flags, at := file[3], gzipHead
	if flags&extraField != 0 {
		at += 2 + int(binary.LittleEndian.Uint16(file[at:]))
	}
	for _, text := range []byte{fileName, comment} { // both end with a zero
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
