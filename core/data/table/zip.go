package table

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"hash/crc32"
	"io"
	"strconv"
)

// The standard library's zip package would be a fiftieth of the page's program. Of it, .npz files need only files that are stored or
// deflated, of less than 4 GB, found by the directory at the end of the archive.
//
// Format: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT

const (
	endMagic, endLength     = "PK\x05\x06", 22
	entryMagic, entryLength = "PK\x01\x02", 46
	localMagic, localLength = "PK\x03\x04", 30
	stored, deflated        = 0, 8
)

// zipped is one file of an archive.
type zipped struct {
	name    string
	content []byte
}

// unzip returns the files whose names are wanted; together they may have at most most bytes.
func unzip(data []byte, most int, wanted func(name string) bool) (files []zipped, err error) {
	broken := npzFault("cannot be unpacked, expected a whole archive")
	end := bytes.LastIndex(data, []byte(endMagic))
	if end < 0 || len(data)-end < endLength {
		return nil, broken
	}
	at := uint64(binary.LittleEndian.Uint32(data[end+16:]))
	for range binary.LittleEndian.Uint16(data[end+10:]) {
		if at > uint64(end) || !bytes.HasPrefix(data[at:end], []byte(entryMagic)) || uint64(end)-at < entryLength {
			return nil, broken
		}
		entry := data[at:end]
		names := lengths(entry[28:]) // lengths of the name, the extra field and the comment
		total := entryLength + names[0] + names[1] + names[2]
		if total > len(entry) {
			return nil, broken
		}
		at += uint64(total)
		name := string(entry[entryLength : entryLength+names[0]])
		if !wanted(name) {
			continue
		}
		content, ok := inflate(data[:end], entry, most)
		switch {
		case !ok:
			return nil, broken
		case len(content) > most:
			return nil, npzFault("has too much when unpacked, expected at most " + strconv.Itoa(most>>20) + " MB more")
		}
		most -= len(content)
		files = append(files, zipped{name, content})
	}
	return files, nil
}

// lengths reads three two-byte numbers.
func lengths(at []byte) (n [3]int) {
	for k := range n {
		n[k] = int(binary.LittleEndian.Uint16(at[2*k:]))
	}
	return n
}

// inflate returns the content of an entry's file, or its beginning if it has more than most bytes.
func inflate(data, entry []byte, most int) (content []byte, ok bool) {
	sum, size, start := binary.LittleEndian.Uint32(entry[16:]), uint64(binary.LittleEndian.Uint32(entry[20:])), uint64(binary.LittleEndian.Uint32(entry[42:]))
	if start+localLength > uint64(len(data)) || !bytes.HasPrefix(data[start:], []byte(localMagic)) {
		return nil, false
	}
	names := lengths(data[start+26:])
	start += localLength + uint64(names[0]+names[1])
	if start+size > uint64(len(data)) {
		return nil, false
	}
	packed := io.Reader(bytes.NewReader(data[start : start+size]))
	switch binary.LittleEndian.Uint16(entry[10:]) {
	case stored:
	case deflated:
		packed = flate.NewReader(packed)
	default:
		return nil, false
	}
	content, err := io.ReadAll(io.LimitReader(packed, int64(most)+1))
	return content, err == nil && (len(content) > most || crc32.ChecksumIEEE(content) == sum)
}
